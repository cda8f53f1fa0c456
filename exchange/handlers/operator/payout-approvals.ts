/** Handlers of operators for payouts: limits of an account, and payouts that wait for approval. */
import type { Model } from '../../../api/types';
import { present } from '../../../server/at';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { isWaiting } from '../../database/intent-states';
import type { Page } from '../../database/page';
import { decimalField } from '../../operations/amounts';
import { requireSettlement, type Handlers, type OperatorParts } from '../../operations/handler';
import { assetLink } from '../../settlement/assets/asset-links';
import { approved, rejected } from '../../settlement/state/approval';
import {
	findIntent,
	readIntent,
	recordChanges,
	type StoredIntent,
} from '../../settlement/store/intents';
import { formatDecimal } from '../../../server/decimal';
import { accountOf, perform, type By } from './acting';

export function payoutApprovalHandlers(
	parts: OperatorParts,
): Handlers<'setPayoutLimits' | 'listWaitingPayouts' | 'approvePayout' | 'rejectPayout'> {
	const { database } = parts;
	return {
		setPayoutLimits: async (by, { accountId, asset, perDayMax, approvalAbove, reason }) => {
			requireSettlement(parts);
			await accountOf(parts, accountId);
			const link = await assetLink(database, asset);
			if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
			const amount = (field: string, text: string | undefined) =>
				text === undefined ? null : decimalField(field, text, link.decimals);
			const values = {
				day_max: amount('perDayMax', perDayMax),
				approval_above: amount('approvalAbove', approvalAbove),
			};
			const text = (units: bigint | null) =>
				units === null ? 'none' : formatDecimal(units, link.decimals);
			const details = {
				asset,
				perDayMax: text(values.day_max),
				approvalAbove: text(values.approval_above),
			};
			await perform(parts, { by, reason }, async (transaction, record) => {
				await transaction
					.insertInto('payout_limits')
					.values({ account_id: accountId, asset, ...values })
					.onConflict((conflict) => conflict.columns(['account_id', 'asset']).doUpdateSet(values))
					.execute();
				await record('ACCOUNT_SET_PAYOUT_LIMITS', accountId, details);
			});
			return known({ accountId, asset, perDayMax, approvalAbove });
		},
		listWaitingPayouts: async (_by, asked) =>
			inParts(await waitingPayouts(database, asked), (payout) => payoutWire(database, payout)),
		approvePayout: (by, input) => decide(parts, by, { ...input, decision: 'APPROVE' }),
		rejectPayout: (by, input) => decide(parts, by, { ...input, decision: 'REJECT' }),
	};
}

interface PayoutDecision {
	readonly payoutId: string;
	readonly reason: string;
	readonly decision: 'APPROVE' | 'REJECT';
}

/** Refuses a payout that does not wait for approval. */
async function decide(
	parts: OperatorParts,
	by: By,
	{ payoutId: id, reason, decision }: PayoutDecision,
): Promise<Model<'WaitingPayout'>> {
	const { treasury, onPlanned } = requireSettlement(parts);
	const { clock } = parts;
	const payout = await perform(parts, { by, reason }, async (transaction, record) => {
		const from = await findIntent(transaction, id);
		if (from === undefined || from.kind !== 'PAYOUT') {
			throw refuse('Exchange_PayoutNotFound', id.slice(0, 100));
		}
		const moment = { settings: treasury.settings, now: clock.now() };
		const intent = decision === 'APPROVE' ? approved(from, moment) : rejected(from, moment);
		const changes = intent ? [{ from, step: { intent }, at: moment.now }] : [];
		const [decided] = await recordChanges({ ...treasury, clock }, transaction, changes);
		if (decided === undefined) throw refuse('Exchange_PayoutNotWaiting', id, from.state);
		const { accountId, asset } = decided;
		const amount = await amountText(transaction, decided);
		await record(`PAYOUT_${decision}`, id, { accountId, asset, amount });
		return decided;
	});
	if (decision === 'APPROVE') onPlanned(payout.slot);
	return payoutWire(parts.database, payout);
}

/** Lists payouts that wait for approval, the oldest first. */
async function waitingPayouts(
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

async function payoutWire(
	database: Database,
	payout: StoredIntent,
): Promise<Model<'WaitingPayout'>> {
	const { id: payoutId, accountId, asset, state: status, traderEmail, createdAt } = payout;
	return {
		payoutId,
		accountId,
		asset,
		status,
		createdAt,
		amount: await amountText(database, payout),
		email: present(traderEmail, 'the address of a payout'),
	};
}

async function amountText(database: Database, { asset, amount }: StoredIntent): Promise<string> {
	const link = present(await assetLink(database, asset), 'the link of the asset of a payout');
	return formatDecimal(amount, link.decimals);
}
