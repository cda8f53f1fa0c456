/**
 * Checks whether a file is the one a proven record is about: the record's payload holds the file's
 * BLAKE2b-256.
 */
import { fieldsOf, parsedJson, type Fields } from './fields';
import type { NotProven, ProofVerdict, ProvenEntry } from './check-proof';

/** The file hash in the payload, by kind of record. */
const hashOfKind: Readonly<Record<string, (payload: Fields) => unknown>> = {
	file: ({ hash }) => hash,
	contract: ({ fileHash }) => fileHash,
	template: ({ fileHash }) => fileHash,
	'contract-seal': ({ fileHash }) => fileHash,
	'file-version': ({ fileHash }) => fileHash,
	'contract-signature': ({ signature }) => fieldsOf(signature).fileHash,
};

/** The file hash of a record; undefined if it is about no file, or its payload is erased. */
export function fileHashOf({ entry, payload }: ProvenEntry): string | undefined {
	if (payload === undefined) return undefined;
	const hash = hashOfKind[entry.kind]?.(fieldsOf(parsedJson(payload)));
	return typeof hash === 'string' ? hash : undefined;
}

/** The verdict on a proof and a file, given by its BLAKE2b-256 in lower-case hex. */
export function withFile(proven: ProvenEntry, fileHash: string): ProofVerdict {
	const expected = fileHashOf(proven);
	if (expected === fileHash) return proven;
	if (proven.payload === undefined) {
		return otherFile('The payload of the entry was erased, so no file can be compared with it');
	}
	if (expected === undefined) {
		return otherFile(`The entry is of the kind ${proven.entry.kind}, which is about no file`);
	}
	return otherFile(
		`The file has the BLAKE2b-256 ${fileHash}; the record is about one with ${expected}`,
	);
}

function otherFile(message: string): NotProven {
	return { valid: false, code: 'other-file', message };
}
