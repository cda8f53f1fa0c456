/**
 * A trader who wants one transfer to be credited twice: their own key at the tracker runs into its
 * limit while a deposit is pulled, the id of the next deposit becomes the Idempotency-Key of a
 * transfer by their own hand. What they have at the tracker and at the exchange stays what it was.
 */
import { TestDatabases } from '../support/servers/databases';
import { AheadClock } from '../support/clocks/movable-clock';
import { until } from '../support/clients/requests';
import { auditLedger } from '../../exchange/history/reconciliation/audit';
import type { Resolver } from '../../exchange/settlement/setup/settings';
import { callTimes, landedMs } from './support/scripted-settling';
import { callTracker, issue, startSettling, addTrader, type Settling } from './support/settling';

const databases = new TestDatabases();
let settling: Settling;
afterEach(() => settling.close());
afterAll(() => databases.close());

const requestsPerMinuteMax = 400;
const owned = 100;

/** A trader with 100 credits at the tracker and two keys there; the second is used by hand alone. */
async function attacker() {
	const { service, exchange, assetIds } = settling;
	const { database } = exchange.exchange;
	const mallory = await addTrader(service, database, 'mallory');
	await issue(service, assetIds.CREDIT, { to: mallory.user, units: owned });
	const { accounts } = service.service;
	const caller = await accounts.callerByKey(mallory.key, '127.0.0.1');
	const { key: secondKey } = await accounts.addKey(caller?.userId ?? '', 'by hand');
	return { ...mallory, secondKey };
}

type Attacker = Awaited<ReturnType<typeof attacker>>;

async function runIntoLimit({ key }: Attacker): Promise<void> {
	const { url, organisation } = settling.service;
	const address = `${url}/tracker/${organisation.products.Tracker}/balances`;
	const ask = async () => (await fetch(address, { headers: { 'x-api-key': key } })).status;
	const statuses = await Promise.all(Array.from({ length: requestsPerMinuteMax }, ask));
	expect([...statuses, await ask()]).toContain(429);
}

interface Deposit {
	readonly depositId: string;
	readonly clientDepositId: string;
	readonly status: string;
}

/** Asks for a deposit, and does not wait for what becomes of it; resolves in one of these states. */
async function deposit(
	{ key, secondKey }: Attacker,
	name: 'first' | 'second',
	states: readonly string[],
): Promise<Deposit> {
	const body = { asset: 'CREDIT', amount: String(owned), clientDepositId: name };
	const headers = { 'x-tracker-key': name === 'first' ? key : secondKey };
	void settling.exchange.call('POST', '/deposits', { key, body, headers });
	return until(async () => {
		const { body: listed } = await settling.exchange.call('GET', '/deposits', { key });
		return (listed as readonly Deposit[]).find(
			({ clientDepositId, status }) => clientDepositId === name && states.includes(status),
		);
	});
}

async function transferByHand({ secondKey }: Attacker, idempotencyKey: string): Promise<void> {
	const { service, assetIds, escrow } = settling;
	const resource = `assets/${assetIds.CREDIT}/transfer`;
	const body = { recipientEmail: escrow.email, amount: owned };
	const headers = { 'idempotency-key': idempotencyKey };
	await callTracker(service, 'POST', resource, body, secondKey, headers);
}

async function credited({ accountId }: Attacker): Promise<bigint> {
	const row = await settling.exchange.exchange.database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', accountId)
		.where('asset', '=', 'CREDIT')
		.executeTakeFirst();
	return row?.available ?? 0n;
}

const ended = ['SETTLED', 'REFUSED', 'HELD_FOR_REVIEW'];

test.each<readonly [string, readonly Resolver[]]>([
	['the list', ['transaction-list']],
	['the balance', ['balance']],
])('one transfer is one deposit, with %s as evidence', async (_, resolvers) => {
	const settings = { resolvers: [...resolvers], ...callTimes };
	const clock = new AheadClock();
	let nowMs = 0;
	settling = await startSettling(await databases.place(), settings, {
		...{ requestsPerMinuteMax, clock },
		nowMs: () => nowMs,
	});
	const mallory = await attacker();
	await runIntoLimit(mallory);
	await deposit(mallory, 'first', ['UNKNOWN']);
	const { depositId } = await deposit(mallory, 'second', ['PLANNED']);
	await transferByHand(mallory, depositId);
	// The minute of the limit ends, and what was under way has landed or never will.
	nowMs = 60_000;
	clock.pass(landedMs);
	await deposit(mallory, 'first', ended);
	await deposit(mallory, 'second', ended);
	expect(await credited(mallory)).toBeLessThanOrEqual(BigInt(owned));
	expect(await settling.held(settling.escrow, 'CREDIT')).toBe(owned);
	expect(await auditLedger(settling.exchange.exchange.database)).toEqual([]);
});
