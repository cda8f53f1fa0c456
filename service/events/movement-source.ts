/**
 * The movements of assets as events. They are derived from confirmed log entries, in tree order,
 * so that a movement writes no event row itself.
 */
import { sql } from 'kysely';
import { events } from '../../api/events/events';
import { isPostgres } from '../../server/database/database';
import type { EventSource } from '../../server/events/record/ordering';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';

const types = {
	issue: 'asset.issued',
	transfer: 'asset.transferred',
	burn: 'asset.burned',
	reversal: 'asset.reversed',
};

/** Positions are tree indexes. */
export const movementSource: EventSource<Schema> = {
	name: 'movements',
	async newest(transaction) {
		const row = await transaction
			.selectFrom('log_entries')
			.select('tree_index')
			.where('tree_index', 'is not', null)
			.orderBy('tree_index', 'desc')
			.limit(1)
			.executeTakeFirst();
		return Number(row?.tree_index ?? -1) + 1;
	},
	async insert(transaction, { after, upTo, first }) {
		const { version } = events['asset.transferred'];
		const statement = sql`
			insert into events
				(sequence, id, type, version, owner, product_id, subject, audience, data, occurred_at)
			select ${first} - 1 + row_number() over (order by entry.tree_index), moved.id,
				case moved.kind when 'issue' then ${types.issue} when 'transfer' then ${types.transfer}
					when 'burn' then ${types.burn} else ${types.reversal} end,
				${sql.lit(version)}, products.organisation_id, assets.product_id, moved.asset_id,
				${audience(transaction)}, ${data(transaction)}, moved.created_at
			from log_entries as entry
			join asset_transactions as moved on moved.id = entry.subject_id
			join assets on assets.id = moved.asset_id
			join products on products.id = assets.product_id
			left join entities as giving on giving.id = moved.giver_id
			left join entities as taking on taking.id = moved.taker_id
			where entry.tree_index >= ${after} and entry.tree_index < ${upTo}
				and entry.kind in ('issue', 'transfer', 'burn', 'reversal')
			order by entry.tree_index`;
		return Number((await statement.execute(transaction)).numAffectedRows ?? 0);
	},
};

/**
 * The audience of a movement: an account has the id of its user; for an entity its owner. The
 * account of an asset, which issues and burns, matches no user.
 */
function audience(database: Database) {
	const parties = sql`coalesce(giving.owner_id, moved.giver_id), coalesce(taking.owner_id, moved.taker_id)`;
	return isPostgres(database)
		? sql`json_build_array(${parties})::text`
		: sql`json_array(${parties})`;
}

function data(database: Database) {
	const common = sql`'transactionId', moved.id, 'assetId', moved.asset_id, 'assetName', assets.name,
		'amount', moved.amount, 'recipientId', case when moved.kind = 'burn' then null else moved.taker_id end,
		'reason', moved.reason, 'reference', moved.reference`;
	const sender = sql`case when moved.kind = 'issue' then null else moved.giver_id end`;
	return isPostgres(database)
		? sql`json_strip_nulls(json_build_object(${common}, 'isMultiAsset', assets.kind = 'multi',
			'senderId', ${sender}, 'reversedTransactionId', moved.reverses_id, 'metadata', moved.metadata::json))::text`
		: sql`json_patch('{}', json_object(${common},
			'isMultiAsset', json(case assets.kind when 'multi' then 'true' else 'false' end),
			'senderId', ${sender}, 'reversedTransactionId', moved.reverses_id, 'metadata', json(moved.metadata)))`;
}
