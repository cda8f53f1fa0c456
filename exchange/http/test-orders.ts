/** An order that is checked as a real one is, and not placed. */
import { refuse } from '../../server/refusal';
import { orderTerms } from '../intake/order-terms';
import { rehearse } from '../intake/rehearsal';
import { formatQuantity, formatQuote } from '../markets/market';
import { marketOf, type HandlerParts, type Handlers } from './handler';

export function testOrderHandlers(parts: HandlerParts): Handlers<'testOrder'> {
	const { database, clock } = parts;
	return {
		testOrder: async ({ accountId }, input) => {
			const { symbol, clientOrderId, newOrderRespType: _, ...asked } = input;
			const market = await marketOf(parts, symbol);
			const now = clock.now();
			const terms = orderTerms(market, asked, now);
			const ids = { accountId, clientOrderId, origOrderId: undefined };
			const order = { kind: 'ORDER', ...ids, terms } as const;
			const { reason, ...found } = await rehearse(database, { market, order }, now);
			if (reason !== null) throw refuse('Exchange_OrderWouldBeRefused', reason);
			const text = (units: bigint) =>
				terms.side === 'BUY'
					? formatQuote(market, units)
					: formatQuantity(market, units / market.lotUnits);
			const { asset, hold, available, repeated } = found;
			return { symbol, asset, hold: text(hold), available: text(available), repeated };
		},
	};
}
