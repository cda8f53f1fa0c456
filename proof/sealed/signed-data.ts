/**
 * The signature of a sealed PDF: CMS signed data in the one form the service writes (PAdES, EN 319
 * 142-1). Every byte must follow that form, so that nothing can be changed unnoticed. What is
 * signed, and whether to trust the certificate, is checked elsewhere.
 */
import { concat, isSameBytes } from '../bytes';
import { derPart, derParts, oidText, readDer, type DerValue } from '../der';
import { sha256 } from '../sha256';
import { isSignedBy, readCertificate, issuerChainOf, type Certificate } from './certificate';
import { checkSignature } from './public-key';
import { SealFault } from './seal-fault';

export interface SignedData {
	readonly certificate: Certificate;
	/** The issuers, as far as they are included. */
	readonly issuerChain: readonly Certificate[];
	readonly signature: Uint8Array;
	/** A time stamp token, DER. */
	readonly timeStampToken: Uint8Array | undefined;
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

const tags = {
	octets: 0x04,
	nothing: 0x05,
	oid: 0x06,
	sequence: 0x30,
	set: 0x31,
	first: 0xa0,
	second: 0xa1,
} as const;

/** The version number 1. */
const one = Uint8Array.of(0x02, 0x01, 0x01);

/** Throws a `SealFault` or a `DerFault` unless it is the signature of these bytes. */
export async function checkSignedData(cms: Uint8Array, digest: Uint8Array): Promise<SignedData> {
	const content = readDer(cms);
	if (content.tag !== tags.sequence) throw malformed();
	expectParts(content, [tags.oid, tags.first]);
	expectOid(derPart(content, 0, tags.oid), oids.signedData);
	const [only, ...more] = derParts(derPart(content, 1, tags.first));
	if (only?.tag !== tags.sequence || more.length > 0) throw malformed();
	const { certificates, signer } = readParts(only);
	const attributes = attributesOf(derPart(signer, 3, tags.first));
	if (!isSameBytes(requiredAttribute(attributes, oids.messageDigest).content, digest)) {
		throw new SealFault('the bytes of the file are not those that were sealed');
	}
	const certificate = await signersOf(certificates, attributes);
	expectSame(derPart(signer, 1, tags.sequence), certificate.issuerBytes, certificate.serial);
	const { content: signature } = derPart(signer, 5, tags.octets);
	// The attributes were signed with the tag SET; only here they have another tag.
	const signed = Uint8Array.from(derPart(signer, 3, tags.first).whole);
	signed[0] = tags.set;
	const { publicKey } = certificate;
	const outcome = await checkSignature({
		publicKey,
		signature,
		signed,
		hash: 'SHA-256',
		form: 'der',
	});
	if (outcome === 'unknown')
		throw new SealFault('its key is of a kind that cannot be checked here');
	if (outcome === 'wrong') throw new SealFault('its signature was not made with its key');
	const others = certificates.filter((other) => other !== certificate);
	const issuerChain = await issuerChainOf(certificate, others);
	return { certificate, issuerChain, signature, timeStampToken: tokenOf(derParts(signer)[6]) };
}

/** True if a certificate is self-signed with a valid signature. */
export async function isSelfSigned(certificate: Certificate): Promise<boolean> {
	const { subjectBytes, issuerBytes } = certificate;
	if (!isSameBytes(subjectBytes, issuerBytes)) return false;
	return (await isSignedBy(certificate, certificate)) === 'right';
}

function readParts(signedData: DerValue) {
	expectParts(signedData, [0x02, tags.set, tags.sequence, tags.first, tags.set]);
	const [version, digests, content, given, signers] = derParts(signedData);
	if (version === undefined || digests === undefined || content === undefined) throw malformed();
	if (given === undefined || signers === undefined) throw malformed();
	expectBytes(version, one);
	expectParts(digests, [tags.sequence]);
	expectDigestAlgorithm(derPart(digests, 0, tags.sequence));
	expectParts(content, [tags.oid]);
	expectOid(derPart(content, 0, tags.oid), oids.data);
	expectParts(signers, [tags.sequence]);
	const signer = derPart(signers, 0, tags.sequence);
	const usual = [0x02, tags.sequence, tags.sequence, tags.first, tags.sequence, tags.octets];
	const isStamped = derParts(signer).length > usual.length;
	expectParts(signer, isStamped ? [...usual, tags.second] : usual);
	expectBytes(derPart(signer, 0, 0x02), one);
	expectDigestAlgorithm(derPart(signer, 2, tags.sequence));
	expectSignatureAlgorithm(derPart(signer, 4, tags.sequence));
	return { certificates: derParts(given).map(({ whole }) => readCertificate(whole)), signer };
}

export type Attributes = ReadonlyMap<string, DerValue>;

/** Attributes by type; each must occur once and have one value. */
export function attributesOf(list: DerValue): Attributes {
	const attributes = new Map<string, DerValue>();
	for (const attribute of derParts(list)) {
		expectParts(attribute, [tags.oid, tags.set]);
		const name = oidText(derPart(attribute, 0, tags.oid));
		const [value, ...others] = derParts(derPart(attribute, 1, tags.set));
		if (value === undefined || others.length > 0 || attributes.has(name)) throw malformed();
		attributes.set(name, value);
	}
	return attributes;
}

export function requiredAttribute(attributes: Attributes, name: string): DerValue {
	const value = attributes.get(name);
	if (value === undefined) throw malformed();
	return value;
}

/** The signer's certificate, which the signed attributes name by hash. */
async function signersOf(
	certificates: readonly Certificate[],
	attributes: Attributes,
): Promise<Certificate> {
	const list = derPart(requiredAttribute(attributes, oids.signingCertificateV2), 0, tags.sequence);
	const { content: hash } = derPart(derPart(list, 0, tags.sequence), 0, tags.octets);
	for (const certificate of certificates) {
		if (isSameBytes(await sha256(certificate.whole), hash)) return certificate;
	}
	throw new SealFault('its certificate is not the one that was signed with');
}

/** The only allowed unsigned attribute is a time stamp token. */
function tokenOf(unsigned: DerValue | undefined): Uint8Array | undefined {
	if (unsigned === undefined) return undefined;
	const attributes = attributesOf(unsigned);
	if (attributes.size !== 1) throw malformed();
	return requiredAttribute(attributes, oids.timeStampToken).whole;
}

function expectDigestAlgorithm(algorithm: DerValue): void {
	expectParts(algorithm, [tags.oid]);
	expectOid(derPart(algorithm, 0, tags.oid), oids.sha256);
}

function expectSignatureAlgorithm(algorithm: DerValue): void {
	const name = oidText(derPart(algorithm, 0, tags.oid));
	if (name === oids.ecdsaWithSha256) return expectParts(algorithm, [tags.oid]);
	expectOid(derPart(algorithm, 0, tags.oid), oids.rsaEncryption);
	expectParts(algorithm, [tags.oid, tags.nothing]);
}

function expectOid(value: DerValue, oid: string): void {
	if (oidText(value) !== oid) throw malformed();
}

function expectBytes({ whole }: DerValue, wanted: Uint8Array): void {
	if (!isSameBytes(whole, wanted)) throw malformed();
}

/** Expects a value to consist of others, side by side. */
function expectSame({ content }: DerValue, ...wanted: readonly Uint8Array[]): void {
	if (!isSameBytes(content, concat(wanted))) throw malformed();
}

function expectParts(value: DerValue, wanted: readonly number[]): void {
	const found = derParts(value).map(({ tag }) => tag);
	if (found.length !== wanted.length || found.some((tag, at) => tag !== wanted[at]))
		throw malformed();
}

function malformed(): SealFault {
	return new SealFault('its signature has not the form that a seal has');
}
