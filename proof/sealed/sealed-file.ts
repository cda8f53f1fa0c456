/**
 * Checks a sealed file offline: no byte was changed since, it contains the contract that was signed,
 * and the log it names includes everything its record states. Whether to trust that log and the
 * certificate is for the caller to decide.
 *
 *   Sealed     the seal covers every byte, the contract matches the record, the log includes it
 *   NotProven  no byte was changed, but the log does not include what the record states
 *   Changed    it has a seal or parts of one, and is not what was sealed
 *   NotSealed  it has no seal
 */
import { readTrust } from '../check-proof';
import { DerFault } from '../der';
import { ProofFault } from '../proof-fault';
import { toHex } from '../bytes';
import { sha256 } from '../sha256';
import { archivedParts, isArchive, type ArchivedPart } from './archive-file';
import type { Certificate } from './certificate';
import { partHash, type FileToCheck } from './file-in-hand';
import { checkManifest } from './manifest';
import { attachedRecord, checkPdfSeal, hasPartsOfSeal, claimedTime, sealPlaces } from './pdf-seal';
import { SealFault } from './seal-fault';
import { checkRecord, readRecord, type ProvenLog, type SealedRecord } from './sealed-record';
import { isSelfSigned, type SignedData } from './signed-data';
import { checkTimeStamp } from './time-stamp';

export type SealOutcome = 'Sealed' | 'NotProven' | 'Changed' | 'NotSealed';

export interface CheckedSeal {
	readonly outcome: SealOutcome;
	/** Why it is not what was sealed, as clauses for people, the most serious first. */
	readonly faults: readonly string[];
	/** Who sealed it; undefined if the seal could not be read. */
	readonly seal: SealDetails | undefined;
	/** The file's own statements; trust them only if the outcome is Sealed. */
	readonly record: SealedRecord | undefined;
	/** The tree that includes the record; undefined if the log does not include it. */
	readonly log: ProvenLog | undefined;
	/** True if the log is a known one. */
	readonly isLogKnown: boolean;
}

export interface SealDetails {
	readonly form: 'PDF' | 'Archive';
	readonly subject: string;
	/** The issuers of the certificate, as far as they are included; none if it is self-signed. */
	readonly issuers: readonly string[];
	readonly validFrom: string;
	readonly validUntil: string;
	/** SHA-256 of the certificate, lower-case hex. */
	readonly certificateHash: string;
	/** The sealer's claim; an archive has none. */
	readonly sealedAt: string | undefined;
	/** The time stamp of an authority; undefined if there is none. */
	readonly timeStamp: TimeStampDetails | undefined;
}

export interface TimeStampDetails {
	/** ISO 8601 in UTC. */
	readonly time: string;
	/** Subject of its certificate, and the issuers as far as they are included. */
	readonly authority: string;
	readonly issuers: readonly string[];
	/** SHA-256 of the certificate, lower-case hex. */
	readonly certificateHash: string;
}

/** Larger PDFs are sealed as archives. */
const pdfBytesMax = 128 * 1024 * 1024;
const recordBytesMax = 64 * 1024 * 1024;
/** Maximum size of the list of files at the end of an archive. */
const listBytes = 16 * 1024;

export const recordName = 'sealkeeper-record.json';
export const manifestName = 'sealkeeper-manifest.jws';
const contractFolder = 'contract/';

const notSealed: CheckedSeal = {
	...{ outcome: 'NotSealed', faults: [] },
	...{ seal: undefined, record: undefined, log: undefined, isLogKnown: false },
};

/** Checks a file and the log it names, which may be one of the known logs. */
export async function checkSealedFile(
	file: FileToCheck,
	knownLogs: readonly string[],
): Promise<CheckedSeal> {
	const head = await file.read(0, Math.min(file.sizeBytes, 4));
	if (isArchive(head) || (await endsAsArchive(file))) return checkArchive(file, knownLogs);
	return file.sizeBytes <= pdfBytesMax ? checkPdf(file, knownLogs) : notSealed;
}

/** Results collected so far. A fault ends its part of the check, not the others. */
class Findings {
	readonly faults: string[] = [];
	seal: SealDetails | undefined;
	record: SealedRecord | undefined;
	log: ProvenLog | undefined;
	isLogKnown = false;
	private hasChanged = false;

	/** Runs one part of the check; undefined if that part is invalid. */
	async attempt<Value>(what: () => Value | Promise<Value>): Promise<Value | undefined> {
		const asked = Promise.resolve().then(what);
		return asked.catch((fault: unknown) => {
			if (!(fault instanceof SealFault) && !(fault instanceof DerFault)) throw fault;
			this.change(fault instanceof SealFault ? fault.message : 'its seal cannot be read');
			return undefined;
		});
	}

	change(fault: string): void {
		this.hasChanged = true;
		this.faults.push(fault);
	}

	get checked(): CheckedSeal {
		const { faults, seal, record, log, isLogKnown } = this;
		const isProven = log !== undefined && faults.length === 0;
		const outcome = this.hasChanged ? 'Changed' : isProven ? 'Sealed' : 'NotProven';
		return { outcome, faults, seal, record, log, isLogKnown };
	}

	/**
	 * Checks the proofs with the key in the file. That proves little unless the key is a known one.
	 */
	async checkLog(record: SealedRecord, knownLogs: readonly string[]): Promise<void> {
		this.isLogKnown = knownLogs.includes(record.vkey);
		const trust = readTrust({ log: record.vkey });
		const asked = trust.then((believed) => checkRecord(record, believed));
		this.log = await asked.catch((fault: unknown) => {
			if (!(fault instanceof SealFault) && !(fault instanceof ProofFault)) throw fault;
			this.faults.push(fault.message);
			return undefined;
		});
	}
}

