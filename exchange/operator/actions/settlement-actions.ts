/**
 * Administrators' acts on transfers and alarms, each recorded in the audit log in its own
 * transaction.
 */
import { inTransaction } from '../../../server/database/transactions';
import { clearAlarm } from '../../guard/alarms';
import { audit, type AuditContext } from '../audit';
import type { ReconciliationReport } from '../../history/reconciliation/comparison';
import type { Reconciliation } from '../../history/reconciliation/history';
import {
	probeKeys,
	reconcile,
	resumePayouts,
	type ReconcileParts,
} from '../../history/reconciliation/reconcile';
import { payoutsStopped } from '../../settlement/carrying/claims';
import type { Decision } from '../../settlement/state/review-decision';
import type { StoredIntent } from '../../settlement/store/intents';
import { resumeAssets } from '../../settlement/store/payout-stops';
import { reviewIntent, type ReviewParts } from '../../settlement/store/review';

/** Returns the transfer after the decision. */
export function review(
	context: AuditContext,
	treasury: ReviewParts,
	{ id, decision }: { readonly id: string; readonly decision: Decision },
): Promise<StoredIntent> {
	return inTransaction(context.database, async (transaction) => {
		const intent = await reviewIntent({ ...treasury, database: transaction }, id, decision);
		const { accountId, kind, asset } = intent;
		const details = { decision, kind, accountId, asset };
		await audit(transaction, context, { action: 'INTENT_REVIEW', subject: id, details });
		return intent;
	});
}

/**
 * Compares books and tracker now. Payouts that a refused key had stopped resume if the key is
 * accepted again.
 */
export async function reconcileNow(
	context: AuditContext,
	treasury: ReconcileParts,
): Promise<{ readonly report: ReconciliationReport; readonly recorded: Reconciliation }> {
	await probeKeys(treasury);
	let recorded: Reconciliation | undefined;
	const report = await reconcile(treasury, async (transaction, found) => {
		const { verdict } = found;
		const act = { action: 'BOOKS_RECONCILE', subject: 'books', details: { verdict } } as const;
		await audit(transaction, context, act);
		recorded = found;
	});
	if (recorded === undefined) throw new Error('what was found was not recorded');
	return { report, recorded };
}

export interface Resumed {
	/** Why payouts are still stopped; null: they are not. */
	readonly payoutsStopped: string | null;
	readonly resumedAssets: readonly string[];
}

/** Resumes stopped payouts of one asset, or of all. */
export function resume(context: AuditContext, asset: string | undefined): Promise<Resumed> {
	return inTransaction(context.database, async (transaction) => {
		if (asset === undefined) await resumePayouts(context, transaction);
		const resumedAssets = await resumeAssets(context, transaction, asset);
		const resumed = { payoutsStopped: await payoutsStopped(transaction), resumedAssets };
		if (asset !== undefined && resumedAssets.length === 0) return resumed;
		const subject = asset ?? 'payouts';
		const details = { assets: resumedAssets.join(', ') };
		await audit(transaction, context, { action: 'PAYOUTS_RESUME', subject, details });
		return resumed;
	});
}

/** Returns false if there is no such open alarm. */
export function clear(context: AuditContext, id: string): Promise<boolean> {
	return inTransaction(context.database, async (transaction) => {
		if (!(await clearAlarm(context, transaction, id))) return false;
		await audit(transaction, context, { action: 'ALARM_CLEAR', subject: id });
		return true;
	});
}
