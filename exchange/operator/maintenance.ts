/**
 * The exchange in maintenance: every process sees it in the database, and it lasts until somebody
 * ends it, whatever end was announced. Orders can be cancelled and everything read meanwhile, and
 * what is under way at the tracker goes on.
 */
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';

export interface Maintenance {
	/** Milliseconds since 1970, as the end. */
	readonly since: number;
	/** For everybody to read. */
	readonly reason: string;
	/** As it was announced; undefined where that is not known. */
	readonly endsAt: number | undefined;
}

/** The least `Retry-After`: before that nothing changes. */
const retryAfterSecondsLeast = 30;

export function retryAfterSeconds({ endsAt }: Maintenance, now: number): number {
	const rest = endsAt === undefined ? 0 : Math.ceil((endsAt - now) / 1000);
	return Math.max(retryAfterSecondsLeast, rest);
}

export async function readMaintenance(database: Database): Promise<Maintenance | undefined> {
	const row = await database.selectFrom('maintenance').selectAll().executeTakeFirst();
	if (row === undefined) return undefined;
	const endsAt = row.ends_at === null ? undefined : Number(row.ends_at);
	return { since: Number(row.since), reason: row.reason, endsAt };
}

/** Begins it, or announces it anew where it has begun. */
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

/** Answers whether there was one. */
export async function endMaintenance(transaction: Database): Promise<boolean> {
	const { numDeletedRows } = await transaction.deleteFrom('maintenance').executeTakeFirstOrThrow();
	return numDeletedRows > 0n;
}
