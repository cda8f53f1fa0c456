/** What is kept as text reads back as it was. */
import { readStored } from '../../../exchange/database/stored-text';
import {
	asksForSame,
	readRequest,
	requestText,
} from '../../../exchange/trading/intake/request-text';
import {
	levelsText,
	readLevels,
	readReports,
	reportsText,
} from '../../../exchange/trading/lane/batch-text';
import {
	commandText,
	readCommand,
	type LaneCommand,
} from '../../../exchange/trading/lane/command-text';
import type { Report } from '../../../exchange/trading/lane/report';
import { NO_RULES } from '../../../exchange/engine/rules';
import {
	leavesText,
	publishedText,
	readLeaves,
	readPublished,
} from '../../../exchange/history/reserves/reserves-text';
import type { PublishedReserves } from '../../../proof/reserves';

const order = {
	orderId: 7,
	accountId: 'anna',
	side: 'BUY',
	type: 'MARKET',
	quantityLots: 3,
	quoteOrderQty: 9_007_199_254_740_993n,
	clientOrderId: 'one',
	hold: 9_007_199_254_740_995n,
} as const;
const commands: readonly LaneCommand[] = [
	{ kind: 'PLACE', ...order },
	{ kind: 'CANCEL_REPLACE', ...order, origOrderId: 5, origLeavesLots: 2 },
	{ kind: 'CANCEL', accountId: 'anna', orderId: 7 },
	{ kind: 'CANCEL_ALL', accountId: 'anna' },
	{ kind: 'REDUCE', accountId: 'anna', orderId: 7, newQuantityLots: 2 },
	{ kind: 'EXPIRE', time: 1_795_132_800_000 },
	{ kind: 'STATUS', status: 'HALT' },
	{
		kind: 'PLACE_OCO',
		listClientOrderId: 'both',
		limit: order,
		stop: { ...order, orderId: 8, trailingDelta: 50 },
	},
	{ kind: 'SECOND_ORDER', orderId: 8, orderListId: 7 },
	{ kind: 'RULES', rules: { ...NO_RULES, maxNumOrders: 200 }, time: 1_795_132_800_000 },
];
const request = { side: 'SELL', type: 'LIMIT', priceTicks: 5, quantityLots: 2 } as const;
const report: Report = {
	sequence: 7,
	index: 0,
	time: 1,
	accountId: 'anna',
	orderId: 7,
	clientOrderId: 'one',
	execType: 'NEW',
	status: 'NEW',
	side: 'BUY',
	priceTicks: 5,
	quantityLots: 3,
	executedLots: 0,
	leavesLots: 3,
	executedQuote: '0',
};
const published: PublishedReserves = {
	time: '2026-11-20T00:00:00.000Z',
	treeSize: 1,
	root: 'ab',
	assets: [],
};
const leaves = [{ accountId: 'anna', salt: 'cd', amounts: [1n, 9_007_199_254_740_993n] }];

describe('a text reads back as it was', () => {
	test.each(commands.map((command) => [command.kind, command] as const))(
		'the command %s',
		(_, command) => expect(readCommand(commandText(command))).toEqual(command),
	);

	const kept = { ...request, quoteOrderQty: 9_007_199_254_740_993n, origOrderId: 5 };
	const rows: readonly (readonly [string, unknown, string, (text: string) => unknown])[] = [
		['a request', request, requestText(request), readRequest],
		['a request with an amount', kept, requestText(kept), readRequest],
		['reports', [report], reportsText([report]).text, readReports],
		['no reports', [], reportsText([]).text, readReports],
		['levels', [['BUY', 5, 3]], levelsText([['BUY', 5, 3]]), readLevels],
		['what was published', published, publishedText(published), readPublished],
		['the leaves of what was published', leaves, leavesText(leaves), readLeaves],
	];
	test.each(rows)('%s', (_, value, text, read) => {
		expect(JSON.parse(text)).toMatchObject({ version: 1 });
		expect(read(text)).toEqual(value);
	});
});

test('a request is the same order as it was kept', () => {
	const again = { ...request, origOrderId: undefined };
	const text = requestText(request);
	expect(asksForSame(text, again)).toBe(true);
	expect(asksForSame(text, { ...request, quantityLots: 3 })).toBe(false);
	expect(asksForSame(text, { ...request, postOnly: true })).toBe(false);
	expect(asksForSame(text, { ...request, origOrderId: 5 })).toBe(false);
});

test('a text of a version to come is refused', () => {
	expect(() => readStored('{"version":2,"side":"BUY"}', 1)).toThrow(
		'a stored text has version 2; this program reads up to 1',
	);
});
