/**
 * Checks a time stamp token (RFC 3161): that it is about this signature, its time, and the
 * authority's certificate. Every byte must follow the expected form. Whether to trust the
 * authority is for people to decide.
 */
import { concat, isSameBytes } from '../bytes';
import { derPart, derParts, oidText, readDer, type DerValue } from '../der';
import { sha256 } from '../sha256';
import {
	isSelfIssued,
	isSignedBy,
	readCertificate,
	issuerChainOf,
	type Certificate,
} from './certificate';
import { checkSignature } from './public-key';
import { SealFault } from './seal-fault';
import { attributesOf, requiredAttribute, type Attributes } from './signed-data';

export interface TimeStamp {
	/** ISO 8601 in UTC. */
	readonly time: string;
	/** The authority's. */
	readonly certificate: Certificate;
	readonly issuerChain: readonly Certificate[];
	/** The nonce of the request, as in the token; undefined if there was none. */
	readonly nonce: Uint8Array | undefined;
}

type Hash = 'SHA-256' | 'SHA-384' | 'SHA-512';

const oids = {
	signedData: '1.2.840.113549.1.7.2',
	timeStampInfo: '1.2.840.113549.1.9.16.1.4',
	contentType: '1.2.840.113549.1.9.3',
	messageDigest: '1.2.840.113549.1.9.4',
	signingCertificate: '1.2.840.113549.1.9.16.2.12',
	signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
	sha256: '2.16.840.1.101.3.4.2.1',
} as const;

