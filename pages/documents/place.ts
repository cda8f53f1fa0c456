/** Which document a part of the page is about, and where that stands. */
export interface DocumentPlace {
	readonly productId: string;
	readonly fileId: string;
}

export function addressOf({ productId, fileId }: DocumentPlace): string {
	return `/documents/${productId}/files/${fileId}`;
}
