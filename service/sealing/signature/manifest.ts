/**
 * The signed manifest of a contract that is not a PDF: its record as a JWS with the sealing
 * certificate in the header, which any JWS program can check.
 */
import { sign, type KeyObject } from 'node:crypto';
import type { SealingKey } from './signed-data';

/** In the compact form of RFC 7515. */
export function signedManifest(record: string, key: SealingKey): string {
	const { alg, hash } = algorithmOf(key.privateKey);
	const x5c = [key.certificate, ...key.chain].map((der) => Buffer.from(der).toString('base64'));
	const head = { alg, typ: 'sealkeeper-seal+jws', x5c };
	const signed = `${base64url(JSON.stringify(head))}.${base64url(record)}`;
	const wanted = { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const };
	return `${signed}.${sign(hash, Buffer.from(signed), wanted).toString('base64url')}`;
}

const curves: Readonly<Record<string, { readonly alg: string; readonly hash: string }>> = {
	prime256v1: { alg: 'ES256', hash: 'sha256' },
	secp384r1: { alg: 'ES384', hash: 'sha384' },
	secp521r1: { alg: 'ES512', hash: 'sha512' },
};

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
	const curve = curves[asymmetricKeyDetails?.namedCurve ?? ''];
	if (curve !== undefined) return curve;
	if (asymmetricKeyType === 'rsa') return { alg: 'RS256', hash: 'sha256' };
	throw new Error(`a manifest cannot be signed by a key of the kind ${asymmetricKeyType}`);
}

function base64url(text: string): string {
	return Buffer.from(text).toString('base64url');
}
