/**
 * Tells the service through whose console people sign in what waits for them here, so that the console's first page has
 * it: when it changes, and every few minutes. Nothing here depends on it: a report that is not taken is a fault in the
 * log, and the next one brings everything.
 */
import { alarmLengthMax } from '../../api/platform/waiting';
import type { Database } from '../database/database';
import { isHeld, isWaiting } from '../database/intent-states';
import { mostSevere, openAlarms } from '../guard/alarms';
import type { Treasury } from '../settlement/treasury';
import type { WaitingReport } from '../tracker/client';

const lookEveryMs = 2_000;
const tellEveryMs = 2 * 60_000;

export interface WaitingReportParts {
	readonly database: Database;
	readonly treasury: Pick<Treasury, 'tracker' | 'settings'>;
	/** Undefined: the service knows one exchange for our organisation. */
	readonly publicUrl: string | undefined;
	readonly onFault: (fault: unknown) => void;
}

/** Runs until ended. */
export function reportWaiting(parts: WaitingReportParts): { end(): Promise<void> } {
	const { tracker, settings } = parts.treasury;
	let last = { text: '', at: -Infinity };
	const look = async () => {
		const told = await whatWaits(parts);
		const text = JSON.stringify(told);
		const now = performance.now();
		if (text === last.text && now - last.at < tellEveryMs) return;
		// Kept before the answer, so that one that is not taken waits for a change or its time.
		last = { text, at: now };
		const fault = await tracker.reportWaiting(settings.escrow.key, told);
		if (fault !== undefined)
			throw new Error(`the service was not told what waits for people: ${fault}`);
	};
	let running: Promise<void> | undefined;
	const begin = () => {
		running ??= look()
			.catch(parts.onFault)
			.finally(() => {
				running = undefined;
			});
	};
	begin();
	const timer = setInterval(begin, lookEveryMs);
	return {
		async end() {
			clearInterval(timer);
			await running;
		},
	};
}

async function whatWaits({ database, publicUrl }: WaitingReportParts): Promise<WaitingReport> {
	const alarms = await openAlarms(database);
	const alarm = mostSevere(alarms)?.message.slice(0, alarmLengthMax).toWellFormed();
	return {
		...(publicUrl !== undefined && { program: publicUrl }),
		page: '/admin',
		heldTransfers: await countIntents(database, isHeld),
		waitingPayouts: await countIntents(database, isWaiting),
		openAlarms: alarms.length,
		...(alarm !== undefined && { alarm }),
	};
}

async function countIntents(database: Database, state: typeof isHeld): Promise<number> {
	const { count } = await database
		.selectFrom('intents')
		.select(({ fn }) => fn.countAll<bigint>().as('count'))
		.where(state)
		.executeTakeFirstOrThrow();
	return Number(count);
}
