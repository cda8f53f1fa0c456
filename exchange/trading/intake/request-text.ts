/**
 * The codec of an order's request, which is stored beside the order: JSON with bigints as decimal
 * strings. It shows the trader the request and tells a repeated request from another one with the
 * same id.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { LaneNewOrder } from '../lane/command-text';
import type { OrderTerms } from './order-terms';

export interface StoredRequest extends OrderTerms {
	/** The order that this one replaces. */
	readonly origOrderId?: number;
	/** Only for an order of a list. */
	readonly orderListId?: number;
}

const termNames: ReadonlySet<string> = new Set<keyof OrderTerms>([
	'side',
	'type',
	'timeInForce',
	'priceTicks',
	'stopPriceTicks',
	'trailingDelta',
	'quantityLots',
	'quoteOrderQty',
	'icebergQtyLots',
	'expireTime',
	'postOnly',
	'selfTradePreventionMode',
]);

/** The request that an order of a command was made of, its fields in the same order. */
export function requestOf(
	order: LaneNewOrder,
	place: Pick<StoredRequest, 'origOrderId' | 'orderListId'>,
): StoredRequest {
	const bound = boundField(order);
	const terms = Object.entries(order).filter(([name]) => termNames.has(name) && name !== bound);
	return { ...(Object.fromEntries(terms) as OrderTerms), ...place };
}

/** The field that bounds an order which asked for no bound; see holding-terms.ts. */
function boundField(order: OrderTerms): keyof OrderTerms | undefined {
	const { side, priceTicks, quantityLots, quoteOrderQty } = order;
	if (priceTicks !== undefined || quantityLots === undefined || quoteOrderQty === undefined) {
		return undefined;
	}
	return side === 'BUY' ? 'quoteOrderQty' : 'quantityLots';
}

type RequestText = Omit<StoredRequest, 'quoteOrderQty'> & { readonly quoteOrderQty?: string };

const version = 1;

export function requestText(request: StoredRequest): string {
	return storedText(version, { ...request, quoteOrderQty: request.quoteOrderQty?.toString() });
}

export function readRequest(text: string): StoredRequest {
	const { version: _, quoteOrderQty, ...request } = readStored<RequestText>(text, version);
	if (quoteOrderQty === undefined) return request;
	return { ...request, quoteOrderQty: BigInt(quoteOrderQty) };
}

/**
 * True if the stored request, of any version, asked for the same order. A request without a
 * self-trade mode matches the mode that the order got on acceptance, even if the market's default
 * has changed.
 */
export function asksForSame(text: string, request: StoredRequest): boolean {
	const kept = readRequest(text);
	const { selfTradePreventionMode = kept.selfTradePreventionMode } = request;
	return sortedText(kept) === sortedText({ ...request, selfTradePreventionMode });
}

/** The order of the fields does not matter. */
function sortedText(request: StoredRequest): string {
	const fields: readonly (readonly [string, unknown])[] = Object.entries(request);
	return fields
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${String(value)}`)
		.sort()
		.join();
}
