/**
 * Checks the tree at a start, before anything is appended. Edited entries are marked; if the tree
 * contradicts itself or a signed checkpoint, the start fails, because every later proof would be
 * wrong.
 */
import type { Database, DatabasePlace } from '../database/database';
import type { Signer } from '../log/signer';
import { SnapshotReader } from './snapshot-reader';
import { treeFindings, type TreeFinding } from './tree';
import { calledAs } from '../../server/release';

export interface CheckedParts {
	readonly place: DatabasePlace;
	readonly database: Database;
	readonly signer: Signer;
}

/** Returns the number of edited entries; throws if the tree is unusable. */
export async function checkedLog({ place, database, signer }: CheckedParts): Promise<number> {
	const reader = await SnapshotReader.open(place);
	try {
		const findings = await checkTree(reader, signer, 'last');
		if (findings.some(({ isOfTree }) => isOfTree)) throw await contradiction(reader, signer);
		const edited = findings.map(({ id }) => Number(id));
		await markCorrupted(database, edited);
		return edited.length;
	} finally {
		await reader.close();
	}
}

async function checkTree(reader: SnapshotReader, signer: Signer, checkpoints: 'all' | 'last') {
	const findings: TreeFinding[] = [];
	const tally = { entries: 0, tiles: 0, checkpoints: 0, timesBack: 0 };
	const scope = { key: signer.verifierKey, checkpoints };
	for await (const finding of treeFindings(reader, tally, scope)) {
		// An entry found earlier has this status already.
		if (finding.column !== 'status') findings.push(finding);
	}
	return findings;
}

const toldMax = 5;

/** Checks again with all checkpoints, because the first wrong one locates the fault. */
async function contradiction(reader: SnapshotReader, signer: Signer): Promise<Error> {
	const findings = await checkTree(reader, signer, 'all');
	const told = findings
		.slice(0, toldMax)
		.map(({ record, id, problem }) => `${record} ${id} ${problem}`);
	const more = findings.length > toldMax ? `, and ${findings.length - toldMax} more` : '';
	return new Error(
		`the log contradicts itself, and nothing can be added to it: ${told.join('; ')}${more}. ${calledAs('admin')} verify tells all of it; put a backup back`,
	);
}

async function markCorrupted(database: Database, sequences: readonly number[]): Promise<void> {
	for (const sequence of sequences) {
		await database
			.updateTable('log_entries')
			.set({ status: 'Corrupted' })
			.where('sequence', '=', sequence)
			.where('status', '!=', 'Corrupted')
			.execute();
	}
}
