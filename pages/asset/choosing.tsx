/** Lists of the organisation's trackers, and of a tracker's assets. */
import { Heading } from '../parts/frame';
import { Paged } from '../parts/paged';
import { ProductList } from '../parts/product-list';
import { Link } from '../parts/router';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { CreateAsset } from './acts';
import { useAsked } from './session';

export function Products() {
	const asked = useAsked('products', ({ platform }) => platform.call('listProducts', {}));
	return (
		<ProductList
			heading="Trackers"
			kind="Tracker"
			at="/assets"
			none="Your organisation has no tracker."
			asked={asked}
		/>
	);
}

export function AssetList({ productId }: { readonly productId: string }) {
	return (
		<>
			<Heading>Assets</Heading>
			<CreateAsset productId={productId} />
			<Paged
				what="assets"
				ask={(question, range) =>
					useAsked(question, ({ tracker }) => tracker.list('listAssets', { productId, ...range }))
				}
				none="This tracker has no assets yet."
			>
				{(assets) => (
					<Table
						caption="In the order in which they were created"
						rows={assets}
						keyOf={({ id }) => id}
						columns={[
							{
								name: 'Asset',
								cell: ({ id, name }) => <Link to={`/assets/${productId}/${id}`}>{name}</Link>,
							},
							{ name: 'Created', cell: ({ creationDate }) => <Time at={creationDate} /> },
							{ name: 'Log', cell: ({ blockchainStatus }) => blockchainStatus },
						]}
					/>
				)}
			</Paged>
		</>
	);
}
