/** Nobody makes the service write to others without end: what asks for one mail too many is refused whole. */
import { dayMs } from '../../../../server/clock';
import { MovableClock } from '../../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../../support/programs/service';
import { SealerClient } from '../sealer-client';

const clock = new MovableClock();
let running: RunningService;
let sealer: SealerClient;
let admin: string;

beforeAll(async () => {
	const config = { mailsPerOrganisationDayMax: 5, mailsPerRecipientDayMax: 3 };
	running = await startService({ clock, config });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

const ask = (...signerEmails: readonly string[]) => sealer.create(admin, { signerEmails });

const tooMany = (max: number, of: string) => ({
	status: 429,
	body: { errorCode: 'Core_MailsTooMany', arguments: [max, of] },
});

async function contractCount(): Promise<number> {
	const rows = await running.service.database.selectFrom('contracts').select('id').execute();
	return rows.length;
}

test('a contract or reminder beyond the limits of a day is refused, and nothing of it is kept', async () => {
	const first = await ask('Anna@else.test');
	await ask('anna@else.test');
	expect((await sealer.step(admin, String(first.body['id']), 'remind')).status).toBe(200);
	const beyondOne = 'this organisation to ANNA@else.test';
	expect(await ask('ben@else.test', 'ANNA@else.test')).toMatchObject(tooMany(3, beyondOne));
	expect(await contractCount()).toBe(2);
	expect((await ask('ben@else.test', 'cleo@else.test')).status).toBe(201);
	const beyondAll = tooMany(5, 'this organisation');
	expect(await ask('dora@else.test')).toMatchObject(beyondAll);
	expect(await sealer.step(admin, String(first.body['id']), 'remind')).toMatchObject(beyondAll);
	expect(await contractCount()).toBe(3);
	const others = await running.service.database
		.selectFrom('mails')
		.select('recipient')
		.where('recipient', 'like', 'dora%')
		.execute();
	expect(others).toEqual([]);
});

test('how a contract ended is told whatever the limits, and a day later there is room', async () => {
	const { body } = await sealer.get(admin, '/contracts');
	const [{ id } = { id: '' }] = body as unknown as readonly { readonly id: string }[];
	expect((await sealer.step(admin, id, 'cancel')).status).toBe(200);
	clock.pass(dayMs);
	expect((await ask('dora@else.test')).status).toBe(201);
});

test('an invitation counts as well', async () => {
	const invite = (email: string) =>
		fetch(`${running.url}/invitations`, {
			method: 'POST',
			headers: { 'x-api-key': admin, 'content-type': 'application/json' },
			body: JSON.stringify({ email, roles: [] }),
		});
	const statuses: number[] = [];
	for (let count = 0; count < 4; count += 1) statuses.push((await invite('eve@else.test')).status);
	expect(statuses).toEqual([201, 201, 201, 429]);
});
