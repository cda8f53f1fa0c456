/**
 * Keys that sign: a trader's Ed25519 public key, and what a request or a message claims by its
 * signature. Pure; nothing of it is kept, so each signature is verified anew.
 */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
	aheadMsMax,
	neededSigningHeaders,
	recvWindow,
	signedText,
	type SignedParts,
	type SigningHeader,
} from '../../api/exchange/signing';
import { present } from '../../server/at';
import { refuse, Refusal } from '../../server/refusal';

const signatureForm = /^[A-Za-z0-9+/]{86}==$/;

const keyForm =
	'must be an Ed25519 public key, as PEM (-----BEGIN PUBLIC KEY-----) or as base64 of its 32 bytes';

/** The base64 of a public key's 32 bytes. */
export function readPublicKey(text: string): string {
	const given = text.trim();
	if (/^[A-Za-z0-9+/]{43}=?$/.test(given)) return Buffer.from(given, 'base64').toString('base64');
	if (given.includes('PRIVATE KEY')) {
		const fault = 'holds a private key, which is known to others now; make another pair';
		throw refuse('Request_Invalid', 'publicKey', fault);
	}
	const key = keyOfPem(given);
	if (key?.asymmetricKeyType !== 'ed25519') throw refuse('Request_Invalid', 'publicKey', keyForm);
	const { x } = key.export({ format: 'jwk' });
	return Buffer.from(present(x, 'the bytes of a public key'), 'base64url').toString('base64');
}

/** Also on one line, as an input field of a page leaves it. */
const pem = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/;

function keyOfPem(text: string): KeyObject | undefined {
	const [, body] = pem.exec(text) ?? [];
	if (body === undefined) return undefined;
	try {
		const key = Buffer.from(body, 'base64');
		return createPublicKey({ key, format: 'der', type: 'spki' });
	} catch {
		return undefined;
	}
}

/** How a key signs. */
export interface SigningTerms {
	/** Base64 of its 32 bytes. */
	readonly publicKey: string;
	/** Whether it has a plain key besides, which reads. */
	readonly plainReading: boolean;
}

export type AskedSigning = Partial<SigningTerms>;

/** Undefined for a plain key. */
export function signingTerms({ publicKey, plainReading }: AskedSigning): SigningTerms | undefined {
	if (publicKey === undefined && plainReading !== true) return undefined;
	if (publicKey !== undefined) {
		return { publicKey: readPublicKey(publicKey), plainReading: plainReading === true };
	}
	const fault = 'is for a key with publicKey; a plain key that reads has the scope READ';
	throw refuse('Request_Invalid', 'plainReading', fault);
}

export function signingOf(row: {
	readonly public_key: string | null;
	readonly key_hash: string | null;
}): SigningTerms | undefined {
	const { public_key: publicKey } = row;
	return publicKey === null ? undefined : { publicKey, plainReading: row.key_hash !== null };
}

/** From the base64 of its bytes. */
export function publicKeyOf(text: string): KeyObject {
	const x = Buffer.from(text, 'base64').toString('base64url');
	return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

export function isSigned(headers: IncomingHttpHeaders): boolean {
	return 'x-key-id' in headers || 'x-signature' in headers;
}

interface RequestHead {
	readonly method: string;
	/** Path and query as they were sent. */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
}

/** Refuses headers that are missing or malformed, by name. */
export function claimOfRequest({ method, url, headers }: RequestHead): SignedParts {
	const header = (name: SigningHeader) => {
		const value = headers[name];
		return typeof value === 'string' ? value : '';
	};
	if ('x-api-key' in headers) {
		throw refuse('Request_Invalid', 'x-api-key', 'must be left out of a request that is signed');
	}
	const missing = neededSigningHeaders.find((name) => header(name) === '');
	if (missing !== undefined) throw refuse('Auth_HeaderMissing', missing);
	const timestamp = header('x-timestamp');
	if (!/^\d{1,15}$/.test(timestamp)) {
		throw refuse('Request_Invalid', 'x-timestamp', 'must be milliseconds since 1970');
	}
	const window = header('x-recv-window') || String(recvWindow.defaultMs);
	if (!/^[1-9]\d{0,4}$/.test(window) || Number(window) > recvWindow.maximumMs) {
		const fault = `must be a whole number from 1 to ${recvWindow.maximumMs}`;
		throw refuse('Request_Invalid', 'x-recv-window', fault);
	}
	const times = { timestamp, recvWindow: window };
	const what = { method, path: url, bodySha256: header('x-body-sha256') };
	return { keyId: header('x-key-id'), ...times, ...what, signature: header('x-signature') };
}

/** Refuses a signature that the key has not made of this text. */
export function requireSignature(key: KeyObject, parts: SignedParts): void {
	const { signature } = parts;
	if (!signatureForm.test(signature)) {
		throw refuse('Auth_SignatureInvalid', 'it must be base64 of 64 bytes');
	}
	if (verify(null, Buffer.from(signedText(parts)), key, Buffer.from(signature, 'base64'))) return;
	throw refuse('Auth_SignatureInvalid', 'the key has not signed this text');
}

/** Refuses what comes outside of its receive window. */
export function requireInTime({ timestamp, recvWindow: window }: SignedParts, now: number): void {
	const lateMs = now - Number(timestamp);
	if (lateMs <= Number(window) && lateMs >= -aheadMsMax) return;
	throw refuse('Auth_TimeOutside', Number(timestamp), now, Math.abs(lateMs), Number(window));
}

/** Refuses a body other than the signed one, and one that was not signed. */
export function requireSignedBody(signedSum: unknown, body: Uint8Array): void {
	if (hash('sha256', body, 'hex') === signedSum) return;
	throw refuse('Auth_SignatureInvalid', 'x-body-sha256 is not the SHA-256 of the body');
}

/** True if whoever signed is found; a refusal means no. */
export async function isProven(find: () => Promise<object | undefined>): Promise<boolean> {
	try {
		return (await find()) !== undefined;
	} catch (fault) {
		if (fault instanceof Refusal) return false;
		throw fault;
	}
}
