/**
 * Carries out movements in a transaction, each with its own outcome: reads the accounts, applies
 * the movements in memory, writes records, balances and holdings together.
 */
import { sql, type CompiledQuery } from 'kysely';
import { isoTime, newId, type Clock } from '../../../server/clock';
import {
	deleteStatements,
	insertStatements,
	pairList,
	pairValues,
	type Insertion,
} from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { together } from '../../../server/database/transactions';
import { Refusal, refuse } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import type { Schema } from '../../database/schema';
import { newEntry } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import {
	amountHash,
	holdingHash,
	linesText,
	movementRecord,
	purposeColumns,
	type BalanceRow,
	type BatchAmount,
	type MovementKind,
	type MovementRow,
	type Purpose,
} from '../register/entries';
import { Books, type AccountState, type HeldRow, type PlannedMovement } from './books';
import { candidateBatches, holdingsOf } from './holdings';

export interface LedgerParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/** A holder: a user, or an entity of a user. */
export interface Account {
	readonly id: string;
	readonly kind: 'user' | 'entity';
	/** As replies show it: the address of a user, the name of an entity. */
	readonly name: string;
}

export interface MovementPlan extends Purpose {
	readonly asset: { readonly id: string; readonly name: string };
	readonly productId: string;
	readonly kind: MovementKind;
	/** Absent for an issue. */
	readonly sender?: Account;
	/** Absent for a burn: the asset holds what was burned of it. */
	readonly recipient?: Account;
	/** The user who requests the movement. */
	readonly caller: Account;
	readonly amount: bigint;
	readonly batchIds?: readonly string[];
	/** What a burn uses the units up for. */
	readonly reason?: string;
	/** The reversed movement and the batch amounts it moved. */
	readonly reverses?: { readonly id: string; readonly lines: readonly BatchAmount[] };
}

export interface PostedMovement {
	readonly id: string;
	readonly plan: MovementPlan;
	readonly lines: readonly BatchAmount[];
	readonly createdAt: string;
}

export type MovementOutcome = PostedMovement | Refusal;

export interface CarriedOut<Outcome> {
	/** In the order of the plans. */
	readonly outcomes: readonly Outcome[];
	/** What the caller has to run last, for `commitWith`. */
	readonly statements: readonly CompiledQuery[];
}

/**
 * Carries out the plans one after the other; each sees the result of those before it. The caller
 * must hold the locks of their assets.
 */
export async function carryOut(
	transaction: Transaction,
	parts: LedgerParts,
	plans: readonly MovementPlan[],
): Promise<CarriedOut<MovementOutcome>> {
	const createdAt = isoTime(parts.clock);
	const posted = plans.map((plan) => ({
		plan,
		movement: plannedMovement(plan, newId(parts.clock)),
	}));
	const { books, outcomes } = await postAll(transaction, posted, createdAt);
	const moved = outcomes.filter(
		(outcome): outcome is PostedMovement => !(outcome instanceof Refusal),
	);
	const statements = moved.length === 0 ? [] : await write(transaction, parts, { books, moved });
	return { outcomes, statements };
}

interface PlanToPost {
	readonly plan: MovementPlan;
	readonly movement: PlannedMovement;
}

function plannedMovement(plan: MovementPlan, id: string): PlannedMovement {
	const { asset, sender, recipient, amount, batchIds, reverses } = plan;
	const movement = { id, assetId: asset.id, recipientId: recipient?.id ?? asset.id, amount };
	return { ...movement, senderId: sender?.id, batchIds, lines: reverses?.lines };
}

/**
 * Applies all plans; repeated until every changed holding was read, because only the result shows
 * which batches a recipient gets.
 */
