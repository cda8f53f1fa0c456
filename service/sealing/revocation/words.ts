/**
 * What is said of whether a certificate was revoked, by a responder (RFC 6960) or a list (RFC 5280): what is
 * asked, and what is read of the answer. Nothing is believed that who issued the certificate, or whom they
 * named for it, has not signed, or that is not of now.
 */
import { dayMs } from '../../../server/clock';
import { verify, X509Certificate, type KeyObject } from 'node:crypto';
import { isSameBytes } from '../../../proof/bytes';
import { derPart, derParts, oidText, readDer, type DerValue } from '../../../proof/der';
import { readCertificate } from '../../../proof/sealed/certificate';
import { sha1 } from '../signature/signed-data';
import { nothing, octets, oid, sequence } from '../signature/der-writing';
import { valueOf } from './places';

/** Why it is not believed, as the end of a sentence that names who was asked. */
export class WordFault extends Error {
	override readonly name = 'WordFault';
}

/** Of a certificate, DER, by who issued it, DER. */
export interface Questioned {
	readonly certificate: Uint8Array;
	readonly issuer: Uint8Array;
	readonly nowMs: number;
}

export interface Word {
	/** When it was revoked, ISO 8601 in UTC; undefined of one that was not. */
	readonly revokedAt: string | undefined;
	/** Until when this is said. */
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
	// Which has a hash of its own.
	'1.3.101.112': null,
};

const tags = {
	...{ integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, enumerated: 0x0a, sequence: 0x30 },
	...{ utcTime: 0x17, generalizedTime: 0x18, first: 0xa0, second: 0xa1, third: 0xa2 },
	...{ good: 0x80, onlySomeReasons: 0x83, indirect: 0x84 },
} as const;

/** Clocks differ; so much ahead is still now. */
const aheadMs = 5 * 60_000;
export function ocspQuery({ certificate, issuer }: Questioned): Buffer {
	const { nameHash, keyHash, serial } = idOf({ certificate, issuer });
	const algorithm = sequence(oid(oids.sha1), nothing);
	const id = sequence(algorithm, octets(nameHash), octets(keyHash), serial);
	return sequence(sequence(sequence(sequence(id))));
}

/** Throws a `WordFault` or a `DerFault` where nothing is to be believed of it. */
export function readOcspAnswer(bytes: Uint8Array, asked: Questioned): Word {
	const answer = readDer(bytes);
	const [status = 255] = derPart(answer, 0, tags.enumerated).content;
	if (status !== 0) throw new WordFault(`it refused with status ${status}`);
	const held = derPart(derPart(answer, 1, tags.first), 0, tags.sequence);
	if (oidText(derPart(held, 0, tags.oid)) !== oids.basic) throw new WordFault(otherForm);
	const basic = readDer(derPart(held, 1, tags.octets).content);
	expectSigned(basic, signersOf(basic, asked.issuer));
	const data = derParts(derPart(basic, 0, tags.sequence));
	const said = data.find(({ tag }) => tag === tags.sequence);
	const own = said && derParts(said).find((one) => isAbout(one, asked));
	if (own === undefined) throw new WordFault('it answered about another certificate');
	const [, state, from, ...more] = derParts(own);
	const end = more.find(({ tag }) => tag === tags.first);
	const untilMs = expectNow(from, end && derParts(end)[0], asked.nowMs);
	if (state?.tag === tags.good) return { revokedAt: undefined, untilMs };
	if (state?.tag === tags.second) return { revokedAt: momentOf(derParts(state)[0]), untilMs };
	throw new WordFault('it does not know the certificate');
}

/** Throws a `WordFault` or a `DerFault` where nothing is to be believed of it. */
export function readRevocationList(bytes: Uint8Array, asked: Questioned): Word {
	const list = readDer(bytes);
	const { issuerBytes, serial } = readCertificate(asked.certificate);
	expectSigned(list, [new X509Certificate(asked.issuer)]);
	const parts = derParts(derPart(list, 0, tags.sequence));
	const [, issuer, from, ...more] = parts[0]?.tag === tags.integer ? parts.slice(1) : parts;
	if (issuer === undefined || !isSameBytes(issuer.whole, issuerBytes)) {
		throw new WordFault('its list is of somebody else');
	}
	const held = more.find(({ tag }) => tag === tags.first);
	const scope = derParts(valueOf(held, oids.listScope));
	const isPart = scope.some(({ tag }) => tag === tags.onlySomeReasons || tag === tags.indirect);
	if (isPart || valueOf(held, oids.deltaList).content.length > 0) {
		throw new WordFault('its list is a part of one');
	}
	const end = isTime(more[0]) ? more[0] : undefined;
	const untilMs = expectNow(from, end, asked.nowMs);
	const revoked = more.find(({ tag }) => tag === tags.sequence);
	const own = (revoked === undefined ? [] : derParts(revoked)).find(({ content }) =>
		isSameBytes(content.subarray(0, serial.length), serial),
	);
	return { revokedAt: own && momentOf(derParts(own)[1]), untilMs };
}

