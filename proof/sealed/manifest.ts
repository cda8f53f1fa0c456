/**
 * The signed manifest of a sealed archive: a JWS (RFC 7515) of the record, with the certificates
 * in its header. Only the canonical encoding is accepted, so that no character can be changed
 * unnoticed.
 */
import { fromBase64, fromUtf8, isSameBytes, toBase64, utf8 } from '../bytes';
import { fieldsOf, parsedJson } from '../fields';
import { readCertificate, issuerChainOf, type Certificate } from './certificate';
import { checkSignature, type SignatureToCheck } from './public-key';
import { SealFault } from './seal-fault';

export interface Manifest {
	readonly certificate: Certificate;
	readonly issuerChain: readonly Certificate[];
}

const hashes: Readonly<Record<string, SignatureToCheck['hash']>> = {
	ES256: 'SHA-256',
	ES384: 'SHA-384',
	ES512: 'SHA-512',
	RS256: 'SHA-256',
};

/** Throws a `SealFault` or a `DerFault` unless the manifest signs the record. */
export async function checkManifest(manifest: Uint8Array, record: Uint8Array): Promise<Manifest> {
	const text = fromUtf8(manifest) ?? '';
	const [head = '', payload = '', tail = '', ...more] = text.split('.');
	const signature = fromBase64url(tail);
	const signed = fromBase64url(payload);
	if (signature === undefined || signed === undefined || more.length > 0) throw malformed();
	if (!isSameBytes(signed, record)) {
		throw new SealFault('the record is not the one that the manifest signs');
	}
	const { alg, x5c } = fieldsOf(
		parsedJson(fromUtf8(fromBase64url(head) ?? new Uint8Array()) ?? ''),
	);
	const hash = typeof alg === 'string' ? hashes[alg] : undefined;
	if (hash === undefined || !Array.isArray(x5c)) throw malformed();
	const [certificate, ...others] = x5c.map(certificateOf);
	if (certificate === undefined) throw malformed();
	const { publicKey } = certificate;
	const outcome = await checkSignature({
		publicKey,
		hash,
		signature,
		signed: utf8(`${head}.${payload}`),
		form: 'plain',
	});
	if (outcome === 'unknown')
		throw new SealFault('its key is of a kind that cannot be checked here');
	if (outcome === 'wrong') throw new SealFault('its signature was not made with its key');
	return { certificate, issuerChain: await issuerChainOf(certificate, others) };
}

function certificateOf(encoded: unknown): Certificate {
	const der = typeof encoded === 'string' ? fromBase64(encoded) : undefined;
	if (der === undefined) throw malformed();
	return readCertificate(der);
}

/** Undefined if it is not in canonical form. */
function fromBase64url(text: string): Uint8Array | undefined {
	if (/[+/=]/.test(text)) return undefined;
	const usual = text.replaceAll('-', '+').replaceAll('_', '/');
	const bytes = fromBase64(usual.padEnd(Math.ceil(usual.length / 4) * 4, '='));
	return bytes !== undefined && toBase64(bytes).replace(/=+$/, '') === usual ? bytes : undefined;
}

function malformed(): SealFault {
	return new SealFault('the manifest has not the form that a seal has');
}
