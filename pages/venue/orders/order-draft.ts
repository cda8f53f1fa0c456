/**
 * An order as somebody types it, and the order the exchange is sent: which fields each type takes, and what
 * is wrong with what was typed, in words that say what would fit. Pure; what the exchange makes of the
 * order is left to it.
 */
import type { Model } from '../../../api/types';
import { decimalsOf, decimalText, unitsOf } from '../../parts/decimal';

type Market = Model<'Market'>;

export const orderTypes = {
	LIMIT: 'Limit',
	MARKET: 'Market',
	STOP_LOSS: 'Stop',
	STOP_LOSS_LIMIT: 'Stop limit',
	OCO: 'One cancels the other',
} as const;

export type DraftType = keyof typeof orderTypes;
export type Side = 'BUY' | 'SELL';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';
export type SelfTrade = Market['defaultSelfTradePreventionMode'];

export interface Draft {
	readonly side: Side;
	readonly type: DraftType;
	readonly quantity: string;
	/** What is to be spent or got of the quote asset, in place of a quantity. */
	readonly quoteOrderQty: string;
	readonly price: string;
	readonly stopPrice: string;
	readonly stopLimitPrice: string;
	readonly trailingDelta: string;
	readonly icebergQty: string;
	readonly timeInForce: TimeInForce;
	/** As a field for a local time gives it. */
	readonly expireTime: string;
	readonly postOnly: boolean;
	readonly selfTrade: SelfTrade | '';
	readonly fund: boolean;
	readonly trackerKey: string;
}

export const emptyDraft: Draft = {
	side: 'BUY',
	type: 'LIMIT',
	...{ quantity: '', quoteOrderQty: '', price: '', stopPrice: '', stopLimitPrice: '' },
	...{ trailingDelta: '', icebergQty: '', expireTime: '', trackerKey: '' },
	timeInForce: 'GTC',
	postOnly: false,
	selfTrade: '',
	fund: false,
};

export type AmountName =
	| 'quantity'
	| 'quoteOrderQty'
	| 'price'
	| 'stopPrice'
	| 'stopLimitPrice'
	| 'icebergQty';

/** Which amounts a type takes, and which of them it cannot go without. */
export const amountsOf: Readonly<
	Record<DraftType, { readonly needed: readonly AmountName[]; readonly may: readonly AmountName[] }>
> = {
	LIMIT: { needed: ['price', 'quantity'], may: ['icebergQty'] },
	MARKET: { needed: [], may: ['quantity', 'quoteOrderQty'] },
	STOP_LOSS: { needed: [], may: ['stopPrice', 'quantity', 'quoteOrderQty'] },
	STOP_LOSS_LIMIT: { needed: ['price', 'quantity'], may: ['stopPrice', 'icebergQty'] },
	OCO: { needed: ['price', 'quantity'], may: ['stopPrice', 'stopLimitPrice'] },
};

/** An order as `placeOrder` and `testOrder` take it. */
export interface OrderTerms {
	readonly side: Side;
	readonly type: Exclude<DraftType, 'OCO'>;
	readonly [name: string]: string | number | boolean;
}

export type Faults = Readonly<Partial<Record<keyof Draft, string>>>;

export interface ReadDraft {
	/** What was typed and does not fit. */
	readonly faults: Faults;
	/** Undefined while something is missing or wrong. */
	readonly terms: OrderTerms | undefined;
}

/** Prices fit the tick, amounts of the base asset the step, of the quote asset its decimals. */
function stepOf(name: AmountName, market: Market): string {
	if (name === 'quantity' || name === 'icebergQty') return market.stepSize;
	if (name !== 'quoteOrderQty') return market.tickSize;
	const decimals = Number(market.quoteAssetPrecision);
	return decimalText(1n, decimals);
}

