/**
 * Converts the form of an order to the order sent, with the fields each type takes, and explains
 * invalid input. The exchange decides on the order. Pure.
 */
import {
	isFieldOf,
	isPriced,
	orderTypeNames,
	orderTypes,
	type OrderType,
	type OrderTypeRow,
	type TimeInForce,
} from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { decimalsOf, decimalText, unitsOf } from '../../parts/decimal';
import type { TextName } from '../texts/texts';

type Market = Model<'Market'>;

/** A list of two orders stands among the types. */
export type DraftType = OrderType | 'OCO';

export const typeLabels: readonly (readonly [DraftType, TextName])[] = [
	...orderTypeNames.map((type) => {
		const { label } = orderTypes[type];
		return [type, label === 'Market' ? 'Market order' : label] as const;
	}),
	['OCO', 'One cancels the other'],
];

export type Side = 'BUY' | 'SELL';
export type SelfTrade = Market['defaultSelfTradePreventionMode'];

export interface Draft {
	readonly side: Side;
	readonly type: DraftType;
	readonly quantity: string;
	/** Amount of the quote asset, instead of a quantity. */
	readonly quoteOrderQty: string;
	readonly price: string;
	readonly stopPrice: string;
	readonly stopLimitPrice: string;
	readonly trailingDelta: string;
	readonly icebergQty: string;
	readonly timeInForce: TimeInForce;
	/** Local time, as the field gives it. */
	readonly expireTime: string;
	readonly postOnly: boolean;
	readonly selfTrade: SelfTrade | '';
	/** Undefined until the trader has chosen. */
	readonly fund: boolean | undefined;
	readonly trackerKey: string;
}

export const emptyDraft: Draft = {
	side: 'BUY',
	type: 'LIMIT',
	quantity: '',
	quoteOrderQty: '',
	price: '',
	stopPrice: '',
	stopLimitPrice: '',
	trailingDelta: '',
	icebergQty: '',
	expireTime: '',
	trackerKey: '',
	timeInForce: 'GTC',
	postOnly: false,
	selfTrade: '',
	fund: undefined,
};

const amountNames = ['price', 'stopPrice', 'quantity', 'quoteOrderQty', 'icebergQty'] as const;

export type AmountName = (typeof amountNames)[number] | 'stopLimitPrice';

interface Amounts {
	readonly needed: readonly AmountName[];
	readonly may: readonly AmountName[];
}

/** Amounts that a draft needs, and others that it may have. */
export function amountsOf(type: DraftType): Amounts {
	if (type === 'OCO') {
		return { needed: ['price', 'quantity'], may: ['stopPrice', 'stopLimitPrice'] };
	}
	const { needs }: OrderTypeRow = orderTypes[type];
	const names = amountNames.filter((name) => isFieldOf(type, name));
	const isNeeded = (name: AmountName) => needs.some((needed) => needed === name);
	return { needed: names.filter(isNeeded), may: names.filter((name) => !isNeeded(name)) };
}

/** The fields for `placeOrder` and `testOrder`. */
export interface OrderTerms {
	readonly side: Side;
	readonly type: Exclude<DraftType, 'OCO'>;
	readonly [name: string]: string | number | boolean;
}

/** What does not fit; numbers in it are written as they are typed. */
export interface Unfit {
	readonly says: TextName;
	readonly values?: Readonly<Record<string, string>>;
}

export type Faults = Readonly<Partial<Record<keyof Draft, Unfit>>>;

export interface ReadDraft {
	/** Invalid fields. */
	readonly faults: Faults;
	/** Undefined while something is missing or invalid. */
	readonly terms: OrderTerms | undefined;
}

/**
 * Prices are multiples of the tick, base amounts of the step, quote amounts of the smallest unit.
 */
function stepOf(name: AmountName, market: Market): string {
	if (name === 'quantity' || name === 'icebergQty') return market.stepSize;
	if (name !== 'quoteOrderQty') return market.tickSize;
	const decimals = Number(market.quoteAssetPrecision);
	return decimalText(1n, decimals);
}

interface Bounds {
	readonly least?: string;
	readonly most?: string;
}

function boundsOf(name: AmountName, { minQty, maxQty, maxPrice }: Market): Bounds {
	if (name === 'quantity') return { least: minQty, most: maxQty };
	return name === 'quoteOrderQty' || name === 'icebergQty' ? {} : { most: maxPrice };
}

export function readDraft(draft: Draft, market: Market): ReadDraft {
	const { needed, may } = amountsOf(draft.type);
	const names = [...needed, ...may];
	const faults: Partial<Record<keyof Draft, Unfit>> = {};
	const amounts: Partial<Record<AmountName, string>> = {};
	for (const name of names) {
		const text = draft[name].trim();
		if (text === '') continue;
		const fault =
			amountFault(text, stepOf(name, market)) ?? boundFault(text, boundsOf(name, market));
		if (fault === undefined) amounts[name] = text;
		else faults[name] = fault;
	}
	if (needsDelta(draft) && draft.trailingDelta.trim() !== '') {
		const fault = deltaFault(draft.trailingDelta.trim());
		if (fault !== undefined) faults.trailingDelta = fault;
	}
	const isComplete =
		needed.every((name) => amounts[name] !== undefined) && isEnough(draft, amounts);
	if (Object.keys(faults).length > 0 || !isComplete) return { faults, terms: undefined };
	return { faults, terms: termsOf(draft, amounts) };
}

