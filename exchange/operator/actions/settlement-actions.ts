/**
 * What an administrator decides about transfers and alarms, each written into the audit log in the
 * transaction that carries it out.
 */
import { inTransaction } from '../../../server/database/transactions';
import { clearAlarm } from '../alarms';
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

/** The transfer as it is after the decision. */
export function review(
	acting: AuditContext,
	treasury: ReviewParts,
	{ id, decision }: { readonly id: string; readonly decision: Decision },
): Promise<StoredIntent> {
	return inTransaction(acting.database, async (transaction) => {
		const intent = await reviewIntent({ ...treasury, database: transaction }, id, decision);
		const { accountId, kind, asset } = intent;
		const details = { decision, kind, accountId, asset };
		await audit(transaction, acting, { action: 'INTENT_REVIEW', subject: id, details });
		return intent;
	});
}

/** Compares books and tracker now; payouts that a refused key had stopped flow where it is taken. */
export async function reconcileNow(
	acting: AuditContext,
	treasury: ReconcileParts,
): Promise<{ readonly report: ReconciliationReport; readonly noted: Reconciliation }> {
	await probeKeys(treasury);
	let noted: Reconciliation | undefined;
	const report = await reconcile(treasury, async (transaction, found) => {
		const { verdict } = found;
		const act = { action: 'BOOKS_RECONCILE', subject: 'books', details: { verdict } } as const;
		await audit(transaction, acting, act);
		noted = found;
	});
	if (noted === undefined) throw new Error('what was found was not noted');
	return { report, noted };
}

export interface Resumed {
	/** Why no payout is sent still, or null. */
	readonly payoutsStopped: string | null;
	readonly resumedAssets: readonly string[];
}

/** Lets payouts go on that were stopped: of one asset, or of all. */
export function resume(acting: AuditContext, asset: string | undefined): Promise<Resumed> {
	return inTransaction(acting.database, async (transaction) => {
		if (asset === undefined) await resumePayouts(acting, transaction);
		const resumedAssets = await resumeAssets(acting, transaction, asset);
		const resumed = { payoutsStopped: await payoutsStopped(transaction), resumedAssets };
		if (asset !== undefined && resumedAssets.length === 0) return resumed;
		const subject = asset ?? 'payouts';
		const details = { assets: resumedAssets.join(', ') };
		await audit(transaction, acting, { action: 'PAYOUTS_RESUME', subject, details });
		return resumed;
	});
}

/** Answers whether it was open. */
export function clear(acting: AuditContext, id: string): Promise<boolean> {
	return inTransaction(acting.database, async (transaction) => {
		if (!(await clearAlarm(acting, transaction, id))) return false;
		await audit(transaction, acting, { action: 'ALARM_CLEAR', subject: id });
		return true;
	});
}
