/** Words for people: labels of fields, and the choices of a field in the order they are offered. */
import type { Field } from '../../../api/language/description';
import type { Model } from '../../../api/types';
import { decimalText } from '../../parts/decimal';

/** Of fields whose name is not what people call them. */
const labels: Readonly<Record<string, string>> = {
	approvalAbove: 'Waits for approval above',
	cancelOrders: 'Cancel its open orders, too',
	email: 'E-mail address at the tracker',
	endsAt: 'Announced end',
	label: 'What it is for',
	lifetimeDays: 'Days until it ends',
	maxHeld: 'Most of it',
	maxNotional: 'Most worth',
	maxNumOrders: 'Most open orders',
	maxPrice: 'Highest price',
	maxQty: 'Largest quantity',
	minNotional: 'Least worth of an order',
	minQty: 'Least quantity',
	mode: 'When an account meets itself',
	networks: 'Where it may be used from',
	payouts: 'Proceeds',
	plainReading: 'With a plain key that reads',
	perDayMax: 'Most in 24 hours',
	publicKey: 'Public key, if it is to sign',
	publicReason: 'What its owner is told',
	scope: 'What it may do',
	selfTradePreventionMode: 'When an account meets itself',
	trackerAssetId: 'Asset of the tracker',
	unit: 'One whole unit there',
	'x-tracker-key': 'The key',
};

/** Units stand last in a name. */
const units: Readonly<Record<string, string>> = {
	Bps: 'in hundredths of a percent',
	Ms: 'in milliseconds',
	Percent: 'in percent',
};

/** `makerFeeBps` becomes "Maker fee in hundredths of a percent". */
export function labelOf(name: string): string {
	const given = labels[name];
	if (given !== undefined) return given;
	const unit = Object.keys(units).find((each) => name.endsWith(each));
	const [first = '', ...rest] = (unit === undefined ? name : name.slice(0, -unit.length)).split(
		/(?=[A-Z])/,
	);
	const words = [first.charAt(0).toUpperCase() + first.slice(1), ...rest.map(lowered)];
	return [...words, ...(unit === undefined ? [] : [units[unit]])].join(' ');
}

const lowered = (word: string) => word.toLowerCase();

export const selfTradeWords = {
	EXPIRE_MAKER: 'The order that rests ends',
	EXPIRE_TAKER: 'The new order ends',
	EXPIRE_BOTH: 'Both end',
	DECREMENT: 'Both shrink by the smaller',
	NONE: 'They trade',
} as const satisfies Readonly<
	Record<Model<'SelfTradePrevention'>['defaultSelfTradePreventionMode'], string>
>;

export const payoutWords = {
	AUTOMATIC: 'Paid out by themselves',
	ON_DEMAND: 'Kept until asked for',
} as const satisfies Readonly<Record<Model<'ManagedAccount'>['payouts'], string>>;

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	mode: selfTradeWords,
	payouts: payoutWords,
	scope: { READ: 'Read', TRADE: 'Read, order and deposit', FULL: 'All, with payouts and keys' },
	selfTradePreventionMode: selfTradeWords,
	status: { TRADING: 'Trading', CANCEL_ONLY: 'Cancelling only', HALT: 'Halted' },
};

/** Those of the description, and no others. */
export function choicesOf(name: string, field: Field): readonly (readonly [string, string])[] {
	if (!('choices' in field) || field.choices === undefined) return [];
	const words = choices[name] ?? {};
	const known = Object.keys(words).filter((choice) => field.choices?.includes(choice));
	const others = field.choices.filter((choice) => !(choice in words));
	return [...known, ...others].map((choice) => [choice, words[choice] ?? choice] as const);
}

/** Formats basis points as percent. */
export function percentText(bps: number | bigint): string {
	return `${decimalText(BigInt(bps), 2)} %`;
}
