/** What waits for people at an exchange, as a real service has it: at the start, and each time it changes. */
import { newId, systemClock } from '../../../server/clock';
import { clearAlarms, mostSevere, openAlarms, raiseAlarm } from '../../../exchange/guard/alarms';
import { eventually, send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { startBareExchange, type BareExchange } from '../support/exchange';
import { openMarket, writeSettings, type SettledMarket } from '../support/settling';

const databases = new TestDatabases();
let service: RunningService;
let exchange: BareExchange;
let market: SettledMarket;

beforeAll(async () => {
	service = await startService();
	const escrow = await service.addUser('escrow@first.test', ['TrackerUser']);
	const place = await databases.place();
	writeSettings(place.dataFolder, service, escrow, {});
	service.signInFor.push({
		...{ address: 'https://exchange.example', organisationId: service.organisation.id },
	});
	exchange = await startBareExchange(place, { signInUrl: service.url });
	market = await openMarket(service, exchange.exchange.database, escrow);
});
afterAll(async () => {
	await exchange.close();
	await service.close();
	await databases.close();
});

async function shown() {
	const headers = { 'x-api-key': service.organisation.admin.key };
	const answer = await send({ method: 'GET', url: `${service.url}/waiting`, headers });
	return answer.json() as readonly object[];
}

const raise = (kind: 'CLOCK' | 'HALT', message: string, now = systemClock.now()) =>
	raiseAlarm(
		{ clock: { now: () => now }, newId: () => newId(systemClock), onAlarm: () => undefined },
		exchange.exchange.database,
		{ kind, message, intentId: null },
	);

test('an exchange in which nothing waits says so, by its own key and with its page', async () => {
	await eventually(async () =>
		expect(await shown()).toMatchObject([
			{ page: 'https://exchange.example/admin', reportedBy: 'escrow@first.test', openAlarms: 0 },
		]),
	);
});

// Above 2 s: the exchange looks every 2 s.
test('alarms, held transfers and waiting payouts are reported as they come and go', async () => {
	const { database } = exchange.exchange;
	await raise('CLOCK', 'the clock was set');
	await raise('HALT', `trading is halted ${'x'.repeat(600)}`);
	const { key, accountId } = market.buyer;
	const deposit = { asset: 'EUR', amount: '50' };
	expect((await exchange.call('POST', '/deposits', { key, body: deposit })).status).toBe(201);
	const limits = { asset: 'EUR', reason: 'a new trader', approvalAbove: '5' };
	await exchange.call('POST', `/admin/accounts/${accountId}/payout-limits`, {
		...{ key: exchange.administratorKey, body: limits },
	});
	const payout = { asset: 'EUR', amount: '10' };
	expect((await exchange.call('POST', '/payouts', { key, body: payout })).status).toBe(202);
	await eventually(async () =>
		expect(await shown()).toMatchObject([
			{
				...{ openAlarms: 2, waitingPayouts: 1, heldTransfers: 0 },
				alarm: `trading is halted ${'x'.repeat(482)}`,
			},
		]),
	);
	await clearAlarms({ clock: systemClock }, database, 'HALT');
	await eventually(async () =>
		expect(await shown()).toMatchObject([{ openAlarms: 1, alarm: 'the clock was set' }]),
	);
});

test('the alarm that is told is the oldest of the most severe kind', async () => {
	const { database } = exchange.exchange;
	await raise('HALT', 'first', systemClock.now() - 1000);
	await raise('HALT', 'second');
	expect(mostSevere(await openAlarms(database))).toMatchObject({ message: 'first' });
	expect(mostSevere([])).toBeUndefined();
});

test('a service that does not take it harms nothing, and the log says so', async () => {
	service.signInFor.pop();
	await raise('CLOCK', 'another');
	await eventually(() =>
		expect(exchange.log()).toContain('the service was not told what waits for people: status 400'),
	);
	expect((await exchange.call('GET', '/health/ready')).status).toBe(200);
	expect(exchange.log()).not.toContain(market.escrow.key);
});

test('an exchange through which nobody signs in by the console reports nothing', async () => {
	const place = await databases.place();
	writeSettings(place.dataFolder, service, market.escrow, {});
	const { reported_at: before } = await lastReport();
	const alone = await startBareExchange(place);
	await alone.close();
	expect((await lastReport()).reported_at).toBe(before);
});

function lastReport() {
	const rows = service.service.database.selectFrom('program_waiting').select('reported_at');
	return rows.executeTakeFirstOrThrow();
}
