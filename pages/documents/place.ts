/** Identifies a document, for its address. */
export interface DocumentPlace {
	readonly productId: string;
	readonly fileId: string;
}

export function addressOf({ productId, fileId }: DocumentPlace): string {
	return `/documents/${productId}/files/${fileId}`;
}
