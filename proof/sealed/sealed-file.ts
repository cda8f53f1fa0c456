/**
 * Checks a sealed file offline: the installation's own certificate signed every byte, the file
 * contains the contract that was signed, and a trusted log includes everything its record states.
 * The first outcome of this table that applies is the file's:
 *
 *   NotSealed      it has no seal
 *   Changed        it has a seal or parts of one, and is not what was sealed
 *   SignedByOther  the signature covers every byte, and the log names another certificate
 *   NotInLog       no byte was changed, but no trusted log includes what the record states
 *   Undecided      all of it fits together, but the caller trusts nothing to compare it with
 *   Sealed         all of it holds
 */
import { readTrust } from '../check-proof';
import { DerFault } from '../der';
import { toHex } from '../bytes';
import { ProofFault } from '../proof-fault';
import { sha256 } from '../sha256';
import { archivedParts, isArchive, type ArchivedPart } from './archive-file';
import type { Certificate } from './certificate';
import { partHash, type FileToCheck } from './file-in-hand';
import { checkManifest } from './manifest';
import {
	attachedRecord,
	checkPdfSeal,
	claimedTime,
	hasPartsOfSeal,
	sealPlaces,
	type AttachedRecord,
	type SealPlace,
} from './pdf-seal';
import { appendedText } from './later-revisions';
import { SealFault } from './seal-fault';
import {
	checkRecord,
	namedCertificate,
	readRecord,
	type ProvenLog,
	type SealedRecord,
} from './sealed-record';
import { isSelfSigned, type SignedData } from './signed-data';
import { checkTimeStamp } from './time-stamp';

export type SealOutcome =
	| 'NotSealed'
	| 'Changed'
	| 'SignedByOther'
	| 'NotInLog'
	| 'Undecided'
	| 'Sealed';

/** What a seal is compared with. */
export interface TrustedSealers {
	/** Public keys of logs, as vkeys. */
	readonly logs: readonly string[];
	/** SHA-256 of certificates of seals, lower-case hex. */
	readonly certificates: readonly string[];
}

export interface CheckedSeal {
	readonly outcome: SealOutcome;
	/** Why it is not Sealed, as clauses for people, the most serious first. */
	readonly faults: readonly string[];
	/** Who sealed it; undefined if the seal could not be read. */
	readonly seal: SealDetails | undefined;
	/** The file's own statements; trust them only if the outcome is Sealed. */
	readonly record: SealedRecord | undefined;
	/** The tree that includes the record; undefined if the log does not include it. */
	readonly log: ProvenLog | undefined;
	/** True if the log is a trusted one. */
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
/** More places of signatures that an own seal is searched in than an honest file has behind its seal. */
const candidatesMax = 8;
/** Maximum size of the list of files at the end of an archive. */
const listBytes = 16 * 1024;

export const recordName = 'sealkeeper-record.json';
export const manifestName = 'sealkeeper-manifest.jws';
const contractFolder = 'contract/';

/** The outcome of a file of which nothing could be read. */
export function checkedNothing(
	outcome: 'NotSealed' | 'Undecided',
	faults: readonly string[] = [],
): CheckedSeal {
	return {
		outcome,
		faults,
		seal: undefined,
		record: undefined,
		log: undefined,
		isLogKnown: false,
	};
}

const notSealed = checkedNothing('NotSealed');

export async function checkSealedFile(
	file: FileToCheck,
	trusted: TrustedSealers,
): Promise<CheckedSeal> {
	const head = await file.read(0, Math.min(file.sizeBytes, 4));
	if (isArchive(head) || (await endsAsArchive(file))) return checkArchive(file, trusted);
	return file.sizeBytes <= pdfBytesMax ? checkPdf(file, trusted) : notSealed;
}

/** Results collected so far. A fault ends its part of the check, not the others. */
class Findings {
	readonly faults: string[] = [];
	seal: SealDetails | undefined;
	record: SealedRecord | undefined;
	log: ProvenLog | undefined;
	private isLogKnown = false;
	private hasChanged = false;
	/** True if the log names the certificate of the seal. */
	private isNamed = false;
	private isByOther = false;

	constructor(private readonly trusted: TrustedSealers) {}

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
		const { outcome, faults, seal, record, log, isLogKnown } = this;
		return { outcome, faults, seal, record, log, isLogKnown };
	}

	private get outcome(): SealOutcome {
		if (this.hasChanged) return 'Changed';
		if (this.isByOther) return 'SignedByOther';
		if (this.log === undefined || !this.isNamed) return 'NotInLog';
		if (this.isLogKnown || this.isPinned) return 'Sealed';
		return this.trustsNothing ? 'Undecided' : 'NotInLog';
	}

	private get isPinned(): boolean {
		return this.seal !== undefined && this.trusted.certificates.includes(this.seal.certificateHash);
	}

	private get trustsNothing(): boolean {
		return this.trusted.logs.length + this.trusted.certificates.length === 0;
	}

