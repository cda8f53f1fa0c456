/** What a trader has at the tracker of the assets that are linked here, as it answers their own key. */
import { refuse } from '../../../server/refusal';
import { formatDecimal } from '../../trading/markets/decimal';
import { assetLinks } from '../../settlement/assets/asset-links';
import { neededKey, refuseOwnKey } from '../../settlement/store/trader-key';
import { connected, type HandlerParts, type Handlers } from '../../operations/handler';
import { trackerKeyOf } from '../../operations/transfers';

export function trackerBalanceHandlers(parts: HandlerParts): Handlers<'trackerBalances'> {
	return {
		trackerBalances: async (trader, { 'x-tracker-key': sent }) => {
			const { treasury, traderBalances } = connected(parts);
			const { database, settings } = treasury;
			const key = neededKey(await trackerKeyOf(treasury, trader, sent));
			refuseOwnKey(settings, key);
			const links = await assetLinks(database);
			const held = await traderBalances.heldBy(key);
			switch (held.kind) {
				case 'READ':
					return {
						balances: links.flatMap(({ asset, trackerAssetId, unit, decimals }) => {
							const units = held.value.get(trackerAssetId) ?? 0n;
							return units === 0n ? [] : [{ asset, amount: formatDecimal(units * unit, decimals) }];
						}),
					};
				case 'REFUSED':
					throw refuse('Exchange_TrackerRefused', `${held.code}: ${held.message}`);
				case 'UNSUPPORTED':
					throw refuse('Exchange_TrackerAway', 'it lists no balances');
				case 'UNAVAILABLE':
					throw refuse('Exchange_TrackerAway', held.cause);
			}
		},
	};
}
