/**
 * The ledger is audited while the service runs: an amount that was edited below it is an alarm until it
 * is put back, told once in the log, and in health and metrics by every process.
 */
import { sql } from 'kysely';
import { systemClock } from '../../../server/clock';
import { soleSession } from '../../../server/database/process-session';
import { LedgerAudit, lastAudit } from '../../../service/verification/ledger-audit';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { unchecked } from '../../support/hostile/unchecked';
import { Tracker } from '../assets/tracker';

let running: RunningService;
const logged: string[] = [];

beforeAll(async () => {
	running = await startService();
	const { admin, products } = running.organisation;
	const tracker = new Tracker(running, products.Tracker);
	const assetId = await tracker.asset(admin);
	const to = { assetId, recipientEmail: admin.email };
	expect((await tracker.issue(admin, { ...to, amount: 100 })).status).toBe(200);
});

afterAll(() => running.close());

function ledgerAudit(pauseMs = 3_600_000): LedgerAudit {
	const { dataFolder, databaseUrl, service } = running;
	const tell = (fields: object | string, message = '') => {
		logged.push(typeof fields === 'string' ? fields : message);
	};
	return new LedgerAudit({
		...{ place: { dataFolder, databaseUrl }, database: service.database, pauseMs },
		...{ clock: systemClock, session: soleSession(), log: { error: tell, info: tell } },
		onFault: (fault) => {
			throw fault;
		},
	});
}

/** Gives every balance another amount, as a person with access to the database could. */
async function edit(from: string, to: string): Promise<void> {
	await unchecked(running.service.database, (connection) =>
		sql`update asset_balances set amount = ${to} where amount = ${from}`.execute(connection),
	);
}

async function told() {
	const ask = (location: string) => send({ method: 'GET', url: running.url + location });
	const { text } = await ask('/metrics');
	const sample = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
	const { status, ledger } = (await ask('/health/ready')).json() as Record<string, unknown>;
	const isAudited = sample('sealkeeper_ledger_audited_timestamp_seconds') > 0;
	return { status, ledger, findings: sample('sealkeeper_ledger_findings'), isAudited };
}

/** Once what was told a moment ago is forgotten. */
function untilTold(wanted: Awaited<ReturnType<typeof told>>): Promise<true> {
	return until(async () =>
		JSON.stringify(await told()) === JSON.stringify(wanted) ? true : undefined,
	);
}

test('what was edited is told until it is put back, and once in the log', async () => {
	const { database } = running.service;
	expect(await told()).toEqual({ status: 'ready', findings: 0, isAudited: false });
	const audit = ledgerAudit();
	await audit.audit();
	await untilTold({ status: 'ready', ledger: 'complete', findings: 0, isAudited: true });
	await edit('100', '101');
	await audit.audit();
	// The sum of the movements and the hash; where triggers saw the edit, what is issued and held as well.
	const { findings = 0, first_finding: first } = (await lastAudit(database)) ?? {};
	expect(findings).toBeGreaterThanOrEqual(2);
	await untilTold({
		...{ status: 'ready', ledger: `alarm: ${findings} findings` },
		...{ findings, isAudited: true },
	});
	expect(JSON.parse(first ?? '')).toMatchObject({
		record: 'balance',
		expected: '100',
		found: '101',
	});
	await audit.audit();
	await edit('101', '100');
	await audit.audit();
	await audit.audit();
	expect(logged).toEqual([
		'the ledger does not add up: admin -- verify',
		'the ledger adds up again',
	]);
	await audit.close();
});

test('it is audited a pause after the start, and again a pause after that', async () => {
	const { database } = running.service;
	await database.deleteFrom('ledger_audits').execute();
	const audit = ledgerAudit(50);
	audit.start();
	const first = await until(() => lastAudit(database));
	await until(async () =>
		(await lastAudit(database))?.ended_at === first.ended_at ? undefined : true,
	);
	await audit.close();
});

test('an audit under way ends with the service', async () => {
	const audit = ledgerAudit();
	const before = await lastAudit(running.service.database);
	const done = audit.audit();
	await audit.close();
	await done;
	const after = await lastAudit(running.service.database);
	expect(after).toEqual(before);
});
