import {
	readTime,
	statementItems,
	statementText,
	type AssetBalance,
	type Period,
	type StatementEntry,
	type StatementFormat,
	type StatementItem,
} from '../../../../exchange/history/statements/statement';

const nothingNamed = { orderId: null, tradeId: null, intentId: null, reference: null };

const entry = (change: Partial<StatementEntry>): StatementEntry => ({
	...nothingNamed,
	...{ time: 0, kind: 'DEPOSIT', journal: 'deposits', asset: 'EUR', amount: 10_000n },
	...{ isFrom: false, isTo: true },
	...change,
});

/** Funds, an order with a fill and its commission, the rest back, a payout. */
const entries: readonly StatementEntry[] = [
	entry({ time: 1_000, reference: '=HYPERLINK("x")' }),
	entry({
		time: 2_000,
		kind: 'HOLD',
		journal: 'A-EUR',
		orderId: '7',
		amount: 6_000n,
		isFrom: true,
	}),
	entry({
		...{ time: 3_000, kind: 'TRADE', journal: 'A-EUR', orderId: '7', tradeId: '1' },
		...{ amount: 5_000n, isFrom: true, isTo: false },
	}),
	entry({
		...{ time: 3_000, kind: 'HELD_COMMISSION', journal: 'A-EUR', orderId: '7', tradeId: '1' },
		...{ amount: 5n, isFrom: true, isTo: false },
	}),
	entry({ time: 4_000, kind: 'RELEASE', journal: 'A-EUR', amount: 995n, isFrom: true }),
	entry({
		...{ time: 5_000, kind: 'PAYOUT', journal: 'settlement', intentId: 'i1' },
		...{ reference: 'all, "back"', amount: 4_995n, isFrom: true, isTo: false },
	}),
];

const ledger: readonly AssetBalance[] = [
	{ asset: 'A', decimals: 0, available: 0n, held: 0n },
	{ asset: 'EUR', decimals: 2, available: 0n, held: 0n },
];

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
	for (const item of items) yield await Promise.resolve(item);
}

const itemsOf = (period: Period, balances = ledger, given = entries) =>
	statementItems(streamOf(given), { period, ledger: balances });

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
	const list: Item[] = [];
	for await (const item of items) list.push(item);
	return list;
}

const eternity = { from: null, to: null };
const head = { account: { id: 'a1', name: 'Anna' }, period: eternity };

async function textOf(format: StatementFormat, period: Period = eternity): Promise<string> {
	const pieces = statementText(itemsOf(period), { head: { ...head, period }, format });
	return (await all(pieces)).join('');
}

test('every line shows what changed and what there was after it, in CSV', async () => {
	expect((await textOf('csv')).split('\r\n')).toEqual([
		'time,kind,journal,order_id,trade_id,intent_id,reference,asset,available_change,held_change,available,held',
		',OPENING,,,,,,A,,,0,0',
		',OPENING,,,,,,EUR,,,0,0',
		`1970-01-01T00:00:01.000Z,DEPOSIT,deposits,,,,"'=HYPERLINK(""x"")",EUR,100,0,100,0`,
		'1970-01-01T00:00:02.000Z,HOLD,A-EUR,7,,,,EUR,-60,60,40,60',
		'1970-01-01T00:00:03.000Z,TRADE,A-EUR,7,1,,,EUR,0,-50,40,10',
		'1970-01-01T00:00:03.000Z,HELD_COMMISSION,A-EUR,7,1,,,EUR,0,-0.05,40,9.95',
		'1970-01-01T00:00:04.000Z,RELEASE,A-EUR,,,,,EUR,9.95,-9.95,49.95,0',
		'1970-01-01T00:00:05.000Z,PAYOUT,settlement,,,i1,"all, ""back""",EUR,-49.95,0,0,0',
		',CLOSING,,,,,,A,,,0,0',
		',CLOSING,,,,,,EUR,,,0,0',
		'',
	]);
});

test.each(['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx'])(
	'the reference %j cannot be a formula',
	async (reference) => {
		const given = [
			entry({ reference, amount: 1n }),
			entry({ amount: 1n, isFrom: true, isTo: false }),
		];
		const pieces = statementText(itemsOf(eternity, ledger, given), { head, format: 'csv' });
		const [, , , line = ''] = (await all(pieces)).join('').split('\r\n');
		expect(line).toContain(`'${reference}`);
	},
);

