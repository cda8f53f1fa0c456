/**
 * Commissions are paid out as a payout of the fees account. Settlement handles the transfer like any
 * other.
 */
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import type { Handlers, OperatorParts } from '../../operations/handler';
import { requireSettlement } from '../../operations/handler';
import {
	amountOf,
	outcomeOf,
	payoutRecord,
	referenceOf,
	shown,
	transferStatus,
} from '../../operations/transfers';
import type { PlanningParts } from '../../settlement/setup/parts';
import { outsideEmailFault } from '../../settlement/setup/settings';
import { requestCommissions, type Requested } from '../../settlement/store/requests';
import { FEES } from '../../trading/ledger/posting';
import { formatDecimal } from '../../../server/decimal';
import { perform, type By } from './acting';

export function commissionHandlers(
	parts: OperatorParts,
): Handlers<'listCommissions' | 'payOutCommissions'> {
	return {
		listCommissions: (_administrator, asked) => commissionsOf(parts.database, asked.asset),
		payOutCommissions: async (by, { asset, amount, email, clientPayoutId, reason }) => {
			const settlement = requireSettlement(parts);
			const { treasury } = settlement;
			const requested = await planCommissions(
				treasury,
				{ by, reason },
				{
					asset,
					email,
					amount: amount === undefined ? undefined : await amountOf(treasury, asset, amount),
					reference: referenceOf(treasury, clientPayoutId),
				},
			);
			const intent = await outcomeOf(settlement, requested);
			return {
				status: transferStatus(intent, requested.repeated),
				body: await shown(settlement, intent, payoutRecord),
			};
		},
	};
}

export interface CommissionsRequest {
	readonly asset: string;
	/** In smallest units; undefined: all whole tracker units there are. */
	readonly amount: bigint | undefined;
	/** Recipient; undefined: the one of the settings. */
	readonly email: string | undefined;
	/** A repeated reference is the same payout. */
	readonly reference: string;
}

export function planCommissions(
	treasury: PlanningParts,
	acting: { readonly by: By; readonly reason: string },
	{ email: asked, ...request }: CommissionsRequest,
): Promise<Requested> {
	const { settings } = treasury;
	const email = asked ?? settings.commissionsEmail;
	if (email === undefined) {
		const fault = 'is needed: the settings of settlement name no address for commissions';
		throw refuse('Request_Invalid', 'email', fault);
	}
	const fault = outsideEmailFault(settings, email);
	if (fault !== undefined) throw refuse('Request_Invalid', 'email', fault);
	return perform(treasury, acting, async (transaction, record) => {
		const to = { ...request, email: comparableEmail(email) };
		const requested = await requestCommissions(treasury, transaction, to);
		if (requested.repeated) return requested;
		const { id, asset, amount, traderEmail } = requested.intent;
		const { decimals } = await transaction
			.selectFrom('assets')
			.select('decimals')
			.where('code', '=', asset)
			.executeTakeFirstOrThrow();
		const text = formatDecimal(amount, Number(decimals));
		await record('COMMISSIONS_PAY_OUT', id, {
			asset,
			amount: text,
			email: traderEmail ?? undefined,
		});
		return requested;
	});
}

/** Lists the commissions that can be paid out, of one asset or of all. */
async function commissionsOf(database: Database, asset: string | undefined) {
	let query = database
		.selectFrom('balances')
		.innerJoin('assets', 'assets.code', 'balances.asset')
		.select(['asset', 'decimals', 'available'])
		.where('account_id', '=', FEES)
		.where('available', '>', 0n)
		.orderBy('asset');
	if (asset !== undefined) query = query.where('asset', '=', asset);
	return (await query.execute()).map((row) => ({
		asset: row.asset,
		amount: formatDecimal(row.available, Number(row.decimals)),
	}));
}
