/**
 * An order as it was asked for, as it is kept beside the order: JSON with every bigint as a
 * decimal string. It shows the trader what they asked for, and tells a request that is repeated
 * from another one under the same id. The one place where it is written and read.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { OrderTerms } from './order-terms';

export interface KeptRequest extends OrderTerms {
	/** The order this one takes the place of. */
	readonly origOrderId?: number;
	/** Of an order of a list. */
	readonly orderListId?: number;
}

type RequestText = Omit<KeptRequest, 'quoteOrderQty'> & { readonly quoteOrderQty?: string };

const version = 1;

export function requestText(request: KeptRequest): string {
	return storedText(version, { ...request, quoteOrderQty: request.quoteOrderQty?.toString() });
}

export function readRequest(text: string): KeptRequest {
	const { version: _, quoteOrderQty, ...request } = readStored<RequestText>(text, version);
	if (quoteOrderQty === undefined) return request;
	return { ...request, quoteOrderQty: BigInt(quoteOrderQty) };
}

/**
 * Whether the request kept as `text`, of whatever version, asked for the same order. Who names no
 * mode takes the one the order got when it was accepted, which may be the market's no more.
 */
export function asksForSame(text: string, request: KeptRequest): boolean {
	const kept = readRequest(text);
	const { selfTradePreventionMode = kept.selfTradePreventionMode } = request;
	return sortedText(kept) === sortedText({ ...request, selfTradePreventionMode });
}

/** The order of fields says nothing of an order. */
function sortedText(request: KeptRequest): string {
	const fields: readonly (readonly [string, unknown])[] = Object.entries(request);
	return fields
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${String(value)}`)
		.sort()
		.join();
}
