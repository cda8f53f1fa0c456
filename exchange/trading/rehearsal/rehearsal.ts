/**
 * What would become of an order: it is appended as any other, and all of it is taken back. So
 * whatever is asked of a real order is asked of this one, by the same code, and nothing is stored.
 * What the book would make of it is judged behind that, by one made of what is shown; see shown-book.ts.
 */
import type { Database } from '../../database/database';
import type { NewOrder } from '../../engine/command';
import { append, type Accepted, type Outcome } from '../intake/append';
import { heldAsset } from '../intake/holding-terms';
import type { Entry, NewOrderSubmission } from '../intake/submission';
import { broughtOrders, readCommand } from '../lane/command-text';
import type { Market } from '../markets/market';
import { Refusal } from '../../../server/refusal';

export interface Rehearsed {
	readonly asset: string;
	readonly hold: bigint;
	readonly available: bigint;
	/** As the book would get it; undefined when the same order was placed before, and nothing would be done. */
	readonly order: NewOrder | undefined;
}

/** Throws the refusal the intake would answer with. */
export async function rehearse(
	database: Database,
	entry: OrderEntry,
	now: number,
): Promise<Rehearsed> {
	const [found] = await rehearseAll(database, [entry], now);
	if (found === undefined) throw new Error('a submission has no outcome');
	if (found instanceof Refusal) throw found;
	return found;
}

export interface OrderEntry {
	readonly market: Market;
	readonly order: NewOrderSubmission;
}

/** All of them as one batch, in their order: later ones have what earlier ones leave. */
export async function rehearseAll(
	database: Database,
	orders: readonly OrderEntry[],
	now: number,
): Promise<readonly (Rehearsed | Refusal)[]> {
	const entries = orders.map(({ market, order: submission }) => ({ market, submission }));
	return takenBack(database, entries, now, async (transaction, outcomes) => {
		const left = new Left(transaction);
		const found: (Rehearsed | Refusal)[] = [];
		// From the last one back: what is there at the end, and what those behind it hold, it still had.
		for (const [at, { market, order }] of [...orders.entries()].toReversed()) {
			const outcome = outcomes[at];
			if (outcome === undefined) throw new Error('a submission has no outcome');
			if (outcome instanceof Refusal) found.unshift(outcome);
			else {
				const asset = heldAsset(market, order.terms);
				const brought = outcome.repeated ? undefined : await broughtBy(transaction, outcome);
				const hold = brought?.hold ?? 0n;
				const available = await left.before(order.accountId, asset, hold);
				found.unshift({ asset, hold, available, order: brought });
			}
		}
		return found;
	});
}

async function broughtBy(transaction: Database, accepted: Accepted) {
	const { body } = await transaction
		.selectFrom('commands')
		.select('body')
		.where('market', '=', accepted.market)
		.where('sequence', '=', BigInt(accepted.sequence))
		.executeTakeFirstOrThrow();
	const [command] = broughtOrders(readCommand(body));
	if (command === undefined) throw new Error('a submission brought no order');
	return command;
}

/** What accounts have available, from the end of a batch back to its beginning. */
class Left {
	private readonly known = new Map<string, bigint>();

	constructor(private readonly transaction: Database) {}

	/** Before an order that holds this much. */
	async before(accountId: string, asset: string, hold: bigint): Promise<bigint> {
		const name = `${accountId} ${asset}`;
		const after = this.known.get(name) ?? (await readAvailable(this.transaction, accountId, asset));
		this.known.set(name, after + hold);
		return after + hold;
	}
}

/** Throws the refusal the intake would answer a cancellation with. */
export async function rehearseCancel(database: Database, entry: Entry, now: number): Promise<void> {
	await takenBack(database, [entry], now, (_transaction, [outcome]) => {
		if (outcome instanceof Refusal) throw outcome;
		return Promise.resolve();
	});
}

/** Appends, looks at what that has done, and takes it back. */
async function takenBack<Found>(
	database: Database,
	entries: readonly Entry[],
	now: number,
	look: (transaction: Database, outcomes: readonly Outcome[]) => Promise<Found>,
): Promise<Found> {
	const transaction = await database.startTransaction().execute();
	try {
		const { outcomes } = await append(transaction, entries, now);
		return await look(transaction, outcomes);
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
