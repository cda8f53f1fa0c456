/**
 * An entry of the log, and what opens it. In the tree stands no content of a record, only its kind,
 * its random id, the time and a commitment: the hash of a salt and the record's payload. Who holds
 * salt and payload can show that they were entered; once the salt is erased nobody can guess them.
 * The proof file carries both beside the entry, as its extra data.
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

/** What shows which payload an entry commits to. */
export interface Opening {
	/** The text that was entered, which is JSON. */
	readonly payload: string;
	/** Lower-case hex. */
	readonly salt: string;
}

export interface OpenedEntry {
	readonly entry: LogEntry;
	/** Nothing where the salt is erased: the entry still stands, its payload cannot be shown. */
	readonly opening: Opening | undefined;
}

export const saltBytes = 16;

/** The leaf of the tree, as text. */
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

/** What the extra data of a proof file says; it must be in the one form `formatExtra` gives. */
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

/** Throws unless the payload is the one the entry commits to. */
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

/** The texts of those names, or undefined where one of them is missing or no text. */
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
