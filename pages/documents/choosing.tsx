/** Lists of the organisation's keepers, a keeper's folders, and a folder's documents. */
import { Heading } from '../parts/frame';
import { Paged } from '../parts/paged';
import { ProductList } from '../parts/product-list';
import { Link } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { numberText, Time } from '../parts/values';
import { AddDocument, AddFolder } from './adding';
import { useAsked } from './session';

export function Products() {
	const asked = useAsked('products', ({ platform }) => platform.call('listProducts', {}));
	return (
		<ProductList
			heading="Keepers"
			kind="Keeper"
			at="/documents"
			none="Your organisation has no keeper."
			asked={asked}
		/>
	);
}

export function FolderList({ productId }: { readonly productId: string }) {
	return (
		<>
			<Heading>Folders</Heading>
			<AddFolder productId={productId} />
			<Paged
				what="folders"
				ask={(question, range) =>
					useAsked(question, ({ keeper }) => keeper.list('listFolders', { productId, ...range }))
				}
				none="This keeper has no folders yet."
			>
				{(folders) => (
					<Table
						caption="In the order in which they were created"
						rows={folders}
						keyOf={({ id }) => id}
						columns={[
							{
								name: 'Folder',
								cell: ({ id, name }) => (
									<Link to={`/documents/${productId}/folders/${id}`}>{name}</Link>
								),
							},
							{
								name: 'Keeps',
								cell: ({ keepsContent }) => (keepsContent ? 'documents' : 'fingerprints only'),
							},
							{
								name: 'Documents',
								isNumber: true,
								cell: ({ fileQuantity }) => numberText(fileQuantity),
							},
							{ name: 'Created', cell: ({ creationDate }) => <Time at={creationDate} /> },
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
							Of the documents in this folder only fingerprints are kept: they can be compared, not
							downloaded.
						</p>
					)}
					<AddDocument productId={productId} folderId={folderId} />
					<Paged
						what="documents"
						ask={(question, range) =>
							useAsked(question, ({ keeper }) =>
								keeper.list('listFiles', { productId, folderId, ...range }),
							)
						}
						none="No documents are kept in this folder yet."
					>
						{(files) => (
							<Table
								caption="In the order in which they were kept first"
								rows={files}
								keyOf={({ id }) => id}
								columns={[
									{
										name: 'Document',
										cell: ({ id, displayName }) => (
											<Link to={`/documents/${productId}/files/${id}`}>{displayName}</Link>
										),
									},
									{
										name: 'Versions',
										isNumber: true,
										cell: ({ versionQuantity }) => numberText(versionQuantity),
									},
									{ name: 'Kept first', cell: ({ creationDate }) => <Time at={creationDate} /> },
									{ name: 'Log', cell: ({ blockchainStatus }) => blockchainStatus },
								]}
							/>
						)}
					</Paged>
				</>
			)}
		</WhenLoaded>
	);
}
