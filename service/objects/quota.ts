/**
 * How much an owner may store. What is durable is counted in the database, together over all
 * processes, and never passes the quota. Bytes on their way are counted in this process and looked
 * at beside the durable ones while they arrive, so that an upload that cannot be kept ends early.
 */
import type { Database } from '../database/database';
import { storedBytes } from './usage-rows';

/** An owner would store more than they may. */
export class QuotaExceeded extends Error {
	constructor(
		readonly storedBytes: number,
		readonly quotaBytes: number,
	) {
		super(`${storedBytes} of ${quotaBytes} bytes are stored`);
		this.name = 'QuotaExceeded';
	}
}

/** So many bytes of one upload arrive between two looks at the database. */
const stepBytes = 8 * 1024 * 1024;

export class Quota {
	private readonly onTheirWay = new Map<string, number>();

	constructor(
		private readonly database: Database,
		/** None where there is no quota. */
		readonly bytesMax: number | undefined,
	) {}

	/** To be told of the bytes of one object as they arrive. */
	claim(ownerId: string): Claim {
		return new Claim(this, ownerId);
	}

	/** What an owner has stored, and what is on its way besides. */
	async assertRoom(ownerId: string): Promise<void> {
		if (this.bytesMax === undefined) return;
		const stored = await storedBytes(this.database, ownerId);
		const onTheirWay = this.onTheirWay.get(ownerId) ?? 0;
		if (stored + onTheirWay > this.bytesMax) throw new QuotaExceeded(stored, this.bytesMax);
	}

	/** The fault of an object that the database did not count. */
	async exceeded(ownerId: string): Promise<QuotaExceeded> {
		return new QuotaExceeded(await storedBytes(this.database, ownerId), this.bytesMax ?? 0);
	}

	add(ownerId: string, bytes: number): void {
		const sum = (this.onTheirWay.get(ownerId) ?? 0) + bytes;
		if (sum === 0) this.onTheirWay.delete(ownerId);
		else this.onTheirWay.set(ownerId, sum);
	}
}

/** The bytes of one object on its way. */
export class Claim {
	private bytes = 0;
	private lookAt = 0;

	constructor(
		private readonly quota: Quota,
		private readonly ownerId: string,
	) {}

	/** Takes room for bytes that arrived; throws `QuotaExceeded` when there is none. */
	async take(bytes: number): Promise<void> {
		this.bytes += bytes;
		this.quota.add(this.ownerId, bytes);
		if (this.bytes < this.lookAt) return;
		this.lookAt = this.bytes + stepBytes;
		await this.quota.assertRoom(this.ownerId);
	}

	/** Gives the room back: the object is counted in the database now, or gone. */
	release(): void {
		this.quota.add(this.ownerId, -this.bytes);
		this.bytes = 0;
	}
}
