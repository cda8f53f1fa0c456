/** Lists of the organisation's keepers, a keeper's folders, and a folder's documents. */
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { ProductList } from '../parts/product-list';
import { Link } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { numberText, Time } from '../parts/values';
import { AddDocument, AddFolder } from './adding';
import { useAsked } from './session';
import { texts } from './texts';

export function Products() {
	const say = useTexts(texts);
	const asked = useAsked('products', ({ platform }) => platform.call('listProducts', {}));
	return (
		<ProductList
			heading={say('Keepers')}
			kind="Keeper"
			at="/documents"
			none={say('Your organisation has no keeper.')}
			asked={asked}
		/>
	);
}

export function FolderList({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<>
			<Heading>{say('Folders')}</Heading>
			<AddFolder productId={productId} />
			<Paged
				what={say('folders')}
				ask={(question, range) =>
					useAsked(question, ({ keeper }) => keeper.list('listFolders', { productId, ...range }))
				}
				none={say('This keeper has no folders yet.')}
			>
				{(folders) => (
					<Table
						caption={say('In the order in which they were created')}
						rows={folders}
						keyOf={({ id }) => id}
						columns={[
							{
								name: say('Folder'),
								cell: ({ id, name }) => (
									<Link to={`/documents/${productId}/folders/${id}`}>{name}</Link>
								),
							},
							{
								name: say('Keeps'),
								cell: ({ keepsContent }) => say(keepsContent ? 'documents' : 'fingerprints only'),
							},
							{
								name: say('Documents'),
								isNumber: true,
								cell: ({ fileQuantity }) => numberText(fileQuantity, locale),
							},
							{ name: say('Created'), cell: ({ creationDate }) => <Time at={creationDate} /> },
						]}
					/>
				)}
			</Paged>
		</>
	);
}

interface FolderPlace {
	readonly productId: string;
	readonly folderId: string;
}

export function DocumentList({ productId, folderId }: FolderPlace) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const asked = useAsked(folderId, ({ keeper }) =>
		keeper.call('getFolder', { productId, folderId }),
	);
	return (
		<WhenLoaded asked={asked}>
			{({ name, keepsContent }) => (
				<>
					<Heading>{name}</Heading>
					{!keepsContent && (
						<p>
							{say(
								'Of the documents in this folder only fingerprints are kept: they can be compared, not downloaded.',
							)}
						</p>
					)}
					<AddDocument productId={productId} folderId={folderId} />
					<Paged
						what={say('documents')}
						ask={(question, range) =>
							useAsked(question, ({ keeper }) =>
								keeper.list('listFiles', { productId, folderId, ...range }),
							)
						}
						none={say('No documents are kept in this folder yet.')}
					>
						{(files) => (
							<Table
								caption={say('In the order in which they were kept first')}
								rows={files}
								keyOf={({ id }) => id}
								columns={[
									{
										name: say('Document'),
										cell: ({ id, displayName }) => (
											<Link to={`/documents/${productId}/files/${id}`}>{displayName}</Link>
										),
									},
									{
										name: say('Versions'),
										isNumber: true,
										cell: ({ versionQuantity }) => numberText(versionQuantity, locale),
									},
									{
										name: say('Kept first'),
										cell: ({ creationDate }) => <Time at={creationDate} />,
									},
									{ name: say('Log'), cell: ({ blockchainStatus }) => blockchainStatus },
								]}
							/>
						)}
					</Paged>
				</>
			)}
		</WhenLoaded>
	);
}
