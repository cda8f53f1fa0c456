/** SHA-256 by the means that a browser and Node have in common. */

export const hashBytes = 32;

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
	// A copy, for what is handed in may lie in memory that is shared.
	return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data)));
}
