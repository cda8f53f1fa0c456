/**
 * How a request is signed: its headers, and the text under the signature. Programs that sign, the
 * exchange and the documents go by this.
 */
import type { Field } from '../language/description';

export const signingHeaders = {
	'x-key-id': 'Id of the key that signs',
	'x-timestamp': 'When the request was signed, in milliseconds since 1970',
	'x-signature': 'Ed25519 signature of the text, in base64',
	'x-recv-window': 'Milliseconds that the request is good for, 5000 when left out',
	'x-body-sha256': 'SHA-256 of the body in lower-case hex; left out where there is no body',
} as const;

export type SigningHeader = keyof typeof signingHeaders;

export const neededSigningHeaders = [
	'x-key-id',
	'x-timestamp',
	'x-signature',
] as const satisfies readonly SigningHeader[];

export const recvWindow = { defaultMs: 5_000, maximumMs: 60_000 } as const;

/** A timestamp may be so far ahead of the exchange's clock. */
export const aheadMsMax = 1_000;

/** What an `authenticate` message signs in place of method and path. */
export const signedSocket = { method: 'SOCKET', path: '/socket' } as const;

/** What is signed, each as it is sent, and the signature. */
export interface SignedParts {
	readonly keyId: string;
	readonly timestamp: string;
	readonly recvWindow: string;
	readonly method: string;
	/** With the query. */
	readonly path: string;
	/** Empty where there is no body. */
	readonly bodySha256: string;
	readonly signature: string;
}

/** The text under a signature: six lines, without an end of line after the last one. */
export function signedText(parts: SignedParts): string {
	const { keyId, timestamp, recvWindow: window, method, path, bodySha256 } = parts;
	return [keyId, timestamp, window, method, path, bodySha256].join('\n');
}

/** Fields of an `authenticate` message. */
export const signedMessage = {
	keyId: {
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 100,
		description: `In place of key, with timestamp and signature: ${signingHeaders['x-key-id'].toLowerCase()}, over the method ${signedSocket.method} and the path ${signedSocket.path}`,
	},
	timestamp: {
		in: 'json',
		type: 'integer',
		isMoment: true,
		minimum: 0,
		maximum: 9007199254740991,
		description: 'When it was signed, in milliseconds since 1970',
	},
	recvWindow: {
		in: 'json',
		type: 'integer',
		minimum: 1,
		maximum: recvWindow.maximumMs,
		default: recvWindow.defaultMs,
		description: 'Milliseconds that the message is good for',
	},
	signature: {
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 100,
		description: signingHeaders['x-signature'],
	},
} as const satisfies Readonly<Record<string, Field>>;
