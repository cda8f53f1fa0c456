/**
 * Quotas of owners. Stored bytes are counted in the database, over all processes: the bytes of all
 * shards. Uploads under way are counted in this process and added while bytes arrive, so that an
 * upload beyond the quota ends early. They count as plain bytes, fewer than their shards will have;
 * the database decides when it counts the object.
 */
import type { Database } from '../database/database';
import { storedBytes } from './usage-rows';

export class QuotaExceeded extends Error {
	constructor(
		readonly storedBytes: number,
		readonly quotaBytes: number,
	) {
		super(`${storedBytes} of ${quotaBytes} bytes are stored`);
		this.name = 'QuotaExceeded';
	}
}

/** Bytes of an upload between two checks of the database. */
const stepBytes = 8 * 1024 * 1024;

export class Quota {
	private readonly uploadingBytes = new Map<string, number>();

	constructor(
		private readonly database: Database,
		/** Undefined: no quota. */
		readonly bytesMax: number | undefined,
	) {}

	/** A claim for one upload. */
	claim(ownerId: string): Claim {
		return new Claim(this, ownerId);
	}

	/** Throws if stored bytes plus uploads under way exceed the quota. */
	async assertRoom(ownerId: string): Promise<void> {
		if (this.bytesMax === undefined) return;
		const stored = await storedBytes(this.database, ownerId);
		const uploadingBytes = this.uploadingBytes.get(ownerId) ?? 0;
		if (stored + uploadingBytes > this.bytesMax) throw new QuotaExceeded(stored, this.bytesMax);
	}

	/** The error for an object that the database refused to count. */
	async exceeded(ownerId: string): Promise<QuotaExceeded> {
		return new QuotaExceeded(await storedBytes(this.database, ownerId), this.bytesMax ?? 0);
	}

	add(ownerId: string, bytes: number): void {
		const sum = (this.uploadingBytes.get(ownerId) ?? 0) + bytes;
		if (sum === 0) this.uploadingBytes.delete(ownerId);
		else this.uploadingBytes.set(ownerId, sum);
	}
}

/** Plain bytes of one upload under way. */
export class Claim {
	private bytes = 0;
	private nextCheckAt = 0;

	constructor(
		private readonly quota: Quota,
		private readonly ownerId: string,
	) {}

	/** Claims plain bytes that arrived; throws `QuotaExceeded`. */
	async take(bytes: number): Promise<void> {
		this.bytes += bytes;
		this.quota.add(this.ownerId, bytes);
		if (this.bytes < this.nextCheckAt) return;
		this.nextCheckAt = this.bytes + stepBytes;
		await this.quota.assertRoom(this.ownerId);
	}

	/** Releases the claim, when the database counts the object or it is gone. */
	release(): void {
		this.quota.add(this.ownerId, -this.bytes);
		this.bytes = 0;
	}
}
