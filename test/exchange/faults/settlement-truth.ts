/**
 * Compares what the tracker says, read past the proxy, with the exchange's tables, when both have
 * come to rest. It shares nothing with the code it checks but the tables.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../exchange/database/schema';
import { auditLedger } from '../../../exchange/reconciliation/audit';
import { callTracker, heldBy, trackerAssets, unitOf } from '../support/settling';
import { startUnits, type SettlingProcesses } from '../support/settling-processes';

type IntentRow = Selectable<Schema['intents']>;

interface Transfer {
	readonly id: string;
	readonly assetId: string;
	readonly batchId?: string;
	readonly amount: number;
	readonly senderDisplayName: string;
	readonly recipientDisplayName: string;
}

/** One sentence for each thing that is not as it must be. */
export async function settlementFaults(settling: SettlingProcesses): Promise<readonly string[]> {
	const { database } = settling;
	const intents = await database.selectFrom('intents').selectAll().orderBy('number').execute();
	const sealed = await database.selectFrom('sealed_keys').selectAll().execute();
	return [
		...(await auditLedger(database)),
		...(await transferFaults(settling, intents)),
		...(await balanceFaults(settling, intents)),
		...sealed.map(({ intent_id: id }) => `the key of ${id} outlives its deposit`),
	];
}

/** Every settled intent is one transfer at the tracker, and every transfer one settled intent. */
async function transferFaults(
	settling: SettlingProcesses,
	intents: readonly IntentRow[],
): Promise<readonly string[]> {
	const faults: string[] = [];
	/** What each transfer between a trader and an own account was, by its id. */
	const moved = new Map<string, string>();
	for (const asset of trackerAssets) {
		for (const row of await transfersOf(settling, settling.assetIds[asset])) {
			const what = describe(settling, asset, row);
			if (what !== undefined) moved.set(row.id, what);
		}
	}
	const settled: string[] = [];
	for (const intent of intents) {
		const { id, kind, state, reason, asset, units, transaction_id: transactionId } = intent;
		const what = `${kind} of ${units} ${asset}, ${intent.trader_email}`;
		if (state === 'REFUSED') continue;
		if (state !== 'SETTLED') faults.push(`${id}, ${what}, is ${state}: ${reason}`);
		else settled.push(what);
		if (transactionId !== null && moved.get(transactionId) !== what) {
			faults.push(`${id}, ${what}, is settled by ${moved.get(transactionId)}`);
		}
	}
	const ids = intents.flatMap(({ transaction_id: id }) => id ?? []);
	if (new Set(ids).size !== ids.length) faults.push('one transfer settles two intents');
	const [inTracker, inBooks] = [countsOf([...moved.values()]), countsOf(settled)];
	for (const what of new Set([...inTracker.keys(), ...inBooks.keys()])) {
		const [times, wanted] = [inTracker.get(what) ?? 0, inBooks.get(what) ?? 0];
		if (times !== wanted) faults.push(`${what}: happened ${times} times, settled ${wanted} times`);
	}
	return faults;
}