const hashes: Readonly<Record<string, Hash>> = {
	'2.16.840.1.101.3.4.2.1': 'SHA-256',
	'2.16.840.1.101.3.4.2.2': 'SHA-384',
	'2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** Hash by signature algorithm; `any` means the digest's hash. */
const signatureHashes: Readonly<Record<string, Hash | 'any'>> = {
	'1.2.840.113549.1.1.1': 'any',
	'1.2.840.113549.1.1.11': 'SHA-256',
	'1.2.840.113549.1.1.12': 'SHA-384',
	'1.2.840.113549.1.1.13': 'SHA-512',
	'1.2.840.10045.4.3.2': 'SHA-256',
	'1.2.840.10045.4.3.3': 'SHA-384',
	'1.2.840.10045.4.3.4': 'SHA-512',
};

const tags = {
	boolean: 0x01,
	integer: 0x02,
	octets: 0x04,
	nothing: 0x05,
	oid: 0x06,
	generalizedTime: 0x18,
	sequence: 0x30,
	set: 0x31,
	first: 0xa0,
} as const;

/** Version of signed data whose content is not plain data. */
const versionThree = Uint8Array.of(0x02, 0x01, 0x03);
const versionOne = Uint8Array.of(0x02, 0x01, 0x01);

/** Throws a `SealFault` or a `DerFault` unless it is a token about this signature. */
export async function checkTimeStamp(token: Uint8Array, signature: Uint8Array): Promise<TimeStamp> {
	const { info, signer, certificates } = readToken(token);
	const hash = hashOf(derPart(signer, 2, tags.sequence));
	const attributes = attributesOf(derPart(signer, 3, tags.first));
	const said = requiredAttribute(attributes, oids.messageDigest).content;
	if (!isSameBytes(said, await digestOf(hash, info))) throw malformed();
	if (oidText(requiredAttribute(attributes, oids.contentType)) !== oids.timeStampInfo)
		throw malformed();
	const certificate = signersOf(certificates, derPart(signer, 1, tags.sequence));
	await expectNamed(certificate, attributes);
	await expectSigned(signer, certificate, hash);
	const others = certificates.filter((other) => other !== certificate);
	const issuerChain = await issuerChainOf(certificate, others);
	await expectSignedChain([certificate, ...issuerChain]);
	return { ...(await readInfo(info, signature)), certificate, issuerChain };
}

/** The parts of the token: content, signer, certificates. */
function readToken(token: Uint8Array) {
	const outer = readDer(token);
	if (outer.tag !== tags.sequence) throw malformed();
	expectTags(outer, [tags.oid, tags.first]);
	if (oidText(derPart(outer, 0, tags.oid)) !== oids.signedData) throw malformed();
	const [signedData, ...more] = derParts(derPart(outer, 1, tags.first));
	if (signedData?.tag !== tags.sequence || more.length > 0) throw malformed();
	expectTags(signedData, [tags.integer, tags.set, tags.sequence, tags.first, tags.set]);
	const [version, digests, content, given, signers] = derParts(signedData);
	if (version === undefined || digests === undefined || content === undefined) throw malformed();
	if (given === undefined || signers === undefined) throw malformed();
	expectTags(signers, [tags.sequence]);
	const signer = derPart(signers, 0, tags.sequence);
	expectTags(signer, [
		...[tags.integer, tags.sequence, tags.sequence],
		...[tags.first, tags.sequence, tags.octets],
	]);
	expectTags(digests, [tags.sequence]);
	const isWritten =
		isSameBytes(version.whole, versionThree) &&
		isSameBytes(derPart(signer, 0, tags.integer).whole, versionOne) &&
		isSameBytes(digests.content, derPart(signer, 2, tags.sequence).whole);
	if (!isWritten) throw malformed();
	const certificates = derParts(given).map(({ whole }) => readCertificate(whole));
	return { info: infoOf(content), signer, certificates };
}

function infoOf(content: DerValue): Uint8Array {
	expectTags(content, [tags.oid, tags.first]);
	if (oidText(derPart(content, 0, tags.oid)) !== oids.timeStampInfo) throw malformed();
	const held = derPart(content, 1, tags.first);
	expectTags(held, [tags.octets]);
	return derPart(held, 0, tags.octets).content;
}

function signersOf(certificates: readonly Certificate[], named: DerValue): Certificate {
	const found = certificates.find(({ issuerBytes, serial }) =>
		isSameBytes(named.content, concat([issuerBytes, serial])),
	);
	if (found === undefined) throw new SealFault('its time stamp brings no certificate of its own');
	return found;
}

/** The signed attributes name the certificate by hash. */
async function expectNamed({ whole }: Certificate, attributes: Attributes): Promise<void> {
	const older = attributes.get(oids.signingCertificate);
	const list = older ?? requiredAttribute(attributes, oids.signingCertificateV2);
	const id = derPart(derPart(list, 0, tags.sequence), 0, tags.sequence);
	const [first, second] = derParts(id);
	if (first === undefined) throw malformed();
	const isFirst = first.tag === tags.octets;
	const named = isFirst ? first : second;
	const hash = older !== undefined ? 'SHA-1' : isFirst ? 'SHA-256' : hashOf(first);
	if (named === undefined || !isSameBytes(named.content, await digestOf(hash, whole))) {
		throw new SealFault('its time stamp was signed with another certificate than it names');
	}
}

/**
 * Each certificate must be signed by the next one, and the last by itself if self-issued: an
 * unchecked signature could have been changed.
 */
async function expectSignedChain(path: readonly Certificate[]): Promise<void> {
	for (const [at, one] of path.entries()) {
		const by = path[at + 1] ?? (isSelfIssued(one) ? one : undefined);
		if (by === undefined || (await isSignedBy(one, by)) === 'right') continue;
		throw new SealFault('a certificate of its time stamp cannot be checked here');
	}
}

async function expectSigned(
	signer: DerValue,
	{ publicKey }: Certificate,
	digest: Hash,
): Promise<void> {
	const algorithm = derPart(signer, 4, tags.sequence);
	const wanted = signatureHashes[oidText(derPart(algorithm, 0, tags.oid))];
	expectParameters(algorithm);
	if (wanted !== 'any' && wanted !== digest) {
		throw new SealFault('its time stamp is signed in a way that cannot be checked here');
	}
	// It was signed as the SET that it is here only in another place.
	const signed = Uint8Array.from(derPart(signer, 3, tags.first).whole);
	signed[0] = tags.set;
	const { content: signature } = derPart(signer, 5, tags.octets);
	const input = { publicKey, signature, signed, hash: digest, form: 'der' } as const;
	const outcome = await checkSignature(input);
	if (outcome === 'right') return;
	const isUnknown = outcome === 'unknown';
	throw new SealFault(
		isUnknown
			? 'the key of its time stamp is of a kind that cannot be checked here'
			: 'its time stamp was not signed with the key of its authority',
	);
}

/** The content has: version, policy, imprint, serial number, time, optional parts. */
async function readInfo(bytes: Uint8Array, signature: Uint8Array) {
	const info = readDer(bytes);
	const imprint = derPart(info, 2, tags.sequence);
	const algorithm = derPart(imprint, 0, tags.sequence);
	const isOfKind = oidText(derPart(algorithm, 0, tags.oid)) === oids.sha256;
	const { content: about } = derPart(imprint, 1, tags.octets);
	if (!isOfKind || !isSameBytes(about, await sha256(signature))) {
		throw new SealFault('its time stamp is about something else');
	}
	const nonce = derParts(info)
		.slice(5)
		.find(({ tag }) => tag === tags.integer);
	return { time: timeText(derPart(info, 4, tags.generalizedTime)), nonce: nonce?.content };
}

/** Time in UTC; the authority chooses the precision. */
function timeText({ content }: DerValue): string {
	const text = new TextDecoder().decode(new Uint8Array(content));
	const [, year, month, day, hour, minute, second, part = ''] =
		/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? [];
	const milliseconds = part.padEnd(3, '0').slice(0, 3);
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
	if (Number.isNaN(Date.parse(iso))) throw malformed();
	return iso;
}

function hashOf(algorithm: DerValue): Hash {
	const hash = hashes[oidText(derPart(algorithm, 0, tags.oid))];
	expectParameters(algorithm);
	if (hash === undefined) throw malformed();
	return hash;
}

async function digestOf(hash: Hash | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest(hash, new Uint8Array(bytes)));
}

/** These algorithms have no parameters: absent or NULL. */
function expectParameters(algorithm: DerValue): void {
	const [, parameters, ...more] = derParts(algorithm);
	if (more.length > 0) throw malformed();
	if (parameters === undefined) return;
	if (parameters.tag !== tags.nothing || parameters.content.length > 0) throw malformed();
}

function expectTags(value: DerValue, wanted: readonly number[]): void {
	const found = derParts(value).map(({ tag }) => tag);
	if (found.length !== wanted.length || found.some((tag, at) => tag !== wanted[at]))
		throw malformed();
}

function malformed(): SealFault {
	return new SealFault('its time stamp has not the form that one has');
}
