/**
 * Audits the tracker's ledger every so often while the service runs: every sum is worked out again from
 * the movements, in a process of its own, so that no request waits for it. What it found is a row that
 * every process tells in health and metrics; the log is told when that changes. Of several processes
 * on one database one audits at a time. Nothing is put right here, and nothing is stopped.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database, DatabasePlace } from '../database/database';
import type { Finding } from './finding';

export interface LedgerAuditParts {
	readonly place: DatabasePlace;
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	/** From the end of one audit to the begin of the next. */
	readonly pauseMs: number;
	readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
	/** Told of an audit that could not be done; the next one is tried in its time. */
	readonly onFault: (fault: unknown) => void;
}

/** What a process that audits answers. */
export interface Audited {
	readonly findings: number;
	readonly first: Finding | null;
}

const lookMsMax = 60_000;

/** The file lies beside this one: TypeScript in the sources, JavaScript when built. */
const processFile = path.join(__dirname, `audit-process${path.extname(__filename)}`);

export class LedgerAudit {
	private readonly closing = new AbortController();
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	/** What was not done before this process is due a pause after its start. */
	private triedAt: number;

	constructor(private readonly parts: LedgerAuditParts) {
		this.triedAt = parts.clock.now();
	}

	start(): void {
		const look = () => {
			this.running = this.running.then(() => this.auditIfDue()).catch(this.parts.onFault);
		};
		this.timer = setInterval(look, Math.min(this.parts.pauseMs, lookMsMax)).unref();
	}

	/** Ends the audit under way; the next process does another. */
	async close(): Promise<void> {
		clearInterval(this.timer);
		this.closing.abort();
		await this.running;
	}

	private async auditIfDue(): Promise<void> {
		const { database, clock, session, pauseMs } = this.parts;
		if (this.closing.signal.aborted) return;
		await session.tryTurn('audit of the ledger', async () => {
			const before = await lastAudit(database);
			const endedAt = before === undefined ? -Infinity : Date.parse(before.ended_at);
			const last = Math.max(endedAt, this.triedAt);
			// A clock that was set back delays nothing.
			if (Math.abs(clock.now() - last) >= pauseMs) await this.audit();
		});
	}

	/** Audits now, and keeps and tells what it found. */
	async audit(): Promise<void> {
		const { place, database, clock, log } = this.parts;
		this.triedAt = clock.now();
		const before = await lastAudit(database);
		const audited = await auditInProcess(place, this.closing.signal);
		if (audited === undefined) return;
		const { findings, first } = audited;
		const first_finding = first && JSON.stringify(first);
		const row = { ended_at: isoTime(clock), findings, first_finding };
		await database
			.insertInto('ledger_audits')
			.values({ name: 'ledger', ...row })
			.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
			.execute();
		if (findings > 0) {
			const isKnown = before?.findings === findings && before.first_finding === first_finding;
			if (!isKnown) log.error({ findings, first }, 'the ledger does not add up: admin -- verify');
		} else if (before !== undefined && before.findings > 0) {
			log.info('the ledger adds up again');
		}
	}
}

/** What the last audit found; nothing before the first. */
export function lastAudit(database: Database) {
	return database.selectFrom('ledger_audits').selectAll().executeTakeFirst();
}

/** One word for health; nothing before the first audit. */
export async function auditWord(database: Database): Promise<string | undefined> {
	const last = await lastAudit(database);
	if (last === undefined) return undefined;
	return last.findings === 0 ? 'complete' : `alarm: ${last.findings} findings`;
}

/** Settles when the process has ended, so that none outlives the service; nothing when it was told to end. */
function auditInProcess(place: DatabasePlace, signal: AbortSignal): Promise<Audited | undefined> {
	if (signal.aborted) return Promise.resolve(undefined);
	const { dataFolder, databaseUrl } = place;
	const child = fork(processFile, {
		env: process.env,
		execArgv: [],
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	let audited: Audited | undefined;
	let complaint = '';
	return new Promise((resolve, reject) => {
		const kill = () => child.kill('SIGKILL');
		signal.addEventListener('abort', kill, { once: true });
		child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
		child.once('message', (message) => (audited = message as Audited));
		child.once('error', reject);
		child.once('close', () => {
			signal.removeEventListener('abort', kill);
			if (audited !== undefined || signal.aborted) resolve(audited);
			else reject(new Error(`an audit of the ledger ended without an outcome: ${complaint}`));
		});
		// A process that ends before it has read where to look says so by ending, not here.
		child.send({ dataFolder, databaseUrl } satisfies DatabasePlace, () => undefined);
	});
}
