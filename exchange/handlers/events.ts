/** The operations about events. */
import type { exchangeEvents } from '../../api/exchange/events';
import type { EventCaller } from '../../server/events/operations';
import { administratorRights, ownerOf, traderRights } from '../events/read-rights';
import { marketOf, type HandlerParts, type Handlers, type KeyHolder } from '../operations/handler';

export function eventHandlers(parts: HandlerParts): Handlers<keyof typeof exchangeEvents> {
	const { accounts, events } = parts;
	return {
		async listEvents(caller, { symbol, ...asked }, open) {
			await requireMarket(parts, symbol);
			const wanted = { ...asked, productId: symbol };
			if (open === undefined) return events.page(askerOf(caller), wanted);
			const isAuthorised = async () => (await accounts.keysInUse([caller.keyId])).has(caller.keyId);
			await events.stream(askerOf(caller), wanted, {
				isStillAuthorised: isAuthorised,
				out: open(),
			});
			return undefined;
		},
		async createSubscription(caller, { symbol, ...wanted }) {
			await requireMarket(parts, symbol);
			const made = await events.create(askerOf(caller), { ...wanted, productId: symbol });
			return withSymbol(made);
		},
		listSubscriptions: async (caller, input) =>
			(await events.list(askerOf(caller), input)).map(withSymbol),
		getSubscription: async (caller, input) => withSymbol(await events.get(askerOf(caller), input)),
		deleteSubscription: (caller, input) => events.remove(askerOf(caller), input),
		testSubscription: (caller, input) => events.test(askerOf(caller), input),
		listDeliveries: (caller, input) => events.deliveries(askerOf(caller), input),
		replaySubscription: async (caller, input) =>
			withSymbol(await events.replay(askerOf(caller), input)),
		rotateSubscriptionSecret: async (caller, input) =>
			withSymbol(await events.rotate(askerOf(caller), input)),
	};
}

function askerOf(caller: KeyHolder): EventCaller {
	const accountId = caller.kind === 'TRADER' ? caller.accountId : undefined;
	const owner = ownerOf(accountId);
	const rights = accountId === undefined ? administratorRights : traderRights(accountId);
	return { owner, userId: owner, rights };
}

/** Refuses an unknown market, whose events would never come. */
async function requireMarket(parts: HandlerParts, symbol: string | undefined): Promise<void> {
	if (symbol !== undefined) await marketOf(parts, symbol);
}

/** The shared model has products; here they are markets. */
function withSymbol<Shown extends { readonly productId?: string }>({
	productId: symbol,
	...shown
}: Shown): Omit<Shown, 'productId'> & { readonly symbol?: string } {
	return { ...shown, ...(symbol !== undefined && { symbol }) };
}
