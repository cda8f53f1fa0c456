/**
 * What is kept for orders that fund themselves, so that nothing else takes it before they are
 * placed: a hold under the trader's own id of the order. Its money moves by postings of a journal
 * of its own. When a reservation begins and is given back is decided in settlement; the order
 * that takes it over is placed by the intake.
 *
 *   state      on                                            becomes
 *   none       the order is asked for                        OPEN: holds what is there of what it needs
 *   OPEN       its deposit has arrived                       OPEN: holds that, too
 *              the order is placed                           PLACED: the order holds what it needs
 *              order or deposit is refused                   RELEASED
 *              nobody has sent the order again by `dueAt`    RELEASED
 *   PLACED, RELEASED                                         never left; they hold nothing
 */
import { sql } from 'kysely';
import { insertRows, textList, updateRows } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import type { Balances } from './balances';

/** The journal of their postings; no market can have this symbol. */
export const reservationJournal = 'funding';

export type ReservationState = 'OPEN' | 'PLACED' | 'RELEASED';

/** Under which id of whose an order is funded. */
export interface OrderKey {
	readonly accountId: string;
	readonly clientOrderId: string;
}

export interface Reservation extends OrderKey {
	/** The sequence of its postings. */
	readonly number: number;
	readonly market: string;
	readonly asset: string;
	/** The order as it was asked for. */
	readonly request: string;
	/** The deposit it waits for, or waited for last. */
	intentId: string | null;
	state: ReservationState;
	held: bigint;
	/** Postings so far. */
	moves: number;
	/** Milliseconds since 1970. */
	dueAt: number;
}

/** Word for word as the indexes say it. */
const isOpen = sql<boolean>`state = 'OPEN'`;

/** Reservations of one transaction, locked in one order. Nothing is written before `write`. */
export class Reservations {
	private readonly changed = new Set<Reservation>();
	private readonly added = new Set<Reservation>();
	private readonly moves: (readonly (string | number)[])[] = [];

	private constructor(
		private readonly transaction: Database,
		readonly all: readonly Reservation[],
	) {}

	/** The open ones of these orders. */
	static async ofOrders(transaction: Database, orders: readonly OrderKey[]): Promise<Reservations> {
		if (orders.length === 0) return new Reservations(transaction, []);
		const accounts = [...new Set(orders.map(({ accountId }) => accountId))];
		const clientIds = [...new Set(orders.map(({ clientOrderId }) => clientOrderId))];
		const query = lockable(transaction)
			.where(isOpen)
			.where('account_id', 'in', textList(transaction, accounts))
			.where('client_order_id', 'in', textList(transaction, clientIds));
		return Reservations.read(transaction, query);
	}

	/** Those that wait or waited for these deposits, ended or not. */
	static async ofDeposits(
		transaction: Database,
		intentIds: readonly string[],
	): Promise<Reservations> {
		if (intentIds.length === 0) return new Reservations(transaction, []);
		const query = lockable(transaction).where(
			'intent_id',
			'in',
			textList(transaction, [...intentIds]),
		);
		return Reservations.read(transaction, query);
	}

	/** Open ones nobody has asked for in time. */
	static async overdue(
		transaction: Database,
		{ now, limit }: { readonly now: number; readonly limit: number },
	): Promise<Reservations> {
		const query = lockable(transaction).where(isOpen).where('due_at', '<=', BigInt(now));
		return Reservations.read(transaction, query.limit(limit));
	}

	/** Whether there is an overdue one, without locking anything. */
	static async areOverdue(database: Database, now: number): Promise<boolean> {
		const query = lockable(database).where(isOpen).where('due_at', '<=', BigInt(now));
		return (await query.limit(1).executeTakeFirst()) !== undefined;
	}

	/** The open one of the order. */
	of({ accountId, clientOrderId }: OrderKey): Reservation | undefined {
		return this.all.find(
			(one) =>
				one.state === 'OPEN' && one.accountId === accountId && one.clientOrderId === clientOrderId,
		);
	}

