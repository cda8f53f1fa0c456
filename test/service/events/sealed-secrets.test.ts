/** Secrets of subscriptions stand under the master key, and a new key takes all over. */
import { sql } from 'kysely';
import { storage } from '../../../service/commands/storage';
import { runCommand } from '../../support/programs/run-command';
import { startService, type RunningService } from '../../support/programs/service';
import { verify, WebhookTarget } from '../../support/servers/webhook-target';
import { Tracker } from '../assets/tracker';
import { EventClient } from './event-client';

let running: RunningService;
let receiver: WebhookTarget;
let told: { readonly id: string; readonly secret: string };

beforeAll(async () => {
	running = await startService();
	receiver = await WebhookTarget.open();
	const client = new EventClient(running, running.organisation.admin);
	const answer = await client.call('POST', '/subscriptions', {
		...{ url: receiver.url, types: ['asset.created'] },
	});
	told = answer.json() as typeof told;
	// Then an earlier secret, which signs for a while, is kept as well.
	await client.call('POST', `/subscriptions/${told.id}/secret`, {});
});

afterAll(async () => {
	await running.close();
	await receiver.close();
});

async function rows(): Promise<readonly Record<string, unknown>[]> {
	const { database } = running.service;
	const query = sql<Record<string, unknown>>`select * from event_subscriptions`;
	return (await query.execute(database)).rows;
}

/** What is sent next is signed by the secret that was told. */
async function expectSigned(): Promise<void> {
	const before = receiver.received.length;
	const tracker = new Tracker(running, running.organisation.products.Tracker);
	await tracker.asset(running.organisation.admin, `After ${before}`);
	const received = (await receiver.asked(before + 1))[before];
	if (received === undefined) throw new Error('nothing was sent');
	verify(told.secret, received);
}

test('a secret is told once, kept sealed, and signs', async () => {
	expect(JSON.stringify(await rows())).not.toContain('whsec_');
	await expectSigned();
});

test('a new master key takes all of them over', async () => {
	const [before] = await rows();
	await running.service.close();
	const { dataFolder, databaseUrl = '' } = running;
	const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl };
	expect(await runCommand(storage, ['rotate-key'], environment)).toMatchObject({ code: 0 });
	await running.restart();
	const [after] = await rows();
	expect(after?.['secret_key_id']).not.toBe(before?.['secret_key_id']);
	expect(after?.['earlier_secret']).not.toBe(before?.['earlier_secret']);
	await expectSigned();
});
