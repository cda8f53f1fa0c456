/**
 * Checks the ledger against itself: every balance is the sum of its postings, archived ones
 * included; each asset adds up to zero over all accounts; no account is negative; an account's
 * holds are those of its open orders; and every intent has posted what its state says. Returns the
 * disagreements; an empty list means that everything agrees.
 */
import type { Database } from '../../database/database';
import { inSnapshot } from '../../database/snapshot-read';
import { isUnended } from '../../database/intent-states';
import { readRequest } from '../../trading/intake/request-text';
import { newOrdersOf, readCommand } from '../../trading/lane/command-text';
import { settlementJournal } from '../../settlement/store/intents';
import { reservationJournal } from '../../trading/ledger/reservations';
import { OUTSIDE, PAYOUTS, postingKinds, type PostingKind } from '../../trading/ledger/posting';

interface Sum {
	available: bigint;
	held: bigint;
}

/** Returns one sentence per disagreement. Reads everything in one snapshot. */
export function auditLedger(database: Database): Promise<readonly string[]> {
	return inSnapshot(database, ledgerFaults);
}

/** Must be called in a snapshot. */
export async function ledgerFaults(snapshot: Database): Promise<readonly string[]> {
	return [
		...(await balanceFaults(snapshot)),
		...(await payoutFaults(snapshot)),
		...(await intentFaults(snapshot)),
		...(await reservationFaults(snapshot)),
	];
}

async function balanceFaults(snapshot: Database): Promise<readonly string[]> {
	const faults: string[] = [];
	const sums = await sumOfPostings(snapshot, faults);
	const totals = new Map<string, bigint>();
	const holds = await heldByOrders(snapshot);
	for (const row of await snapshot.selectFrom('balances').selectAll().execute()) {
		const { account_id: account, asset, available, held } = row;
		const key = `${account} ${asset}`;
		const sum = sums.get(key) ?? { available: 0n, held: 0n };
		sums.delete(key);
		totals.set(asset, (totals.get(asset) ?? 0n) + available + held);
		if (sum.available !== available || sum.held !== held) {
			faults.push(`${key}: balance ${available}/${held}, postings ${sum.available}/${sum.held}`);
		}
		if (held < 0n || (available < 0n && account !== OUTSIDE)) faults.push(`${key} is negative`);
		const ordered = holds.get(key) ?? 0n;
		if (ordered !== held) faults.push(`${key}: held ${held}, by open orders ${ordered}`);
	}
	for (const key of sums.keys()) faults.push(`${key} has postings and no balance`);
	for (const [asset, total] of totals) {
		if (total !== 0n) faults.push(`${asset} adds up to ${total}`);
	}
	return faults;
}

/** A posting of no known kind moves nothing, and is a fault. */
async function sumOfPostings(transaction: Database, faults: string[]): Promise<Map<string, Sum>> {
	const sums = new Map<string, Sum>();
	const sumOf = (account: string, asset: string) => {
		const key = `${account} ${asset}`;
		const sum = sums.get(key) ?? { available: 0n, held: 0n };
		sums.set(key, sum);
		return sum;
	};
	const rows = await transaction
		.selectFrom('postings')
		.select(['journal', 'sequence', 'kind', 'asset', 'amount', 'from_account', 'to_account'])
		.execute();
	for (const row of rows) {
		if (!isPostingKind(row.kind)) {
			faults.push(`postings ${row.journal} ${row.sequence}: kind is ${row.kind}, which is none`);
			continue;
		}
		const { from, to } = postingKinds[row.kind];
		sumOf(row.from_account, row.asset)[from] -= row.amount;
		sumOf(row.to_account, row.asset)[to] += row.amount;
	}
	// Sums of archived postings; `exchange:admin verify` reads the postings themselves.
	const archived = await transaction.selectFrom('archived_sums').selectAll().execute();
	for (const row of archived) {
		const sum = sumOf(row.account_id, row.asset);
		sum.available += row.available;
		sum.held += row.held;
	}
	return sums;
}

function isPostingKind(kind: string): kind is PostingKind {
	return kind in postingKinds;
}

/**
 * Holds of orders, by their state, or by their command until the lane has reached it, and of
 * reservations.
 */
async function heldByOrders(transaction: Database): Promise<Map<string, bigint>> {
	const holds = new Map<string, bigint>();
	const add = (key: string, amount: bigint) => holds.set(key, (holds.get(key) ?? 0n) + amount);
	const states = await transaction
		.selectFrom('order_states')
		.innerJoin('markets', 'markets.symbol', 'order_states.market')
		.innerJoin('orders', (join) =>
			join
				.onRef('orders.market', '=', 'order_states.market')
				.onRef('orders.order_id', '=', 'order_states.order_id'),
		)
		.select(['order_states.account_id', 'held', 'base_asset', 'quote_asset', 'request'])
		.where('held', '>', 0n)
		.execute();
	for (const row of states) {
		const { side } = readRequest(row.request);
		add(`${row.account_id} ${side === 'BUY' ? row.quote_asset : row.base_asset}`, row.held);
	}
	const pending = await transaction
		.selectFrom('commands')
		.innerJoin('lanes', 'lanes.market', 'commands.market')
		.innerJoin('markets', 'markets.symbol', 'commands.market')
		.select(['body', 'base_asset', 'quote_asset'])
		.whereRef('commands.sequence', '>', 'lanes.cursor')
		.execute();
	for (const row of pending) {
		const command = readCommand(row.body);
		for (const { side, accountId, hold } of newOrdersOf(command)) {
			add(`${accountId} ${side === 'BUY' ? row.quote_asset : row.base_asset}`, hold);
		}
	}
	const reserved = await transaction
		.selectFrom('reservations')
		.select(['account_id', 'asset', 'held'])
		.where('held', '>', 0n)
		.execute();
	for (const row of reserved) add(`${row.account_id} ${row.asset}`, row.held);
	return holds;
}

