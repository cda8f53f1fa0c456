/**
 * Revocation status of a certificate from an OCSP responder (RFC 6960) or a list (RFC 5280):
 * requests, and validation of answers. An answer is accepted only if the issuer or a responder it
 * delegated to has signed it, and if it is current.
 */
import { dayMs } from '../../../server/clock';
import { verify, X509Certificate, type KeyObject } from 'node:crypto';
import { isSameBytes } from '../../../proof/bytes';
import { derPart, derParts, oidText, readDer, type DerValue } from '../../../proof/der';
import { readCertificate } from '../../../proof/sealed/certificate';
import { sha1 } from '../signature/signed-data';
import { nothing, octets, oid, sequence } from '../signature/der-writing';
import { valueOf } from './places';

/** Why an answer is not accepted, as the end of a sentence that names the server. */
export class RevocationAnswerFault extends Error {
	override readonly name = 'WordFault';
}

/** A certificate and its issuer, DER. */
export interface RevocationQuery {
	readonly certificate: Uint8Array;
	readonly issuer: Uint8Array;
	readonly nowMs: number;
}

export interface RevocationStatus {
	/** Time of revocation, ISO 8601 in UTC; undefined if not revoked. */
	readonly revokedAt: string | undefined;
	/** End of the answer's validity. */
	readonly untilMs: number;
}

const oids = {
	sha1: '1.3.14.3.2.26',
	basic: '1.3.6.1.5.5.7.48.1.1',
	ocspSigning: '1.3.6.1.5.5.7.3.9',
	deltaList: '2.5.29.27',
	listScope: '2.5.29.28',
} as const;

const hashes: Readonly<Record<string, string | null>> = {
	'1.2.840.113549.1.1.11': 'sha256',
	'1.2.840.113549.1.1.12': 'sha384',
	'1.2.840.113549.1.1.13': 'sha512',
	'1.2.840.10045.4.3.2': 'sha256',
	'1.2.840.10045.4.3.3': 'sha384',
	'1.2.840.10045.4.3.4': 'sha512',
	// Ed25519 includes its own hash.
	'1.3.101.112': null,
};

const tags = {
	integer: 0x02,
	bits: 0x03,
	octets: 0x04,
	oid: 0x06,
	enumerated: 0x0a,
	sequence: 0x30,
	utcTime: 0x17,
	generalizedTime: 0x18,
	first: 0xa0,
	second: 0xa1,
	third: 0xa2,
	good: 0x80,
	onlySomeReasons: 0x83,
	indirect: 0x84,
} as const;

/** Tolerated difference of clocks. */
const aheadMs = 5 * 60_000;
export function ocspQuery({ certificate, issuer }: RevocationQuery): Buffer {
	const { nameHash, keyHash, serial } = idOf({ certificate, issuer });
	const algorithm = sequence(oid(oids.sha1), nothing);
	const id = sequence(algorithm, octets(nameHash), octets(keyHash), serial);
	return sequence(sequence(sequence(sequence(id))));
}

/** Throws a `RevocationAnswerFault` or a `DerFault` if the answer is not accepted. */
export function readOcspAnswer(bytes: Uint8Array, asked: RevocationQuery): RevocationStatus {
	const answer = readDer(bytes);
	const [status = 255] = derPart(answer, 0, tags.enumerated).content;
	if (status !== 0) throw new RevocationAnswerFault(`it refused with status ${status}`);
	const held = derPart(derPart(answer, 1, tags.first), 0, tags.sequence);
	if (oidText(derPart(held, 0, tags.oid)) !== oids.basic)
		throw new RevocationAnswerFault(otherForm);
	const basic = readDer(derPart(held, 1, tags.octets).content);
	expectSigned(basic, signersOf(basic, asked.issuer));
	const data = derParts(derPart(basic, 0, tags.sequence));
	const said = data.find(({ tag }) => tag === tags.sequence);
	const own = said && derParts(said).find((one) => isAbout(one, asked));
	if (own === undefined) throw new RevocationAnswerFault('it answered about another certificate');
	const [, state, from, ...more] = derParts(own);
	const end = more.find(({ tag }) => tag === tags.first);
	const untilMs = requireCurrent(from, end && derParts(end)[0], asked.nowMs);
	if (state?.tag === tags.good) return { revokedAt: undefined, untilMs };
	if (state?.tag === tags.second) return { revokedAt: isoTimeOf(derParts(state)[0]), untilMs };
	throw new RevocationAnswerFault('it does not know the certificate');
}

/** Throws a `RevocationAnswerFault` or a `DerFault` if the answer is not accepted. */
export function readRevocationList(bytes: Uint8Array, asked: RevocationQuery): RevocationStatus {
	const list = readDer(bytes);
	const { issuerBytes, serial } = readCertificate(asked.certificate);
	expectSigned(list, [new X509Certificate(asked.issuer)]);
	const parts = derParts(derPart(list, 0, tags.sequence));
	const [, issuer, from, ...more] = parts[0]?.tag === tags.integer ? parts.slice(1) : parts;
	if (issuer === undefined || !isSameBytes(issuer.whole, issuerBytes)) {
		throw new RevocationAnswerFault('its list is of somebody else');
	}
	const held = more.find(({ tag }) => tag === tags.first);
	const scope = derParts(valueOf(held, oids.listScope));
	const isPart = scope.some(({ tag }) => tag === tags.onlySomeReasons || tag === tags.indirect);
	if (isPart || valueOf(held, oids.deltaList).content.length > 0) {
		throw new RevocationAnswerFault('its list is a part of one');
	}
	const end = isTime(more[0]) ? more[0] : undefined;
	const untilMs = requireCurrent(from, end, asked.nowMs);
	const revoked = more.find(({ tag }) => tag === tags.sequence);
	const own = (revoked === undefined ? [] : derParts(revoked)).find(({ content }) =>
		isSameBytes(content.subarray(0, serial.length), serial),
	);
	return { revokedAt: own && isoTimeOf(derParts(own)[1]), untilMs };
}

