/**
 * The witness of other logs. It cosigns a checkpoint only if the log's key signed it and it extends the
 * last cosigned one. The database is updated first, and only if it still has the checkpoint that the
 * proof started from; so of two concurrent requests, also in two processes, one is cosigned and the other
 * gets the current size of the log.
 *
 *   outcome      status  when
 *   MALFORMED    400     the request has the wrong form, or its old size is larger than its checkpoint
 *   UNKNOWN_LOG  404     the origin is not among the logs
 *   UNKNOWN_KEY  403     no key of that log has signed it
 *   CONFLICT     409     the old size is not the last cosigned one
 *   UNPROVEN     422     the proof does not lead from the last cosigned checkpoint to this one, or the
 *                        checkpoint has its size and another root
 *   COSIGNED     200     all checks passed and the database was updated
 */
import { toHex } from '../../proof/bytes';
import { parseCheckpoint, type Checkpoint } from '../../proof/checkpoint';
import { verifyConsistency } from '../../proof/merkle';
import { ProofFault } from '../../proof/proof-fault';
import {
	formatNote,
	parseNote,
	verifiedSignatures,
	type SignedNote,
} from '../../proof/signed-note';
import type { VerifierKey } from '../../proof/verifier-key';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { originHash, readOffer, type Offer } from './add-checkpoint';
import type { WitnessKey } from './witness-key';
import {
	latestOf,
	advance,
	noteFork,
	witnessedLogs,
	type Witnessed,
	type WitnessedRow,
} from './witnessed-logs';

export interface LogToWitness {
	readonly origin: string;
	readonly keys: readonly VerifierKey[];
}

export type Outcome =
	| { readonly kind: 'COSIGNED'; readonly line: string }
	| { readonly kind: 'CONFLICT'; readonly treeSize: number }
	| {
			readonly kind: 'MALFORMED' | 'UNKNOWN_LOG' | 'UNKNOWN_KEY' | 'UNPROVEN';
			readonly reason: string;
	  };

export interface WitnessParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly key: WitnessKey;
	readonly logs: readonly LogToWitness[];
	/** Called once per log, for the first fork found: two signed trees of the same size. */
	readonly onFork: (origin: string, treeSize: number) => void;
}

export interface OwnWitnessOverview {
	readonly name: string;
	readonly vkey: string;
	readonly logs: readonly ShownLog[];
}

interface ShownLog {
	readonly origin: string;
	readonly treeSize: number;
	/** Null before the first cosignature. */
	readonly cosignedAt: string | null;
	readonly checkpoint: string | null;
	/** A checkpoint signed by the log with the same size and another root. */
	readonly forkCheckpoint: string | null;
}

/** An offer whose checkpoint was parsed and verified. */
interface SignedOffer {
	readonly offer: Offer;
	readonly checkpoint: Checkpoint;
	/** With the log's signatures only. */
	readonly note: SignedNote;
}

export class Witness {
	constructor(private readonly parts: WitnessParts) {}

	/** Handles an `add-checkpoint` request. */
	async addCheckpoint(body: string): Promise<Outcome> {
		const signed = await signedOffer(body, this.parts.logs);
		return 'kind' in signed ? signed : this.cosign(signed);
	}

	/** The last cosigned checkpoint of a log, by the hash of its origin. */
	async latestCheckpoint(hash: string): Promise<string | undefined> {
		const log = this.parts.logs.find(({ origin }) => originHash(origin) === hash);
		const latest = log && (await latestOf(this.parts.database, log.origin));
		return latest && cosignedNote(this.parts.key, latest);
	}

	/** Key and cosigned checkpoints, for people. */
	async shown(): Promise<OwnWitnessOverview> {
		const { database, key, logs } = this.parts;
		const known = new Set(logs.map(({ origin }) => origin));
		const rows = await witnessedLogs(database);
		return {
			name: key.name,
			vkey: key.vkey,
			logs: rows.filter(({ origin }) => known.has(origin)).map((row) => shownLog(key, row)),
		};
	}

