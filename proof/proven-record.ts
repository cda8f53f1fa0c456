/**
 * Checks whether a proof is about the requested record: a server could answer with a valid proof
 * of another record.
 */
import type { ProofVerdict, ProvenEntry } from './check-proof';
import { fieldsOf, parsedJson } from './fields';

export interface WantedRecord {
	/** The kinds of entries the record may have. */
	readonly kinds: readonly string[];
	/** Identifier of the record; undefined if only the kind is known. */
	readonly id?: string;
	/** For a signature: the position of its signer, from 1. */
	readonly position?: string;
	/** For an event of a contract: its own identifier. */
	readonly step?: string;
}

export function ofRecord(proven: ProvenEntry, wanted: WantedRecord): ProofVerdict {
	const { kind, id } = proven.entry;
	if (!wanted.kinds.includes(kind)) {
		return otherRecord(`of the kind ${kind}, not ${wanted.kinds.join(' or ')}`);
	}
	if (wanted.id !== undefined && wanted.id !== id) return otherRecord(`of ${id}, not ${wanted.id}`);
	const position = positionOf(proven.payload);
	if (wanted.position !== undefined && wanted.position !== position) {
		return otherRecord(`of signature ${position ?? 'nobody'}, not ${wanted.position}`);
	}
	const step = stepOf(proven.payload);
	if (wanted.step !== undefined && wanted.step !== step) {
		return otherRecord(`of event ${step ?? 'none'}, not ${wanted.step}`);
	}
	return proven;
}

function stepOf(payload: string | undefined): string | undefined {
	const { id } = membersOf(payload);
	return typeof id === 'string' ? id : undefined;
}

function membersOf(payload: string | undefined) {
	return fieldsOf(payload === undefined ? undefined : parsedJson(payload));
}

function positionOf(payload: string | undefined): string | undefined {
	const { position } = membersOf(payload);
	return typeof position === 'number' ? String(position + 1) : undefined;
}

function otherRecord(message: string): ProofVerdict {
	return { valid: false, code: 'other-record', message: `The proof is ${message}` };
}
