/**
 * Takes the entries of an old installation into the tree, once: the chain they made is checked by its
 * own rule, each entry commits to the payload its record gives, and the tree takes them in the order
 * the chain had. A start that is broken off goes on where it was; one process does it, the others
 * wait. What the chain said is deleted at the end, because it tells payloads by hashes without salt.
 */
import { hash } from 'node:crypto';
import { updateRows } from '../../server/database/bulk';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database, DatabasePlace } from '../database/database';
import type { Schema } from '../database/schema';
import { commitmentOf, leafHashOf, newSalt } from '../log/leaf';
import { blockEntriesMax, type NextEntries, type Sequencer } from '../log/sequencer';
import type { EnteredPayload } from '../verification/record-source';
import { recordSources } from '../verification/records';
import { SnapshotReader } from '../verification/snapshot-reader';
import { ChainCheck } from './chain';

export interface ConversionParts {
	readonly place: DatabasePlace;
	readonly database: Database;
	readonly session: ProcessSession;
	readonly sequencer: Sequencer;
}

const batchSize = 500;

/** Answers how many entries the chain did not hold as they are; nothing where there is no chain. */
export function convertChain(parts: ConversionParts): Promise<number | undefined> {
	return parts.session.turn('chain of before', async () => {
		const { database, sequencer } = parts;
		const any = await database.selectFrom('log_chain').select('sequence').limit(1).execute();
		if (any.length === 0) return undefined;
		const reader = await SnapshotReader.open(parts.place);
		try {
			const corrupted = await checkChain(reader, database);
			await commitToPayloads(reader, database);
			await commitToHashes(database);
			const next = chainOrder();
			while ((await sequencer.closeBlocks(next)) === blockEntriesMax);
			await database.deleteFrom('log_chain').execute();
			return corrupted;
		} finally {
			await reader.close();
		}
	});
}

async function checkChain(reader: SnapshotReader, database: Database): Promise<number> {
	const check = new ChainCheck();
	let corrupted = 0;
	const entries = reader.tables
		.selectFrom('log_chain as chain')
		.innerJoin('log_entries as entry', 'entry.sequence', 'chain.sequence')
		.select(['entry.sequence', 'kind', 'subject_id', 'created_at'])
		.select(['payload_hash', 'previous_hash', 'hash'])
		.where('position', 'is not', null)
		.orderBy('position');
	for await (const entry of reader.rows(entries)) {
		if (check.isNext(entry)) continue;
		corrupted += 1;
		await database
			.updateTable('log_entries')
			.set({ status: 'Corrupted' })
			.where('sequence', '=', entry.sequence)
			.execute();
	}
	return corrupted;
}

/** An entry commits to the payload its record gives, where that is the one that was entered. */
async function commitToPayloads(reader: SnapshotReader, database: Database): Promise<void> {
	let batch: EnteredPayload[] = [];
	for (const { payloads } of recordSources) {
		for await (const entered of payloads(reader)) {
			batch.push(entered);
			if (batch.length < batchSize) continue;
			await commitTo(database, batch);
			batch = [];
		}
	}
	await commitTo(database, batch);
}

async function commitTo(database: Database, batch: readonly EnteredPayload[]): Promise<void> {
	if (batch.length === 0) return;
	const payloads = new Map(batch.map(({ sequence, payload }) => [sequence, payload]));
	const entries = await uncommitted(database)
		.where('entry.sequence', 'in', [...payloads.keys()])
		.execute();
	const unchanged = entries.flatMap((entry) => {
		const payload = payloads.get(entry.sequence) ?? '';
		return hash('sha256', payload) === entry.payload_hash ? [{ entry, payload }] : [];
	});
	await commit(database, unchanged);
}

/** What was entered is not there any more: the entry commits to its hash, which the chain has. */
async function commitToHashes(database: Database): Promise<void> {
	for (;;) {
		const entries = await uncommitted(database).limit(batchSize).execute();
		await commit(
			database,
			entries.map((entry) => ({ entry, payload: entry.payload_hash })),
		);
		if (entries.length < batchSize) return;
	}
}

const uncommitted = (database: Database) =>
	database
		.selectFrom('log_entries as entry')
		.innerJoin('log_chain as chain', 'chain.sequence', 'entry.sequence')
		.select(['entry.sequence', 'kind', 'subject_id', 'created_at', 'payload_hash'])
		.where('commitment', 'is', null);

interface Entry {
	readonly sequence: number;
	readonly kind: string;
	readonly subject_id: string;
	readonly created_at: string;
}

async function commit(
	database: Database,
	entered: readonly { readonly entry: Entry; readonly payload: string }[],
): Promise<void> {
	const rows = entered.map(({ entry, payload }) => {
		const { kind, subject_id: id, created_at: time } = entry;
		const salt = newSalt();
		const commitment = commitmentOf(salt, payload);
		const values = [salt, commitment, leafHashOf({ commitment, id, kind, time })];
		return { values, where: [entry.sequence] };
	});
	await database
		.transaction()
		.execute((transaction) => updateRows<Schema>(transaction, commitmentUpdate, rows));
}

const commitmentUpdate = {
	table: 'log_entries',
	columns: ['salt', 'commitment', 'leaf_hash'],
	where: ['sequence'],
} as const;

/** Entries of the chain in its order; what the tree has already is passed over. */
function chainOrder(): NextEntries {
	let after = -1;
	return async (transaction) => {
		const entries = await transaction
			.selectFrom('log_chain as chain')
			.innerJoin('log_entries as entry', 'entry.sequence', 'chain.sequence')
			.select(['entry.sequence', 'leaf_hash', 'position'])
			.where('position', '>', after)
			.where('tree_index', 'is', null)
			.orderBy('position')
			.limit(blockEntriesMax)
			.execute();
		after = entries.at(-1)?.position ?? after;
		return entries;
	};
}