	/**
	 * Checks the proofs with the key in the file, then whether the key and the certificate are
	 * trusted: without that, the proofs say nothing that the maker of the file could not say.
	 */
	async checkLog(record: SealedRecord): Promise<void> {
		const named = await this.proven(() => namedBy(record));
		if (this.seal !== undefined && named !== undefined) this.compareSealer(this.seal, named);
		this.log = await this.proven(async () => checkRecord(record, await trustIn(record)));
		this.isLogKnown = this.trusted.logs.includes(record.vkey);
		if (this.isLogKnown || this.isPinned) return;
		const [name = ''] = record.vkey.split('+');
		this.faults.push(
			this.trustsNothing
				? `whether the log ${name} is that of who sealed it cannot be told without the public key of the log`
				: `its log ${name} is not the one that is known here`,
		);
	}

	private compareSealer({ certificateHash, subject, validFrom }: SealDetails, named: string): void {
		this.isNamed = certificateHash === named;
		if (this.isNamed) return;
		this.isByOther = true;
		const from = validFrom.slice(0, 'yyyy-mm-dd'.length);
		this.faults.push(
			`it was signed by somebody else: ${subject}, by a certificate from ${from} that the log does not name`,
		);
	}

	private async proven<Value>(what: () => Promise<Value>): Promise<Value | undefined> {
		return what().catch((fault: unknown) => {
			if (!(fault instanceof SealFault) && !(fault instanceof ProofFault)) throw fault;
			this.faults.push(fault.message);
			return undefined;
		});
	}
}

function trustIn({ vkey }: SealedRecord) {
	return readTrust({ log: vkey });
}

async function namedBy(record: SealedRecord): Promise<string> {
	return namedCertificate(record, await trustIn(record));
}

/** A place that may hold the seal, with the record before it. */
interface Candidate {
	readonly place: SealPlace;
	readonly attached: AttachedRecord;
}

async function checkPdf(file: FileToCheck, trusted: TrustedSealers): Promise<CheckedSeal> {
	const bytes = await file.read(0, file.sizeBytes);
	const candidates = candidatesOf(bytes);
	const candidate = (await ownSeal(bytes, candidates, trusted)) ?? candidates[0];
	const attached = candidate?.attached ?? attachedRecord(bytes, bytes.length);
	const findings = new Findings(trusted);
	if (attached === undefined) {
		if (!hasPartsOfSeal(bytes)) return notSealed;
		findings.change('its record cannot be found');
		return findings.checked;
	}
	if (candidate === undefined) findings.change('the place of its seal cannot be found');
	else await checkPlace(bytes, candidate.place, findings);
	const record = await findings.attempt(() => readRecord(attached.bytes));
	if (record === undefined) return findings.checked;
	findings.record = record;
	const { sizeBytes, fileHash } = record.contract;
	const isBefore = sizeBytes <= attached.offset;
	if (!isBefore || (await partHash(file, 0, sizeBytes)) !== fileHash) {
		findings.change('the contract in it is not the one that was signed');
	}
	await findings.checkLog(record);
	return findings.checked;
}

/** Last one first. */
function candidatesOf(bytes: Uint8Array): readonly Candidate[] {
	return sealPlaces(bytes)
		.flatMap((place) => {
			const attached = attachedRecord(bytes, place.start);
			return attached === undefined ? [] : [{ place, attached }];
		})
		.slice(0, candidatesMax);
}

/**
 * The last seal that is signed by a certificate its log names. A file whose last signature is a
 * stranger's is that seal with something appended, which says more than that it has another
 * signature.
 */
async function ownSeal(
	bytes: Uint8Array,
	candidates: readonly Candidate[],
	{ logs }: TrustedSealers,
): Promise<Candidate | undefined> {
	if (candidates.length < 2) return undefined;
	for (const candidate of candidates) {
		const isOwn = async () => {
			const record = readRecord(candidate.attached.bytes);
			if (logs.length > 0 && !logs.includes(record.vkey)) return false;
			const { certificate } = await checkPdfSeal(bytes, candidate.place);
			return toHex(await sha256(certificate.whole)) === (await namedBy(record));
		};
		if (await isOwn().catch(notHolding)) return candidate;
	}
	return undefined;
}

function notHolding(fault: unknown): false {
	const isFault = [SealFault, DerFault, ProofFault].some((kind) => fault instanceof kind);
	if (!isFault) throw fault;
	return false;
}

async function checkPlace(bytes: Uint8Array, place: SealPlace, findings: Findings): Promise<void> {
	const signed = await findings.attempt(() => checkPdfSeal(bytes, place));
	if (place.fileEnd < bytes.length) {
		const text = appendedText(bytes, place.fileEnd);
		findings.change(signed === undefined ? text : `${text}; up to there it is whole`);
	}
	if (signed === undefined) return;
	const timeStamp = await findings.attempt(() => timeStampDetails(signed));
	findings.seal = { ...(await sealDetails('PDF', signed, claimedTime(bytes, place))), timeStamp };
}

async function checkArchive(file: FileToCheck, trusted: TrustedSealers): Promise<CheckedSeal> {
	const findings = new Findings(trusted);
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
	await findings.checkLog(record);
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
	return /PK[^]{0,60}sealkeeper-(record\.json|manifest\.jws)/.test(text);
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
		form,
		subject,
		validFrom,
		validUntil,
		sealedAt,
		timeStamp: undefined,
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
		time,
		authority: by.certificate.subject,
		issuers: await issuersOf(by),
		certificateHash: toHex(await sha256(by.certificate.whole)),
	};
}
