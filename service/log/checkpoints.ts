/** Reads the log: checkpoints, inclusion proofs and consistency proofs. */
import { sql } from 'kysely';
import { entryText } from '../../proof/log-entry';
import { present } from '../../server/at';
import { Prepared } from '../../server/database/prepared';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import { consistencyPath, inclusionPath, type LeafRange } from '../../proof/merkle';
import { TileReader } from './tile-reader';

const lastSize = new Prepared<Schema, { readonly tree_size: number }>((database) =>
	database.selectFrom('log_checkpoints').select('tree_size').orderBy('tree_size', 'desc').limit(1),
);

export interface LogCheckpoint {
	readonly treeSize: number;
	/** Hex. */
	readonly rootHash: string;
	/** The signed note, with the signatures of witnesses after that of the log. */
	readonly note: string;
	/** Time of its last entry. */
	readonly time: string;
	/** Names of the witnesses that signed it. */
	readonly witnesses: readonly string[];
}

export class Checkpoints {
	private readonly tiles: TileReader;

	constructor(private readonly database: Database) {
		this.tiles = new TileReader(database);
	}

	/** The newest checkpoint; undefined before the first entry. */
	async latest(): Promise<LogCheckpoint | undefined> {
		const [checkpoint] = await this.list({ limit: 1 });
		return checkpoint;
	}

	/** The checkpoint of that size, if a block ended there. */
	async at(treeSize: number): Promise<LogCheckpoint | undefined> {
		const [checkpoint] = await this.list({ from: treeSize, to: treeSize, limit: 1 });
		return checkpoint;
	}

	/** How many checkpoints are larger than that size. */
	async countAbove(treeSize: number): Promise<number> {
		const { count } = await this.database
			.selectFrom('log_checkpoints')
			.select(({ fn }) => fn.countAll().as('count'))
			.where('tree_size', '>', treeSize)
			.executeTakeFirstOrThrow();
		return Number(count);
	}

	/** Checkpoints from one size to another, inclusive, the newest first. */
	async list(range: {
		readonly from?: number;
		readonly to?: number;
		readonly limit: number;
		readonly offset?: number;
	}): Promise<readonly LogCheckpoint[]> {
		const rows = await this.database
			.selectFrom('log_checkpoints')
			.innerJoin('log_entries', (join) => join.on('tree_index', '=', sql`tree_size - 1`))
			.select(['tree_size', 'root_hash', 'note', 'created_at as time'])
			.where('tree_size', '>=', range.from ?? 0)
			.where('tree_size', '<=', range.to ?? Number.MAX_SAFE_INTEGER)
			.orderBy('tree_size', 'desc')
			.limit(range.limit)
			.offset(range.offset ?? 0)
			.execute();
		const cosignatures = await this.cosignatures(rows.map(({ tree_size: size }) => size));
		const bySize = Map.groupBy(cosignatures, ({ tree_size: size }) => size);
		return rows.map(({ tree_size: treeSize, root_hash: rootHash, note, time }) => {
			const lines = bySize.get(treeSize) ?? [];
			const witnesses = lines.map(({ witness }) => witness);
			const signatures = lines.map(({ signature }) => signature).join('');
			return { treeSize, rootHash, note: note + signatures, time, witnesses };
		});
	}

	/** Hashes from the sibling of a leaf upwards; the leaf must be in the tree. */
	inclusionProof(index: number, treeSize: number): Promise<readonly Buffer[]> {
		return this.hashesOf(inclusionPath(index, treeSize));
	}

	/** Hashes that prove that a tree is the beginning of a larger one. */
	consistencyProof(fromSize: number, toSize: number): Promise<readonly Buffer[]> {
		return this.hashesOf(consistencyPath(fromSize, toSize));
	}

	/** The root at any size, also where no block ended. */
	rootAt(treeSize: number): Promise<Buffer> {
		return this.tiles.rangeHash({ begin: 0, end: treeSize });
	}

	/** Number of entries under a signed checkpoint. */
	async size(): Promise<number> {
		const [last] = await lastSize.rows(this.database, [1]);
		return last?.tree_size ?? 0;
	}

	/** Hashes of the leaves in [begin, end). */
	async leaves(begin: number, end: number): Promise<readonly Buffer[]> {
		const hashes: Buffer[] = [];
		for (let index = begin; index < end; index += 1) hashes.push(await this.tiles.node(0, index));
		return hashes;
	}

	/** Texts of the leaves in [begin, end). */
	async entryTexts(begin: number, end: number): Promise<readonly string[]> {
		const rows = await this.database
			.selectFrom('log_entries')
			.select(['kind', 'subject_id as id', 'created_at as time', 'commitment'])
			.where('tree_index', '>=', begin)
			.where('tree_index', '<', end)
			.orderBy('tree_index')
			.execute();
		return rows.map((row) =>
			entryText({ ...row, commitment: present(row.commitment, 'the commitment of an entry') }),
		);
	}

	/** The first `width` hashes of a tile. */
	tile(level: number, number: number, width: number): Promise<readonly Buffer[]> {
		return this.tiles.hashes(level, number, width);
	}

	private async hashesOf(path: readonly LeafRange[]): Promise<readonly Buffer[]> {
		const hashes: Buffer[] = [];
		for (const range of path) hashes.push(await this.tiles.rangeHash(range));
		return hashes;
	}

	private async cosignatures(treeSizes: readonly number[]) {
		if (treeSizes.length === 0) return [];
		return this.database
			.selectFrom('log_cosignatures')
			.selectAll()
			.where('tree_size', 'in', [...treeSizes])
			.orderBy('witness')
			.execute();
	}
}
