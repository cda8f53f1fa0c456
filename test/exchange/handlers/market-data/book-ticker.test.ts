/**
 * The stream of best prices against the book of the depth stream: each event is the best of the book
 * as of its number, none repeats the one before, and the last one is the book as it is left.
 */
import { Random } from '../../../simulation/world';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange, type Trader } from '../../support/exchange';
import { TestSocket, type SocketEvent } from '../../support/socket';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';

type Level = readonly [price: string, quantity: string];
type Best = Readonly<Record<string, unknown>>;

/** Both sides by price, as a reader of the depth keeps them. */
class Book {
	private readonly bids = new Map<string, string>();
	private readonly asks = new Map<string, string>();

	apply({ data }: SocketEvent): void {
		for (const [side, levels] of [
			[this.bids, data['bids']],
			[this.asks, data['asks']],
		] as const) {
			for (const [price, quantity] of levels as readonly Level[]) {
				if (quantity === '0') side.delete(price);
				else side.set(price, quantity);
			}
		}
	}

	best(): Best {
		const [bid, ask] = [this.bids, this.asks].map((side, index) => {
			const prices = [...side.keys()].map(Number);
			const price = index === 0 ? Math.max(...prices) : Math.min(...prices);
			return prices.length === 0 ? undefined : [String(price), side.get(String(price))];
		});
		return {
			...(bid && { bidPrice: bid[0], bidQty: bid[1] }),
			...(ask && { askPrice: ask[0], askQty: ask[1] }),
		};
	}
}

const bestOf = ({ data }: SocketEvent): Best => {
	const { symbol: _symbol, lastUpdateId: _lastUpdateId, ...best } = data;
	return best;
};

describe.each(databaseKinds)('best prices on %s', (kind) => {
	let running: RunningExchange;
	let socket: TestSocket;
	let depth: number;
	let best: number;
	/** The best of the book as of each number, in their order. */
	const bests: { readonly upTo: number; readonly best: Best }[] = [];
	const book = new Book();

	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		socket = await TestSocket.open(running.url);
		depth = await socket.subscribe('depth', { symbol });
		best = await socket.subscribe('bookTicker', { symbol });
		await readDepth();
	});
	afterAll(async () => {
		await socket.close();
		await running.close();
	});

	const place = async ({ key }: Trader, order: object): Promise<string> => {
		const body = { symbol, type: 'LIMIT', quantity: '1', ...order };
		const answer = await running.call('POST', '/orders', { key, body });
		expect(answer.status).toBe(201);
		return (answer.body as { readonly orderId: string }).orderId;
	};

	async function readDepth(): Promise<void> {
		const event = await socket.next(depth);
		book.apply(event);
		const upTo = Number(event.data['lastUpdateId']);
		bests.push({ upTo, best: book.best() });
	}

	/** Reads the depth up to an order. */
	async function readTo(orderId: string): Promise<void> {
		while ((bests.at(-1)?.upTo ?? 0) < Number(orderId.split('.')[1])) await readDepth();
	}

	/** Reads the depth up to an event of the best prices, and compares the two. */
	async function nextBest(): Promise<Best> {
		const event = await socket.next(best);
		const { lastUpdateId, symbol: named } = event.data;
		expect([event.event, named]).toEqual(['bookTicker', symbol]);
		while ((bests.at(-1)?.upTo ?? 0) < Number(lastUpdateId)) await readDepth();
		const then = bests.findLast(({ upTo }) => upTo <= Number(lastUpdateId));
		expect(bestOf(event)).toEqual(then?.best);
		return bestOf(event);
	}

	test('an empty book has none, and what changes further away is not told', async () => {
		expect(await nextBest()).toEqual({});
		await place(running.northwind, { side: 'SELL', price: '5' });
		expect(await nextBest()).toEqual({ askPrice: '5', askQty: '1' });
		// The ticker tells of every change, so that this one has been looked at.
		const ticker = await socket.subscribe('ticker', { symbol });
		await socket.next(ticker);
		await place(running.northwind, { side: 'SELL', price: '6' });
		await socket.next(ticker);
		await socket.ask('unsubscribe', { subscription: ticker });
		await place(running.northwind, { side: 'SELL', price: '5' });
		expect(await nextBest()).toEqual({ askPrice: '5', askQty: '2' });
		await place(running.harbour, { side: 'BUY', price: '4' });
		expect(await nextBest()).toEqual({
			...{ bidPrice: '4', bidQty: '1', askPrice: '5', askQty: '2' },
		});
	});

	test('whatever happens in the book, each is the best of its moment, and the last is left', async () => {
		const random = new Random(3);
		for (let order = 0; order < 40; order += 1) {
			const price = String(2 + random.below(6));
			const quantity = String(1 + random.below(4));
			const [trader, side] = random.chance(0.5)
				? [running.northwind, 'SELL']
				: [running.harbour, 'BUY'];
			const orderId = await place(trader, { side, price, quantity });
			if (random.chance(0.6)) continue;
			await running.call('DELETE', `/orders/${orderId}`, { key: trader.key });
		}
		await readTo(await place(running.harbour, { side: 'BUY', price: '1', quantity: '9' }));
		const left = book.best();
		let last: Best = {};
		while (JSON.stringify(last) !== JSON.stringify(left)) {
			const next = await nextBest();
			expect(next).not.toEqual(last);
			last = next;
		}
	});
});
