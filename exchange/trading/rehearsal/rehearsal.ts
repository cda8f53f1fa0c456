/**
 * Tests an order: it is appended like a real one, then the transaction is rolled back. So a test
 * passes the same checks by the same code, and nothing is stored. shown-book.ts simulates the
 * book's result afterwards.
 */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { NewOrder } from '../../engine/command';
import { append, type Accepted } from '../intake/append';
import { heldAsset } from '../intake/holding-terms';
import { lockLogs } from '../intake/logs';
import type { Entry, OrderEntry } from '../intake/submission';
import { newOrdersOf, readCommand } from '../lane/command-text';
import { Refusal } from '../../../server/refusal';

export interface Rehearsed {
	readonly asset: string;
	readonly hold: bigint;
	/** Counts what a funding has added. */
	readonly available: bigint;
	/** The order as the book would get it; undefined if the same order was placed before. */
	readonly order: NewOrder | undefined;
}

/** Adds to the balance what the order lacks; returns how much that is. */
export type Fund = (transaction: Database) => Promise<bigint>;

/** Throws the refusal of the intake, or of the funding. */
export async function rehearse(
	database: Database,
	entry: OrderEntry,
	{ clock, fund }: { readonly clock: Clock; readonly fund: Fund | undefined },
): Promise<Rehearsed & { readonly pulled: bigint }> {
	return inRolledBack(database, async (transaction) => {
		// Everybody locks logs before balances, which prevents deadlocks.
		if (fund !== undefined) await lockLogs(transaction, [entry.market.description.symbol]);
		const pulled = (await fund?.(transaction)) ?? 0n;
		const [found] = await appendOrders(transaction, [entry], clock);
		if (found === undefined) throw new Error('a submission has no outcome');
		if (found instanceof Refusal) throw found;
		return { ...found, pulled };
	});
}

/** Tests all orders as one batch in order: later ones have the balance that earlier ones leave. */
export async function rehearseAll(
	database: Database,
	orders: readonly OrderEntry[],
	clock: Clock,
): Promise<readonly (Rehearsed | Refusal)[]> {
	return inRolledBack(database, (transaction) => appendOrders(transaction, orders, clock));
}

async function appendOrders(
	transaction: Database,
	orders: readonly OrderEntry[],
	clock: Clock,
): Promise<readonly (Rehearsed | Refusal)[]> {
	const { outcomes } = await append(transaction, orders, clock);
	const balances = new BalanceWalk(transaction);
	const found: (Rehearsed | Refusal)[] = [];
	// From the last order back: the balance before an order is the final balance plus the holds
	// from it on.
	for (const [at, { market, submission }] of [...orders.entries()].toReversed()) {
		const outcome = outcomes[at];
		if (outcome === undefined) throw new Error('a submission has no outcome');
		if (outcome instanceof Refusal) found.unshift(outcome);
		else {
			const asset = heldAsset(market, submission.terms);
			const command = outcome.repeated ? undefined : await commandOf(transaction, outcome);
			const hold = command?.hold ?? 0n;
			const available = await balances.before(submission.accountId, asset, hold);
			found.unshift({ asset, hold, available, order: command });
		}
	}
	return found;
}

async function commandOf(transaction: Database, accepted: Accepted) {
	const { body } = await transaction
		.selectFrom('commands')
		.select('body')
		.where('market', '=', accepted.market)
		.where('sequence', '=', BigInt(accepted.sequence))
		.executeTakeFirstOrThrow();
	const [command] = newOrdersOf(readCommand(body));
	if (command === undefined) throw new Error('a submission has no order');
	return command;
}

/** Available balances, computed from the end of a batch back to its beginning. */
class BalanceWalk {
	private readonly known = new Map<string, bigint>();

	constructor(private readonly transaction: Database) {}

	/** Returns the balance before an order with this hold. */
	async before(accountId: string, asset: string, hold: bigint): Promise<bigint> {
		const name = `${accountId} ${asset}`;
		const after = this.known.get(name) ?? (await readAvailable(this.transaction, accountId, asset));
		this.known.set(name, after + hold);
		return after + hold;
	}
}

/** Throws the refusal of the intake for a cancellation. */
export async function rehearseCancel(
	database: Database,
	entry: Entry,
	clock: Clock,
): Promise<void> {
	await inRolledBack(database, async (transaction) => {
		const [outcome] = (await append(transaction, [entry], clock)).outcomes;
		if (outcome instanceof Refusal) throw outcome;
	});
}

async function inRolledBack<Found>(
	database: Database,
	work: (transaction: Database) => Promise<Found>,
): Promise<Found> {
	const transaction = await database.startTransaction().execute();
	try {
		return await work(transaction);
	} finally {
		await transaction.rollback().execute();
	}
}

async function readAvailable(database: Database, accountId: string, asset: string) {
	const row = await database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.executeTakeFirst();
	return row?.available ?? 0n;
}
