/**
 * Removes abandoned staged objects, shards first and then the row: those this process gave up, and those
 * of processes that no longer run.
 *
 *   its process   staged               action
 *   this one      at any time          removed when it is given up
 *   is alive      at any time          left to that process
 *   is dead       within the last hour removed
 *   is dead       earlier, and removed  removed all the same
 *   is dead       earlier, never kept  the row is removed; the shards stay, as orphans
 *
 * An older row may come from a restored database, made before the file was stored; then its shards may be
 * all that is left of the file. What a crash leaves is found by the next start, or by the next round of a
 * process that runs.
 */
import type { Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { BucketFault } from './buckets/bucket';
import { withTimeout } from './buckets/deadline';
import type { StorageSettings } from './buckets/settings';
import { shardKey } from './code/layout';
import { deleteStaged, findObject, stagedObjects, takeStaged } from './object-rows';
import type { StorageLog } from './open-buckets';
import type { ShardMap } from './shard-map';

const removedWithinMs = 3_600_000;

export interface SweepParts {
	readonly database: Database;
	readonly map: ShardMap;
	readonly settings: Pick<StorageSettings, 'timeoutMs'>;
	readonly session: ProcessSession;
	readonly clock: Clock;
	readonly log: StorageLog;
	/** Whether somebody reads the object here; it is removed afterwards. */
	readonly isRead: (id: string) => boolean;
}

export class StagedSweep {
	/** Abandoned objects with shards that could not be removed yet. */
	private readonly givenUp = new Set<string>();

	constructor(private readonly parts: SweepParts) {}

	/** Retries failed removals, and sweeps objects of dead processes. */
	async retry(): Promise<void> {
		await Promise.all([...this.givenUp].map((id) => this.remove(id)));
		await this.removeLeftovers();
	}

	isWaiting(id: string): boolean {
		return this.givenUp.has(id);
	}

	async removeLeftovers(): Promise<void> {
		const { database, session, clock } = this.parts;
		for (const { id, processId, createdAt, isDetached } of await stagedObjects(database)) {
			if (await session.isAlive(processId)) continue;
			if (!(await takeStaged(database, { id, processId: session.processId }))) continue;
			const isFresh = clock.now() - Date.parse(createdAt) < removedWithinMs;
			if (isFresh || isDetached) await this.remove(id);
			else await this.forget(id);
		}
	}

	async remove(id: string): Promise<void> {
		const found = await findObject(this.parts.database, id);
		if (found?.state !== 'STAGED') {
			this.givenUp.delete(id);
			return;
		}
		this.givenUp.add(id);
		if (this.parts.isRead(id)) return;
		const places = found.object.bucketNames.map((name, shard) => ({ name, shard }));
		const removed = await Promise.all(
			places.map(({ name, shard }) => this.removeShard(name, shardKey(id, shard))),
		);
		if (!removed.every(Boolean)) return;
		await deleteStaged(this.parts.database, id);
		this.givenUp.delete(id);
	}

	private async forget(id: string): Promise<void> {
		await deleteStaged(this.parts.database, id);
		const message =
			'an upload begun long ago and never kept is forgotten; its shards stay as orphans';
		this.parts.log.warn({ objectId: id }, message);
	}

	private async removeShard(bucketName: string, key: string): Promise<boolean> {
		const { map, settings, log } = this.parts;
		try {
			const bucket = map.bucket(bucketName);
			const { timeoutMs } = settings;
			await withTimeout({ bucket: bucketName, timeoutMs }, bucket.remove(key));
			await map.outbox.remove(key);
			return true;
		} catch (error) {
			if (!(error instanceof BucketFault)) throw error;
			log.warn({ key, reason: error.message }, 'a shard could not be removed yet');
			return false;
		}
	}
}