async function postAll(transaction: Transaction, posted: readonly PlanToPost[], createdAt: string) {
	const movements = posted.map(({ movement }) => movement);
	const [balances, candidates] = await together(
		balancesOf(transaction, movements),
		candidateBatches(transaction, movements),
	);
	const holdings = new Map<string, HeldRow>();
	const known = new Set(movements.map(({ id, recipientId }) => place(id, recipientId)));
	const learn = (rows: readonly HeldRow[]) => {
		for (const row of rows) {
			known.add(place(row.batch_id, row.account_id));
			holdings.set(place(row.batch_id, row.account_id), row);
		}
	};
	learn(candidates);
	for (;;) {
		const result = postOnce({ balances, holdings: [...holdings.values()] }, posted, createdAt);
		const changed = result.books.holdings();
		const unknown = changed.filter((each) => !known.has(place(each.batchId, each.accountId)));
		if (unknown.length === 0) return result;
		for (const { batchId, accountId } of unknown) known.add(place(batchId, accountId));
		learn(await holdingsOf(transaction, unknown));
	}
}

function place(batchId: string, accountId: string): string {
	return `${batchId} ${accountId}`;
}

function postOnce(held: AccountState, posted: readonly PlanToPost[], createdAt: string) {
	const books = new Books(held);
	// Two reversals of one movement in this transaction do not see each other in the database.
	const reversed = new Set<string>();
	const outcomes = posted.map(({ plan, movement }): MovementOutcome => {
		const reversedId = plan.reverses?.id;
		if (reversedId !== undefined && reversed.has(reversedId)) {
			return refuse('Factory_TransactionWasAlreadyReversed', reversedId);
		}
		try {
			const lines = books.move(movement);
			if (reversedId !== undefined) reversed.add(reversedId);
			return { id: movement.id, plan, lines, createdAt };
		} catch (fault) {
			if (fault instanceof Refusal) return fault;
			throw fault;
		}
	});
	return { books, outcomes };
}

async function balancesOf(transaction: Transaction, movements: readonly PlannedMovement[]) {
	const places = new Map(
		movements.flatMap(({ assetId, senderId, recipientId }) =>
			[senderId ?? recipientId, recipientId].map((id) => [
				`${assetId} ${id}`,
				[assetId, id] as const,
			]),
		),
	);
	return balancesByPlace.rows(transaction, pairValues<Schema>(transaction, [...places.values()]));
}

const balancesByPlace = new Prepared<Schema, BalanceRow>((database) =>
	database
		.selectFrom('asset_balances')
		.select(['asset_id', 'account_id', 'amount', 'amount_hash'])
		.where(sql<boolean>`(asset_id, account_id) in ${pairList<Schema>(database, [])}`),
);

/** Appends the log entries; returns what else is to be written. */
async function write(
	transaction: Transaction,
	{ recordLog }: LedgerParts,
	{ books, moved }: { readonly books: Books; readonly moved: readonly PostedMovement[] },
): Promise<readonly CompiledQuery[]> {
	const records = moved.map(rowOf);
	const entries = await recordLog.appendAll(
		transaction,
		records.map((record) => newEntry(movementRecord, record)),
	);
	const movements = records.map((row, at) => [
		...[row.id, row.asset_id, row.kind, row.giver_id, row.taker_id, row.caller_id],
		...[row.reverses_id, row.amount, entries[at] ?? null, row.created_at],
		moved[at]?.plan.productId ?? null,
		...[row.reason, row.reference, row.metadata],
	]);
	return [
		...(await removalsOf(transaction, books)),
		...(await insertStatements<Schema>(transaction, [
			{ ...newAccount, rows: accountRows(moved) },
			{ ...newMovement, rows: movements },
			{ ...newBatch, rows: batchRows(moved) },
			{ ...newLine, rows: moved.flatMap(lineRows) },
		])),
		...(await insertStatements<Schema>(transaction, bookRows(books))),
	];
}

/** Deletes emptied holdings; a batch that comes back gets a new row and so is drawn on last. */
function removalsOf(transaction: Transaction, books: Books): Promise<readonly CompiledQuery[]> {
	const emptied = books.holdings().filter(({ amount, isRenewed }) => isRenewed || amount === 0n);
	const places = emptied.map(({ batchId, accountId }) => [batchId, accountId]);
	const named = { table: 'asset_holdings', columns: ['batch_id', 'account_id'] } as const;
	return deleteStatements<Schema>(transaction, named, places);
}

