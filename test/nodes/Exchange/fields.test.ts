/** Of an order the panel shows what its type takes, and nothing of another type. */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Exchange } from '../../../nodes/Exchange/Exchange.node';

const { description } = new Exchange();

/** What of a list of fields the panel of n8n shows beside these values. */
function shown(
	fields: readonly INodeProperties[],
	values: INodeParameters,
	root = values,
): readonly INodeProperties[] {
	return fields.filter((field) =>
		NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, description, root),
	);
}

/** The names of the fields of an order, with those among its options. */
function fieldsOf(values: INodeParameters): ReadonlySet<string> {
	const order: INodeParameters = { resource: 'order', operation: 'place', ...values };
	const fields = shown(description.properties, order);
	const options = fields
		.filter(({ name }) => name === 'options')
		.flatMap((field) => shown(field.options as INodeProperties[], order));
	return new Set([...fields, ...options].map(({ name }) => name));
}

/** Those that not every order has. */
const ofSome = [
	...['price', 'stopPrice', 'quoteOrderQty', 'timeInForce', 'expireTime'],
	...['trailingDelta', 'icebergQty', 'postOnly'],
];

const cases: ReadonlyArray<readonly [string, INodeParameters, readonly string[]]> = [
	['LIMIT', {}, ['price', 'timeInForce', 'icebergQty', 'postOnly']],
	[
		'LIMIT',
		{ timeInForce: 'GTD' },
		['price', 'timeInForce', 'expireTime', 'icebergQty', 'postOnly'],
	],
	['MARKET', {}, ['quoteOrderQty']],
	['MARKET', { timeInForce: 'GTD' }, ['quoteOrderQty']],
	['STOP_LOSS', {}, ['stopPrice', 'quoteOrderQty', 'trailingDelta']],
	['STOP_LOSS_LIMIT', {}, ['price', 'stopPrice', 'timeInForce', 'trailingDelta', 'icebergQty']],
	['TAKE_PROFIT', {}, ['stopPrice', 'quoteOrderQty']],
	['TAKE_PROFIT_LIMIT', {}, ['price', 'stopPrice', 'timeInForce', 'icebergQty']],
];

test.each(cases)('an order of the type %s %j is asked for what it takes', (type, more, own) => {
	const fields = fieldsOf({ type, timeInForce: 'GTC', ...more });
	expect(ofSome.filter((name) => fields.has(name))).toEqual(
		ofSome.filter((name) => own.includes(name)),
	);
	for (const name of ['symbol', 'side', 'quantity', 'clientOrderId', 'dryRun']) {
		expect(fields).toContain(name);
	}
});

test('prices and quantities are texts, so that no digit of them is lost', () => {
	const amounts = ['price', 'stopPrice', 'quantity', 'quoteOrderQty', 'amount', 'icebergQty'];
	const all = description.properties.flatMap((field) => [
		field,
		...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
	]);
	const found = all.filter(({ name }) => amounts.includes(name));
	expect(new Set(found.map(({ name }) => name))).toEqual(new Set(amounts));
	expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['string']));
});
