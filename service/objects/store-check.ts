/**
 * A store opened read-only for checks. The only change it can make is to remove orphans, if the
 * caller states their exact number.
 */
import type { Database } from '../database/database';
import { BucketFault } from './buckets/bucket';
import { assertSound, readSettings, type StorageSettings } from './buckets/settings';
import { storeTagOf } from './code/shard-header';
import { fsck, type FsckReport, type FsckSummary } from './fsck';
import { provenKeyRing } from './keys/open-key-ring';
import type { StoragePlace } from './object-store';
import { openBucketsToRead, type StorageLog } from './open-buckets';
import { findOrphans, removeOrphan, type Orphan } from './orphans';
import { ShardMap } from './shard-map';

export interface StoreCheckOptions extends StoragePlace {
	readonly database: Database;
	readonly log: StorageLog;
}

/** Shards of this store that belong to no file. */
export interface OrphanSummary {
	readonly orphans: number;
	readonly sizeBytes: number;
	/** Count by bucket. */
	readonly buckets: Readonly<Record<string, number>>;
	/** Count of foreign files, which are never removed. */
	readonly foreign: number;
}

export class StoreCheck {
	private constructor(
		private readonly database: Database,
		private readonly settings: StorageSettings,
		private readonly map: ShardMap,
	) {}

	/** Refuses a data folder without stored objects, wrong keys and foreign buckets. */
	static async open(options: StoreCheckOptions): Promise<StoreCheck> {
		const { database } = options;
		const settings = readSettings(options);
		assertSound(settings);
		const keyRing = await provenKeyRing(database, options);
		if (keyRing === undefined) throw new Error('storage: nothing was ever stored here');
		const { buckets, outbox, storeId } = await openBucketsToRead(options, settings);
		const map = new ShardMap(buckets, outbox, keyRing, storeTagOf(storeId));
		return new StoreCheck(database, settings, map);
	}

	fsck(report: FsckReport): Promise<FsckSummary> {
		return fsck(this.parts, report);
	}

	async orphans(): Promise<OrphanSummary> {
		return summaryOf(await this.allOrphans());
	}

	/**
	 * Removes the orphans if there are exactly `count`; else removes none and returns their number.
	 * Returns how many were removed; a failing bucket keeps its own.
	 */
	async removeOrphans(count: number): Promise<OrphanSummary & { readonly removed: number }> {
		const all = await this.allOrphans();
		const own = all.filter(({ problem }) => problem === 'orphan');
		if (own.length !== count) return { ...summaryOf(all), removed: 0 };
		let removed = 0;
		for (const orphan of own) if (await this.remove(orphan)) removed += 1;
		return { ...summaryOf(all), removed };
	}

	close(): Promise<void> {
		return this.map.close();
	}

	private get parts() {
		const { database, settings, map } = this;
		return { database, settings, map };
	}

	private async remove(orphan: Orphan): Promise<boolean> {
		try {
			await removeOrphan(this.parts, orphan);
			return true;
		} catch (error) {
			if (error instanceof BucketFault) return false;
			throw error;
		}
	}

	private async allOrphans(): Promise<readonly Orphan[]> {
		const all: Orphan[] = [];
		for await (const orphan of findOrphans(this.parts)) all.push(orphan);
		return all;
	}
}

function summaryOf(all: readonly Orphan[]): OrphanSummary {
	const own = all.filter(({ problem }) => problem === 'orphan');
	const buckets: Record<string, number> = {};
	for (const { bucket } of own) buckets[bucket] = (buckets[bucket] ?? 0) + 1;
	const sizeBytes = own.reduce((sum, orphan) => sum + (orphan.sizeBytes ?? 0), 0);
	return { orphans: own.length, sizeBytes, buckets, foreign: all.length - own.length };
}
