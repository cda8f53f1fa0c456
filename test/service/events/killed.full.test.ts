/** Whatever becomes of the service while it delivers: every event arrives, and in order for each subject. */
import { systemClock } from '../../../server/clock';
import { addEvent } from '../../../server/events/record/events';
import { addSubscription } from '../../../server/events/webhook/subscriptions';
import { eventTables } from '../../../server/events/record/tables';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { secretVault } from '../../../service/events/secret-vault';
import { openKeyRing } from '../../../service/objects/keys/open-key-ring';
import { testPort } from '../../support/run/ports';
import { ProgramProcess } from '../../support/programs/program-process';
import { until } from '../../support/clients/requests';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { WebhookTarget } from '../../support/servers/webhook-target';

const eventCount = 1_000;
const subjectCount = 40;

let place: ServicePlace;
let program: ProgramProcess;
let receiver: WebhookTarget;

beforeAll(async () => {
	place = await servicePlace();
	receiver = await WebhookTarget.open();
	await fill();
	const environment = {
		...{ ...place.environment, PORT: String(await testPort()), LOG_LEVEL: 'fatal' },
	};
	const running = /Sealkeeper listens/;
	program = new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
});

afterAll(async () => {
	await program.kill();
	await receiver.close();
	place.remove();
});

/** A subscription, and what it is for. */
async function fill(): Promise<void> {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: owner } = await accounts.addOrganisation('Harbour');
	const user = {
		organisationId: owner,
		email: 'ann@harbour.test',
		roles: ['TrackerAdmin'],
	} as const;
	const { id: userId } = await accounts.addUser(user);
	await accounts.addKey(userId, 'test');
	const wanted = { owner, userId, url: receiver.url };
	const vault = secretVault(await openKeyRing(database, place));
	await addSubscription({ database: eventTables(database), clock: systemClock, vault }, wanted);
	await database.transaction().execute(async (transaction) => {
		for (let at = 0; at < eventCount; at += 1) {
			const subject = `asset ${at % subjectCount}`;
			const data = { assetId: subject, assetName: String(at), isMultiAsset: false };
			await addEvent(transaction, systemClock, { type: 'asset.created', owner, subject, data });
		}
	});
	await database.destroy();
}

test('killed in the middle of 1,000 events and started again, each is seen at least once and in order', async () => {
	let isKilled = false;
	const killed = new Promise<void>((resolve) => {
		receiver.behaviour = () => {
			if (isKilled || receiver.received.length < 300) return 204;
			isKilled = true;
			void program.kill().then(resolve);
			return 204;
		};
	});
	const started = program.start().catch(() => undefined);
	await killed;
	await started;
	await program.start();
	const numberOf = (body: string) =>
		Number((JSON.parse(body) as { data: { assetName: string } }).data.assetName);
	await until(() => {
		const seen = new Set(receiver.received.map(({ body }) => numberOf(body)));
		return Promise.resolve(seen.size === eventCount ? true : undefined);
	});
	const firsts = [...new Set(receiver.received.map(({ body }) => numberOf(body)))];
	for (let subject = 0; subject < subjectCount; subject += 1) {
		const own = firsts.filter((at) => at % subjectCount === subject);
		expect(own).toEqual([...own].sort((one, other) => one - other));
	}
	// What was under way when it was killed is what may come twice.
	expect(receiver.received.length).toBeLessThan(eventCount + 300);
});