describe('a period', () => {
	const lines = async (period: Period) =>
		(await all(itemsOf(period))).map((item: StatementItem) =>
			item.kind === 'LINE'
				? item.line.time
				: `${item.kind} ${item.balances[1]?.available}/${item.balances[1]?.held}`,
		);
	test.each([
		[null, null, ['OPENING 0/0', 1_000, 2_000, 3_000, 3_000, 4_000, 5_000, 'CLOSING 0/0']],
		[2_000, 4_000, ['OPENING 10000/0', 2_000, 3_000, 3_000, 'CLOSING 4000/995']],
		[3_001, 3_999, ['OPENING 4000/995', 'CLOSING 4000/995']],
		[9_000, null, ['OPENING 0/0', 'CLOSING 0/0']],
		[null, 500, ['OPENING 0/0', 'CLOSING 0/0']],
		[null, 1_001, ['OPENING 0/0', 1_000, 'CLOSING 10000/0']],
	])('from %j to %j has its first moment and not its last', async (from, to, expected) => {
		expect(await lines({ from, to })).toEqual(expected);
	});
});

test('a statement that does not lead to the ledger throws, whatever its period', async () => {
	const other = ledger.map((balance) => ({ ...balance, available: balance.available + 1n }));
	for (const period of [eternity, { from: 2_000, to: 3_000 }, { from: 9_000, to: null }]) {
		await expect(all(itemsOf(period, other))).rejects.toThrow(/does not add up: A 0\/0/);
	}
	await expect(all(itemsOf(eternity, []))).rejects.toThrow(/no balance/);
	await expect(all(itemsOf(eternity, ledger, [...entries].reverse()))).rejects.toThrow(/order/);
});

test('JSON has the same lines', async () => {
	const parsed = JSON.parse(await textOf('json', { from: 2_000, to: 3_000 })) as unknown;
	expect(parsed).toEqual({
		account: { id: 'a1', name: 'Anna' },
		from: '1970-01-01T00:00:02.000Z',
		to: '1970-01-01T00:00:03.000Z',
		opening: [
			{ asset: 'A', available: '0', held: '0' },
			{ asset: 'EUR', available: '100', held: '0' },
		],
		lines: [
			{
				...{ time: '1970-01-01T00:00:02.000Z', kind: 'HOLD', journal: 'A-EUR', ...nothingNamed },
				...{ orderId: '7', availableChange: '-60', heldChange: '60' },
				...{ asset: 'EUR', available: '40', held: '60' },
			},
		],
		closing: [
			{ asset: 'A', available: '0', held: '0' },
			{ asset: 'EUR', available: '40', held: '60' },
		],
	});
	expect(JSON.parse(await textOf('json', { from: 9_000, to: null }))).toMatchObject({ lines: [] });
});

test('nothing in the name of an account steers the terminal', async () => {
	const account = { ...head.account, name: 'red\u001b[31m\nline' };
	const pieces = statementText(itemsOf(eternity), {
		head: { account, period: eternity },
		format: 'text',
	});
	expect((await all(pieces))[0]).toBe(`red?[31m?line (${account.id})\n\n`);
});

test('the text stands in columns', async () => {
	const lines = (await textOf('text')).trimEnd().split('\n').slice(2);
	expect(new Set(lines.map((line) => line.length)).size).toBe(1);
	expect(lines[4]).toMatch(/HOLD +A-EUR +7 .* EUR +-60 +60 +40 +60$/);
});

test.each([
	['2026-11-20', 'from', '2026-11-20T00:00:00.000Z'],
	['2026-11-20', 'to', '2026-11-21T00:00:00.000Z'],
	['2026-11-20T08:30', 'to', '2026-11-20T08:30:00.000Z'],
	['2026-11-20T08:30:01.5Z', 'from', '2026-11-20T08:30:01.500Z'],
	['2026-11-20T08:30:00+02:00', 'from', '2026-11-20T06:30:00.000Z'],
	['2026-02-30', 'from', null],
	['2026-02-30T00:00Z', 'from', null],
	['2026-13-01', 'from', null],
	['2026-11-20T25:00', 'from', null],
	['20.11.2026', 'from', null],
	['yesterday', 'from', null],
	['', 'from', null],
] as const)('%s as %s is %s', (text, end, expected) => {
	const time = readTime(text, end);
	expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
});
