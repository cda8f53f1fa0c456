/**
 * How everything of a stage stands, for whoever waits in vain: its programs, what the traders ask for,
 * what is open in the database, what its server waits for. Whatever does not answer is told as that.
 */
import fs from 'node:fs';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { within } from '../../../server/deadline';
import { isPostgres } from '../../../server/database/database';
import type { ProgramProcess } from '../../support/programs/program-process';
import type { Load } from './load';
import type { Venue } from './stage';

const patienceMs = 3_000;

/** Of what a program printed last, beside the requests it has answered. */
const linesMax = 8;
const lineLengthMax = 400;
const asked = /"level":30/;

/** Some lines of text. */
export async function standing(stage: Venue, load: Load): Promise<string> {
	const { exchange, services, database } = stage;
	const programs = Object.entries({
		...named('api', exchange.apis),
		...named('worker', exchange.workers),
		...named('service', services),
	});
	const parts: Readonly<Record<string, Promise<unknown>>> = {
		...Object.fromEntries(exchange.urls.map((url, at) => [`ready of api ${at}`, readiness(url)])),
		Redis: redisStanding(exchange.redis.url),
		lanes: rowsOf(stage, lanes),
		intents: rowsOf(stage, intents),
		settlement: rowsOf(stage, settlement),
		alarms: rowsOf(stage, alarms),
		...(isPostgres(database) && {
			sessions: rowsOf(stage, sessions),
			standbys: rowsOf(stage, standbys),
		}),
	};
	const told = Object.entries(parts).map(
		async ([name, part]) => `${name}: ${await answerOf(part)}`,
	);
	return [
		...programs.map(([name, program]) => `${name}: ${stateOf(program)}`),
		...(await Promise.all(told)),
		...load.asked(),
		...programs.map(([name, program]) => `${name} printed: ${lastLines(program)}`),
	].join('\n');
}

const named = (kind: string, programs: readonly ProgramProcess[]) =>
	Object.fromEntries(programs.map((program, at) => [`${kind} ${at}`, program]));

async function answerOf(part: Promise<unknown>): Promise<string> {
	try {
		const answer = await within(patienceMs, part);
		return typeof answer === 'string' ? answer : JSON.stringify(answer, jsonOf);
	} catch (fault) {
		return String(fault);
	}
}

const jsonOf = (_name: string, value: unknown) =>
	typeof value === 'bigint' ? String(value) : value;

/** As the operating system sees it: running, sleeping, stopped or gone. */
function stateOf({ pid }: ProgramProcess): string {
	try {
		const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
		return /^State:\s+(.*)$/m.exec(status)?.[1] ?? 'unknown';
	} catch {
		return 'gone';
	}
}

function lastLines(program: ProgramProcess): string {
	const lines = program.output().split('\n');
	const told = lines.filter((line) => !asked.test(line)).slice(-linesMax);
	return told.map((line) => line.slice(0, lineLengthMax)).join('\n');
}

async function readiness(url: string): Promise<string> {
	const answer = await fetch(`${url}/health/ready`);
	return `${answer.status} ${await answer.text()}`;
}

async function redisStanding(url: string): Promise<string> {
	const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
	redis.on('error', () => undefined);
	try {
		return await within(patienceMs, redis.ping());
	} finally {
		redis.disconnect();
	}
}

const lanes = `select logs.market, status, paused_until, cursor, last_sequence, last_time, epoch
	from logs join lanes on lanes.market = logs.market join markets on symbol = logs.market`;

const intents = `select kind, state, slot, count(*) as count, min(due_at) as due_at,
	max(attempt) as attempts, max(sent_at) as sent_at, max(reason) as reason
	from intents where state not in ('SETTLED', 'REFUSED') group by kind, state, slot order by 2, 1, 3`;

const settlement = `select settlement_state.*, (select count(*) from payout_stops) as stops,
	(select count(*) from reservations where state = 'OPEN') as reservations from settlement_state`;

const alarms = `select kind, message, intent_id, raised_at, cleared_at
	from alarms order by raised_at desc limit 10`;

/** Those that do something, or wait. */
const sessions = `select pid, state, wait_event_type as wait, wait_event as event,
	pg_blocking_pids(pid) as behind, extract(epoch from clock_timestamp() - state_change) as seconds,
	left(query, 120) as query
	from pg_stat_activity where backend_type = 'client backend' and state <> 'idle'`;

const standbys = `select state, sync_state, sent_lsn, flush_lsn, pg_current_wal_lsn() as at
	from pg_stat_replication`;

async function rowsOf({ database }: Venue, query: string): Promise<unknown> {
	const { rows } = await sql.raw(query).execute(database);
	return rows;
}
