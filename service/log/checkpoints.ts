/**
 * What others read of the log: its checkpoints, and the hashes that prove that an entry stands under
 * one, or that one grew from another. Which entries belong to which record, and what witnesses have
 * signed, is left to their own places; their signatures are added to a checkpoint here.
 */
import type { Database } from '../database/database';
import { consistencyPath, inclusionPath, type LeafRange } from '../../proof/merkle';
import { TileReader } from './tile-reader';

export interface LogCheckpoint {
	readonly treeSize: number;
	/** Hex. */
	readonly rootHash: string;
	/** The signed note, with the signatures of witnesses behind that of the log. */
	readonly note: string;
	/** The names of the witnesses that signed it. */
	readonly witnesses: readonly string[];
}

export class Checkpoints {
	private readonly tiles: TileReader;

	constructor(private readonly database: Database) {
		this.tiles = new TileReader(database);
	}

	/** The newest one; nothing before the first entry. */
	async latest(): Promise<LogCheckpoint | undefined> {
		const [checkpoint] = await this.list({ limit: 1 });
		return checkpoint;
	}

	/** That of a tree of that size, if a block ended there. */
	async at(treeSize: number): Promise<LogCheckpoint | undefined> {
		const [checkpoint] = await this.list({ below: treeSize + 1, from: treeSize, limit: 1 });
		return checkpoint;
	}

	/** The newest first; those of trees below a size, and of at least another. */
	async list(range: {
		readonly below?: number;
		readonly from?: number;
		readonly limit: number;
		readonly offset?: number;
	}): Promise<readonly LogCheckpoint[]> {
		const rows = await this.database
			.selectFrom('log_checkpoints')
			.selectAll()
			.where('tree_size', '<', range.below ?? Number.MAX_SAFE_INTEGER)
			.where('tree_size', '>=', range.from ?? 0)
			.orderBy('tree_size', 'desc')
			.limit(range.limit)
			.offset(range.offset ?? 0)
			.execute();
		const cosignatures = await this.cosignatures(rows.map(({ tree_size: size }) => size));
		return rows.map(({ tree_size: treeSize, root_hash: rootHash, note }) => {
			const lines = cosignatures.filter(({ tree_size: size }) => size === treeSize);
			const witnesses = lines.map(({ witness }) => witness);
			const signatures = lines.map(({ signature }) => signature).join('');
			return { treeSize, rootHash, note: note + signatures, witnesses };
		});
	}

	/** The hashes from the neighbour of a leaf upwards; it must be in the tree. */
	inclusionProof(index: number, treeSize: number): Promise<readonly Buffer[]> {
		return this.hashesOf(inclusionPath(index, treeSize));
	}

	/** The hashes that prove a tree to be the beginning of a larger one. */
	consistencyProof(fromSize: number, toSize: number): Promise<readonly Buffer[]> {
		return this.hashesOf(consistencyPath(fromSize, toSize));
	}

	/** The root of the first entries, whether a block ended there or not. */
	rootAt(treeSize: number): Promise<Buffer> {
		return this.tiles.rangeHash({ begin: 0, end: treeSize });
	}

	/** The first hashes of a tile of the tree. */
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
