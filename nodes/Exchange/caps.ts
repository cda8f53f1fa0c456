/**
 * The node's own caps of notional: per order, and of all orders of an execution. Counted orders
 * are stored with the execution by id, so a retried order counts once.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../wire/call/call';
import { mayBeDone } from '../wire/call/call-error';
import { nodeError } from '../wire/failure';
import { readText, refuseItem, type Item } from '../wire/item';
import { checkAmount, isMore, less, product, sum } from './amounts';
import { callForRecord, callOf } from './asking';

interface Capped {
	readonly symbol: string;
	readonly id: string;
	readonly send: () => Promise<IDataObject>;
}

/** Notional of the execution's orders, by quote asset and order id. */
interface NodeContextData {
	sealkeeperNotional?: Record<string, Record<string, string>>;
}

/** Sends an order within the caps; a refused one is not counted. */
export async function withinCaps(
	item: Item,
	call: Call,
	{ symbol, id, send }: Capped,
): Promise<IDataObject> {
	const counted = await countOrder(item, call, { symbol, id });
	try {
		return await send();
	} catch (error) {
		if (!mayBeDone(error)) counted.forget();
		throw nodeError(item, error);
	}
}

/** An order that was counted. */
export interface Counted {
	/** Call if the order was refused. */
	forget(): void;
}

/** Counts an order within the caps, and refuses one beyond them. */
export async function countOrder(
	item: Item,
	call: Call,
	{ symbol, id }: Omit<Capped, 'send'>,
): Promise<Counted> {
	const perOrder = capOf(item, 'maxNotionalPerOrder', 'Max Notional per Order');
	const perExecution = capOf(item, 'maxNotionalPerExecution', 'Max Notional per Execution');
	if (perOrder === undefined && perExecution === undefined) return { forget: () => undefined };
	const notional = await notionalOf(item, call, symbol);
	const [, quote = symbol] = symbol.split('-');
	if (perOrder !== undefined && isMore(notional, perOrder)) {
		throw beyond(item, "'Max Notional per Order'", { notional, cap: perOrder, quote });
	}
	const kept = item.context.getContext('node') as NodeContextData;
	const all = (kept.sealkeeperNotional ??= {});
	const own = (all[quote] ??= {});
	const total = sum([...Object.values({ ...own, [id]: notional })]);
	if (perExecution !== undefined && isMore(total, perExecution)) {
		throw beyond(item, "'Max Notional per Execution', with those before it", {
			notional: total,
			cap: perExecution,
			quote,
		});
	}
	own[id] = notional;
	return { forget: () => delete own[id] };
}

function capOf(item: Item, name: string, label: string): string | undefined {
	const text = readText(item, `options.${name}`);
	if (text === '') return undefined;
	checkAmount(item, label, text);
	return text;
}

function beyond(
	item: Item,
	what: string,
	{
		notional,
		cap,
		quote,
	}: { readonly notional: string; readonly cap: string; readonly quote: string },
) {
	return refuseItem(
		item,
		`The order is beyond ${what}: ${notional} ${quote} of ${cap}`,
		'Nothing was sent. Make the order smaller, or the cap larger.',
	);
}

/** Notional at the order's own price or amount, or else at the shown prices. */
async function notionalOf(item: Item, call: Call, symbol: string): Promise<string> {
	const { price, stopPrice, quantity, quoteOrderQty, side } = call.values;
	if (typeof quoteOrderQty === 'string') return quoteOrderQty;
	if (typeof quantity !== 'string') return '0';
	const named = price ?? stopPrice;
	if (typeof named === 'string') return product(named, quantity);
	const depth = await callForRecord(item, callOf(call, 'depth', { symbol, limit: 5000 }));
	return taken(
		(side === 'BUY' ? depth.asks : depth.bids) as ReadonlyArray<[string, string]>,
		quantity,
	);
}

/** Quantity beyond the book counts at its last price. */
function taken(levels: ReadonlyArray<[string, string]>, quantity: string): string {
	const costs: string[] = [];
	let missing = quantity;
	let last = '0';
	for (const [price, shown] of levels) {
		const lots = isMore(missing, shown) ? shown : missing;
		costs.push(product(price, lots));
		missing = less(missing, lots);
		last = price;
		if (!isMore(missing, '0')) break;
	}
	return sum([...costs, product(last, missing)]);
}
