/**
 * Updates reservations when a deposit ends or their time is over: a deposit that arrives is
 * reserved too, a refused one ends the reservation, and an overdue one is released. A released
 * amount is available again, and due to an account with automatic payouts.
 */
import { sql } from 'kysely';
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import { tellAccount } from '../../telling/telling';
import { Balances } from '../../trading/ledger/balances';
import { Reservations, type Reservation } from '../../trading/ledger/reservations';

const orderPrefix = 'order-';

/** Reference of an order's deposits; further ones have a number. */
export function orderReference(clientOrderId: string, further?: number): string {
	const first = `${orderPrefix}${clientOrderId}`;
	return further === undefined ? first : `${first}.${further}`;
}

/** Client order id of the order a deposit was made for. */
export function orderOfReference(reference: string): string | undefined {
	if (!reference.startsWith(orderPrefix)) return undefined;
	return reference.slice(orderPrefix.length).replace(/\..*$/, '');
}

/** A deposit that has ended. */
export interface EndedDeposit {
	readonly id: string;
	readonly accountId: string;
	readonly asset: string;
	readonly amount: bigint;
	readonly reference: string;
	readonly isSettled: boolean;
}

/** An amount for the next payout window. */
interface Due {
	readonly accountId: string;
	readonly asset: string;
	readonly amount: bigint;
}

/** Changes of reservations by ended deposits. Create it first, write it after the balances. */
export class FundedOrders {
	private readonly dues: Due[] = [];

	private constructor(
		private readonly reservations: Reservations,
		private readonly deposits: readonly EndedDeposit[],
	) {}

	/** Locks the reservations of deposits that were made for an order. */
	static async of(
		transaction: Database,
		ended: readonly EndedDeposit[],
	): Promise<FundedOrders | undefined> {
		const forOrders = ended.filter(({ reference }) => orderOfReference(reference) !== undefined);
		if (forOrders.length === 0) return undefined;
		const ids = forOrders.map(({ id }) => id);
		return new FundedOrders(await Reservations.ofDeposits(transaction, ids), forOrders);
	}

	/** Accounts and assets whose balances `apply` needs. */
	get touched(): readonly EndedDeposit[] {
		return this.deposits;
	}

	/** Call after the deposits were credited. */
	apply(balances: Balances): void {
		for (const deposit of this.deposits) {
			const known = this.reservations.all.filter(({ intentId }) => intentId === deposit.id);
			if (known.length === 0) continue;
			const open = known.find(({ state }) => state === 'OPEN');
			if (open === undefined) {
				// The order no longer waits for it.
				if (deposit.isSettled) this.dues.push(deposit);
			} else if (deposit.isSettled) this.reservations.hold(balances, open, deposit.amount);
			else this.dues.push(release(this.reservations, balances, open));
		}
	}

	async write(transaction: Database, now: number): Promise<void> {
		await this.reservations.write(now);
		await addDues(transaction, this.dues);
	}
}

function release(reservations: Reservations, balances: Balances, reservation: Reservation): Due {
	const { accountId, asset } = reservation;
	return { accountId, asset, amount: reservations.end(balances, reservation, 'RELEASED') };
}

/** Releases reservations within the caller's transaction. */
export async function releaseReservations(
	transaction: Database,
	reservations: Reservations,
	{ of, clock }: { readonly of: readonly Reservation[]; readonly clock: Clock },
): Promise<void> {
	if (of.length === 0) return;
	const accounts = [...new Set(of.map(({ accountId }) => accountId))];
	const assets = [...new Set(of.map(({ asset }) => asset))];
	const balances = await Balances.load(transaction, accounts, assets);
	const dues = of.map((reservation) => release(reservations, balances, reservation));
	await balances.write();
	await reservations.write(clock.now());
	await addDues(transaction, dues);
	for (const accountId of accounts) {
		await tellAccount(transaction, clock, { accountId, change: 'RELEASED' });
	}
}

/** Most releases of one transaction. */
const overdueMax = 100;

/** Releases reservations of orders that were not sent again in time. */
export async function releaseOverdue({
	database,
	clock,
}: {
	readonly database: Database;
	readonly clock: Clock;
}): Promise<void> {
	const now = clock.now();
	while (await Reservations.areOverdue(database, now)) {
		await database.transaction().execute(async (transaction) => {
			const reservations = await Reservations.overdue(transaction, { now, limit: overdueMax });
			await releaseReservations(transaction, reservations, { of: reservations.all, clock });
		});
	}
}

/** Adds to the dues of accounts with automatic payouts only. */
async function addDues(transaction: Database, dues: readonly Due[]): Promise<void> {
	for (const { accountId, asset, amount } of dues) {
		if (amount === 0n) continue;
		const due = transaction
			.selectFrom('accounts')
			.select('id')
			.select(sql<string>`cast(${asset} as text)`.as('asset'))
			.select(sql<bigint>`cast(${amount} as bigint)`.as('amount'))
			.where('id', '=', accountId)
			.where('payouts', '=', 'AUTOMATIC');
		await transaction
			.insertInto('dues')
			.columns(['account_id', 'asset', 'amount'])
			.expression(due)
			.onConflict((conflict) =>
				conflict
					.columns(['account_id', 'asset'])
					.doUpdateSet({ amount: sql<bigint>`dues.amount + excluded.amount` }),
			)
			.execute();
	}
}
