/** Snapshots in the database: when they count, what is made of damaged ones, and what is cleared away. */
import { InsertQueryNode, type KyselyPlugin } from 'kysely';
import { LaneState } from '../../../../exchange/trading/lane/lane-state';
import { Snapshots } from '../../../../exchange/trading/lane/snapshots';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, untoldLane, type TestLane } from '../../support/lane';
import { readLog, stateOf } from '../../support/lane-states';

/** Lets no insertion into a table end before the promise is kept; each keeps its connection. */
class HeldInserts implements KyselyPlugin {
	private readonly inserts = new WeakSet<object>();

	constructor(
		private readonly table: string,
		private readonly until: Promise<void>,
	) {}

	transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
		const isInsert = InsertQueryNode.is(node) && node.into?.table.identifier.name === this.table;
		if (isInsert) this.inserts.add(queryId);
		return node;
	};

	transformResult: KyselyPlugin['transformResult'] = async ({ result, queryId }) => {
		if (this.inserts.has(queryId)) await this.until;
		return result;
	};
}

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';

describe.each(bothDatabaseKinds)('snapshots on %s', (kind) => {
	let lane: TestLane;
	let faults: unknown[];

	beforeEach(async () => {
		lane = await openLane(await databases.place(kind));
		faults = [];
		await lane.fund(lane.anna, 'EUR', '1000');
		await lane.fund(lane.ben, 'CREDIT', '1000');
	});

	afterEach(() => lane.close());

	const newLane = (partOrdersMax = 2, { database }: Pick<TestLane, 'database'> = lane) =>
		lane.newLane({ database, partOrdersMax, onUnusableSnapshot: (fault) => faults.push(fault) });

	const sell = (count: number, price = '1.01') => {
		const order = { side: 'SELL', type: 'LIMIT', price, quantity: '5' } as const;
		return Promise.all(Array.from({ length: count }, () => lane.place(lane.ben, order)));
	};

	/** As of the whole log, without any snapshot. */
	const replayed = async () => {
		const state = LaneState.empty(lane.market);
		state.advance(await readLog(lane.database));
		return stateOf(state);
	};

	/** As of the newest sound snapshot. */
	const restored = async () => {
		const onUnusableSnapshot = (fault: unknown) => faults.push(fault);
		return stateOf(await new Snapshots({ ...lane, onUnusableSnapshot }).restore(lane.market));
	};

	const parts = () =>
		lane.database
			.selectFrom('snapshot_parts')
			.select(['begun_at', 'part'])
			.orderBy('begun_at')
			.orderBy('part')
			.execute();

	/** Of a lane that has two snapshots, of 5 and of 9 commands, and a command after them. */
	async function twoSnapshots(): Promise<void> {
		const owner = newLane();
		await sell(5);
		await owner.drain(symbol);
		expect(await owner.takeSnapshot(symbol)).toEqual({ sequence: 5 });
		await sell(4, '1.02');
		await owner.drain(symbol);
		expect(await owner.takeSnapshot(symbol)).toEqual({ sequence: 9 });
		await sell(1, '1.03');
		await owner.drain(symbol);
	}

	test('a snapshot and the log after it give the same state as the whole log', async () => {
		await twoSnapshots();
		expect((await restored()).sequence).toBe(9);
		const next = newLane();
		await next.drain(symbol);
		const buy = { side: 'BUY', type: 'LIMIT', price: '1.03', quantity: '42' } as const;
		await lane.place(lane.anna, buy);
		await next.drain(symbol);
		expect(await next.takeSnapshot(symbol)).toEqual({ sequence: 11 });
		expect(await restored()).toEqual(await replayed());
		expect(faults).toEqual([]);
	});

	test('nothing is kept again where nothing has happened since', async () => {
		const owner = newLane();
		expect(await owner.takeSnapshot(symbol)).toBeUndefined();
		await sell(3);
		await owner.drain(symbol);
		expect(await owner.takeSnapshot(symbol)).toEqual({ sequence: 3 });
		expect(await owner.takeSnapshot(symbol)).toBeUndefined();
		expect(await newLane().takeSnapshot(symbol)).toBeUndefined();
	});

	test('the lane goes on while a snapshot is written, which is of its end', async () => {
		// SQLite writes a part a turn, many times as many as the lane has to do meanwhile.
		const laneEnd = Promise.withResolvers<void>();
		if (kind === 'SQLite') laneEnd.resolve();
		const held = new HeldInserts('snapshot_parts', laneEnd.promise);
		const owner = newLane(1, { database: lane.database.withPlugin(held) });
		await sell(190);
		await owner.drain(symbol);
		const ended: string[] = [];
		const snapshot = owner.takeSnapshot(symbol).then((taken) => {
			ended.push('snapshot');
			return taken;
		});
		await sell(1, '1.02');
		await owner.drain(symbol);
		await lane.intake.submit(lane.market, { kind: 'CANCEL', accountId: lane.ben, orderId: 1 });
		await owner.drain(symbol);
		ended.push('lane');
		laneEnd.resolve();
		expect(await snapshot).toEqual({ sequence: 192 });
		expect(ended).toEqual(['lane', 'snapshot']);
		expect(await restored()).toEqual(await replayed());
	});

	test('two are kept with their parts, and older ones are cleared away', async () => {
		await twoSnapshots();
		expect((await parts()).map((row) => `${row.begun_at}/${row.part}`)).toEqual([
			...['5/0', '5/1', '5/2', '5/3', '9/0', '9/1', '9/2', '9/3', '9/4', '9/5'],
		]);
		expect(await newLane().takeSnapshot(symbol)).toEqual({ sequence: 10 });
		const named = await lane.database.selectFrom('snapshots').select('begun_at').execute();
		expect(named.map((row) => row.begun_at)).toEqual([9n, 10n]);
		expect(new Set((await parts()).map((row) => row.begun_at))).toEqual(new Set([9n, 10n]));
	});

	const damages: readonly (readonly [string, () => Promise<unknown>])[] = [
		[
			'with a part changed',
			() =>
				lane.database
					.updateTable('snapshot_parts')
					.set({ body: '{"version":1,"names":[],"rows":[],"ended":[]}' })
					.where('begun_at', '=', 9n)
					.where('part', '=', 1n)
					.execute(),
		],
		[
			'with a part missing',
			() =>
				lane.database
					.deleteFrom('snapshot_parts')
					.where('begun_at', '=', 9n)
					.where('part', '=', 0n)
					.execute(),
		],
		[
			'with its closing row changed',
			() =>
				lane.database
					.updateTable('snapshots')
					.set({ body: '{"version":1,"sequence":9}' })
					.where('sequence', '=', 9n)
					.execute(),
		],
		[
			'of a form to come',
			() =>
				lane.database
					.updateTable('snapshots')
					.set({ body: '{"version":99}' })
					.where('sequence', '=', 9n)
					.execute(),
		],
	];

	test.each(damages)('a snapshot %s is told of and the older one serves', async (_, damage) => {
		await twoSnapshots();
		await damage();
		expect((await restored()).sequence).toBe(5);
		expect(String(faults)).toContain(`snapshot 9 of ${symbol} is not used`);
		const next = newLane();
		await sell(1);
		expect(await next.drain(symbol)).toBe('DRAINED');
		await next.takeSnapshot(symbol);
		expect(await restored()).toEqual(await replayed());
	});

	test('where every snapshot is damaged, the log alone serves', async () => {
		await twoSnapshots();
		await lane.database.updateTable('snapshots').set({ fingerprint: '0' }).execute();
		expect((await restored()).sequence).toBe(0);
		expect(faults).toHaveLength(2);
		const next = newLane();
		expect(await next.drain(symbol)).toBe('DRAINED');
		await sell(1);
		await next.drain(symbol);
		expect(await next.takeSnapshot(symbol)).toEqual({ sequence: 11 });
		expect(await restored()).toEqual(await replayed());
	});

	test('parts that a killed process left are not used, and cleared away by the next', async () => {
		await twoSnapshots();
		const left = new Snapshots({ ...lane, ...untoldLane });
		const draft = await left.begin(symbol, 10);
		await left.add(draft, { orders: [], ended: [1, 2] });
		expect((await restored()).sequence).toBe(9);
		expect(await newLane().takeSnapshot(symbol)).toEqual({ sequence: 10 });
		expect(await restored()).toEqual(await replayed());
		expect((await parts()).filter((row) => row.begun_at === 10n)).toHaveLength(6);
	});

	test('of two processes that write at once, none closes what the other has cleared away', async () => {
		await twoSnapshots();
		const one = new Snapshots({ ...lane, ...untoldLane });
		const draft = await one.begin(symbol, 8);
		await one.add(draft, { orders: [], ended: [] });
		const state = LaneState.empty(lane.market);
		expect(await newLane().takeSnapshot(symbol)).toEqual({ sequence: 10 });
		expect(await one.close(draft, state.head())).toBe(false);
		expect(await restored()).toEqual(await replayed());
	});

	test('a lane that was overtaken while it wrote closes nothing', async () => {
		const owner = newLane();
		await sell(9);
		await owner.drain(symbol);
		await sell(1);
		const other = newLane();
		const [snapshot] = await Promise.all([owner.takeSnapshot(symbol), other.drain(symbol)]);
		if (snapshot === undefined) expect(await restored()).toMatchObject({ sequence: 0 });
		else expect(await restored()).toMatchObject(snapshot);
		await owner.drain(symbol);
		await owner.takeSnapshot(symbol);
		expect(await restored()).toEqual(await replayed());
	});

	test('a market prepared before its first command is carried out like any other', async () => {
		await twoSnapshots();
		const next = newLane();
		await next.prepare(symbol);
		await next.prepare(symbol);
		await sell(2, '1.04');
		expect(await next.drain(symbol)).toBe('DRAINED');
		await next.takeSnapshot(symbol);
		expect(await restored()).toEqual(await replayed());
		const { epoch } = await lane.database
			.selectFrom('lanes')
			.select('epoch')
			.executeTakeFirstOrThrow();
		expect(epoch).toBe(2n);
	});
});