export function readDraft(draft: Draft, market: Market): ReadDraft {
	const { needed, may } = amountsOf[draft.type];
	const names = [...needed, ...may];
	const faults: Partial<Record<keyof Draft, string>> = {};
	const amounts: Partial<Record<AmountName, string>> = {};
	for (const name of names) {
		const text = draft[name].trim();
		if (text === '') continue;
		const fault = amountFault(text, stepOf(name, market));
		if (fault === undefined) amounts[name] = text;
		else faults[name] = fault;
	}
	if (needsDelta(draft) && draft.trailingDelta.trim() !== '') {
		const fault = deltaFault(draft.trailingDelta.trim());
		if (fault !== undefined) faults.trailingDelta = fault;
	}
	const isWhole = needed.every((name) => amounts[name] !== undefined) && isEnough(draft, amounts);
	if (Object.keys(faults).length > 0 || !isWhole) return { faults, terms: undefined };
	return { faults, terms: termsOf(draft, amounts) };
}

export function needsDelta({ type }: Draft): boolean {
	return type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT' || type === 'OCO';
}

/** What of the choices of a type must be made: how much, when a stop sets off, and when it ends. */
function isEnough(draft: Draft, amounts: Readonly<Partial<Record<AmountName, string>>>): boolean {
	const { quantity, quoteOrderQty, stopPrice } = amounts;
	if ((quantity === undefined) === (quoteOrderQty === undefined)) return false;
	if (needsDelta(draft) && stopPrice === undefined && draft.trailingDelta.trim() === '')
		return false;
	return draft.timeInForce !== 'GTD' || !takesTime(draft) || draft.expireTime !== '';
}

/** Whether the order may rest, so that one can say how long. */
export function takesTime({ type }: Draft): boolean {
	return type === 'LIMIT' || type === 'STOP_LOSS_LIMIT';
}

function termsOf(draft: Draft, amounts: Readonly<Partial<Record<AmountName, string>>>): OrderTerms {
	const { side, type, timeInForce, expireTime, selfTrade, postOnly, trailingDelta } = draft;
	const delta = trailingDelta.trim();
	return {
		...amounts,
		side,
		// Of the limit order; what is of the stop order stands beside it.
		type: type === 'OCO' ? 'LIMIT' : type,
		...(takesTime(draft) && { timeInForce }),
		...(takesTime(draft) &&
			timeInForce === 'GTD' && { expireTime: new Date(expireTime).getTime() }),
		...(type === 'LIMIT' && postOnly && { postOnly }),
		...(selfTrade !== '' && { selfTradePreventionMode: selfTrade }),
		...(needsDelta(draft) && delta !== '' && { trailingDelta: Number(delta) }),
	};
}

const ofTheStop: readonly string[] = ['stopPrice', 'stopLimitPrice', 'trailingDelta'];

/** What can be tried of an order: of two that cancel each other the one that rests and takes nothing. */
export function triedTerms({ type }: Draft, terms: OrderTerms | undefined): OrderTerms | undefined {
	if (type !== 'OCO' || terms === undefined) return terms;
	const limit = Object.entries(terms).filter(([name]) => !ofTheStop.includes(name));
	return { ...Object.fromEntries(limit), side: terms.side, type: 'LIMIT', postOnly: true };
}

/** What is wrong with an amount, and which amounts would fit. */
export function amountFault(text: string, step: string): string | undefined {
	if (/,/.test(text)) return 'Write it with a point and without separators, such as 1250.5.';
	if (!/^\d+(\.\d+)?$/.test(text)) return 'Digits and at most one point, such as 12.5.';
	if (text.length > 40) return 'At most 40 digits.';
	const decimals = Math.max(decimalsOf(text), decimalsOf(step));
	const [units, stepUnits] = [unitsOf(text, decimals), unitsOf(step, decimals)];
	if (units === 0n) return 'More than 0.';
	const over = units % stepUnits;
	if (over === 0n) return undefined;
	const fitting = [units - over, units - over + stepUnits].filter((one) => one > 0n);
	const texts = fitting.map((one) => decimalText(one, decimals));
	return `It goes in steps of ${step}: ${texts.join(' or ')}.`;
}

function deltaFault(text: string): string | undefined {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= 10 && value <= 2_000) return undefined;
	return 'Whole hundredths of a percent, from 10 to 2000.';
}