const otherForm = 'it answered in another form than responders do';

/** A certificate in the ways of a responder. */
function idOf({ certificate, issuer }: Pick<Questioned, 'certificate' | 'issuer'>) {
	const { issuerBytes, serial } = readCertificate(certificate);
	const key = derPart(readDer(readCertificate(issuer).publicKey), 1, tags.bits);
	// Of its bits, without the count of those that are unused.
	return { nameHash: sha1(issuerBytes), keyHash: sha1(key.content.subarray(1)), serial };
}

function isAbout(single: DerValue, asked: Questioned): boolean {
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

/** Who issued the certificate, and whom they named to answer for them. */
function signersOf(basic: DerValue, issuer: Uint8Array): readonly X509Certificate[] {
	const own = new X509Certificate(issuer);
	const brought = derParts(basic).find(({ tag }) => tag === tags.first);
	const others = (brought === undefined ? [] : derParts(derPart(brought, 0, tags.sequence)))
		.map(({ whole }) => namedBy(own, whole))
		.filter((other) => other !== undefined);
	return [own, ...others];
}

/** A certificate for answers by the same issuer; nothing where it is another one, or cannot be read. */
function namedBy(own: X509Certificate, whole: Uint8Array): X509Certificate | undefined {
	try {
		const other = new X509Certificate(whole);
		// Of an extended usage, as Node.js names it.
		const uses = (other.keyUsage ?? []) as readonly string[];
		const isNamed = uses.includes(oids.ocspSigning) && other.checkIssued(own);
		return isNamed && other.verify(own.publicKey) ? other : undefined;
	} catch {
		// OpenSSL throws what it found: a key of another kind, or what is no certificate.
		return undefined;
	}
}

function expectSigned(whole: DerValue, by: readonly X509Certificate[]): void {
	const signed = derPart(whole, 0, tags.sequence).whole;
	const algorithm = derPart(derPart(whole, 1, tags.sequence), 0, tags.oid);
	const hash = hashes[oidText(algorithm)];
	if (hash === undefined) {
		throw new WordFault('its answer is signed in a way that cannot be checked here');
	}
	const signature = derPart(whole, 2, tags.bits).content.subarray(1);
	const isRight = by.some(({ publicKey }) => isSignedWith(publicKey, { hash, signed, signature }));
	if (!isRight) throw new WordFault('its answer is not signed by who issued the certificate');
}

interface SignedPart {
	readonly hash: string | null;
	readonly signed: Uint8Array;
	readonly signature: Uint8Array;
}

/** A key of another kind than the signature has not signed it. */
function isSignedWith(key: KeyObject, { hash, signed, signature }: SignedPart): boolean {
	try {
		return verify(hash, signed, key, signature);
	} catch {
		return false;
	}
}

/** Until when a word is good; throws where that was before, or is yet to come. */
function expectNow(from: DerValue | undefined, end: DerValue | undefined, nowMs: number): number {
	const fromMs = Date.parse(momentOf(from));
	// A word that names no end is taken for a day.
	const untilMs = end === undefined ? fromMs + dayMs : Date.parse(momentOf(end));
	if (fromMs > nowMs + aheadMs) throw new WordFault('its answer is of a time to come');
	if (untilMs < nowMs) throw new WordFault('its answer is out of date');
	return untilMs;
}

function isTime(value: DerValue | undefined): value is DerValue {
	return value?.tag === tags.utcTime || value?.tag === tags.generalizedTime;
}

function momentOf(value: DerValue | undefined): string {
	const text = Buffer.from(value?.content ?? []).toString('latin1');
	const isShort = value?.tag === tags.utcTime;
	const full = isShort ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
	const [, year, month, day, hour, minute, second] =
		/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? [];
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
	if (Number.isNaN(Date.parse(iso))) throw new WordFault('its answer names no time');
	return iso;
}
