/**
 * The record in a sealed file, parsed as untrusted data and checked against its proofs: the log
 * includes the contract and every signature as the record states them.
 */
import { checkProof, type ProvenEntry, type Trust } from '../check-proof';
import { fromUtf8 } from '../bytes';
import { fieldsOf, parsedJson, type Fields } from '../fields';
import { fileHashesOf, withFile } from '../proven-file';
import { ofRecord } from '../proven-record';
import { SealFault } from './seal-fault';

export interface SealedRecord {
	readonly contract: RecordedContract;
	/** In the order of the contract. */
	readonly signers: readonly RecordedSigner[];
	/** The log's public key, according to the record. */
	readonly vkey: string;
	readonly entryUrl: string;
	readonly proofs: {
		readonly contract: string;
		readonly certificate: string;
		readonly signatures: readonly string[];
	};
}

interface RecordedContract {
	readonly id: string;
	readonly displayName: string;
	readonly ownerEmail: string;
	readonly fileName: string;
	readonly sizeBytes: number;
	/** BLAKE2b-256, lower-case hex. */
	readonly fileHash: string;
	readonly createdAt: string;
	/** Of the sealed file; absent if the contract has one file. */
	readonly fileNumber?: number;
	/** All files of the contract in their order; absent if it has one. */
	readonly files?: readonly { readonly fileName: string; readonly fileHash: string }[];
}

export interface RecordedSigner {
	readonly address: string;
	readonly signedAt: string;
	/** Who entered the signature in place of the signer. */
	readonly suppliedByEmail?: string;
	/** Hash of the signature picture; undefined for an approval, which has none. */
	readonly signatureHash?: string;
	/** Filled-in fields, as JSON of sorted names and values; undefined if there are none. */
	readonly filledIn?: string;
	/** The code that was entered before the signature, as JSON of sorted names and values. */
	readonly codeProof?: string;
}

/** More signers than any contract has. */
const signersMax = 10_000;

const format = 'sealkeeper-seal/1';

/** Throws a `SealFault` unless the bytes are a record of this format. */
export function readRecord(bytes: Uint8Array): SealedRecord {
	const record = fieldsOf(parsedJson(fromUtf8(bytes) ?? ''));
	const contract = fieldsOf(record.contract);
	const [log, proofs] = [fieldsOf(record.log), fieldsOf(record.proofs)];
	const { sizeBytes } = contract;
	const { signers, format: written } = record;
	if (written !== format || typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes)) {
		throw malformed();
	}
	return {
		contract: {
			...texts(contract, ['id', 'displayName', 'ownerEmail', 'fileName', 'fileHash', 'createdAt']),
			sizeBytes,
			...filesOf(contract),
		},
		signers: listOf(signers).map(signerOf),
		vkey: texts(log, ['vkey']).vkey,
		entryUrl: texts(log, ['entryUrl']).entryUrl,
		proofs: {
			...texts(proofs, ['contract', 'certificate']),
			signatures: listOf(proofs.signatures).map((proof) => texts({ proof }, ['proof']).proof),
		},
	};
}

function filesOf({ fileNumber, files }: Fields): Pick<RecordedContract, 'fileNumber' | 'files'> {
	if (files === undefined && fileNumber === undefined) return {};
	if (typeof fileNumber !== 'number') throw malformed();
	const named = listOf(files).map((file) => texts(fieldsOf(file), ['fileName', 'fileHash']));
	return { fileNumber, files: named };
}

function signerOf(value: unknown): RecordedSigner {
	const signer = fieldsOf(value);
	const { suppliedByEmail, signature, fieldValues, codeProof } = signer;
	return {
		...texts(signer, ['address', 'signedAt']),
		...(suppliedByEmail !== undefined && texts(signer, ['suppliedByEmail'])),
		...(signature !== undefined && {
			signatureHash: texts(fieldsOf(signature), ['fileHash']).fileHash,
		}),
		...(fieldValues !== undefined && { filledIn: filledInText(fieldValues) }),
		...(codeProof !== undefined && { codeProof: sortedText(codeProof) }),
	};
}

/** Canonical text of values by field name. */
function filledInText(values: unknown): string {
	if (Object.values(fieldsOf(values)).some((value) => typeof value !== 'string')) throw malformed();
	return sortedText(values);
}

