/**
 * Administrators' acts on payouts: limits without approval, and decisions on payouts that wait.
 * Each is recorded in the audit log.
 */
import { present } from '../../../server/at';
import { inTransaction } from '../../../server/database/transactions';
import { refuse } from '../../../server/refusal';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { isWaiting } from '../../database/intent-states';
import { formatDecimal } from '../../../server/decimal';
import type { Page } from '../../database/page';
import { assetLink } from '../../settlement/assets/asset-links';
import { approved, rejected } from '../../settlement/state/approval';
import {
	findIntent,
	readIntent,
	recordChanges,
	type StoredIntent,
} from '../../settlement/store/intents';
import type { TreasuryParts } from '../../settlement/setup/parts';

export interface PayoutLimits {
	readonly accountId: string;
	readonly asset: string;
	readonly decimals: number;
	/** In smallest units; undefined: no limit. */
	readonly perDayMax: bigint | undefined;
	readonly approvalAbove: bigint | undefined;
}

export function setPayoutLimits(context: AuditContext, limits: PayoutLimits): Promise<void> {
	const { accountId, asset, decimals, perDayMax, approvalAbove } = limits;
	return inTransaction(context.database, async (transaction) => {
		const values = { day_max: perDayMax ?? null, approval_above: approvalAbove ?? null };
		await transaction
			.insertInto('payout_limits')
			.values({ account_id: accountId, asset, ...values })
			.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet(values))
			.execute();
		const text = (amount: bigint | undefined) =>
			amount === undefined ? 'none' : formatDecimal(amount, decimals);
		const details = { asset, perDayMax: text(perDayMax), approvalAbove: text(approvalAbove) };
		await audit(transaction, context, {
			action: 'ACCOUNT_SET_PAYOUT_LIMITS',
			subject: accountId,
			details,
		});
	});
}

export type PayoutDecision = 'APPROVE' | 'REJECT';

type DecidingParts = Pick<TreasuryParts, 'settings' | 'newId' | 'onAlarm'>;

/** Returns the payout after the decision; refuses one that does not wait for approval. */
export function decidePayout(
	context: AuditContext,
	{ settings, newId, onAlarm }: DecidingParts,
	{ id, decision }: { readonly id: string; readonly decision: PayoutDecision },
): Promise<StoredIntent> {
	const { clock } = context;
	return inTransaction(context.database, async (transaction) => {
		const from = await findIntent(transaction, id);
		if (from === undefined || from.kind !== 'PAYOUT') {
			throw refuse('Exchange_PayoutNotFound', id.slice(0, 100));
		}
		const moment = { settings, now: clock.now() };
		const intent = decision === 'APPROVE' ? approved(from, moment) : rejected(from, moment);
		const parts = { settings, newId, onAlarm, clock };
		const [recorded] = intent
			? await recordChanges(parts, transaction, [{ from, step: { intent }, at: moment.now }])
			: [];
		if (recorded === undefined) throw refuse('Exchange_PayoutNotWaiting', id, from.state);
		await auditDecision(transaction, context, { payout: recorded, decision });
		return recorded;
	});
}

async function auditDecision(
	transaction: Database,
	context: AuditContext,
	{ payout, decision }: { readonly payout: StoredIntent; readonly decision: PayoutDecision },
): Promise<void> {
	const { id: subject, asset, amount, accountId } = payout;
	const link = present(await assetLink(transaction, asset), 'the link of the asset of a payout');
	const details = { accountId, asset, amount: formatDecimal(amount, link.decimals) };
	await audit(transaction, context, { action: `PAYOUT_${decision}`, subject, details });
}

/** Lists payouts that wait for approval, the oldest first. */
export async function waitingPayouts(
	database: Database,
	{ fromId, limit, offset }: Page,
): Promise<readonly StoredIntent[]> {
	let query = database
		.selectFrom('intents')
		.selectAll()
		.where(isWaiting)
		.orderBy('number')
		.limit(limit)
		.offset(offset);
	if (fromId !== undefined) {
		const first = await findIntent(database, fromId);
		if (first === undefined) return [];
		query = query.where('number', '>=', BigInt(first.number));
	}
	return (await query.execute()).map(readIntent);
}
