/**
 * What moved a trader's money outside of trading, as their statement reads it: credits by hand,
 * transfers at the tracker, and what was reserved for orders that fund themselves. Each source is
 * in the order of time.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/database';
import { depositJournal } from '../../trading/ledger/deposits';
import type { PostingKind } from '../../trading/ledger/posting';
import { reservationJournal } from '../../trading/ledger/reservations';
import { orderReference } from '../../settlement/store/funded-orders';
import { settlementJournal } from '../../settlement/store/intents';
import type { StatementEntry } from './statement';

/** Whose entries are read, and from where. */
export interface Reader {
	readonly snapshot: Database;
	readonly accountId: string;
	readonly pageRows: number;
}

/** All rows of a query that is read in pages, each after the last row of the one before. */
export async function* paged<Row>(
	pageRows: number,
	read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
	let last: Row | undefined;
	for (;;) {
		const rows = await read(last);
		yield* rows;
		if (rows.length < pageRows) return;
		last = rows.at(-1);
	}
}

export interface PostingRow {
	readonly sequence: bigint;
	readonly position: bigint;
	readonly time: bigint | null;
	readonly kind: string;
	readonly asset: string;
	readonly amount: bigint;
	readonly from_account: string;
	readonly to_account: string;
}

export const postingColumns = [
	'postings.sequence',
	'postings.position',
	'postings.kind',
	'postings.asset',
	'postings.amount',
	'from_account',
	'to_account',
] as const;

const nothingNamed = { orderId: null, tradeId: null, intentId: null, reference: null };

export function entryOf(accountId: string, journal: string, row: PostingRow): StatementEntry {
	if (row.time === null) throw new Error(`${journal} ${row.sequence} has postings and no time`);
	return {
		...nothingNamed,
		time: Number(row.time),
		kind: row.kind as PostingKind,
		journal,
		asset: row.asset,
		amount: row.amount,
		isFrom: row.from_account === accountId,
		isTo: row.to_account === accountId,
	};
}

export async function* depositEntries({
	snapshot,
	accountId,
	pageRows,
}: Reader): AsyncGenerator<StatementEntry> {
	const rows = paged(pageRows, (last: (PostingRow & { readonly reference: string }) | undefined) =>
		snapshot
			.selectFrom('deposits')
			.innerJoin('postings', 'postings.sequence', 'deposits.sequence')
			.select([...postingColumns, 'deposits.reference', 'deposits.created_at as time'])
			.where('journal', '=', depositJournal)
			.where('deposits.account_id', '=', accountId)
			.$if(last !== undefined, (query) =>
				query.where(afterTime(sql.ref('deposits.created_at'), sql.ref('deposits.sequence'), last)),
			)
			.orderBy('deposits.created_at')
			.orderBy('deposits.sequence')
			.limit(pageRows)
			.execute(),
	);
	for await (const row of rows) {
		yield { ...entryOf(accountId, depositJournal, row), reference: row.reference };
	}
}

/** What planning an intent posted, or what its end did; each has its own time. */
export async function* intentEntries(
	{ snapshot, accountId, pageRows }: Reader,
	moment: 'PLANNED' | 'ENDED',
): AsyncGenerator<StatementEntry> {
	const time = moment === 'PLANNED' ? 'created_at' : 'ended_at';
	const position = moment === 'PLANNED' ? 0n : 1n;
	const rows = paged(pageRows, (last: (PostingRow & IntentNames) | undefined) =>
		snapshot
			.selectFrom('intents')
			.innerJoin('postings', 'postings.sequence', 'intents.number')
			.select([...postingColumns, 'intents.id', 'intents.reference', `intents.${time} as time`])
			.where('journal', '=', settlementJournal)
			.where('postings.position', '=', position)
			.where('intents.account_id', '=', accountId)
			// That the tracker has paid moves nothing of the trader's.
			.where('postings.kind', '<>', 'PAID')
			.$if(last !== undefined, (query) =>
				query.where(afterTime(sql.ref(`intents.${time}`), sql.ref('intents.number'), last)),
			)
			.orderBy(`intents.${time}`)
			.orderBy('intents.number')
			.limit(pageRows)
			.execute(),
	);
	for await (const row of rows) {
		const { id: intentId, reference } = row;
		yield { ...entryOf(accountId, settlementJournal, row), intentId, reference };
	}
}

/** What was reserved for an order that is to be funded, and what became free of that again. */
export async function* reservationEntries({
	snapshot,
	accountId,
	pageRows,
}: Reader): AsyncGenerator<StatementEntry> {
	const rows = paged(pageRows, (last: ReservationRow | undefined) =>
		snapshot
			.selectFrom('reservation_moves as moves')
			.innerJoin('reservations', 'reservations.number', 'moves.number')
			.innerJoin('postings', (join) =>
				join
					.onRef('postings.sequence', '=', 'moves.number')
					.onRef('postings.position', '=', 'moves.position'),
			)
			.select([...postingColumns, 'client_order_id', 'moves.at as time'])
			.where('journal', '=', reservationJournal)
			.where('moves.account_id', '=', accountId)
			.$if(last !== undefined, (query) =>
				query.where(
					sql<boolean>`(moves.at, moves.number, moves.position) >
						(${last?.time ?? null}, ${last?.sequence ?? null}, ${last?.position ?? null})`,
				),
			)
			.orderBy('moves.at')
			.orderBy('moves.number')
			.orderBy('moves.position')
			.limit(pageRows)
			.execute(),
	);
	for await (const row of rows) {
		const reference = orderReference(row.client_order_id);
		yield { ...entryOf(accountId, reservationJournal, row), reference };
	}
}

type ReservationRow = PostingRow & { readonly client_order_id: string };

interface IntentNames {
	readonly id: string;
	readonly reference: string;
}

/** Rows after one that was read, in the order of time and sequence. */
function afterTime(
	time: ReturnType<typeof sql.ref>,
	sequence: ReturnType<typeof sql.ref>,
	last: PostingRow | undefined,
) {
	return sql<boolean>`(${time}, ${sequence}) > (${last?.time ?? null}, ${last?.sequence ?? null})`;
}
