/** A cursor on the stream of events passes over none, however late its transaction commits. */
import { sql, type Kysely } from 'kysely';
import { systemClock } from '../../../../server/clock';
import * as server from '../../../../server/database/database';
import { addEvent } from '../../../../server/events/record/events';
import { orderEvents } from '../../../../server/events/record/ordering';
import { readEvents, readNewest, type ReadRights } from '../../../../server/events/record/reading';
import { openSecrets } from '../../../../server/events/webhook/secrets';
import {
	addSubscription,
	replay,
	requireSubscription,
	rotateSecret,
	type NewSubscription,
} from '../../../../server/events/webhook/subscriptions';
import { createEventTables, type EventTables } from '../../../../server/events/record/tables';
import { createSecretVault } from '../../../../exchange/settlement/setup/key-vault';
import {
	bothDatabaseKinds,
	TestDatabases,
	type DatabaseKind,
} from '../../../support/servers/databases';

const databases = new TestDatabases();
afterAll(() => databases.close());

const migrations = { '0001-events': { up: createEventTables } };
const vault = createSecretVault(new Uint8Array(32).fill(1));
const form = { migrations, wholeNumbers: 'number' } as const;
const rights: ReadRights = {
	owners: ['one'],
	typesReadable: ['asset.created'],
	typesIfAddressed: [],
	audienceNames: [],
};

function created(subject: string, owner = 'one') {
	const data = { assetId: subject, assetName: subject, isMultiAsset: false };
	return { type: 'asset.created', owner, productId: 'p', subject, data } as const;
}

async function opened(kind: DatabaseKind): Promise<Kysely<EventTables>> {
	const { dataFolder, databaseUrl } = await databases.place(kind);
	return server.openDatabase<EventTables>({ file: `${dataFolder}/e.sqlite`, databaseUrl }, form);
}

const subscribed = async (database: Kysely<EventTables>, wanted: NewSubscription) =>
	(await addSubscription({ database, clock: systemClock, vault }, wanted)).subscription;

const subjectsFrom = async (database: Kysely<EventTables>, after: number, limit = 100) => {
	const query = { rights, filter: {} };
	const { events, cursor, isMore } = await readEvents(database, query, { after, limit });
	return { subjects: events.map(({ subject }) => subject), cursor, isMore };
};

