/**
 * Compares reservations with their postings, with the deposits that they waited for and the orders
 * that took them over. What they hold is checked by the ledger's audit.
 */
import type { Selectable } from 'kysely';
import { numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { orderReference } from '../../settlement/store/funded-orders';
import { asksForSame, readRequest } from '../../trading/intake/request-text';
import { reservationJournal } from '../../trading/ledger/reservations';
import { archivedAmong } from '../../trading/intake/client-ids';
import { asText, difference } from './differences';
import type { RowCounts } from './row-counts';

const rowsAtOnce = 500;

type ReservationRow = Selectable<Schema['reservations']> & {
	readonly base_asset: string | null;
	readonly quote_asset: string | null;
	readonly deposit_account: string | null;
	readonly deposit_reference: string | null;
};

export class ReservationProof {
	private readonly faults: string[] = [];

	constructor(
		private readonly snapshot: Database,
		private readonly counts: RowCounts,
	) {}

	async run(): Promise<readonly string[]> {
		for (let after = 0n; ;) {
			const rows = await this.reservationsAfter(after);
			const last = rows.at(-1);
			if (last === undefined) return this.faults;
			after = last.number;
			this.counts.add('reservations', rows.length);
			await this.proveMoves(rows);
			for (const row of rows) {
				this.proveTerms(row);
				await this.proveOrder(row);
			}
		}
	}

	private reservationsAfter(after: bigint): Promise<readonly ReservationRow[]> {
		return this.snapshot
			.selectFrom('reservations')
			.leftJoin('markets', 'markets.symbol', 'reservations.market')
			.leftJoin('intents', 'intents.id', 'reservations.intent_id')
			.selectAll('reservations')
			.select(['base_asset', 'quote_asset'])
			.select(['intents.account_id as deposit_account', 'reference as deposit_reference'])
			.where('reservations.number', '>', after)
			.orderBy('reservations.number')
			.limit(rowsAtOnce)
			.execute();
	}

	/** Every posting is of the reservation's account and asset, and has its row with its time. */
	private async proveMoves(rows: readonly ReservationRow[]): Promise<void> {
		const numbers = numberList(
			this.snapshot,
			rows.map(({ number }) => number),
		);
		const postings = await this.snapshot
			.selectFrom('postings')
			.selectAll()
			.where('journal', '=', reservationJournal)
			.where('sequence', 'in', numbers)
			.orderBy('sequence')
			.orderBy('position')
			.execute();
		const moves = await this.snapshot
			.selectFrom('reservation_moves')
			.selectAll()
			.where('number', 'in', numbers)
			.orderBy('number')
			.orderBy('position')
			.execute();
		this.counts.add('postings', postings.length);
		this.counts.add('reservation_moves', moves.length);
		const expected = rows.flatMap((row) =>
			Array.from({ length: Number(row.moves) }, (_, at) => moveOf(row, at)),
		);
		const by = 'its reservation';
		this.tell(
			difference(
				{ table: 'postings', within: reservationJournal, key: ['sequence', 'position'], by },
				postings.map(asText),
				expected.map(({ number, account_id, ...move }) => ({
					...move,
					sequence: number,
					from_account: account_id,
					to_account: account_id,
				})),
			),
		);
		this.tell(
			difference(
				{ table: 'reservation_moves', within: '', key: ['number', 'position'], by },
				moves.map(asText),
				expected.map(({ number, position, account_id }) => ({ number, position, account_id })),
			),
		);
	}

	/** Its asset is what the order holds, and its deposit was made for the order. */
	private proveTerms(row: ReservationRow): void {
		const { side } = readRequest(row.request);
		const asset = side === 'BUY' ? row.quote_asset : row.base_asset;
		const name = `reservations ${row.number}`;
		if (row.asset !== asset) {
			this.faults.push(`${name}: asset is ${row.asset}, by market and request ${asset}`);
		}
		if (row.intent_id === null) return;
		const { deposit_account: account, deposit_reference: reference } = row;
		const own = orderReference(row.client_order_id);
		const isOwn = reference === own || reference?.startsWith(`${own}.`) === true;
		if (account === row.account_id && isOwn) return;
		this.faults.push(
			`${name}: intent_id is ${row.intent_id}, which by intents is ${reference} of ${account}`,
		);
	}

	/**
	 * The order that took it over is the one that was requested, or is archived; while it is open,
	 * there is none.
	 */
	private async proveOrder(row: ReservationRow): Promise<void> {
		const { account_id: accountId, client_order_id: clientId, market, request, state } = row;
		if (state === 'RELEASED') return;
		const order = await this.snapshot
			.selectFrom('orders')
			.select(['market', 'request'])
			.where('account_id', '=', accountId)
			.where('client_order_id', '=', clientId)
			.executeTakeFirst();
		const name = `reservations ${row.number}`;
		if (state !== 'PLACED') {
			if (state === 'OPEN' && order === undefined) return;
			this.faults.push(`${name}: state is ${state}, by orders ${order ? 'PLACED' : 'OPEN'}`);
		} else if (order === undefined) {
			const archived = await archivedAmong(this.snapshot, [{ of: 'order', accountId, clientId }]);
			if (archived.length === 0) {
				this.faults.push(`${name}: client_order_id is ${clientId}, and there is no such order`);
			}
		} else if (order.market !== market || !asksForSame(order.request, readRequest(request))) {
			this.faults.push(
				`${name}: request is ${market} ${request}, by its order ${order.market} ${order.request}`,
			);
		}
	}

	private tell(fault: string | undefined): void {
		if (fault !== undefined) this.faults.push(fault);
	}
}

function moveOf({ number, account_id, asset }: ReservationRow, at: number) {
	return { number: `${number}`, position: `${at}`, account_id, asset, order_id: null };
}
