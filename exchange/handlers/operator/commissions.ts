import { formatDecimal } from '../../trading/markets/decimal';
import { commissionsOf, payOutCommissions } from '../../operator/actions/commission-actions';
import { auditContext } from './acting';
import { requireSettlement, type Handlers, type OperatorParts } from '../../operations/handler';
import {
	amountOf,
	outcomeOf,
	payoutRecord,
	referenceOf,
	shown,
	transferStatus,
} from '../../operations/transfers';

export function commissionHandlers(
	parts: OperatorParts,
): Handlers<'listCommissions' | 'payOutCommissions'> {
	return {
		listCommissions: async (_administrator, asked) =>
			(await commissionsOf(parts.database, asked.asset)).map(({ asset, decimals, amount }) => {
				return { asset, amount: formatDecimal(amount, decimals) };
			}),
		payOutCommissions: async (by, { asset, amount, email, clientPayoutId, reason }) => {
			const settlement = requireSettlement(parts);
			const { treasury } = settlement;
			const requested = await payOutCommissions(auditContext(parts, by, reason), treasury, {
				asset,
				email,
				amount: amount === undefined ? undefined : await amountOf(treasury, asset, amount),
				reference: referenceOf(treasury, clientPayoutId),
			});
			const intent = await outcomeOf(settlement, requested);
			return {
				status: transferStatus(intent, requested.repeated),
				body: await shown(settlement, intent, payoutRecord),
			};
		},
	};
}