/** In the words an intent is described in; undefined for a transfer among own accounts. */
function describe(
	{ own }: SettlingProcesses,
	asset: string,
	{ senderDisplayName: sender, recipientDisplayName: recipient, amount }: Transfer,
): string | undefined {
	const isOwn = (email: string) => own.some((user) => user.email === email);
	if (isOwn(sender) && isOwn(recipient)) return undefined;
	return isOwn(recipient)
		? `DEPOSIT of ${amount} ${asset}, ${sender}`
		: `PAYOUT of ${amount} ${asset}, ${recipient}`;
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** All transfers of an asset, as its administrator sees them; what was issued is left out. */
async function transfersOf({ tracker }: SettlingProcesses, id: string): Promise<Transfer[]> {
	const limit = 100;
	const rows: Transfer[] = [];
	for (let offset = 0; ; offset += limit) {
		const page = `assets/${id}/transactions?limit=${limit}&offset=${offset}`;
		const found = (await callTracker(tracker, 'GET', page)) as readonly Transfer[];
		rows.push(...found.filter(({ batchId }) => batchId === undefined));
		if (found.length < limit) return rows;
	}
}

/** Traders and own accounts hold what they had in the beginning and what was settled since. */
async function balanceFaults(
	{ tracker, traders, own, assetIds, database }: SettlingProcesses,
	intents: readonly IntentRow[],
): Promise<readonly string[]> {
	const faults: string[] = [];
	const books = await database.selectFrom('balances').selectAll().execute();
	for (const asset of trackerAssets) {
		const settled = intents.filter((row) => row.asset === asset && row.state === 'SETTLED');
		let total = 0;
		for (const { accountId, user } of traders) {
			const ofTrader = settled.filter((row) => row.account_id === accountId);
			const moved = ofTrader.reduce((sum, { kind, units }) => {
				return kind === 'DEPOSIT' ? sum - Number(units) : sum + Number(units);
			}, 0);
			const held = await heldBy(tracker, user, assetIds[asset]);
			total += held;
			const expected = startUnits[asset] + moved;
			if (held !== expected) faults.push(`${user.email} holds ${held} ${asset}, not ${expected}`);
			if (held < 0) faults.push(`${user.email} is below zero with ${held} ${asset}`);
		}
		const owed = books
			.filter((row) => row.asset === asset && row.account_id !== 'external')
			.reduce((sum, { available, held }) => sum + available + held, 0n);
		let held = 0;
		for (const user of own) held += await heldBy(tracker, user, assetIds[asset]);
		if (BigInt(held) * unitOf[asset] !== owed) {
			faults.push(`own accounts hold ${held} ${asset}, and the books owe ${owed}`);
		}
		const issued = startUnits[asset] * traders.length;
		if (total + held !== issued) faults.push(`of ${issued} ${asset} there are ${total + held}`);
	}
	return faults;
}

/** Requests that were acknowledged and are not in the tables under the id that was answered. */
export async function lostRequests(
	{ database }: SettlingProcesses,
	acknowledged: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
	const intents = await database
		.selectFrom('intents')
		.select(['id', 'reference', 'kind'])
		.execute();
	const orders = await database.selectFrom('orders').selectAll().execute();
	const found = new Map<string, string>([
		...intents.map(({ id, kind, reference }) => {
			const name = kind === 'DEPOSIT' ? 'depositId' : 'payoutId';
			return [`${name} ${reference.replace(/^client-/, '')}`, id] as const;
		}),
		...orders.map(
			(row) => [`orderId ${row.client_order_id}`, `${row.market}.${row.order_id}`] as const,
		),
	]);
	return [...acknowledged].flatMap(([request, id]) =>
		found.get(request) === id ? [] : [`${request} was answered ${id} and is ${found.get(request)}`],
	);
}

/** Where a key of a trader or an own account can be read that should not be there. */
export async function exposedKeys(settling: SettlingProcesses): Promise<readonly string[]> {
	const { exchange, service, database, dataFolder, own, traders } = settling;
	const keys = [...own, ...traders].map(({ key }) => key);
	const tables = ['intents', 'intent_steps', 'alarms', 'commands'] as const;
	const rows = await Promise.all(
		tables.map(async (table) => {
			const all: readonly object[] = await database.selectFrom(table).selectAll().execute();
			return [`table ${table}`, all.map((row) => Object.values(row).join(' ')).join('\n')] as const;
		}),
	);
	const texts: readonly (readonly [string, string])[] = [
		...[exchange.api, ...exchange.workers, service].map(
			(part, index) => [`output of process ${index}`, part.output()] as const,
		),
		...rows,
		['Redis', await redisText(exchange.redis.url)],
		...filesBelow(dataFolder)
			.filter((file) => path.basename(file) !== 'settlement.json')
			.map((file) => [file, fs.readFileSync(file, 'latin1')] as const),
	];
	return texts.filter(([, text]) => keys.some((key) => text.includes(key))).map(([where]) => where);
}

/** Every key of the Redis with its value, as one text. */
async function redisText(url: string): Promise<string> {
	const redis = new Redis(url);
	try {
		const texts: string[] = [];
		for await (const names of redis.scanStream({ count: 1_000 })) {
			for (const name of names as string[]) {
				texts.push(name, JSON.stringify(await valueOf(redis, name)));
			}
		}
		return texts.join('\n');
	} finally {
		redis.disconnect();
	}
}

async function valueOf(redis: Redis, name: string): Promise<unknown> {
	switch (await redis.type(name)) {
		case 'string':
			return redis.get(name);
		case 'hash':
			return redis.hgetall(name);
		case 'list':
			return redis.lrange(name, 0, -1);
		case 'set':
			return redis.smembers(name);
		case 'zset':
			return redis.zrange(name, '0', '-1');
		case 'stream':
			return redis.xrange(name, '-', '+');
		default:
			// It expired since it was listed.
			return null;
	}
}

function filesBelow(folder: string): readonly string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
}