function bookRows(books: Books): readonly Insertion<Schema>[] {
	return [
		{
			...newBalance,
			rows: books.balances().map(({ assetId, accountId, amount }) => {
				const row = { asset_id: assetId, account_id: accountId, amount: amount.toString() };
				return [row.asset_id, row.account_id, row.amount, amountHash(row)];
			}),
		},
		{
			...newHolding,
			rows: books
				.holdings()
				.filter(({ amount }) => amount > 0n)
				.map(({ assetId, accountId, batchId, amount }) => {
					const row = { batch_id: batchId, account_id: accountId, amount: amount.toString() };
					return [row.batch_id, row.account_id, assetId, row.amount, holdingHash(row)];
				}),
		},
	];
}

const newAccount = {
	table: 'asset_accounts',
	columns: ['id', 'user_id', 'entity_id', 'asset_id'],
	ending: 'on conflict (id) do nothing',
} as const;
const newMovement = {
	table: 'asset_transactions',
	columns: [
		...['id', 'asset_id', 'kind', 'giver_id', 'taker_id', 'caller_id'],
		...['reverses_id', 'amount', 'log_sequence', 'created_at', 'product_id'],
		...['reason', 'reference', 'metadata'],
	],
} as const;
const newBatch = { table: 'asset_batches', columns: ['id', 'asset_id', 'amount'] } as const;
const newLine = {
	table: 'asset_transaction_batches',
	columns: ['transaction_id', 'position', 'batch_id', 'amount'],
} as const;
const changed = 'do update set amount = excluded.amount, amount_hash = excluded.amount_hash';
const newBalance = {
	table: 'asset_balances',
	columns: ['asset_id', 'account_id', 'amount', 'amount_hash'],
	ending: `on conflict (asset_id, account_id) ${changed}`,
} as const;
const newHolding = {
	table: 'asset_holdings',
	columns: ['batch_id', 'account_id', 'asset_id', 'amount', 'amount_hash'],
	ending: `on conflict (batch_id, account_id) ${changed}`,
} as const;

/** The row of a movement, from which its log entry is made. */
export function rowOf({ id, plan, lines, createdAt }: PostedMovement): MovementRow {
	const { asset, kind, sender, recipient, caller, amount, reverses, reason } = plan;
	return {
		id,
		asset_id: asset.id,
		kind,
		giver_id: sender?.id ?? asset.id,
		taker_id: recipient?.id ?? asset.id,
		caller_id: caller.id,
		reverses_id: reverses?.id ?? null,
		amount: amount.toString(),
		created_at: createdAt,
		reason: reason ?? null,
		...purposeColumns(plan),
		lines: linesText(lines),
		giver_email: emailOf(sender),
		taker_email: emailOf(recipient),
		caller_email: caller.name,
	};
}

function emailOf(account: Account | undefined): string | null {
	return account?.kind === 'user' ? account.name : null;
}

function accountRows(moved: readonly PostedMovement[]) {
	const rows = new Map<string, readonly (string | null)[]>();
	for (const { plan } of moved) {
		for (const account of [plan.sender, plan.recipient]) {
			if (account === undefined)
				rows.set(plan.asset.id, [plan.asset.id, null, null, plan.asset.id]);
			else if (account.kind === 'user') rows.set(account.id, [account.id, account.id, null, null]);
			else rows.set(account.id, [account.id, null, account.id, null]);
		}
	}
	return [...rows.values()];
}

function batchRows(moved: readonly PostedMovement[]) {
	return moved
		.filter(({ plan }) => plan.kind === 'issue')
		.map(({ id, plan }) => [id, plan.asset.id, plan.amount.toString()]);
}

function lineRows({ id, lines }: PostedMovement) {
	return lines.map(({ batchId, amount }, position) => [id, position, batchId, amount.toString()]);
}