async function happened(database: Kysely<EventTables>, subject: string): Promise<void> {
	await database
		.transaction()
		.execute((transaction) => addEvent(transaction, systemClock, created(subject)));
	await orderEvents(database);
}

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	test('events are read from a cursor on, in the order they were written, by their owner', async () => {
		await using database = await opened(kind);
		await database.transaction().execute(async (transaction) => {
			for (const subject of ['a', 'b', 'c']) {
				await addEvent(transaction, systemClock, created(subject));
				await addEvent(transaction, systemClock, created(`${subject} of another`, 'two'));
			}
		});
		expect(await subjectsFrom(database, 0)).toEqual({ subjects: [], cursor: 0, isMore: false });
		expect(await orderEvents(database)).toEqual({ count: 6, isMore: false });
		const first = await subjectsFrom(database, 0, 2);
		expect(first).toEqual({ subjects: ['a', 'b'], cursor: 3, isMore: true });
		const second = await subjectsFrom(database, first.cursor);
		expect(second).toEqual({ subjects: ['c'], cursor: 6, isMore: false });
		expect(await orderEvents(database)).toEqual({ count: 0, isMore: false });
	});

	test('who hears of little has much looked through, and holds nobody up meanwhile', async () => {
		await using database = await opened(kind);
		await sql`
			with recursive counted (place) as
				(select 1 union all select place + 1 from counted where place < 45000)
			insert into events (sequence, id, type, version, owner, subject, data, occurred_at)
			select place, cast(place as text), case place when 7 then 'asset.created' else 'asset.issued' end,
				1, 'one', cast(place as text), '{}', '2026-01-01T00:00:00Z' from counted`.execute(database);
		await sql`insert into event_cursors (name, position) values ('events', 45000)`.execute(
			database,
		);
		let [turns, isOver] = [0, false];
		const turn = () => {
			turns += 1;
			if (!isOver) setImmediate(turn);
		};
		setImmediate(turn);
		expect(await subjectsFrom(database, 0)).toEqual({
			subjects: ['7'],
			cursor: 45000,
			isMore: false,
		});
		expect(turns).toBeGreaterThan(1);
		turns = 0;
		const newest = await readNewest(database, { rights, filter: {} }, 1);
		expect(newest).toMatchObject({ events: [{ subject: '7' }], cursor: 45000 });
		expect(turns).toBeGreaterThan(1);
		isOver = true;
	});

	test('a cursor from before a copy was brought back goes on at the newest event', async () => {
		await using database = await opened(kind);
		await happened(database, 'a');
		const behind = await subjectsFrom(database, 4711);
		expect(behind).toEqual({ subjects: [], cursor: 1, isMore: false });
		const wanted = { owner: 'one', userId: 'u', url: 'https://example.org/', after: 4711 };
		const { id, cursor } = await subscribed(database, wanted);
		expect(cursor).toBe(1);
		expect((await replay(database, { ...wanted, id }, 4711)).cursor).toBe(1);
		await happened(database, 'b');
		expect((await subjectsFrom(database, behind.cursor)).subjects).toEqual(['b']);
	});

	test('of two secrets given at one moment one signs, and the other beside it', async () => {
		await using database = await opened(kind);
		const wanted = { owner: 'one', userId: 'u', url: 'https://example.org/' };
		const { id } = await subscribed(database, wanted);
		const parts = { database, clock: systemClock, vault };
		const rotate = () => rotateSecret(parts, { ...wanted, id }, 24);
		const given = await Promise.all([rotate(), rotate()]);
		const found = await requireSubscription(database, { ...wanted, id });
		const signing = openSecrets(vault, found, systemClock.now()) ?? [];
		expect([...signing].sort()).toEqual(given.map((one) => one.secret).sort());
	});

	test('what a transaction wrote that is taken back is no event', async () => {
		await using database = await opened(kind);
		const fails = database.transaction().execute(async (transaction) => {
			await addEvent(transaction, systemClock, created('never'));
			throw new Error('taken back');
		});
		await expect(fails).rejects.toThrow('taken back');
		expect(await orderEvents(database)).toEqual({ count: 0, isMore: false });
	});
});

test('one that was written first and commits last is found behind the cursor', async () => {
	await using database = await opened('PostgreSQL');
	const early = await database.startTransaction().execute();
	await addEvent(early, systemClock, created('written first'));
	await database
		.transaction()
		.execute((transaction) => addEvent(transaction, systemClock, created('committed first')));
	await orderEvents(database);
	const seen = await subjectsFrom(database, 0);
	expect(seen.subjects).toEqual(['committed first']);
	await early.commit().execute();
	await orderEvents(database);
	expect((await subjectsFrom(database, seen.cursor)).subjects).toEqual(['written first']);
});

test('several processes that give places at once give each once, and leave none out', async () => {
	await using database = await opened('PostgreSQL');
	const writers = Array.from({ length: 8 }, async (_, writer) => {
		for (let at = 0; at < 25; at += 1) {
			await database
				.transaction()
				.execute((transaction) => addEvent(transaction, systemClock, created(`${writer}-${at}`)));
		}
	});
	let isDone = false;
	const seen: string[] = [];
	const placers = Array.from({ length: 3 }, async () => {
		while (!isDone) await orderEvents(database);
	});
	const reader = (async () => {
		for (let cursor = 0; seen.length < 200;) {
			const page = await subjectsFrom(database, cursor);
			cursor = page.cursor;
			seen.push(...page.subjects);
		}
	})();
	await Promise.all(writers);
	await reader;
	isDone = true;
	await Promise.all(placers);
	expect(new Set(seen).size).toBe(200);
	for (let writer = 0; writer < 8; writer += 1) {
		const own = seen.filter((subject) => subject.startsWith(`${writer}-`));
		expect(own).toEqual(Array.from({ length: 25 }, (_, at) => `${writer}-${at}`));
	}
});