	private async cosign(signed: SignedOffer): Promise<Outcome> {
		const { database, clock, key } = this.parts;
		const { checkpoint, note } = signed;
		const { origin, treeSize } = checkpoint;
		for (;;) {
			const latest = await latestOf(database, origin);
			if (latest === undefined) throw new Error(`${origin} was not entered at the start`);
			const refusal = await this.refusalOf(signed, latest);
			if (refusal !== undefined) return refusal;
			// A clock that was set back must not give a newer cosignature an older time.
			const cosignedAtSeconds = Math.max(Math.floor(clock.now() / 1000), latest.cosignedAtSeconds);
			const next = {
				treeSize,
				root: toHex(checkpoint.rootHash),
				cosignedAtSeconds,
				checkpoint: formatNote(note),
			};
			// On failure another request was faster; try again from its checkpoint.
			if (!(await advance(database, { origin, from: latest, to: next }))) continue;
			return { kind: 'COSIGNED', line: key.cosign(note.text, cosignedAtSeconds) };
		}
	}

	private async refusalOf(
		{ offer, checkpoint, note }: SignedOffer,
		latest: Witnessed,
	): Promise<Outcome | undefined> {
		const { origin, treeSize, rootHash } = checkpoint;
		const isFork = treeSize === latest.treeSize && toHex(rootHash) !== latest.root;
		if (isFork && (await noteFork(this.parts.database, origin, formatNote(note)))) {
			this.parts.onFork(origin, treeSize);
		}
		if (offer.oldSize !== latest.treeSize) {
			return { kind: 'CONFLICT', treeSize: latest.treeSize };
		}
		const from = { treeSize: latest.treeSize, rootHash: Buffer.from(latest.root, 'hex') };
		if (await verifyConsistency(from, checkpoint, offer.proof)) return undefined;
		const reason = `the proof does not lead from the tree of ${latest.treeSize} entries to that of ${treeSize}`;
		return { kind: 'UNPROVEN', reason };
	}
}

async function signedOffer(
	body: string,
	logs: readonly LogToWitness[],
): Promise<SignedOffer | Outcome> {
	const offer = readOffer(body);
	if ('malformed' in offer) return { kind: 'MALFORMED', reason: offer.malformed };
	const read = readCheckpoint(offer.checkpoint);
	if ('kind' in read) return read;
	const { checkpoint, note } = read;
	const log = logs.find(({ origin }) => origin === checkpoint.origin);
	if (log === undefined) {
		return {
			kind: 'UNKNOWN_LOG',
			reason: `this witness does not know the log ${checkpoint.origin}`,
		};
	}
	const own = note.signatures.filter(({ name, keyId }) =>
		log.keys.some((key) => key.name === name && key.keyId === keyId),
	);
	const ownNote = { text: note.text, signatures: own };
	if (own.length === 0 || !(await isSigned(ownNote, log))) {
		return {
			kind: 'UNKNOWN_KEY',
			reason: `no known key of ${log.origin} has signed the checkpoint`,
		};
	}
	if (offer.oldSize > checkpoint.treeSize) {
		return { kind: 'MALFORMED', reason: 'the old size is larger than that of the checkpoint' };
	}
	return { offer, checkpoint, note: ownNote };
}

function readCheckpoint(
	text: string,
): { readonly note: SignedNote; readonly checkpoint: Checkpoint } | Outcome {
	try {
		const note = parseNote(text);
		return { note, checkpoint: parseCheckpoint(note.text) };
	} catch (fault) {
		if (fault instanceof ProofFault) return { kind: 'MALFORMED', reason: fault.message };
		throw fault;
	}
}

async function isSigned(note: SignedNote, { keys }: LogToWitness): Promise<boolean> {
	try {
		return (await verifiedSignatures(note, keys)).length > 0;
	} catch (fault) {
		if (fault instanceof ProofFault) return false;
		throw fault;
	}
}

function shownLog(key: WitnessKey, row: WitnessedRow): ShownLog {
	const { origin, treeSize, forkCheckpoint, cosignedAtSeconds } = row;
	const checkpoint = cosignedNote(key, row) ?? null;
	const cosignedAt = checkpoint && new Date(cosignedAtSeconds * 1000).toISOString();
	return { origin, treeSize, cosignedAt, checkpoint, forkCheckpoint };
}

/** Ed25519 is deterministic, so this is the same line as in the first answer. */
function cosignedNote(
	key: WitnessKey,
	{ checkpoint, cosignedAtSeconds }: Witnessed,
): string | undefined {
	if (checkpoint === null) return undefined;
	return checkpoint + key.cosign(parseNote(checkpoint).text, cosignedAtSeconds);
}
