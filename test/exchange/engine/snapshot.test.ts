import fc from 'fast-check';
import { apply, replay } from '../../../exchange/engine/engine';
import {
	fingerprint,
	fingerprintOf,
	restoreBook,
	takeSnapshot,
	type OrderSnapshot,
	type Snapshot,
} from '../../../exchange/engine/snapshot';
import { commandLog, MARKETS } from './random-commands';
import { describeBook, runScript } from './script';

const USED = [
	'1 ann BUY 5 @100',
	'2 bob BUY 9 @100 ICEBERG:2 GTD:90',
	'3 eve BUY 5 @99',
	'4 zoe SELL 6 @100',
	'5 zed SELL 5 @103',
	'6 ann BUY STOP_LOSS STOP:120 $900',
	'7 ann SELL 4 @90 STOP_LOSS_LIMIT STOP:95',
	'expire 30',
];

function usedSnapshot(): Snapshot {
	return takeSnapshot(runScript(USED).book);
}

/** What a database would do to it. */
function throughJson(snapshot: Snapshot): Snapshot {
	return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

test('a restored book goes on exactly as the original, from any moment', () => {
	const market = fc.constantFrom(...MARKETS);
	fc.assert(
		fc.property(market, commandLog(120), fc.nat(120), (rules, log, moment) => {
			const { book } = replay(rules, log.slice(0, moment));
			const restored = restoreBook(throughJson(takeSnapshot(book)));
			expect(fingerprint(restored)).toBe(fingerprint(book));
			expect(restored.openLots).toBe(book.openLots);
			for (const command of log.slice(moment)) {
				expect(apply(restored, command)).toEqual(apply(book, command));
			}
			expect(takeSnapshot(restored)).toEqual(takeSnapshot(book));
		}),
		{ numRuns: 150 },
	);
});

test('replaying the same log gives the same events and the same fingerprint', () => {
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(120), (market, log) => {
			const one = replay(market, log);
			const other = replay(market, log);
			expect(other.events).toEqual(one.events);
			expect(fingerprint(other.book)).toBe(fingerprint(one.book));
		}),
		{ numRuns: 50 },
	);
});

test('a snapshot keeps the exact order of every queue', () => {
	const { book } = runScript(USED);
	const text = '2:1+7@100 3:5@99 | 5:5@103 | 6:0!120 7:4!95';
	expect(describeBook(book)).toBe(text);
	expect(describeBook(restoreBook(throughJson(takeSnapshot(book))))).toBe(text);
});

test('a used book has this fingerprint on every machine', () => {
	expect(fingerprint(runScript(USED).book)).toBe('6614c353f2e70d57');
	expect(fingerprint(runScript([]).book)).toBe('62e770bd88008a45');
});

test('a fingerprint tells every field of every order apart', () => {
	const snapshot = usedSnapshot();
	const prints = new Set([fingerprintOf(snapshot)]);
	let changeCount = 0;
	for (const [index, order] of snapshot.orders.entries()) {
		for (const [field, value] of Object.entries(order)) {
			const changed = { ...order, [field]: different(value) };
			prints.add(fingerprintOf({ ...snapshot, orders: snapshot.orders.with(index, changed) }));
			changeCount += 1;
		}
	}
	expect(changeCount).toBeGreaterThan(80);
	expect(prints.size).toBe(1 + changeCount);
	expect(prints).toContain(fingerprint(runScript(USED).book));
});

test('a fingerprint tells two orders that changed places apart', () => {
	const one = runScript(['1 ann BUY 5 @100', '2 bob BUY 5 @100']).book;
	const { orders, ...head } = takeSnapshot(one);
	const swapped = restoreBook({ ...head, orders: orders.toReversed() });
	expect(fingerprint(swapped)).not.toBe(fingerprint(one));
});

test('a fingerprint tells the counters and rules of a book apart', () => {
	const snapshot = usedSnapshot();
	const others: Snapshot[] = [
		{ ...snapshot, status: 'HALT' },
		{ ...snapshot, time: snapshot.time + 1 },
		{ ...snapshot, lastTradeId: snapshot.lastTradeId + 1 },
		{ ...snapshot, lastAcceptedNumber: snapshot.lastAcceptedNumber + 1 },
		{ ...snapshot, lastPriceTicks: snapshot.lastPriceTicks + 1 },
		{ ...snapshot, market: { ...snapshot.market, takerFeeBps: 1 } },
		{ ...snapshot, market: { ...snapshot.market, minNotional: '1' } },
	];
	const prints = [snapshot, ...others].map((each) => fingerprint(restoreBook(each)));
	expect(new Set(prints).size).toBe(prints.length);
});

test.each([
	['of another version', { version: 2 }, 'snapshot version 2 is not 1'],
	['with an order twice', twice(), 'snapshot has order 3 twice'],
	['with nothing left of an order', withOrder({ leavesLots: 0, visibleLots: 0 }), 'order 2'],
	['that shows more than is left', withOrder({ visibleLots: 9 }), 'order 2 with impossible'],
	['with more left than ordered', withOrder({ leavesLots: 10 }), 'order 2 with impossible'],
	['with an order from the future', withOrder({ acceptedNumber: 99 }), 'order 2 with impossible'],
	['that is crossed', withOrder({ priceTicks: 103 }), 'snapshot is crossed: bid 103, ask 103'],
	[
		'of an impossible market',
		{ market: { ...usedSnapshot().market, takerFeeBps: -1 } },
		'takerFee',
	],
])('a snapshot %s is refused', (_name, wrong, message) => {
	expect(() => restoreBook({ ...usedSnapshot(), ...wrong } as Snapshot)).toThrow(message);
});

function withOrder(fields: Partial<OrderSnapshot>): Partial<Snapshot> {
	const { orders } = usedSnapshot();
	const [first] = orders;
	if (first === undefined) throw new Error('the used book has orders');
	return { orders: orders.with(0, { ...first, ...fields }) };
}

function twice(): Partial<Snapshot> {
	const { orders } = usedSnapshot();
	return { orders: [...orders, ...orders.filter(({ orderId }) => orderId === 3)] };
}

function different(value: unknown): unknown {
	if (typeof value === 'number') return value + 1;
	if (typeof value === 'bigint') return value + 1n;
	return typeof value === 'boolean' ? !value : `${String(value)}x`;
}
