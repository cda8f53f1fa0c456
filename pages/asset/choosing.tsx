/** Lists of the organisation's trackers, and of a tracker's assets. */
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { ProductList } from '../parts/product-list';
import { Link } from '../parts/router';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { CreateAsset } from './acts';
import { useAsked } from './session';
import { texts } from './texts';

export function Products() {
	const say = useTexts(texts);
	const asked = useAsked('products', ({ platform }) => platform.call('listProducts', {}));
	return (
		<ProductList
			heading={say('Trackers')}
			kind="Tracker"
			at="/assets"
			none={say('Your organisation has no tracker.')}
			asked={asked}
		/>
	);
}

export function AssetList({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Assets')}</Heading>
			<CreateAsset productId={productId} />
			<Paged
				what={say('assets')}
				ask={(question, range) =>
					useAsked(question, ({ tracker }) => tracker.list('listAssets', { productId, ...range }))
				}
				none={say('This tracker has no assets yet.')}
			>
				{(assets) => (
					<Table
						caption={say('In the order in which they were created')}
						rows={assets}
						keyOf={({ id }) => id}
						columns={[
							{
								name: say('Asset'),
								cell: ({ id, name }) => <Link to={`/assets/${productId}/${id}`}>{name}</Link>,
							},
							{ name: say('Created'), cell: ({ creationDate }) => <Time at={creationDate} /> },
							{ name: say('Log'), cell: ({ blockchainStatus }) => blockchainStatus },
						]}
					/>
				)}
			</Paged>
		</>
	);
}
