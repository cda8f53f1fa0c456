/** SHA-256 by Web Crypto, which browsers and Node.js both have. */

export const hashBytes = 32;

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
	// A copy, because Web Crypto rejects shared memory.
	return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(data)));
}