const otherForm = 'it answered in another form than responders do';

/** The OCSP id of a certificate. */
function idOf({ certificate, issuer }: Pick<RevocationQuery, 'certificate' | 'issuer'>) {
	const { issuerBytes, serial } = readCertificate(certificate);
	const key = derPart(readDer(readCertificate(issuer).publicKey), 1, tags.bits);
	// Without the leading byte that counts unused bits.
	return { nameHash: sha1(issuerBytes), keyHash: sha1(key.content.subarray(1)), serial };
}

function isAbout(single: DerValue, asked: RevocationQuery): boolean {
	const [algorithm, nameHash, keyHash, serial] = derParts(derPart(single, 0, tags.sequence));
	const own = idOf(asked);
	return (
		algorithm !== undefined &&
		oidText(derPart(algorithm, 0, tags.oid)) === oids.sha1 &&
		isSameBytes(nameHash?.content ?? new Uint8Array(), own.nameHash) &&
		isSameBytes(keyHash?.content ?? new Uint8Array(), own.keyHash) &&
		isSameBytes(serial?.whole ?? new Uint8Array(), own.serial)
	);
}

/** The issuer, and the responders it delegated to. */
function signersOf(basic: DerValue, issuer: Uint8Array): readonly X509Certificate[] {
	const own = new X509Certificate(issuer);
	const brought = derParts(basic).find(({ tag }) => tag === tags.first);
	const others = (brought === undefined ? [] : derParts(derPart(brought, 0, tags.sequence)))
		.map(({ whole }) => delegatedResponder(own, whole))
		.filter((other) => other !== undefined);
	return [own, ...others];
}

/** A delegated responder's certificate by the same issuer; undefined for any other. */
function delegatedResponder(own: X509Certificate, whole: Uint8Array): X509Certificate | undefined {
	try {
		const other = new X509Certificate(whole);
		// Node.js lists extended key usages as OIDs.
		const uses = (other.keyUsage ?? []) as readonly string[];
		const isNamed = uses.includes(oids.ocspSigning) && other.checkIssued(own);
		return isNamed && other.verify(own.publicKey) ? other : undefined;
	} catch {
		// OpenSSL throws for other kinds of keys and for invalid certificates.
		return undefined;
	}
}

function expectSigned(whole: DerValue, by: readonly X509Certificate[]): void {
	const signed = derPart(whole, 0, tags.sequence).whole;
	const algorithm = derPart(derPart(whole, 1, tags.sequence), 0, tags.oid);
	const hash = hashes[oidText(algorithm)];
	if (hash === undefined) {
		throw new RevocationAnswerFault('its answer is signed in a way that cannot be checked here');
	}
	const signature = derPart(whole, 2, tags.bits).content.subarray(1);
	const isRight = by.some(({ publicKey }) => isSignedWith(publicKey, { hash, signed, signature }));
	if (!isRight)
		throw new RevocationAnswerFault('its answer is not signed by who issued the certificate');
}

interface SignedPart {
	readonly hash: string | null;
	readonly signed: Uint8Array;
	readonly signature: Uint8Array;
}

/** False also if the key is of another kind than the signature. */
function isSignedWith(key: KeyObject, { hash, signed, signature }: SignedPart): boolean {
	try {
		return verify(hash, signed, key, signature);
	} catch {
		return false;
	}
}

/** Returns the end of validity; throws if the answer is out of date or from the future. */
function requireCurrent(
	from: DerValue | undefined,
	end: DerValue | undefined,
	nowMs: number,
): number {
	const fromMs = Date.parse(isoTimeOf(from));
	// An answer that names no end is valid for a day.
	const untilMs = end === undefined ? fromMs + dayMs : Date.parse(isoTimeOf(end));
	if (fromMs > nowMs + aheadMs) throw new RevocationAnswerFault('its answer is of a time to come');
	if (untilMs < nowMs) throw new RevocationAnswerFault('its answer is out of date');
	return untilMs;
}

function isTime(value: DerValue | undefined): value is DerValue {
	return value?.tag === tags.utcTime || value?.tag === tags.generalizedTime;
}

function isoTimeOf(value: DerValue | undefined): string {
	const text = Buffer.from(value?.content ?? []).toString('latin1');
	const isShort = value?.tag === tags.utcTime;
	const full = isShort ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
	const [, year, month, day, hour, minute, second] =
		/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? [];
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
	if (Number.isNaN(Date.parse(iso))) throw new RevocationAnswerFault('its answer names no time');
	return iso;
}
