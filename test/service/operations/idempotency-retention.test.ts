/** Idempotency-Keys end after their time and are bounded in number, by a clock that is moved by hand. */
import { dayMs, isoTime } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { IdempotencyRetention } from '../../../service/operations/idempotency-retention';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { until } from '../../support/clients/requests';

const beginning = Date.UTC(2030, 0, 1);
const clock = { at: beginning, now: () => clock.at };
const keysKeptMs = 30 * dayMs;
const rethrow = (fault: unknown) => {
	throw fault;
};

let place: DatabaseFolder;
let users: readonly string[];

beforeAll(async () => {
	place = await openDatabaseFolder();
	const accounts = new Accounts(place.database, clock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const add = (name: string) =>
		accounts.addUser({ organisationId, email: `${name}@harbour.test`, roles: ['TrackerUser'] });
	users = [(await add('ann')).id, (await add('ben')).id];
});

beforeEach(async () => {
	clock.at = beginning;
	await place.database.deleteFrom('idempotency_keys').execute();
});

afterAll(() => place.close());

function idempotencyRetention(keysPerUserMax = 1_000_000): IdempotencyRetention {
	return new IdempotencyRetention({
		...{ database: place.database, clock, keysKeptMs, keysPerUserMax },
		onFault: rethrow,
	});
}

function userNumber(number: number): string {
	const user = users[number];
	if (user === undefined) throw new Error(`there is no user ${number}`);
	return user;
}

async function keep(userId: string, names: readonly string[]): Promise<void> {
	const createdAt = isoTime(clock);
	for (let at = 0; at < names.length; at += 100) {
		const rows = names.slice(at, at + 100).map((key) => ({
			...{ user_id: userId, key, request_hash: 'hash', answer: '{}', created_at: createdAt },
		}));
		await place.database.insertInto('idempotency_keys').values(rows).execute();
	}
}

async function keysKept(): Promise<readonly string[]> {
	const rows = await place.database.selectFrom('idempotency_keys').select('key').execute();
	return rows.map(({ key }) => key).sort();
}

/** What a new key is refused with, once the keys of before were counted. */
function refusalOf(keys: IdempotencyRetention, userId: string, key: string): Promise<unknown> {
	return until(() =>
		keys.admit(userId, key).then(
			() => undefined,
			(refusal: unknown) => refusal,
		),
	);
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `key ${at}`);

test('all keys whose time is over are deleted, in as many parts as it takes, and no other', async () => {
	await keep(userNumber(0), numbered(450));
	clock.at += 1;
	await keep(userNumber(1), ['of the next millisecond']);
	clock.at = beginning + keysKeptMs;
	await idempotencyRetention().sweep();
	expect(await keysKept()).toHaveLength(451);
	clock.at += 1;
	await idempotencyRetention().sweep();
	expect(await keysKept()).toEqual(['of the next millisecond']);
});

test('a service deletes them from its start on, and ends between two parts', async () => {
	await keep(userNumber(0), numbered(201));
	clock.at += 2 * keysKeptMs;
	const keys = idempotencyRetention();
	keys.start();
	await keys.close();
	expect([0, 1, 201]).toContain((await keysKept()).length);
	await idempotencyRetention().sweep();
	expect(await keysKept()).toEqual([]);
});

test('a user gets as many keys as may be kept, and uses those again that are', async () => {
	const [ann, ben] = [userNumber(0), userNumber(1)];
	await keep(ann, ['kept before']);
	const keys = idempotencyRetention(3);
	for (const key of ['second', 'third']) {
		await keys.admit(ann, key);
		await keep(ann, [key]);
	}
	const refused = { code: 'Request_IdempotencyKeysTooMany', args: [3, 30] };
	expect(await refusalOf(keys, ann, 'fourth')).toMatchObject(refused);
	await keys.admit(ann, 'kept before');
	await keys.admit(ben, 'of another user');
	await keys.close();
});

test('what is asked for again and again counts once when it comes to it', async () => {
	const ann = userNumber(0);
	await keep(ann, ['repeated']);
	const keys = idempotencyRetention(3);
	for (let times = 0; times < 10; times += 1) await keys.admit(ann, 'repeated');
	clock.at += 60_000;
	await keys.admit(ann, 'second');
	await keep(ann, ['second']);
	await keys.close();
	expect(await keysKept()).toEqual(['repeated', 'second']);
});

test('keys of many pages are counted, and those whose time is over are not', async () => {
	const ann = userNumber(0);
	await keep(ann, numbered(1_100));
	clock.at += 1;
	const keys = idempotencyRetention(1_100);
	expect(await refusalOf(keys, ann, 'one too many')).toMatchObject({ args: [1_100, 30] });
	clock.at = beginning + keysKeptMs + 1;
	await expect(keys.admit(ann, 'after their time')).resolves.toBeUndefined();
	await keys.close();
});