	/** Begins one that holds nothing yet. */
	add(begun: Omit<Reservation, 'state' | 'held' | 'moves'>): Reservation {
		const reservation: Reservation = { ...begun, state: 'OPEN', held: 0n, moves: 0 };
		this.added.add(reservation);
		return reservation;
	}

	/** Has what changed besides money written, too. */
	change(
		reservation: Reservation,
		changes: Partial<Pick<Reservation, 'intentId' | 'dueAt'>>,
	): void {
		Object.assign(reservation, changes);
		this.changed.add(reservation);
	}

	/** Takes an available amount into the reservation. */
	hold(balances: Pick<Balances, 'post'>, reservation: Reservation, amount: bigint): void {
		this.post(balances, reservation, { kind: 'HOLD', amount });
		reservation.held += amount;
	}

	/** Ends the reservation: all that it holds is available again. Answers how much that is. */
	end(
		balances: Pick<Balances, 'post'>,
		reservation: Reservation,
		state: Exclude<ReservationState, 'OPEN'>,
	): bigint {
		if (reservation.state !== 'OPEN') throw new Error('a reservation was ended twice');
		const { held } = reservation;
		if (held > 0n) this.post(balances, reservation, { kind: 'RELEASE', amount: held });
		reservation.held = 0n;
		reservation.state = state;
		this.changed.add(reservation);
		return held;
	}

	/** After the balances were written, in the same transaction. */
	async write(now: number): Promise<void> {
		const { transaction, added, changed, moves } = this;
		await insertRows(transaction, newReservation, [...added].map(rowOf));
		const updates = [...changed].filter((one) => !added.has(one));
		await updateRows(
			transaction,
			changedReservation,
			updates.map((one) => ({
				values: [one.state, one.held, one.moves, one.intentId, one.dueAt],
				where: [one.number],
			})),
		);
		const rows = moves.map((move) => [...move, now]);
		await insertRows(transaction, newMove, rows);
	}

	private post(
		balances: Pick<Balances, 'post'>,
		reservation: Reservation,
		{ kind, amount }: { readonly kind: 'HOLD' | 'RELEASE'; readonly amount: bigint },
	): void {
		const { number: sequence, asset, accountId, moves: position } = reservation;
		const own = { from: accountId, to: accountId, orderId: null };
		balances.post(reservationJournal, { sequence, position, kind, asset, amount, ...own });
		this.moves.push([sequence, position, accountId]);
		reservation.moves += 1;
		this.changed.add(reservation);
	}

	private static async read(
		transaction: Database,
		query: ReturnType<typeof lockable>,
	): Promise<Reservations> {
		const ordered = query.orderBy('number');
		const rows = await (isPostgres(transaction) ? ordered.forUpdate() : ordered).execute();
		const all = rows.map((row) => ({
			number: Number(row.number),
			accountId: row.account_id,
			clientOrderId: row.client_order_id,
			market: row.market,
			asset: row.asset,
			request: row.request,
			intentId: row.intent_id,
			state: row.state as ReservationState,
			held: row.held,
			moves: Number(row.moves),
			dueAt: Number(row.due_at),
		}));
		return new Reservations(transaction, all);
	}
}

function lockable(transaction: Database) {
	return transaction.selectFrom('reservations').selectAll();
}

const newReservation = {
	table: 'reservations',
	columns: [
		...['number', 'account_id', 'client_order_id', 'market', 'asset', 'request', 'intent_id'],
		...['state', 'held', 'moves', 'due_at'],
	],
} as const;

function rowOf(one: Reservation) {
	const { number, accountId, clientOrderId, market, asset, request, intentId } = one;
	const { state, held, moves, dueAt } = one;
	const place = [number, accountId, clientOrderId, market, asset, request, intentId];
	return [...place, state, held, moves, dueAt];
}

const changedReservation = {
	table: 'reservations',
	columns: ['state', 'held', 'moves', 'intent_id', 'due_at'],
	where: ['number'],
} as const;

const newMove = {
	table: 'reservation_moves',
	columns: ['number', 'position', 'account_id', 'at'],
} as const;
