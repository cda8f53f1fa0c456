/** Which document a part of the page is about. */
export interface DocumentPlace {
	readonly productId: string;
	readonly fileId: string;
}
