/**
 * Writes new intents down. A payout leaves the trader's balance in the same transaction, so that
 * the money is never in two places; a deposit brings its trader's key along, sealed. The same
 * reference again is the same intent, whatever process asks.
 */
import { insertRows } from '../../../server/database/bulk';
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import type { Balances } from '../../trading/ledger/balances';
import { PAYOUTS } from '../../trading/ledger/posting';
import { firstLeg, type IntentKind } from '../state/call';
import type { IntentState } from '../state/intent';
import { needsExclusiveSlot, type SettlementSettings } from '../setup/settings';
import { newStep, settlementJournal } from './intents';
import { slotOf } from './slots';
import { tellTransfers } from '../../telling/telling';
import type { PlanningParts } from '../setup/parts';

export interface Plan {
	readonly kind: IntentKind;
	readonly accountId: string;
	readonly asset: string;
	/** Whole units of the tracker, and the same in our smallest units. */
	readonly units: number;
	readonly amount: bigint;
	readonly reference: string;
	readonly windowNumber: number | null;
	readonly traderEmail: string | null;
	/** Nothing is sent before an administrator agrees. */
	readonly needsApproval?: boolean;
	/** Of a deposit. */
	readonly traderKey: string | null;
}

export interface Planned {
	readonly id: string;
	readonly slot: string;
}

/**
 * Plans intents within the caller's transaction; answers where they stand. `balances` holds the traders'
 * and the payouts' balances of every asset a payout is planned in, and is written by the caller.
 */
export async function planIntents(
	parts: PlanningParts,
	transaction: Database,
	balances: Pick<Balances, 'post'>,
	plans: readonly Plan[],
): Promise<readonly Planned[]> {
	if (plans.length === 0) return [];
	const now = parts.clock.now();
	const before = (await takeNumbers(transaction, plans.length)) - plans.length;
	const rows = plans.map((plan, index) => {
		const number = before + index + 1;
		return { plan, number, id: parts.newId() };
	});
	const { settings, vault } = parts;
	await insertRows(
		transaction,
		newIntent,
		rows.map((row) => intentRow(settings, row, now)),
	);
	await insertRows(
		transaction,
		newStep,
		rows.map(({ id, plan }) => [id, 1, stateOf(plan), null, now]),
	);
	const sealed = rows.flatMap(({ id, plan: { traderKey } }) =>
		traderKey === null ? [] : [[id, vault.seal(id, traderKey)]],
	);
	await insertRows(transaction, newSealedKey, sealed);
	for (const { plan, number: sequence } of rows) {
		if (plan.kind === 'DEPOSIT') continue;
		const { asset, amount, accountId: from } = plan;
		const posting = { sequence, position: 0, asset, amount, from, to: PAYOUTS, orderId: null };
		balances.post(settlementJournal, { ...posting, kind: 'PAYOUT' });
	}
	const planned = rows.map(({ id, plan }) => ({ ...plan, id, state: stateOf(plan), reason: null }));
	await tellTransfers(transaction, parts.clock, planned);
	return rows.map(({ id, number, plan }) => ({ id, slot: slotOf(settings, plan.asset, number) }));
}

function stateOf({ needsApproval = false }: Plan): IntentState {
	return needsApproval ? 'PENDING_APPROVAL' : 'PLANNED';
}

const newIntent = {
	table: 'intents',
	columns: [
		'id',
		'number',
		'kind',
		'account_id',
		'asset',
		'units',
		'amount',
		'reference',
		'window_number',
		'trader_email',
		'slot',
		'exclusive_slot',
		'state',
		'leg',
		'attempt',
		'key_number',
		'due_at',
		'version',
		'created_at',
	],
} as const;

const newSealedKey = { table: 'sealed_keys', columns: ['intent_id', 'sealed'] } as const;

function intentRow(
	settings: SettlementSettings,
	{ plan, number, id }: { readonly plan: Plan; readonly number: number; readonly id: string },
	now: number,
) {
	const slot = slotOf(settings, plan.asset, number);
	return [
		id,
		number,
		plan.kind,
		plan.accountId,
		plan.asset,
		plan.units,
		plan.amount,
		plan.reference,
		plan.windowNumber,
		plan.traderEmail,
		slot,
		needsExclusiveSlot(settings) ? slot : null,
		stateOf(plan),
		firstLeg(plan.kind, settings),
		0,
		1,
		now,
		1,
		now,
	];
}

/**
 * Has the planners of all processes come one after the other from here on. Before any balance is
 * locked, as a window does it: otherwise two planners could wait for each other.
 */
export async function lockPlanning(transaction: Database): Promise<void> {
	if (!isPostgres(transaction)) return;
	await transaction.selectFrom('settlement_state').select('id').forUpdate().execute();
}

/** Takes `count` numbers; answers the last. */
export async function takeNumbers(transaction: Database, count: number): Promise<number> {
	const { last_number: last } = await transaction
		.updateTable('settlement_state')
		.set((columns) => ({ last_number: columns('last_number', '+', BigInt(count)) }))
		.returning('last_number')
		.executeTakeFirstOrThrow();
	return Number(last);
}