async function checkPdf(file: FileToCheck, knownLogs: readonly string[]): Promise<CheckedSeal> {
	const bytes = await file.read(0, file.sizeBytes);
	const places = sealPlaces(bytes);
	const [place] = places.filter(({ start }) => attachedRecord(bytes, start) !== undefined);
	const attached = attachedRecord(bytes, place?.start ?? bytes.length);
	const findings = new Findings();
	if (attached === undefined) {
		if (!hasPartsOfSeal(bytes)) return notSealed;
		findings.change('its record cannot be found');
		return findings.checked;
	}
	if (place === undefined) findings.change('the place of its seal cannot be found');
	else {
		const signed = await findings.attempt(() => checkPdfSeal(bytes, place));
		const appended = bytes.length - place.fileEnd;
		if (appended > 0) findings.change(appendedFault(appended, signed !== undefined));
		if (signed !== undefined) {
			const timeStamp = await findings.attempt(() => timeStampDetails(signed));
			findings.seal = {
				...(await sealDetails('PDF', signed, claimedTime(bytes, place))),
				timeStamp,
			};
		}
	}
	const record = await findings.attempt(() => readRecord(attached.bytes));
	if (record === undefined) return findings.checked;
	findings.record = record;
	const { sizeBytes, fileHash } = record.contract;
	const isBefore = sizeBytes <= attached.offset;
	if (!isBefore || (await partHash(file, 0, sizeBytes)) !== fileHash) {
		findings.change('the contract in it is not the one that was signed');
	}
	await findings.checkLog(record, knownLogs);
	return findings.checked;
}

function appendedFault(bytes: number, isWhole: boolean): string {
	const what = `${bytes} bytes were appended after it was sealed, such as a comment or a signature`;
	return isWhole ? `${what}; up to there it is whole` : what;
}

async function checkArchive(file: FileToCheck, knownLogs: readonly string[]): Promise<CheckedSeal> {
	const findings = new Findings();
	const parts = await findings.attempt(() => archivedParts(file));
	if (parts === undefined) return (await endsAsArchive(file)) ? findings.checked : notSealed;
	const of = (name: string) => parts.find((part) => part.name === name);
	const [recordPart, manifestPart] = [of(recordName), of(manifestName)];
	if (recordPart === undefined && manifestPart === undefined) return notSealed;
	if (recordPart === undefined || manifestPart === undefined) {
		findings.change('its record or its manifest is missing');
		return findings.checked;
	}
	const recordBytes = await bytesOf(file, recordPart);
	const signed = await findings.attempt(async () =>
		checkManifest(await bytesOf(file, manifestPart), recordBytes),
	);
	if (signed !== undefined) findings.seal = await sealDetails('Archive', signed, undefined);
	const record = await findings.attempt(() => readRecord(recordBytes));
	if (record === undefined) return findings.checked;
	findings.record = record;
	const contract = parts.filter((part) => part !== recordPart && part !== manifestPart);
	await findings.attempt(() => expectContract(file, record, contract));
	await findings.checkLog(record, knownLogs);
	return findings.checked;
}

/** A contract too large for the archive is a separate file, which is compared on its own. */
async function expectContract(
	file: FileToCheck,
	{ contract }: SealedRecord,
	[part, ...others]: readonly ArchivedPart[],
): Promise<void> {
	if (part === undefined) return;
	const isNamed = part.name === contractFolder + contract.fileName && others.length === 0;
	if (!isNamed || (await partHash(file, part.from, part.to)) !== contract.fileHash) {
		throw new SealFault('the contract in it is not the one that was signed');
	}
}

/** True if the file ends as a sealed archive does, whatever comes before. */
async function endsAsArchive(file: FileToCheck): Promise<boolean> {
	const tail = await file.read(Math.max(0, file.sizeBytes - listBytes), file.sizeBytes);
	const text = new TextDecoder().decode(new Uint8Array(tail));
	return /PK[^]{0,60}sealkeeper-(record|manifest)\.js/.test(text);
}

async function bytesOf(file: FileToCheck, { from, to }: ArchivedPart): Promise<Uint8Array> {
	return file.read(from, Math.min(to, from + recordBytesMax));
}

interface Sealer {
	readonly certificate: Certificate;
	readonly issuerChain: readonly Certificate[];
}

async function sealDetails(
	form: SealDetails['form'],
	{ certificate, issuerChain }: Sealer,
	sealedAt: string | undefined,
): Promise<SealDetails> {
	const { subject, validFrom, validUntil, whole } = certificate;
	return {
		...{ form, subject, validFrom, validUntil, sealedAt, timeStamp: undefined },
		issuers: await issuersOf({ certificate, issuerChain }),
		certificateHash: toHex(await sha256(whole)),
	};
}

async function issuersOf({ certificate, issuerChain }: Sealer): Promise<readonly string[]> {
	const last = issuerChain.at(-1) ?? certificate;
	const above = (await isSelfSigned(last)) ? [] : [last.issuer];
	return [...issuerChain.map(({ subject }) => subject), ...above];
}

async function timeStampDetails({
	timeStampToken,
	signature,
}: SignedData): Promise<TimeStampDetails | undefined> {
	if (timeStampToken === undefined) return undefined;
	const { time, ...by } = await checkTimeStamp(timeStampToken, signature);
	return {
		...{ time, authority: by.certificate.subject, issuers: await issuersOf(by) },
		certificateHash: toHex(await sha256(by.certificate.whole)),
	};
}
