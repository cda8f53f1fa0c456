/** What a program needs to begin trading, in one answer. */
import {
	orderTypeNames,
	orderTypes,
	type OrderTypeRow,
} from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { refuse } from '../../../server/refusal';
import { marketWire } from '../../market-data/wire';
import type { HandlerParts, Handlers } from '../../operations/handler';

type Info = Model<'ExchangeInfo'>;

export function exchangeInfoHandlers({
	clock,
	markets,
	limits,
}: HandlerParts): Handlers<'exchangeInfo'> {
	return {
		exchangeInfo: async (_caller, { symbols }) => {
			const listed = await markets.list();
			const bySymbol = new Map(listed.map((each) => [each.market.description.symbol, each]));
			const asked = symbols?.map((symbol) => {
				const found = bySymbol.get(symbol);
				if (found === undefined) throw refuse('Exchange_MarketNotFound', symbol.slice(0, 100));
				return found;
			});
			return {
				serverTime: clock.now(),
				rateLimits: limitsWire(limits),
				orderTypes: orderTypeNames.map(typeWire),
				markets: (asked ?? listed).map(marketWire),
			};
		},
	};
}

function limitsWire(limits: HandlerParts['limits']): Info['rateLimits'] {
	const minute = { interval: 'MINUTE', intervalNum: 1 } as const;
	return [
		{ rateLimitType: 'REQUESTS', ...minute, limit: limits.requestsPerMinuteMax },
		{ rateLimitType: 'ADDRESS_STREAMS', limit: limits.streamsPerAddressMax },
		{ rateLimitType: 'ACCOUNT_STREAMS', limit: limits.streamsPerAccountMax },
	];
}

function typeWire(type: (typeof orderTypeNames)[number]): Info['orderTypes'][number] {
	const { label: _, ...row }: OrderTypeRow = orderTypes[type];
	return { type, ...row };
}
