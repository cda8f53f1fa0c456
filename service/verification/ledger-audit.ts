/**
 * Audits the tracker's ledger regularly: recomputes every sum from the movements, in a separate
 * process, so that no request waits. The result is a row for health and metrics; a change is
 * logged. One process audits at a time. It repairs nothing and stops nothing.
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
	/** Pause between the end of an audit and the next. */
	readonly pauseMs: number;
	readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
	/** Called if an audit fails; the next one comes at its time. */
	readonly onFault: (fault: unknown) => void;
}

/** Result of the audit process. */
export interface Audited {
	readonly findings: number;
	readonly first: Finding | null;
}

const lookMsMax = 60_000;

/** TypeScript in the sources, where the process reads it by the loader of this one; JavaScript when built. */
const ending = path.extname(__filename);
const processFile = path.join(__dirname, `audit-process${ending}`);

export class LedgerAudit {
	private readonly closing = new AbortController();
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	/** Start or last attempt; without an earlier audit the first comes a pause after the start. */
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

	/** Aborts the audit under way. */
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
			// abs(): a clock that was set back must not delay the audit.
			if (Math.abs(clock.now() - last) >= pauseMs) await this.audit();
		});
	}

	/** Audits now, stores the result and logs a change. */
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

/** Result of the last audit; undefined before the first. */
export function lastAudit(database: Database) {
	return database.selectFrom('ledger_audits').selectAll().executeTakeFirst();
}

/** State for the health check; undefined before the first audit. */
export async function auditHealth(database: Database): Promise<string | undefined> {
	const last = await lastAudit(database);
	if (last === undefined) return undefined;
	return last.findings === 0 ? 'complete' : `alarm: ${last.findings} findings`;
}

/**
 * Settles when the process has ended, so that it cannot outlive the service; undefined if it was
 * aborted.
 */
function auditInProcess(place: DatabasePlace, signal: AbortSignal): Promise<Audited | undefined> {
	if (signal.aborted) return Promise.resolve(undefined);
	const { dataFolder, databaseUrl } = place;
	const child = fork(processFile, {
		env: process.env,
		execArgv: ending === '.ts' ? process.execArgv : [],
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
		// If the process dies before it reads this, 'close' reports it.
		child.send({ dataFolder, databaseUrl } satisfies DatabasePlace, () => undefined);
	});
}
