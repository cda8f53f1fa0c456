/**
 * Maintenance of the exchange. Every process reads it from the database, and it lasts until
 * somebody ends it, whatever end was announced. Orders can be cancelled and everything can be read;
 * transfers at the tracker go on.
 */
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';

export interface Maintenance {
	/** Milliseconds since 1970, like `endsAt`. */
	readonly since: number;
	/** Public. */
	readonly reason: string;
	/** The announced end; undefined: unknown. */
	readonly endsAt: number | undefined;
}

/** Lower bound of `Retry-After`. */
const retryAfterSecondsMin = 30;

export function retryAfterSeconds({ endsAt }: Maintenance, now: number): number {
	const rest = endsAt === undefined ? 0 : Math.ceil((endsAt - now) / 1000);
	return Math.max(retryAfterSecondsMin, rest);
}

export async function readMaintenance(database: Database): Promise<Maintenance | undefined> {
	const row = await database.selectFrom('maintenance').selectAll().executeTakeFirst();
	if (row === undefined) return undefined;
	const endsAt = row.ends_at === null ? undefined : Number(row.ends_at);
	return { since: Number(row.since), reason: row.reason, endsAt };
}

/** Begins maintenance, or changes reason and announced end. */
export async function setMaintenance(
	transaction: Database,
	{ clock }: { readonly clock: Clock },
	{ reason, endsAt }: Omit<Maintenance, 'since'>,
): Promise<void> {
	const announced = { reason, ends_at: endsAt ?? null };
	await transaction
		.insertInto('maintenance')
		.values({ id: 1, since: clock.now(), ...announced })
		.onConflict((conflict) => conflict.column('id').doUpdateSet(announced))
		.execute();
}

/** Returns false if the exchange was not in maintenance. */
export async function endMaintenance(transaction: Database): Promise<boolean> {
	const { numDeletedRows } = await transaction.deleteFrom('maintenance').executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}
