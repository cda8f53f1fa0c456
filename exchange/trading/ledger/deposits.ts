/**
 * Money that comes from outside. A repeated reference is the same deposit. Its posting takes from
 * the outside account, whose negative balance is exactly the sum of all others.
 */
import type { Clock } from '../../../server/clock';
import { inTransaction } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import { AMOUNT_MAX } from '../markets/market';
import { CommandFault, FieldFault } from '../../../server/commands/command-fault';
import { tellTransfers } from '../../telling/telling';
import { Balances } from './balances';
import { OUTSIDE } from './posting';

/** Journal of deposits; no market can have this symbol. */
export const depositJournal = 'deposits';

export interface Deposit {
	readonly accountId: string;
	readonly asset: string;
	/** In the smallest unit of the asset, above 0. */
	readonly amount: bigint;
	readonly reference: string;
}

/** Funds an account; returns false if the same deposit was made before. */
export async function deposit(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	{ accountId, asset, amount, reference }: Deposit,
): Promise<boolean> {
	if (amount <= 0n) {
		throw new FieldFault('amount', 'must be above 0');
	}
	return inTransaction(database, async (transaction) => {
		// The outside balance is locked, which serialises deposits of an asset.
		const balances = await Balances.load(transaction, [accountId, OUTSIDE], [asset]);
		const earlier = await transaction
			.selectFrom('deposits')
			.selectAll()
			.where('reference', '=', reference)
			.executeTakeFirst();
		if (earlier !== undefined) {
			const same =
				earlier.account_id === accountId && earlier.asset === asset && earlier.amount === amount;
			if (same) return false;
			throw new CommandFault(`the reference ${reference} was used for another deposit`);
		}
		const outside = balances.of(OUTSIDE, asset);
		if (amount - outside.available > AMOUNT_MAX) {
			throw new CommandFault(`all deposits of ${asset} together are more than can be held`);
		}
		const sequence = await nextSequence(transaction);
		await transaction
			.insertInto('deposits')
			.values({
				sequence,
				account_id: accountId,
				asset,
				amount,
				reference,
				created_at: clock.now(),
			})
			.execute();
		balances.post(depositJournal, {
			sequence,
			position: 0,
			kind: 'DEPOSIT',
			asset,
			amount,
			from: OUTSIDE,
			to: accountId,
			orderId: null,
		});
		await balances.write();
		const told = { id: reference, kind: 'DEPOSIT', state: 'SETTLED', reason: null } as const;
		await tellTransfers(transaction, clock, [{ ...told, accountId, asset, amount }]);
		return true;
	});
}

async function nextSequence(transaction: Database): Promise<number> {
	const { last } = await transaction
		.selectFrom('deposits')
		.select(({ fn }) => fn.max('sequence').as('last'))
		.executeTakeFirstOrThrow();
	return Number(last ?? 0n) + 1;
}
