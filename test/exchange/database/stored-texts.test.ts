/** What is kept as text reads back as it was, and so does what was kept before texts had versions. */
import { readStored } from '../../../exchange/database/stored-text';
import { createBook } from '../../../exchange/engine/engine';
import { takeSnapshot } from '../../../exchange/engine/snapshot';
import { asksForSame, readRequest, requestText } from '../../../exchange/intake/request-text';
import {
	levelsText,
	readLevels,
	readReports,
	reportsText,
} from '../../../exchange/lane/batch-text';
import { commandText, readCommand, type LaneCommand } from '../../../exchange/lane/command-text';
import type { Report } from '../../../exchange/lane/report';
import { readClosing, type WholeState } from '../../../exchange/lane/snapshot-text';
import { NO_RULES } from '../../../exchange/engine/rules';
import { createMarket } from '../../../exchange/markets/market';
import {
	leavesText,
	publishedText,
	readLeaves,
	readPublished,
} from '../../../exchange/reserves/reserves-text';
import type { PublishedReserves } from '../../../proof/reserves';
import { demoMarket } from '../support/lane';

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
	{ kind: 'PLACE_OCO', limit: order, stop: { ...order, orderId: 8, trailingDelta: 50 } },
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
const market = createMarket(demoMarket, { base: 0, quote: 4 });
const state: WholeState = {
	sequence: 7,
	book: takeSnapshot(createBook(market.engine)),
	orders: [
		{
			orderId: 7,
			accountId: 'anna',
			clientOrderId: 'one',
			side: 'BUY',
			priceTicks: 5,
			expireTime: 0,
			quantityLots: 3,
			leavesLots: 3,
			leavesQuote: 0n,
			executedLots: 0,
			executedQuote: 9_007_199_254_740_993n,
			commission: 1n,
			held: 2n,
			status: 'NEW',
			reason: null,
			updatedAt: 1,
		},
	],
};
const published: PublishedReserves = {
	time: '2026-11-20T00:00:00.000Z',
	treeSize: 1,
	root: 'ab',
	assets: [],
};
const leaves = [{ accountId: 'anna', salt: 'cd', amounts: [1n, 9_007_199_254_740_993n] }];

/** JSON as it was kept before texts had versions. */
function unversioned(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'bigint' ? part.toString() : part,
	);
}

/** The same with the first version, where nothing writes it any more. */
function versioned(value: object): string {
	return unversioned({ version: 1, ...value });
}

describe('a text and the same without a version read alike', () => {
	test.each(commands.map((command) => [command.kind, command] as const))(
		'the command %s',
		(_, command) => {
			expect(readCommand(commandText(command))).toEqual(command);
			expect(readCommand(unversioned(command))).toEqual(command);
		},
	);

	const kept = { ...request, quoteOrderQty: 9_007_199_254_740_993n, origOrderId: 5 };
	const rows: readonly (readonly [string, unknown, string, (text: string) => unknown])[] = [
		['a request', request, requestText(request), readRequest],
		['a request with an amount', kept, requestText(kept), readRequest],
		['reports', [report], reportsText([report]).text, readReports],
		['no reports', [], reportsText([]).text, readReports],
		['levels', [['BUY', 5, 3]], levelsText([['BUY', 5, 3]]), readLevels],
		['a whole snapshot', state, versioned(state), readClosing],
		['what was published', published, publishedText(published), readPublished],
		['the leaves of what was published', leaves, leavesText(leaves), readLeaves],
	];
	test.each(rows)('%s', (name, value, text, read) => {
		expect(JSON.parse(text)).toMatchObject({ version: name.endsWith('reports') ? 2 : 1 });
		expect(read(text)).toEqual(value);
		expect(read(unversioned(value))).toEqual(value);
	});
});

test('a request is the same order whatever version it was kept in', () => {
	const again = { ...request, origOrderId: undefined };
	for (const text of [requestText(request), unversioned(request)]) {
		expect(asksForSame(text, again)).toBe(true);
		expect(asksForSame(text, { ...request, quantityLots: 3 })).toBe(false);
		expect(asksForSame(text, { ...request, postOnly: true })).toBe(false);
		expect(asksForSame(text, { ...request, origOrderId: 5 })).toBe(false);
	}
});

test('a text of a version to come is refused', () => {
	expect(() => readStored('{"version":2,"side":"BUY"}', 1)).toThrow(
		'a stored text has version 2; this program reads up to 1',
	);
});
