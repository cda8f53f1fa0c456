/**
 * Invariants of the ledger that the database enforces for every writer: no amount is below zero,
 * the accounts of an asset add up to what was issued of it, and the holders of a batch to what it
 * brought.
 * Every change of an amount is counted in `unheld` of the asset or batch: the amount that was
 * issued and that nobody holds. A deferred reference to the single row of `ledger_zero` makes each
 * commit check that it is 0.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isPostgres } from '../../../../server/database/database';
import { keptInKey, wholeNumber } from '../../../../server/database/table-form';

/** Amounts have up to 33 digits, the most that the SQLite triggers below can handle. */
export function isDecimal(database: Kysely<unknown>): RawBuilder<boolean> {
	return isPostgres(database)
		? sql`amount ~ '^(0|[1-9][0-9]{0,32})$'`
		: sql`amount not glob '*[^0-9]*' and length(amount) between 1 and 33
			and (amount = '0' or amount not glob '0*')`;
}

type Event = 'insert' | 'update' | 'delete';

/** A table whose amounts are counted, the row they are counted in, and the events. */
interface Counted {
	readonly table: string;
	readonly sums: 'asset_supplies' | 'batch_supplies';
	readonly key: string;
	/** Issued amounts add, held amounts subtract. */
	readonly sign: '+' | '-';
	readonly events: readonly Event[];
}

const always: readonly Event[] = ['insert', 'update', 'delete'];

const counted: readonly Counted[] = [
	{ table: 'asset_batches', sums: 'asset_supplies', key: 'asset_id', sign: '+', events: always },
	{ table: 'asset_balances', sums: 'asset_supplies', key: 'asset_id', sign: '-', events: always },
	{ table: 'asset_batches', sums: 'batch_supplies', key: 'id', sign: '+', events: ['update'] },
	{ table: 'asset_holdings', sums: 'batch_supplies', key: 'batch_id', sign: '-', events: always },
];

export async function createSums(database: Kysely<unknown>): Promise<void> {
	await database.schema
		.createTable('ledger_zero')
		.addColumn('value', wholeNumber(database), (column) =>
			column.primaryKey().check(sql`value = 0`),
		)
		.execute();
	await sql`insert into ledger_zero (value) values (0)`.execute(database);
	await createSupplies(database, { table: 'asset_supplies', of: 'assets', first: '0' });
	await createSupplies(database, { table: 'batch_supplies', of: 'asset_batches', first: 'amount' });
	for (const each of counted) {
		for (const event of each.events) {
			if (isPostgres(database)) await countOnPostgres(database, each, event);
			else await countOnSqlite(database, each, event);
		}
	}
}

/** Makes a row for every new asset or batch. */
async function createSupplies(
	database: Kysely<unknown>,
	{ table, of, first }: { table: Counted['sums']; of: string; first: '0' | 'amount' },
): Promise<void> {
	await database.schema
		.createTable(table)
		.addColumn('id', 'text', (column) => column.primaryKey().references(`${of}.id`))
		.addColumn('unheld', wholeNumber(database), (column) => column.notNull())
		.addForeignKeyConstraint(
			`${table}_unheld`,
			['unheld'],
			'ledger_zero',
			['value'],
			(constraint) => constraint.deferrable().initiallyDeferred(),
		)
		.modifyEnd(keptInKey(database))
		.execute();
	const make = (row: string) =>
		`insert into ${table} (id, unheld) values (${row}.id, cast(${first === '0' ? first : `${row}.${first}`} as bigint))`;
	if (!isPostgres(database)) {
		const text = `create trigger ${table}_made after insert on ${of} begin ${make('new')}; end`;
		await sql.raw(text).execute(database);
		return;
	}
	await createFunction(database, `${table}_made`, make('new'));
	const text = `create trigger ${table}_made after insert on ${of}
		for each row execute function ${table}_made()`;
	await sql.raw(text).execute(database);
}

async function createFunction(
	database: Kysely<unknown>,
	name: string,
	statement: string,
): Promise<void> {
	const text = `create function ${name}() returns trigger language plpgsql as $$
		begin ${statement}; return null; end $$`;
	await sql.raw(text).execute(database);
}

const transitions: Readonly<Record<Event, string>> = {
	insert: 'referencing new table as newer',
	update: 'referencing old table as older new table as newer',
	delete: 'referencing old table as older',
};

/**
 * Runs once a statement: a transfer between accounts leaves the sum unchanged, so nothing is
 * written.
 */
async function countOnPostgres(
	database: Kysely<unknown>,
	{ table, sums, key, sign }: Counted,
	event: Event,
): Promise<void> {
	const name = `${table}_in_${sums}_${event}`;
	const newer = `select ${key} as id, amount::numeric as amount from newer`;
	const older = `select ${key} as id, -amount::numeric as amount from older`;
	const changes = { insert: newer, update: `${newer} union all ${older}`, delete: older };
	await createFunction(
		database,
		name,
		`update ${sums} set unheld = unheld ${sign} changed.amount
		from (
			select id, sum(amount) as amount from (${changes[event]}) as each
			group by id having sum(amount) <> 0
		) as changed
		where ${sums}.id = changed.id`,
	);
	const text = `create trigger ${name} after ${event} on ${table} ${transitions[event]}
		for each statement execute function ${name}()`;
	await sql.raw(text).execute(database);
}

/**
 * Runs once a row. Amounts may exceed SQLite's integers, so the difference is computed in two
 * parts; it is itself below 64 bits, because one transaction moves no more.
 */
async function countOnSqlite(
	database: Kysely<unknown>,
	{ table, sums, key, sign }: Counted,
	event: Event,
): Promise<void> {
	const high = (row: string) =>
		`cast(substr(${row}.amount, 1, length(${row}.amount) - 15) as integer)`;
	const low = (row: string) => `cast(substr(${row}.amount, -15) as integer)`;
	const difference = {
		insert: `(${high('new')}) * 1000000000000000 + (${low('new')})`,
		update: `(${high('new')} - ${high('old')}) * 1000000000000000 + (${low('new')} - ${low('old')})`,
		delete: `-(${high('old')}) * 1000000000000000 - (${low('old')})`,
	};
	const when = event === 'update' ? 'update of amount' : event;
	const row = event === 'delete' ? 'old' : 'new';
	const text = `create trigger ${table}_in_${sums}_${event} after ${when} on ${table} begin
		update ${sums} set unheld = unheld ${sign} (${difference[event]}) where id = ${row}.${key};
	end`;
	await sql.raw(text).execute(database);
}
