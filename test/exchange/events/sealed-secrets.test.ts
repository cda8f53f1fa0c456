/** Secrets of subscriptions stand under the exchange's secret, and sign after another start as before. */
import { sql } from 'kysely';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { verify, WebhookTarget } from '../../support/servers/webhook-target';
import { startBareExchange, startExchange, type BareExchange } from '../support/exchange';
import { EventClient } from './event-client';

const databases = new TestDatabases();
afterAll(() => databases.close());

async function stored({ exchange }: BareExchange): Promise<string> {
	const { rows } = await sql`select * from event_subscriptions`.execute(exchange.database);
	return JSON.stringify(rows, (_, value: unknown) =>
		typeof value === 'bigint' ? String(value) : value,
	);
}

test.each(databaseKinds)('on %s one is sealed, and signs once it starts again', async (kind) => {
	const place = await databases.place(kind);
	const receiver = await WebhookTarget.open();
	const first = await startExchange(place);
	const { key } = first.northwind;
	const seller = new EventClient(first, key);
	const { secret } = await seller.subscribe(receiver.url, { types: ['order.accepted'] });
	expect(await stored(first)).not.toContain('whsec_');
	await seller.order('SELL', { price: '50', quantity: '1' });
	await receiver.asked(1);
	await first.close();
	const again = await startBareExchange(place);
	expect(await stored(again)).not.toContain('whsec_');
	await new EventClient(again, key).order('SELL', { price: '50', quantity: '1' });
	for (const received of await receiver.asked(2)) verify(secret, received);
	await again.close();
	await receiver.close();
});
