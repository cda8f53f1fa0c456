/**
 * The parts of an X.509 certificate that a seal needs: subject, issuer, validity. Signatures of
 * issuers are verified; whether to trust an issuer is for people to decide.
 */
import { isSameBytes } from '../bytes';
import { derPart, derParts, oidText, readDer, type DerValue } from '../der';
import { checkSignature, type SignatureToCheck, type SignatureOutcome } from './public-key';
import { SealFault } from './seal-fault';

export interface Certificate {
	/** DER. */
	readonly whole: Uint8Array;
	/** In readable form. */
	readonly subject: string;
	readonly issuer: string;
	readonly subjectBytes: Uint8Array;
	readonly issuerBytes: Uint8Array;
	/** Including the DER tag. */
	readonly serial: Uint8Array;
	/** ISO 8601 in UTC. */
	readonly validFrom: string;
	readonly validUntil: string;
	readonly publicKey: Uint8Array;
	readonly signed: Uint8Array;
	readonly signatureKind: string;
	readonly signature: Uint8Array;
}

const tags = {
	integer: 0x02,
	bits: 0x03,
	oid: 0x06,
	utcTime: 0x17,
	generalizedTime: 0x18,
	bmpString: 0x1e,
	sequence: 0x30,
	set: 0x31,
	version: 0xa0,
} as const;

const attributeNames: Readonly<Record<string, string>> = {
	'2.5.4.3': 'CN',
	'2.5.4.5': 'serialNumber',
	'2.5.4.6': 'C',
	'2.5.4.7': 'L',
	'2.5.4.8': 'ST',
	'2.5.4.10': 'O',
	'2.5.4.11': 'OU',
	'2.5.4.97': 'organizationIdentifier',
	'1.2.840.113549.1.9.1': 'emailAddress',
};

const hashes: Readonly<Record<string, SignatureToCheck['hash']>> = {
	'1.2.840.113549.1.1.11': 'SHA-256',
	'1.2.840.113549.1.1.12': 'SHA-384',
	'1.2.840.113549.1.1.13': 'SHA-512',
	'1.2.840.10045.4.3.2': 'SHA-256',
	'1.2.840.10045.4.3.3': 'SHA-384',
	'1.2.840.10045.4.3.4': 'SHA-512',
	// Ed25519, which has its own hash.
	'1.3.101.112': 'SHA-512',
};

/** Throws a `DerFault` or a `SealFault` if the bytes are not a certificate. */
export function readCertificate(whole: Uint8Array): Certificate {
	const outer = readDer(whole);
	const signed = derPart(outer, 0, tags.sequence);
	const algorithm = derPart(outer, 1, tags.sequence);
	const signature = derPart(outer, 2, tags.bits);
	const parts = derParts(signed);
	const [serial, named, issuer, validity, subject, publicKey] =
		parts[0]?.tag === tags.version ? parts.slice(1) : parts;
	// The algorithm is stated twice, and only one of them is signed.
	if (named === undefined || !isSameBytes(named.whole, algorithm.whole)) throw noCertificate();
	if (serial === undefined || issuer === undefined || validity === undefined) throw noCertificate();
	if (subject === undefined || publicKey === undefined) throw noCertificate();
	if (outer.tag !== tags.sequence || derParts(outer).length !== 3) throw noCertificate();
	if (signature.content[0] !== 0) throw noCertificate();
	const [from, until] = derParts(validity);
	return {
		whole,
		serial: serial.whole,
		publicKey: publicKey.whole,
		signed: signed.whole,
		subject: nameText(subject),
		subjectBytes: subject.whole,
		issuer: nameText(issuer),
		issuerBytes: issuer.whole,
		validFrom: timeText(from),
		validUntil: timeText(until),
		signatureKind: oidText(derPart(algorithm, 0, tags.oid)),
		signature: signature.content.subarray(1),
	};
}

/** True if a certificate is signed with the key of another one, or of itself. */
export async function isSignedBy(one: Certificate, by: Certificate): Promise<SignatureOutcome> {
	const hash = hashes[one.signatureKind];
	if (hash === undefined) return 'unknown';
	const { signed, signature } = one;
	return checkSignature({ publicKey: by.publicKey, hash, signature, signed, form: 'der' });
}

export function isSelfIssued({ subjectBytes, issuerBytes }: Certificate): boolean {
	return isSameBytes(subjectBytes, issuerBytes);
}

/**
 * The chain of issuers of a certificate, as far as they are among the others. Throws a `SealFault`
 * if a signature is wrong or cannot be checked here, or if one of the others is not in the chain.
 * A self-issued certificate may have any signature, because it vouches for nobody.
 */
export async function issuerChainOf(
	leaf: Certificate,
	others: readonly Certificate[],
): Promise<readonly Certificate[]> {
	const path: Certificate[] = [];
	for (let last = leaf; path.length <= others.length;) {
		const { issuerBytes } = last;
		const candidates = isSelfIssued(last) ? [last] : others;
		const named = candidates.find((other) => isSameBytes(other.subjectBytes, issuerBytes));
		if (named === undefined) break;
		const outcome = await isSignedBy(last, named);
		if (outcome === 'wrong') {
			throw new SealFault(`the certificate of ${last.subject} is not signed by ${last.issuer}`);
		}
		if (outcome === 'unknown' && named !== last) {
			throw new SealFault(
				`the certificate of ${last.subject} is signed by ${last.issuer} in a way that cannot be checked here`,
			);
		}
		if (named === last || path.includes(named)) break;
		path.push(named);
		last = named;
	}
	const beside = others.find((other) => !path.includes(other));
	if (beside === undefined) return path;
	throw new SealFault(`a certificate beside that of the seal, ${beside.subject}, vouches for none`);
}

function noCertificate(): SealFault {
	return new SealFault('the certificate of the seal cannot be read');
}

/** Readable form, such as `C=DE, O=Example, CN=Seals`. */
function nameText(name: DerValue): string {
	const said = derParts(name).flatMap((set) =>
		derParts(set).map((attribute) => {
			const [type, value] = derParts(attribute);
			if (type === undefined || value === undefined) throw noCertificate();
			const oid = oidText(type);
			return `${attributeNames[oid] ?? oid}=${valueText(value)}`;
		}),
	);
	return said.join(', ');
}

function valueText({ tag, content }: DerValue): string {
	const encoding = tag === tags.bmpString ? 'utf-16be' : 'utf-8';
	return new TextDecoder(encoding).decode(new Uint8Array(content));
}

/** Parses a UTCTime (years 1950 to 2049) or a GeneralizedTime; both are in UTC, to the second. */
function timeText(value: DerValue | undefined): string {
	const text = new TextDecoder().decode(new Uint8Array(value?.content ?? []));
	const isShort = value?.tag === tags.utcTime;
	const full = isShort ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
	const [, year, month, day, hour, minute, second] =
		/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? [];
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
	if (Number.isNaN(Date.parse(iso))) throw noCertificate();
	return iso;
}