/** Every reservation holds what its postings say; an ended one holds nothing. */
async function reservationFaults(transaction: Database): Promise<readonly string[]> {
	const moved = new Map<bigint, bigint>();
	const postings = await transaction
		.selectFrom('postings')
		.select(['sequence', 'kind', 'amount'])
		.where('journal', '=', reservationJournal)
		.execute();
	for (const { sequence, kind, amount } of postings) {
		const change = kind === 'HOLD' ? amount : -amount;
		moved.set(sequence, (moved.get(sequence) ?? 0n) + change);
	}
	const faults: string[] = [];
	const rows = await transaction
		.selectFrom('reservations')
		.select(['number', 'state', 'held'])
		.execute();
	for (const { number, state, held } of rows) {
		const place = `${reservationJournal} ${number}`;
		const sum = moved.get(number) ?? 0n;
		moved.delete(number);
		if (sum !== held) faults.push(`${place}: holds ${held}, by its postings ${sum}`);
		if (state !== 'OPEN' && held !== 0n) faults.push(`${place} is ${state} and holds ${held}`);
	}
	for (const sequence of moved.keys())
		faults.push(`${reservationJournal} ${sequence} is of nobody`);
	return faults;
}

/** The payouts account holds what open payouts carry, and nothing else. */
async function payoutFaults(transaction: Database): Promise<readonly string[]> {
	const carried = new Map<string, bigint>();
	const open = await transaction
		.selectFrom('intents')
		.select(['asset', 'amount'])
		.where('kind', '=', 'PAYOUT')
		.where(isUnended)
		.execute();
	for (const { asset, amount } of open) carried.set(asset, (carried.get(asset) ?? 0n) + amount);
	const balances = await transaction
		.selectFrom('balances')
		.select(['asset', 'available', 'held'])
		.where('account_id', '=', PAYOUTS)
		.execute();
	const held = new Map(balances.map((row) => [row.asset, row.available + row.held]));
	return [...new Set([...carried.keys(), ...held.keys()])].flatMap((asset) => {
		const [has, carries] = [held.get(asset) ?? 0n, carried.get(asset) ?? 0n];
		if (has === carries) return [];
		return [`${PAYOUTS} ${asset}: holds ${has}, open payouts carry ${carries}`];
	});
}

/** Every intent has moved exactly the money its state says, and no other money was moved. */
async function intentFaults(transaction: Database): Promise<readonly string[]> {
	const postings = await transaction
		.selectFrom('postings')
		.selectAll()
		.where('journal', '=', settlementJournal)
		.execute();
	const moved = new Map<string, string>();
	for (const row of postings) {
		const { kind, amount, asset, from_account: from, to_account: to, order_id: order } = row;
		const of = order === null ? '' : ` of order ${order}`;
		const what = `${kind} ${amount} ${asset} from ${from} to ${to}${of}`;
		moved.set(`${settlementJournal} ${row.sequence}/${row.position}`, what);
	}
	const faults: string[] = [];
	for (const intent of await transaction.selectFrom('intents').selectAll().execute()) {
		for (const [position, expected] of movements(intent).entries()) {
			const place = `${settlementJournal} ${intent.number}/${position}`;
			const found = moved.get(place);
			moved.delete(place);
			if (found !== expected) {
				faults.push(`${place}: ${found ?? 'nothing'}, by its intent ${expected ?? 'nothing'}`);
			}
		}
	}
	for (const [place, what] of moved) faults.push(`${place}: ${what}, without an intent`);
	return faults;
}

/** Postings that the planning and the end of an intent must have made. */
function movements(intent: {
	readonly kind: string;
	readonly state: string;
	readonly account_id: string;
	readonly asset: string;
	readonly amount: bigint;
}): readonly (string | undefined)[] {
	const { kind, state, account_id: account, asset, amount } = intent;
	const movement = (name: PostingKind, from: string, to: string) =>
		`${name} ${amount} ${asset} from ${from} to ${to}`;
	if (kind === 'DEPOSIT') {
		return [undefined, state === 'SETTLED' ? movement('DEPOSIT', OUTSIDE, account) : undefined];
	}
	const planned = movement('PAYOUT', account, PAYOUTS);
	if (state === 'SETTLED') return [planned, movement('PAID', PAYOUTS, OUTSIDE)];
	return [planned, state === 'REFUSED' ? movement('RETURN', PAYOUTS, account) : undefined];
}
