/**
 * Repairs what a clock that was ahead leaves behind once it is set back: transfers and transit
 * accounts that wait for an impossible time, and logs whose newest time is in the future. Waiting
 * times are reduced as far as that is safe, and an alarm is raised. Times of a log never decrease,
 * so they stand still until the clock has caught up.
 */
import { sql } from 'kysely';
import { raiseAlarm, type AlarmParts } from '../../guard/alarms';
import type { Database } from '../../database/database';
import { isOpen } from '../../database/intent-states';
import { longestDelayMs } from '../state/call';
import type { TreasuryParts } from '../setup/parts';

/** More than the difference between the clocks of several machines. */
const slackMs = 10_000;

export type ClockParts = Pick<
	TreasuryParts,
	'database' | 'clock' | 'newId' | 'settings' | 'onAlarm'
>;

/** Reduces impossible waiting times; called periodically. */
export async function reduceWaits(parts: ClockParts): Promise<void> {
	if ((await aheadIntents(parts)).length === 0 && !(await hasLongRest(parts))) return;
	await parts.database.transaction().execute(async (transaction) => {
		for (const id of await aheadIntents({ ...parts, database: transaction })) {
			await reduceWait(parts, transaction, id);
		}
		await shortenRests(parts, transaction);
		const message =
			'transfers waited for times that a clock that was ahead had set, and go on now; look at the clocks of all machines';
		await raiseAlarm(parts, transaction, { kind: 'CLOCK', message, intentId: null });
	});
}

/**
 * Intents that wait and were last changed in the future; or were tried by a clock that was ahead
 * and answered after it was set back; or are planned for later than any plan allows.
 */
async function aheadIntents({
	database,
	clock,
}: Pick<ClockParts, 'database' | 'clock'>): Promise<readonly string[]> {
	const soon = BigInt(clock.now() + slackMs);
	const rows = await database
		.selectFrom('intents')
		.innerJoin('intent_steps', (join) =>
			join
				.onRef('intent_steps.intent_id', '=', 'intents.id')
				.onRef('intent_steps.version', '=', 'intents.version'),
		)
		.select('intents.id')
		.where(sql<boolean>`intents.${isOpen}`)
		.where('intents.due_at', '>', soon)
		.where((where) =>
			where.or([
				where('intent_steps.at', '>', soon),
				where('intents.last_doubt_at', '>', soon),
				where('intents.tried_since', '>', soon),
				where.and([
					where('intents.state', '=', 'PLANNED'),
					where('intents.due_at', '>', soon + BigInt(longestDelayMs)),
				]),
			]),
		)
		.execute();
	return rows.map(({ id }) => id);
}

/**
 * Nothing can have been sent later than now. A worker that may be making the call gets its whole
 * time again. The first doubt of a FUND call stays, because the call is named after it.
 */
async function reduceWait(
	{ clock, settings }: ClockParts,
	transaction: Database,
	id: string,
): Promise<void> {
	const now = sql<bigint>`cast(${BigInt(clock.now())} as bigint)`;
	const owned = sql<bigint>`cast(${BigInt(clock.now() + 3 * settings.timeoutMs)} as bigint)`;
	const notAfterNow = (column: string) => {
		const time = sql.ref<bigint | null>(column);
		return sql<bigint | null>`case when ${time} > ${now} then ${now} else ${time} end`;
	};
	const first = sql.ref<bigint | null>('first_doubt_at');
	await transaction
		.updateTable('intents')
		.set({
			due_at: sql<bigint>`case when state = 'SENDING' then ${owned} else ${now} end`,
			last_doubt_at: notAfterNow('last_doubt_at'),
			tried_since: notAfterNow('tried_since'),
			first_doubt_at: sql<
				bigint | null
			>`case when leg = 'FUND' then ${first} when ${first} > ${now} then ${now} else ${first} end`,
		})
		.where('id', '=', id)
		.execute();
}

async function hasLongRest({ database, clock, settings }: ClockParts): Promise<boolean> {
	const row = await database
		.selectFrom('transit_accounts')
		.select('email')
		.where('state', '=', 'COLLECTING')
		.where('rest_until', '>', BigInt(clock.now() + settings.transitRestMs + slackMs))
		.executeTakeFirst();
	return row !== undefined;
}

/** Limits a rest to one that begins now. */
async function shortenRests({ clock, settings }: ClockParts, transaction: Database): Promise<void> {
	const until = clock.now() + settings.transitRestMs;
	await transaction
		.updateTable('transit_accounts')
		.set({ rest_until: until })
		.where('state', '=', 'COLLECTING')
		.where('rest_until', '>', BigInt(until + slackMs))
		.execute();
}

/** Raises an alarm for each market whose newest command is in the future. */
export async function raiseTimesAhead(
	parts: AlarmParts & { readonly database: Database },
): Promise<void> {
	const { database, clock } = parts;
	const rows = await database
		.selectFrom('logs')
		.select(['market', 'last_time'])
		.where('last_time', '>', BigInt(clock.now() + slackMs))
		.execute();
	for (const { market, last_time: lastTime } of rows) {
		const time = new Date(Number(lastTime)).toISOString();
		const message = `the newest command of ${market} is of ${time}, by a clock that was ahead; its times stand still until then`;
		await database
			.transaction()
			.execute((transaction) =>
				raiseAlarm(parts, transaction, { kind: 'CLOCK', message, intentId: null }),
			);
	}
}
