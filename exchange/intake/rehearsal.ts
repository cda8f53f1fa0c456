/**
 * What would become of an order: it is appended as any other, and all of it is taken back. So
 * whatever is asked of a real order is asked of this one, by the same code, and nothing is stored.
 * What the book would say is judged by one made of what the public sees; see shown-book.ts.
 */
import type { Database } from '../database/database';
import type { RejectReason } from '../engine/event';
import { readCommand } from '../lane/command-text';
import type { Market } from '../markets/market';
import { Refusal } from '../../server/refusal';
import { append } from './append';
import { heldAsset } from './holding-terms';
import { readShown, shownRefusal } from './shown-book';
import type { NewOrderSubmission } from './submission';

export interface Rehearsed {
	/** True when the same order was placed before, so that nothing would be done. */
	readonly repeated: boolean;
	readonly asset: string;
	readonly hold: bigint;
	readonly available: bigint;
	/** Why the book would refuse it as far as the public sees; null when it would take it. */
	readonly reason: RejectReason | null;
}

/** Throws the refusal the intake would answer with. */
export async function rehearse(
	database: Database,
	{ market, order }: { readonly market: Market; readonly order: NewOrderSubmission },
	now: number,
): Promise<Rehearsed> {
	const transaction = await database.startTransaction().execute();
	try {
		const { outcomes } = await append(transaction, [{ market, submission: order }], now);
		const [outcome] = outcomes;
		if (outcome === undefined) throw new Error('a submission has no outcome');
		if (outcome instanceof Refusal) throw outcome;
		const asset = heldAsset(market, order.terms);
		const left = await readAvailable(transaction, order.accountId, asset);
		if (outcome.repeated) {
			return { repeated: true, asset, hold: 0n, available: left, reason: null };
		}
		const { body } = await transaction
			.selectFrom('commands')
			.select('body')
			.where('market', '=', outcome.market)
			.where('sequence', '=', BigInt(outcome.sequence))
			.executeTakeFirstOrThrow();
		const command = readCommand(body);
		if (command.kind !== 'PLACE') throw new Error(`a new order became ${command.kind}`);
		const { hold } = command;
		const shown = await readShown(transaction, market, order.accountId);
		const reason = shownRefusal(market, shown, command);
		return { repeated: false, asset, hold, available: left + hold, reason };
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
