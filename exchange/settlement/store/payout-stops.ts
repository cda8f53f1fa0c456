/**
 * Stops the payouts of assets of which own accounts hold less at the tracker than the books explain.
 * A person resumes them; the same shortage does not stop them again, a larger one does.
 *
 *   row        on                                    becomes
 *   none       a shortage                            stopped
 *   stopped    a larger shortage                     stopped, with that amount
 *              a person resumes payouts              resumed
 *   resumed    a larger shortage than by then        stopped
 *              no shortage                           none
 */
import type { Clock } from '../../../server/clock';
import { clearAlarm, openAlarms, raiseAlarm, type AlarmParts } from '../../guard/alarms';
import type { Database } from '../../database/database';

/** Missing amount of an asset, in our smallest units; 0: nothing is missing. */
export interface Shortage {
	readonly asset: string;
	readonly short: bigint;
}

/** Stops payouts of assets whose shortage has grown, within the caller's transaction. */
export async function recordShortages(
	parts: AlarmParts,
	transaction: Database,
	shortages: readonly Shortage[],
): Promise<void> {
	for (const { asset, short } of shortages) {
		const stops = transaction.selectFrom('payout_stops').selectAll();
		const known = await stops.where('asset', '=', asset).executeTakeFirst();
		if (short > (known?.short ?? 0n)) await stop(parts, transaction, { asset, short });
		if (short > 0n || known === undefined || known.resumed_at === null) continue;
		await transaction.deleteFrom('payout_stops').where('asset', '=', asset).execute();
	}
}

async function stop(
	parts: AlarmParts,
	transaction: Database,
	{ asset, short }: Shortage,
): Promise<void> {
	const stopped = { short, stopped_at: parts.clock.now(), resumed_at: null };
	await transaction
		.insertInto('payout_stops')
		.values({ asset, ...stopped })
		.onConflict((conflict) => conflict.column('asset').doUpdateSet(stopped))
		.execute();
	const message = stopSentence(asset);
	await raiseAlarm(parts, transaction, { kind: 'SHORT', message, intentId: null });
}

function stopSentence(asset: string): string {
	return `payouts of ${asset} are stopped, for own accounts hold less of it at the tracker than the books explain`;
}

/** Assets whose payouts are stopped. */
export async function stoppedAssets(database: Database): Promise<readonly string[]> {
	const rows = await database
		.selectFrom('payout_stops')
		.select('asset')
		.where('resumed_at', 'is', null)
		.orderBy('asset')
		.execute();
	return rows.map(({ asset }) => asset);
}

export interface PayoutStop extends Shortage {
	/** Milliseconds since 1970, like `resumedAt`. */
	readonly stoppedAt: number;
	/** Null: payouts are stopped. */
	readonly resumedAt: number | null;
}

/** Lists the shortages by asset. */
export async function payoutStops(database: Database): Promise<readonly PayoutStop[]> {
	const rows = await database.selectFrom('payout_stops').selectAll().orderBy('asset').execute();
	return rows.map(({ asset, short, stopped_at: stopped, resumed_at: resumed }) => ({
		asset,
		short,
		stoppedAt: Number(stopped),
		resumedAt: resumed === null ? null : Number(resumed),
	}));
}

/** Resumes payouts of the asset, or of all; returns the assets that were stopped. */
export async function resumeAssets(
	{ clock }: { readonly clock: Clock },
	database: Database,
	asset: string | undefined,
): Promise<readonly string[]> {
	const stopped = (await stoppedAssets(database)).filter((one) => one === (asset ?? one));
	if (stopped.length === 0) return [];
	await database
		.updateTable('payout_stops')
		.set({ resumed_at: clock.now() })
		.where('asset', 'in', stopped)
		.execute();
	const sentences = new Set(stopped.map(stopSentence));
	for (const { id, kind, message } of await openAlarms(database)) {
		if (kind === 'SHORT' && sentences.has(message)) await clearAlarm({ clock }, database, id);
	}
	return stopped;
}
