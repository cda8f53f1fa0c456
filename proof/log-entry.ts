/**
 * An entry of the log and its opening. The tree holds no content of a record, only its kind, its
 * random id, the time and a commitment: the hash of a salt and the record's payload. Whoever has
 * salt and payload can prove that they were entered; after the salt is erased nobody can guess the
 * payload. A proof file has both, with the entry, as its extra data.
 */
import { concat, fromHex, fromUtf8, toHex, utf8 } from './bytes';
import { canonicalJson } from './canonical-json';
import { fieldsOf, parsedJson } from './fields';
import { ProofFault } from './proof-fault';
import { hashBytes, sha256 } from './sha256';

export interface LogEntry {
	/** Lower-case hex of the SHA-256 of `committedBytes`. */
	readonly commitment: string;
	readonly id: string;
	readonly kind: string;
	/** ISO 8601 in UTC. */
	readonly time: string;
}

/** Payload and salt, which prove what an entry commits to. */
export interface Opening {
	/** The entered text, which is JSON. */
	readonly payload: string;
	/** Lower-case hex. */
	readonly salt: string;
}

export interface OpenedEntry {
	readonly entry: LogEntry;
	/** Undefined if the salt is erased: the entry remains, but its payload cannot be proven. */
	readonly opening: Opening | undefined;
}

export const saltBytes = 16;

/** The text of the tree's leaf. */
export function entryText({ commitment, id, kind, time }: LogEntry): string {
	return canonicalJson({ commitment, id, kind, time });
}

/** The bytes whose SHA-256 is the commitment. */
export function committedBytes(salt: Uint8Array, payload: string): Uint8Array {
	return concat([salt, utf8(payload)]);
}

/** The extra data of a proof file. */
export function formatExtra({ entry, opening }: OpenedEntry): Uint8Array {
	const { commitment, id, kind, time } = entry;
	return utf8(canonicalJson({ entry: { commitment, id, kind, time }, ...opening }));
}

/** Parses the extra data of a proof file, which must be exactly as `formatExtra` writes it. */
export function parseExtra(extra: Uint8Array): OpenedEntry {
	const text = fromUtf8(extra);
	const value: unknown = text === undefined ? undefined : parsedJson(text);
	const entry = textsOf(fieldsOf(value).entry, ['commitment', 'id', 'kind', 'time']);
	if (entry === undefined) throw malformed('holds no entry of commitment, id, kind and time');
	const opening = textsOf(value, ['payload', 'salt']);
	const opened = { entry, opening };
	if (text !== fromUtf8(formatExtra(opened))) {
		throw malformed(
			'holds more than an entry with its payload and salt, or is not in the form of RFC 8785',
		);
	}
	if (fromHex(entry.commitment)?.length !== hashBytes) {
		throw malformed('holds a commitment that is not the hex of a SHA-256');
	}
	return opened;
}

/** Throws unless the entry commits to the payload. */
export async function checkOpening({ commitment }: LogEntry, opening: Opening): Promise<void> {
	const salt = fromHex(opening.salt);
	if (salt?.length !== saltBytes)
		throw malformed(`holds a salt that is not ${saltBytes} bytes in hex`);
	const hash = await sha256(committedBytes(salt, opening.payload));
	if (toHex(hash) !== commitment) {
		throw new ProofFault(
			'other-payload',
			'The payload in the proof is not the one that was entered',
		);
	}
}

/** Strings by name; undefined if one is missing or not a string. */
function textsOf<Name extends string>(
	value: unknown,
	names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
	const fields = fieldsOf(value);
	const texts: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const text = fields[name];
		if (typeof text !== 'string' || !text.isWellFormed()) return undefined;
		texts[name] = text;
	}
	return texts as Record<Name, string>;
}

function malformed(fault: string): ProofFault {
	return new ProofFault('malformed', `The extra data of the proof ${fault}`);
}
