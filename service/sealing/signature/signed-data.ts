/**
 * The signature of a seal: CMS signed data as in PAdES (EN 319 142-1), with the certificate in the
 * signed attributes and without a signing time, which the PDF has. A time stamp token is an
 * unsigned attribute.
 */
import { hash, sign, type KeyObject } from 'node:crypto';
import { derPart, derParts, readDer, type DerValue } from '../../../proof/der';
import { nothing, octets, oid, sequence, set, smallInteger, tagged, tags } from './der-writing';

export interface SealingKey {
	readonly privateKey: KeyObject;
	/** DER. */
	readonly certificate: Uint8Array;
	/** Its chain, as far as given, DER. */
	readonly chain: readonly Uint8Array[];
}

export interface Signed {
	/** The signed attributes as a SET, the form that was signed. */
	readonly attributes: Uint8Array;
	readonly signature: Uint8Array;
}

const oids = {
	data: '1.2.840.113549.1.7.1',
	signedData: '1.2.840.113549.1.7.2',
	contentType: '1.2.840.113549.1.9.3',
	messageDigest: '1.2.840.113549.1.9.4',
	signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
	timeStampToken: '1.2.840.113549.1.9.16.2.14',
	sha256: '2.16.840.1.101.3.4.2.1',
	rsaEncryption: '1.2.840.113549.1.1.1',
	ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** Tag of a directory name in a certificate's identifier. */
const directoryName = 4;

/** Signs a SHA-256. */
export function signDigest(key: SealingKey, digest: Uint8Array): Signed {
	const { issuer, serial } = identityOf(key.certificate);
	const certificateId = sequence(
		octets(sha256(key.certificate)),
		sequence(sequence(tagged(directoryName, issuer)), serial),
	);
	const attributes = set(
		attribute(oids.contentType, oid(oids.data)),
		attribute(oids.messageDigest, octets(digest)),
		attribute(oids.signingCertificateV2, sequence(sequence(certificateId))),
	);
	return { attributes, signature: sign('sha256', attributes, key.privateKey) };
}

/** The detached CMS signature. */
export function signedData(
	key: SealingKey,
	{ attributes, signature }: Signed,
	timeStampToken?: Uint8Array,
): Buffer {
	const { issuer, serial } = identityOf(key.certificate);
	const digestAlgorithm = sequence(oid(oids.sha256));
	const unsigned =
		timeStampToken === undefined
			? []
			: [tagged(1, attribute(oids.timeStampToken, Buffer.from(timeStampToken)))];
	const signer = sequence(
		smallInteger(1),
		sequence(issuer, serial),
		digestAlgorithm,
		retagged(0xa0, attributes),
		signatureAlgorithm(key.privateKey),
		octets(signature),
		...unsigned,
	);
	const content = sequence(
		smallInteger(1),
		set(digestAlgorithm),
		sequence(oid(oids.data)),
		tagged(0, key.certificate, ...key.chain),
		set(signer),
	);
	return sequence(oid(oids.signedData), tagged(0, content));
}

/** True for the supported kinds of keys. */
export function isSealingKey({ asymmetricKeyType }: KeyObject): boolean {
	return asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ec';
}

export function sha256(bytes: Uint8Array): Buffer {
	return hash('sha256', bytes, 'buffer');
}

/** OCSP identifies certificates by SHA-1; no security depends on it. */
export function sha1(bytes: Uint8Array): Buffer {
	return hash('sha1', bytes, 'buffer');
}

/** Issuer and serial number of a certificate, DER. */
function identityOf(certificate: Uint8Array): { issuer: Uint8Array; serial: Uint8Array } {
	const parts = derParts(derPart(readDer(certificate), 0, tags.sequence));
	const at = parts[0]?.tag === 0xa0 ? 1 : 0;
	const [serial, , issuer] = parts.slice(at) as [DerValue?, DerValue?, DerValue?];
	if (serial === undefined || issuer === undefined)
		throw new Error('a certificate names its issuer');
	return { issuer: issuer.whole, serial: serial.whole };
}

function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Buffer {
	return asymmetricKeyType === 'rsa'
		? sequence(oid(oids.rsaEncryption), nothing)
		: sequence(oid(oids.ecdsaWithSha256));
}

function attribute(type: string, value: Buffer): Buffer {
	return sequence(oid(type), set(value));
}

/** The same value with another tag. */
function retagged(tag: number, value: Uint8Array): Buffer {
	const copy = Buffer.from(value);
	copy[0] = tag;
	return copy;
}