function sortedText(values: unknown): string {
	const named = Object.entries(fieldsOf(values));
	return JSON.stringify(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function listOf(value: unknown): readonly unknown[] {
	if (!Array.isArray(value) || value.length > signersMax) throw malformed();
	return value;
}

function texts<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, string> {
	const read: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const text = fields[name];
		if (typeof text !== 'string') throw malformed();
		read[name] = text;
	}
	return read as Record<Name, string>;
}

function malformed(): SealFault {
	return new SealFault('its record has not the form that a record has');
}

/** The largest tree among the record's proofs. */
export interface ProvenLog {
	readonly origin: string;
	readonly treeSize: number;
}

/**
 * SHA-256 of the certificate that the log names as one of its installation's, lower-case hex.
 * Throws a `SealFault` if the proof is invalid.
 */
export async function namedCertificate({ proofs }: SealedRecord, trust: Trust): Promise<string> {
	const wanted = { kinds: ['seal-certificate'] };
	const proven = await provenBy(proofs.certificate, trust, wanted, 'the certificate');
	const { certificateHash } = payloadOf(proven);
	if (typeof certificateHash === 'string') return certificateHash;
	throw new SealFault('the log names no certificate');
}

/** Throws a `SealFault` if a proof is invalid or proves something other than the record states. */
export async function checkRecord(record: SealedRecord, trust: Trust): Promise<ProvenLog> {
	const { contract, signers, proofs } = record;
	const wanted = { kinds: ['contract'], id: contract.id };
	const proven = await provenBy(proofs.contract, trust, wanted, 'the contract');
	const ofFile = withFile(proven, contract.fileHash);
	if (!ofFile.valid)
		throw new SealFault(`the contract in the log is another one: ${ofFile.message}`);
	expectFiles(contract, fileHashesOf(proven));
	const parties = partiesOf(payloadOf(proven), contract);
	if (proofs.signatures.length !== signers.length) {
		throw new SealFault('there is not one proof for each signature');
	}
	const positions = new Set<number>();
	let { treeSize } = proven.checkpoint;
	for (const [index, signer] of signers.entries()) {
		const wantedSignature = { kinds: ['contract-signature'], id: contract.id };
		const name = `the signature of ${signer.address}`;
		const entry = await provenBy(proofs.signatures[index] ?? '', trust, wantedSignature, name);
		positions.add(expectSignature(payloadOf(entry), signer, parties));
		treeSize = Math.max(treeSize, entry.checkpoint.treeSize);
	}
	const missing = parties.find(({ position, isAsked }) => isAsked && !positions.has(position));
	if (missing !== undefined) throw new SealFault(`there is no signature of ${missing.address}`);
	if (positions.size !== signers.length) throw new SealFault('a signature is proven twice');
	return { origin: proven.checkpoint.origin, treeSize };
}

/** The record names the files that the log does, and the sealed one at its place. */
function expectFiles(
	{ fileHash, fileName, fileNumber = 1, files = [{ fileName, fileHash }] }: RecordedContract,
	proven: readonly string[],
): void {
	const isSame = files.map((file) => file.fileHash).join() === proven.join();
	if (isSame && proven[fileNumber - 1] === fileHash) return;
	throw new SealFault('the contract has other files in the log');
}

async function provenBy(
	proof: string,
	trust: Trust,
	wanted: Parameters<typeof ofRecord>[1],
	name: string,
): Promise<ProvenEntry> {
	const verdict = await checkProof(proof, trust);
	const ofWanted = verdict.valid ? ofRecord(verdict, wanted) : verdict;
	if (ofWanted.valid) return ofWanted;
	throw new SealFault(`the proof of ${name} does not hold: ${ofWanted.message}`);
}

function payloadOf({ payload }: ProvenEntry): Fields {
	return fieldsOf(payload === undefined ? undefined : parsedJson(payload));
}

interface Party {
	readonly position: number;
	readonly email: unknown;
	readonly address: string;
	/** False for those who only receive a copy. */
	readonly isAsked: boolean;
}

/** The parties of the contract, according to the log. */
function partiesOf(
	payload: Fields,
	{ displayName, ownerEmail }: RecordedContract,
): readonly Party[] {
	const { ownerEmail: entered, displayName: named, signers } = payload;
	if (named !== displayName || entered !== ownerEmail) {
		throw new SealFault('the contract has another name or owner in the log');
	}
	if (!Array.isArray(signers)) throw new SealFault('the contract in the log names no signers');
	return signers.map((signer: unknown): Party => {
		const [position, email, address, role] = Array.isArray(signer) ? (signer as unknown[]) : [];
		if (typeof position !== 'number' || typeof address !== 'string') {
			throw new SealFault('the contract in the log names somebody in an unknown way');
		}
		return { position, email, address, isAsked: role !== 'CopyRecipient' };
	});
}

/** Checks one signature against the log. Returns the signer's position. */
function expectSignature(
	payload: Fields,
	{ address, signedAt, suppliedByEmail, signatureHash, filledIn, codeProof }: RecordedSigner,
	parties: readonly Party[],
): number {
	const { position, email, signature, fieldValues, codeProof: provenCode } = payload;
	const { fileHash, suppliedByEmail: supplier } = fieldsOf(signature);
	const party = parties.find((one) => one.position === position && one.address === address);
	const enteredBy = supplier === email ? undefined : (supplier ?? undefined);
	const isSame = payload.signedAt === signedAt && (fileHash ?? undefined) === signatureHash;
	const entered =
		typeof fieldValues === 'string' ? filledInText(parsedJson(fieldValues)) : undefined;
	if (entered !== filledIn) {
		throw new SealFault(`the log has other words than those that ${address} filled in`);
	}
	const proven = typeof provenCode === 'string' ? sortedText(parsedJson(provenCode)) : undefined;
	if (proven !== codeProof) {
		throw new SealFault(`the log says another thing of the code that ${address} entered`);
	}
	if (party !== undefined && isSame && enteredBy === suppliedByEmail) return party.position;
	throw new SealFault(`the log has another signature than that of ${address}`);
}
