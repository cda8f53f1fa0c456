/** Secrets that sign events stand sealed, and sign as before; one that does not open sends nothing and says so. */
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { createSecretVault } from '../../../../exchange/settlement/setup/key-vault';
import { systemClock } from '../../../../server/clock';
import * as server from '../../../../server/database/database';
import { addEvent } from '../../../../server/events/record/events';
import { orderEvents } from '../../../../server/events/record/ordering';
import { tableReader } from '../../../../server/events/record/reading';
import { openSecrets, secretLost } from '../../../../server/events/webhook/secrets';
import type { Attempt } from '../../../../server/events/webhook/sending';
import { serve } from '../../../../server/events/webhook/serving';
import {
	addSubscription,
	findSubscription,
	rotateSecret,
	type Subscription,
} from '../../../../server/events/webhook/subscriptions';
import { createEventTables, type EventTables } from '../../../../server/events/record/tables';
import { secretVault } from '../../../../service/events/secret-vault';
import { newMasterKey } from '../../../../service/objects/keys/key-ring';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';

const databases = new TestDatabases();
afterAll(() => databases.close());

const migrations = { '0001-events': { up: createEventTables } };
const clock = systemClock;
const place = { owner: 'one', userId: 'u' };
const wanted = { ...place, url: 'https://example.org/hook' };

/** As each program has them. */
const vaults = [
	['of the service', () => secretVault({ keys: [newMasterKey()] })],
	['of the exchange', () => createSecretVault(randomBytes(32))],
] as const;

describe.each(databaseKinds)('on %s', (kind) => {
	let database: Kysely<EventTables>;

	beforeAll(async () => {
		const { dataFolder, databaseUrl } = await databases.place(kind);
		const file = { file: `${dataFolder}/e.sqlite`, databaseUrl };
		database = await server.openDatabase(file, { migrations, wholeNumbers: 'number' });
	});
	afterAll(() => database.destroy());

	async function found(id: string): Promise<Subscription> {
		const one = await findSubscription(database, id);
		if (one === undefined) throw new Error('it is there');
		return one;
	}

	async function stored(): Promise<string> {
		const { rows } = await sql`select * from event_subscriptions`.execute(database);
		return JSON.stringify(rows);
	}

	test.each(vaults)(
		'a secret under the vault %s is not in the database, and signs',
		async (_, vaultOf) => {
			const vault = vaultOf();
			const parts = { database, clock, vault };
			const { subscription, secret } = await addSubscription(parts, wanted);
			const { id } = subscription;
			expect(openSecrets(vault, await found(id), clock.now())).toEqual([secret]);
			const { secret: next } = await rotateSecret(parts, { ...place, id }, 24);
			expect(openSecrets(vault, await found(id), clock.now())).toEqual([next, secret]);
			const text = await stored();
			for (const told of [secret, next]) expect(text).not.toContain(told.slice('whsec_'.length));
			expect(text).not.toContain('whsec_');
		},
	);

	test.each(vaults)(
		'one that is moved, changed or under another key does not open %s',
		async (_, vaultOf) => {
			const vault = vaultOf();
			const { subscription } = await addSubscription({ database, clock, vault }, wanted);
			const [now, kept] = [clock.now(), await found(subscription.id)];
			const middle = Math.floor(kept.secret.length / 2);
			const other = kept.secret[middle] === '0' ? '1' : '0';
			const changed = kept.secret.slice(0, middle) + other + kept.secret.slice(middle + 1);
			expect(openSecrets(vault, kept, now)).toHaveLength(1);
			expect(openSecrets(vault, { ...kept, id: 'another' }, now)).toBeUndefined();
			expect(openSecrets(vault, { ...kept, secret: changed }, now)).toBeUndefined();
			expect(openSecrets(vaultOf(), kept, now)).toBeUndefined();
		},
	);

	test('one whose key is gone sends nothing and says so, and goes on with another secret', async () => {
		const sent: Attempt[] = [];
		const rights = {
			owners: ['one'],
			typesReadable: ['asset.created'],
			typesIfAddressed: [],
			audienceNames: [],
		};
		const serving = (secret: Uint8Array) => ({
			...{ database, reader: tableReader(database), clock, random: () => 0.5 },
			vault: createSecretVault(secret),
			send(attempt: Attempt) {
				sent.push(attempt);
				return Promise.resolve({ kind: 'TAKEN', status: 204 } as const);
			},
			rightsOf: () => Promise.resolve({ rights }),
		});
		const parts = serving(randomBytes(32));
		const vault = createSecretVault(randomBytes(32));
		const { subscription } = await addSubscription({ database, clock, vault }, wanted);
		const { id } = subscription;
		await database.transaction().execute((transaction) =>
			addEvent(transaction, clock, {
				...{ type: 'asset.created', owner: 'one', subject: 'a' },
				data: { assetId: 'a', assetName: 'a', isMultiAsset: false },
			}),
		);
		await orderEvents(database);
		await serve(parts, id);
		expect(await found(id)).toMatchObject({ state: 'STOPPED', reason: secretLost });
		expect(sent).toEqual([]);
		const { secret } = await rotateSecret(parts, { ...place, id }, 24);
		await serve(parts, id);
		expect(sent).toMatchObject([{ secrets: [secret] }]);
		expect(await found(id)).toMatchObject({ state: 'ACTIVE' });
	});
});
