/** A trader's balances at the tracker of the assets linked here, read with their own key. */
import { refuse } from '../../../server/refusal';
import { formatDecimal } from '../../../server/decimal';
import { assetLinks } from '../../settlement/assets/asset-links';
import { neededKey, refuseOwnKey } from '../../settlement/store/trader-key';
import { requireSettlement, type HandlerParts, type Handlers } from '../../operations/handler';
import { depositKeyEnded, trackerKeyOf } from '../../operations/transfers';

export function trackerBalanceHandlers(parts: HandlerParts): Handlers<'trackerBalances'> {
	return {
		trackerBalances: async (trader, { 'x-tracker-key': sent }) => {
			const { treasury, traderBalances } = requireSettlement(parts);
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
				case 'REFUSED': {
					const said = `${held.code}: ${held.message}`;
					const ended = await depositKeyEnded(treasury, trader, { sent, said });
					throw ended ?? refuse('Exchange_TrackerRefused', said);
				}
				case 'UNSUPPORTED':
					throw refuse('Exchange_TrackerAway', 'it lists no balances');
				case 'UNAVAILABLE':
					throw refuse('Exchange_TrackerAway', held.cause);
			}
		},
	};
}
