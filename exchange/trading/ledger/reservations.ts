/**
 * Reserves money for orders that fund themselves until they are placed: a hold identified by the
 * client order id, with postings in a journal of its own. Settlement decides when a reservation
 * begins and is released; the intake places the order that takes it over.
 *
 *   state      on                                            becomes
 *   none       the order is requested                        OPEN: holds what is available of its need
 *   OPEN       its deposit has arrived                       OPEN: holds that, too
 *              the order is placed                           PLACED: the order holds what it needs
 *              order or deposit is refused                   RELEASED
 *              the order was not sent again by `dueAt`       RELEASED
 *   PLACED, RELEASED                                         final; they hold nothing
 */
import { sql } from 'kysely';
import { insertRows, textList, updateRows } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import type { Balances } from './balances';

/** Journal of reservations; no market can have this symbol. */
export const reservationJournal = 'funding';

export type ReservationState = 'OPEN' | 'PLACED' | 'RELEASED';

export interface OrderKey {
	readonly accountId: string;
	readonly clientOrderId: string;
}

export interface Reservation extends OrderKey {
	/** The sequence of its postings. */
	readonly number: number;
	readonly market: string;
	readonly asset: string;
	/** The request for the order. */
	readonly request: string;
	/** The deposit it waits for, or waited for last. */
	intentId: string | null;
	state: ReservationState;
	held: bigint;
	/** Number of postings so far. */
	moves: number;
	/** Milliseconds since 1970. */
	dueAt: number;
}

/** In exactly the words of the partial indexes. */
const isOpen = sql<boolean>`state = 'OPEN'`;

/** Reservations of one transaction, locked in a fixed order. Nothing is written before `write`. */
export class Reservations {
	private readonly changed = new Set<Reservation>();
	private readonly added = new Set<Reservation>();
	private readonly moves: (readonly (string | number)[])[] = [];

	private constructor(
		private readonly transaction: Database,
		readonly all: readonly Reservation[],
	) {}

	/** Loads the open reservations of these orders. */
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

	/** Loads the reservations that wait or waited for these deposits, ended ones too. */
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

	/** Loads open reservations whose time is over. */
	static async overdue(
		transaction: Database,
		{ now, limit }: { readonly now: number; readonly limit: number },
	): Promise<Reservations> {
		const query = lockable(transaction).where(isOpen).where('due_at', '<=', BigInt(now));
		return Reservations.read(transaction, query.limit(limit));
	}

	/** True if there is an overdue reservation; locks nothing. */
	static async areOverdue(database: Database, now: number): Promise<boolean> {
		const query = lockable(database).where(isOpen).where('due_at', '<=', BigInt(now));
		return (await query.limit(1).executeTakeFirst()) !== undefined;
	}

	of({ accountId, clientOrderId }: OrderKey): Reservation | undefined {
		return this.all.find(
			(one) =>
				one.state === 'OPEN' && one.accountId === accountId && one.clientOrderId === clientOrderId,
		);
	}

	/** Adds a reservation that holds nothing yet. */
	add(begun: Omit<Reservation, 'state' | 'held' | 'moves'>): Reservation {
		const reservation: Reservation = { ...begun, state: 'OPEN', held: 0n, moves: 0 };
		this.added.add(reservation);
		return reservation;
	}

	/** Changes fields other than money. */
	change(
		reservation: Reservation,
		changes: Partial<Pick<Reservation, 'intentId' | 'dueAt'>>,
	): void {
		Object.assign(reservation, changes);
		this.changed.add(reservation);
	}

	/** Moves an available amount into the reservation. */
	hold(balances: Pick<Balances, 'post'>, reservation: Reservation, amount: bigint): void {
		this.post(balances, reservation, { kind: 'HOLD', amount });
		reservation.held += amount;
	}

	/** Ends the reservation and releases its hold. Returns the released amount. */
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

	/** Call in the transaction that writes the balances. */
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
		'number',
		'account_id',
		'client_order_id',
		'market',
		'asset',
		'request',
		'intent_id',
		'state',
		'held',
		'moves',
		'due_at',
	],
} as const;

function rowOf(one: Reservation) {
	const { number, accountId, clientOrderId, market, asset, request, intentId } = one;
	const { state, held, moves, dueAt } = one;
	const order = [number, accountId, clientOrderId, market, asset, request, intentId];
	return [...order, state, held, moves, dueAt];
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