export function needsDelta({ type }: Draft): boolean {
	return type === 'OCO' || isFieldOf(type, 'trailingDelta');
}

/** True if the quantity, the trigger of a stop, and the end time are given. */
function isEnough(draft: Draft, amounts: Readonly<Partial<Record<AmountName, string>>>): boolean {
	const { quantity, quoteOrderQty, stopPrice } = amounts;
	if ((quantity === undefined) === (quoteOrderQty === undefined)) return false;
	if (needsDelta(draft) && stopPrice === undefined && draft.trailingDelta.trim() === '')
		return false;
	return draft.timeInForce !== 'GTD' || !takesTime(draft) || draft.expireTime !== '';
}

/** True if the order may rest in the book, and so has a time in force. */
export function takesTime({ type }: Draft): boolean {
	return type !== 'OCO' && isPriced(type);
}

export function takesPostOnly({ type }: Draft): boolean {
	return type !== 'OCO' && isFieldOf(type, 'postOnly');
}

/** True if the exchange knows before a trade what the order needs, and so can pull what it lacks. */
export function takesFund({ type, side, quantity, quoteOrderQty }: Draft): boolean {
	if (type === 'OCO') return false;
	if (isPriced(type)) return true;
	return (side === 'BUY' ? quantity : quoteOrderQty).trim() === '';
}

/** Whether the order is to be funded by a pull, and by which key. */
export function fundTerms(draft: Draft): { fund?: true; 'x-tracker-key'?: string } {
	const { fund, trackerKey } = draft;
	if (fund !== true || !takesFund(draft)) return {};
	return { fund, ...(trackerKey !== '' && { 'x-tracker-key': trackerKey }) };
}

function termsOf(draft: Draft, amounts: Readonly<Partial<Record<AmountName, string>>>): OrderTerms {
	const { side, type, timeInForce, expireTime, selfTrade, postOnly, trailingDelta } = draft;
	const delta = trailingDelta.trim();
	return {
		...amounts,
		side,
		// The type of the limit order; the stop order's fields are extra.
		type: type === 'OCO' ? 'LIMIT' : type,
		...(takesTime(draft) && { timeInForce }),
		...(takesTime(draft) &&
			timeInForce === 'GTD' && { expireTime: new Date(expireTime).getTime() }),
		...(takesPostOnly(draft) && postOnly && { postOnly }),
		...(selfTrade !== '' && { selfTradePreventionMode: selfTrade }),
		...(needsDelta(draft) && delta !== '' && { trailingDelta: Number(delta) }),
	};
}

const ofTheStop: readonly string[] = ['stopPrice', 'stopLimitPrice', 'trailingDelta'];

/** The order for a test: of a list (OCO) only the limit order, as post-only. */
export function previewTerms(draft: Draft, terms: OrderTerms | undefined): OrderTerms | undefined {
	if (terms === undefined) return undefined;
	if (draft.type !== 'OCO') return { ...terms, ...fundTerms(draft) };
	const limit = Object.entries(terms).filter(([name]) => !ofTheStop.includes(name));
	return { ...Object.fromEntries(limit), side: terms.side, type: 'LIMIT', postOnly: true };
}

/** Explains why an amount is invalid, with the nearest valid ones. */
export function amountFault(text: string, step: string): Unfit | undefined {
	if (/,/.test(text))
		return { says: 'Write it with a point and without separators, such as 1250.5.' };
	if (!/^\d+(\.\d+)?$/.test(text)) return { says: 'Digits and at most one point, such as 12.5.' };
	if (text.length > 40) return { says: 'At most 40 digits.' };
	const decimals = Math.max(decimalsOf(text), decimalsOf(step));
	const [units, stepUnits] = [unitsOf(text, decimals), unitsOf(step, decimals)];
	if (units === 0n) return { says: 'More than 0.' };
	const over = units % stepUnits;
	if (over === 0n) return undefined;
	const fitting = [units - over, units - over + stepUnits].filter((one) => one > 0n);
	const [one = '', other] = fitting.map((near) => decimalText(near, decimals));
	return other === undefined
		? { says: 'It goes in steps of {step}: {one}.', values: { step, one } }
		: { says: 'It goes in steps of {step}: {one} or {other}.', values: { step, one, other } };
}

/** Explains why an amount is beyond what the market takes. */
export function boundFault(text: string, { least = text, most = text }: Bounds): Unfit | undefined {
	const decimals = Math.max(...[text, least, most].map(decimalsOf));
	const units = unitsOf(text, decimals);
	if (units < unitsOf(least, decimals)) {
		return { says: 'This market takes {least} or more.', values: { least } };
	}
	if (units > unitsOf(most, decimals)) {
		return { says: 'This market takes {most} at most.', values: { most } };
	}
	return undefined;
}

function deltaFault(text: string): Unfit | undefined {
	const value = Number(text);
	if (/^\d+$/.test(text) && value >= 10 && value <= 2_000) return undefined;
	return { says: 'Whole hundredths of a percent, from 10 to 2000.' };
}
