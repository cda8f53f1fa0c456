/**
 * The node's own bounds on what orders are worth, of one and of all in an execution. They are kept with the
 * execution by the ids of the orders, so that an order tried again counts once.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../wire/call/call';
import { mayBeDone } from '../wire/call/call-error';
import { nodeError } from '../wire/failure';
import { readText, refuseItem, type Item } from '../wire/values';
import { checkAmount, isMore, less, product, sum } from './amounts';
import { askedRecord, callOf } from './asking';

interface Capped {
	readonly symbol: string;
	readonly id: string;
	readonly send: () => Promise<IDataObject>;
}

/** What orders of an execution are worth, by the quote asset and their own ids. */
interface Kept {
	sealkeeperNotional?: Record<string, Record<string, string>>;
}

/** Sends an order that is within the bounds; one that was refused counts no more. */
export async function withinCaps(
	item: Item,
	call: Call,
	{ symbol, id, send }: Capped,
): Promise<IDataObject> {
	const counted = await counting(item, call, { symbol, id });
	try {
		return await send();
	} catch (error) {
		if (!mayBeDone(error)) counted.forget();
		throw nodeError(item, error);
	}
}

/** What an order adds to those of the execution. */
export interface Counted {
	/** Of an order that was not taken. */
	forget(): void;
}

/** Counts an order that is within the bounds, and refuses one that is not. */
export async function counting(
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
	const kept = item.context.getContext('node') as Kept;
	const all = (kept.sealkeeperNotional ??= {});
	const own = (all[quote] ??= {});
	const total = sum([...Object.values({ ...own, [id]: notional })]);
	if (perExecution !== undefined && isMore(total, perExecution)) {
		throw beyond(item, "'Max Notional per Execution', with those before it", {
			...{ notional: total, cap: perExecution, quote },
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
		'Nothing was sent. Make the order smaller, or the bound larger.',
	);
}

/** At its own price or amount, or else at the prices shown: what would be taken, each at its price. */
async function notionalOf(item: Item, call: Call, symbol: string): Promise<string> {
	const { price, stopPrice, quantity, quoteOrderQty, side } = call.values;
	if (typeof quoteOrderQty === 'string') return quoteOrderQty;
	if (typeof quantity !== 'string') return '0';
	const named = price ?? stopPrice;
	if (typeof named === 'string') return product(named, quantity);
	const depth = await askedRecord(item, callOf(call, 'depth', { symbol, limit: 5000 }));
	return taken(
		(side === 'BUY' ? depth.asks : depth.bids) as ReadonlyArray<[string, string]>,
		quantity,
	);
}

/** What is missing in the book counts at its last price. */
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
