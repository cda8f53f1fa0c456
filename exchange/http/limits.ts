/** Limits an operator sets for one account. */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import { accountState } from '../accounts/account-state';
import { formatDecimal, parseDecimal } from '../markets/decimal';
import { limitHeld, limitOpenOrders, readLimits, type Limits } from '../operating/limiting';
import { actingBy } from './acting';
import type { HandlerParts, Handlers } from './handler';

export function limitHandlers(
	parts: HandlerParts,
): Handlers<'getAccountLimits' | 'limitOpenOrders' | 'limitHeld'> {
	const { database, markets } = parts;
	const found = async (accountId: string) => {
		if ((await accountState(database, accountId)) !== undefined) return;
		throw refuse('Exchange_AccountNotFound', accountId.slice(0, 100));
	};
	return {
		getAccountLimits: async (_by, { accountId }) => {
			await found(accountId);
			return limitsWire(accountId, await readLimits(database, accountId));
		},
		limitOpenOrders: async (by, { accountId, maxNumOrders, reason }) => {
			await found(accountId);
			const limit = { accountId, maxNumOrders };
			return limitsWire(accountId, await limitOpenOrders(actingBy(parts, by, reason), limit));
		},
		limitHeld: async (by, { accountId, asset, maxHeld: text, reason }) => {
			await found(accountId);
			const decimals = await markets.decimalsOf(asset);
			if (decimals === undefined) throw refuse('Exchange_AssetNotFound', asset.slice(0, 100));
			const maxHeld = text === undefined ? undefined : parseDecimal(text, decimals);
			if (maxHeld === null) {
				const fault = `must be a decimal string with at most ${decimals} digits behind the point`;
				throw refuse('Request_Invalid', 'maxHeld', fault);
			}
			const limit = { accountId, asset, decimals, maxHeld };
			return limitsWire(accountId, await limitHeld(actingBy(parts, by, reason), limit));
		},
	};
}

function limitsWire(accountId: string, { maxNumOrders, assets }: Limits): Model<'AccountLimits'> {
	return {
		accountId,
		...(maxNumOrders !== undefined && { maxNumOrders }),
		assets: assets.map(({ asset, decimals, maxHeld }) => ({
			asset,
			maxHeld: formatDecimal(maxHeld, decimals),
		})),
	};
}
