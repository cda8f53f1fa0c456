/**
 * Checks whether a file is the one a proven record is about: the record's payload holds the file's
 * BLAKE2b-256.
 */
import { fieldsOf, parsedJson, type Fields } from './fields';
import type { NotProven, ProofVerdict, ProvenEntry } from './check-proof';

/** The file hashes in the payload, by kind of record. */
const hashesOfKind: Readonly<Record<string, (payload: Fields) => readonly unknown[]>> = {
	file: ({ hash }) => [hash],
	contract: ({ fileHash, moreFiles }) => [fileHash, ...furtherHashes(moreFiles)],
	template: ({ fileHash }) => [fileHash],
	'contract-seal': ({ fileHash }) => [fileHash],
	'file-version': ({ fileHash }) => [fileHash],
	'contract-signature': ({ signature }) => [fieldsOf(signature).fileHash],
};

/** Of the files of a contract after its first. */
function furtherHashes(moreFiles: unknown): readonly unknown[] {
	return Array.isArray(moreFiles) ? moreFiles.map((file) => fieldsOf(file).fileHash) : [];
}

/** The file hashes of a record; none if it is about no file, or its payload is erased. */
export function fileHashesOf({ entry, payload }: ProvenEntry): readonly string[] {
	if (payload === undefined) return [];
	const hashes = hashesOfKind[entry.kind]?.(fieldsOf(parsedJson(payload))) ?? [];
	return hashes.filter((hash) => typeof hash === 'string');
}

/** The verdict on a proof and a file, given by its BLAKE2b-256 in lower-case hex. */
export function withFile(proven: ProvenEntry, fileHash: string): ProofVerdict {
	const expected = fileHashesOf(proven);
	if (expected.includes(fileHash)) return proven;
	if (proven.payload === undefined) {
		return otherFile('The payload of the entry was erased, so no file can be compared with it');
	}
	if (expected.length === 0) {
		return otherFile(`The entry is of the kind ${proven.entry.kind}, which is about no file`);
	}
	return otherFile(
		`The file has the BLAKE2b-256 ${fileHash}; the record is about one with ${expected.join(' or ')}`,
	);
}

function otherFile(message: string): NotProven {
	return { valid: false, code: 'other-file', message };
}
