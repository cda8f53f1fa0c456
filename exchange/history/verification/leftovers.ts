/**
 * Compares rows of a segment that are still in the database: commands of open orders, the newest
 * trade, and all that the archiver has not removed yet. Of what it has removed, the ids must be
 * kept, so that no client id is taken twice.
 */
import { sql } from 'kysely';
import { numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { archivedAmong, type OwnId } from '../../trading/intake/client-ids';
import { logRows, orderColumns } from '../archive/collecting';
import { inGroups, type Segment, type SegmentRow } from '../archive/segment';
import { asText } from './differences';
import { rowKeys, type Replay } from './replay';
import type { RowCounts } from './row-counts';

export interface LeftoverParts {
	readonly snapshot: Database;
	readonly replay: Replay;
	readonly counts: RowCounts;
	readonly onFault: (fault: string) => void;
}

const idsAtOnce = 500;

const logTables = ['commands', 'batches', 'trades', 'postings'] as const;
type LogTable = (typeof logTables)[number];

export async function proveLeftovers(parts: LeftoverParts, segment: Segment): Promise<void> {
	for (const table of logTables) await proveLog(parts, segment, table);
	for (const orders of inGroups(segment.rows('orders'), idsAtOnce))
		await proveOrders(parts, orders);
	for (const lists of inGroups(segment.rows('order_lists'), idsAtOnce)) {
		await proveLists(parts, lists);
	}
}

/** The segment's rows are looked up only if the database has any of them. */
async function proveLog<Table extends LogTable>(
	{ snapshot, replay, counts }: LeftoverParts,
	segment: Segment,
	table: Table,
): Promise<void> {
	const { firstSequence, lastSequence } = segment.head;
	const part = { market: replay.symbol, firstSequence, lastSequence };
	let byKey: ReadonlyMap<string, SegmentRow<Table>> | undefined;
	for await (const rows of logRows(snapshot, table, part)) {
		counts.add(table, rows.length);
		byKey ??= new Map([...segment.rows(table)].map((row) => [keyOf(table, row), row]));
		for (const row of rows) {
			const archived = byKey.get(keyOf(table, row));
			replay.compare(table, [row], archived === undefined ? [] : [archived]);
		}
	}
}

function keyOf<Table extends LogTable>(table: Table, row: SegmentRow<Table>): string {
	const cells: Readonly<Record<string, unknown>> = { ...row };
	return rowKeys[table].map((column) => String(cells[column])).join(' ');
}

async function proveOrders(
	parts: LeftoverParts,
	archived: readonly SegmentRow<'orders'>[],
): Promise<void> {
	const { snapshot, replay, counts } = parts;
	const ids = archived.map((order) => BigInt(order.order_id));
	const { rows } = await sql<SegmentRow<'orders'>>`select ${orderColumns()}
		from orders join order_states on order_states.market = orders.market
		and order_states.order_id = orders.order_id
		where orders.market = ${replay.symbol}
		and orders.order_id in ${numberList(snapshot, ids)}`.execute(snapshot);
	for (const table of ['orders', 'order_states'] as const) counts.add(table, rows.length);
	const left = new Map(rows.map((row) => [row.order_id, row]));
	for (const order of archived) {
		const row = left.get(order.order_id);
		if (row !== undefined) replay.compare('orders', [row], [order]);
	}
	const gone = archived.filter((order) => !left.has(order.order_id));
	await proveIds(
		parts,
		gone.map((order) => ({
			of: 'order',
			accountId: order.account_id,
			clientId: order.client_order_id,
		})),
	);
}

async function proveLists(
	parts: LeftoverParts,
	archived: readonly SegmentRow<'order_lists'>[],
): Promise<void> {
	const { snapshot, replay, counts } = parts;
	const ids = archived.map((list) => BigInt(list.order_list_id));
	const rows = await snapshot
		.selectFrom('order_lists')
		.select(['order_list_id', 'account_id', 'list_client_order_id', 'created_at'])
		.where('market', '=', replay.symbol)
		.where('order_list_id', 'in', numberList(snapshot, ids))
		.execute();
	counts.add('order_lists', rows.length);
	const left = new Map(rows.map(asText).map((row) => [row.order_list_id, row]));
	for (const list of archived) {
		const row = left.get(list.order_list_id);
		if (row !== undefined) replay.compare('order_lists', [row], [list]);
	}
	const gone = archived.filter((list) => !left.has(list.order_list_id));
	await proveIds(
		parts,
		gone.map((list) => ({
			of: 'list',
			accountId: list.account_id,
			clientId: list.list_client_order_id,
		})),
	);
}

async function proveIds(
	{ snapshot, counts, onFault }: LeftoverParts,
	ids: readonly OwnId[],
): Promise<void> {
	const kept = await archivedAmong(snapshot, ids);
	counts.add('archived_ids', kept.length);
	const names = new Set(kept.map(({ accountId, clientId }) => `${accountId} ${clientId}`));
	for (const { of, accountId, clientId } of ids) {
		if (names.has(`${accountId} ${clientId}`)) continue;
		onFault(`archived_ids: that of the archived ${of} ${clientId} of ${accountId} is not there`);
	}
}
