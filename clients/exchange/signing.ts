/**
 * Signs requests and sockets by an Ed25519 key, so that no secret is sent and what is late or changed
 * on its way is refused. It needs the Web Cryptography API, as browsers and Node.js have.
 */

export interface SigningKey {
	/** Id of the key at the exchange. */
	readonly keyId: string;
	/** PEM (PKCS #8), or base64 of the 32 bytes. */
	readonly privateKey: string;
	/** How long a request is good for, 5000 when left out. */
	readonly recvWindowMs?: number;
	/** In milliseconds since 1970; the clock of the machine when left out. */
	readonly nowMs?: () => number;
}

interface Call {
	readonly method: string;
	/** As it is sent, with the query. */
	readonly path: string;
	readonly body?: string | undefined;
}

/** The headers of a request that is about to be sent. */
export async function signedHeaders(key: SigningKey, call: Call): Promise<Record<string, string>> {
	const { sum, timestamp, recvWindow, signature } = await signed(key, call);
	return {
		'x-key-id': key.keyId,
		'x-timestamp': String(timestamp),
		'x-recv-window': String(recvWindow),
		'x-signature': signature,
		...(sum !== '' && { 'x-body-sha256': sum }),
	};
}

/** The fields of an `authenticate` message. */
export async function signedMessage(key: SigningKey): Promise<object> {
	const { sum: _, ...message } = await signed(key, { method: 'SOCKET', path: '/socket' });
	return { keyId: key.keyId, ...message };
}

async function signed(key: SigningKey, { method, path, body }: Call) {
	const { keyId, privateKey, recvWindowMs: recvWindow = 5_000, nowMs = Date.now } = key;
	const sum = body === undefined ? '' : await sha256Of(body);
	const timestamp = nowMs();
	const text = [keyId, timestamp, recvWindow, method, path, sum].join('\n');
	const bytes = pkcs8Of(privateKey);
	const signer = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign']);
	const signature = await crypto.subtle.sign('Ed25519', signer, new TextEncoder().encode(text));
	const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)));
	return { timestamp, recvWindow, signature: base64, sum };
}

/** The key in the form that PEM has inside, which all libraries read. */
export function pkcs8Of(privateKey: string): Uint8Array<ArrayBuffer> {
	const body = privateKey.replace(/-----[A-Z ]+-----|\s/g, '');
	const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
	return bytes.length === 32 ? Uint8Array.from([...pkcs8Head, ...bytes]) : bytes;
}

/** Of an Ed25519 key, before its 32 bytes. */
const pkcs8Head = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

async function sha256Of(text: string): Promise<string> {
	const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
