/**
 * What a clock that was ahead and has been set back leaves behind: transfers that are not due and
 * accounts that rest until a time that nothing done by now could have set, and logs whose newest
 * time is yet to come. Times are pulled in as far as that is safe, and an alarm says so; those of a
 * log stay, because they never go back, and stand still until the clock has caught up.
 */
import { sql } from 'kysely';
import { raiseAlarm, type AlarmParts } from '../../operator/alarms';
import type { Database } from '../../database/database';
import { isOpen } from '../../database/intent-states';
import { longestDelayMs } from '../state/call';
import type { TreasuryParts } from '../setup/parts';

/** Clocks of several machines differ by less. */
const slackMs = 10_000;

export type ClockParts = Pick<
	TreasuryParts,
	'database' | 'clock' | 'newId' | 'settings' | 'onAlarm'
>;

/** Pulls in what is of a clock that was ahead; called again and again. */
export async function pullInTimes(parts: ClockParts): Promise<void> {
	if ((await aheadIntents(parts)).length === 0 && !(await hasLongRest(parts))) return;
	await parts.database.transaction().execute(async (transaction) => {
		for (const id of await aheadIntents({ ...parts, database: transaction })) {
			await pullIn(parts, transaction, id);
		}
		await shortenRests(parts, transaction);
		const message =
			'transfers waited for times that a clock that was ahead had set, and go on now; look at the clocks of all machines';
		await raiseAlarm(parts, transaction, { kind: 'CLOCK', message, intentId: null });
	});
}

/**
 * Waiting, and last changed at a time that is yet to come; or tried by a clock that was ahead, and
 * answered when it had been set back; or planned for later than any plan is.
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
 * Nothing can have been sent later than now. Who may be making the call has its whole time again.
 * The first doubt of a funding stays as it is, for its call is named after it.
 */
async function pullIn(
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

/** A rest that was begun at the latest now. */
async function shortenRests({ clock, settings }: ClockParts, transaction: Database): Promise<void> {
	const until = clock.now() + settings.transitRestMs;
	await transaction
		.updateTable('transit_accounts')
		.set({ rest_until: until })
		.where('state', '=', 'COLLECTING')
		.where('rest_until', '>', BigInt(until + slackMs))
		.execute();
}

/** An alarm for each market whose newest command is of a time yet to come. */
export async function tellTimesAhead(
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
