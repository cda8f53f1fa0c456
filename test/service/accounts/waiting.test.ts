/**
 * What waits in other programs, over real HTTP: a program of the organisation reports it, one user speaks for it, and
 * administrators see it with a link to a named address alone, and whether it is still said.
 */
import { systemClock } from '../../../server/clock';
import { send } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';

const address = 'https://exchange.example';
const dayMs = 86_400_000;

let running: RunningService;
let escrow: TestUser;
let nowMs = systemClock.now();

beforeAll(async () => {
	running = await startService({ clock: { now: () => nowMs }, nowMs: () => nowMs });
	running.signInFor.push({ address, organisationId: running.organisation.id });
	escrow = await running.addUser('escrow@first.test', ['TrackerUser']);
});
afterAll(() => running.close());

const quiet = { page: '/admin', heldTransfers: 0, waitingPayouts: 0, openAlarms: 0 };

async function report(told: object = {}, key = escrow.key) {
	const json = { ...quiet, ...told };
	const headers = { 'x-api-key': key };
	const answer = await send({ method: 'PUT', url: `${running.url}/waiting`, headers, json });
	return { status: answer.status, said: answer.text };
}

async function shown(key = running.organisation.byRole.Admin.key) {
	const headers = { 'x-api-key': key };
	return (await send({ method: 'GET', url: `${running.url}/waiting`, headers })).json();
}

test('administrators see what was reported last, and nobody else does', async () => {
	const told = { heldTransfers: 2, waitingPayouts: 1, openAlarms: 3, alarm: '<b>EUR</b> is short' };
	expect((await report(told)).status).toBe(204);
	expect(await shown()).toEqual([
		{
			...told,
			program: address,
			page: `${address}/admin`,
			reportedAt: new Date(nowMs).toISOString(),
			reportedBy: 'escrow@first.test',
			isLate: false,
		},
	]);
	expect((await report()).status).toBe(204);
	const [only, ...others] = (await shown()) as object[];
	expect([only, others]).toEqual([expect.objectContaining({ openAlarms: 0 }), []]);
	expect(only).not.toHaveProperty('alarm');
	expect(await shown(escrow.key)).toMatchObject({ errorCode: 'Auth_RoleMissing' });
	expect(await shown(running.other.admin.key)).toEqual([]);
});

test('numbers of ten minutes ago are late', async () => {
	await report({ openAlarms: 1 });
	nowMs += 10 * 60_000 - 1;
	expect(await shown()).toMatchObject([{ isLate: false }]);
	nowMs += 1;
	expect(await shown()).toMatchObject([{ isLate: true }]);
});

test.each([
	['another program', { program: 'https://evil.test' }, 'program'],
	['an address that only begins like it', { program: `${address}.evil.test` }, 'program'],
	['no address', { program: 'exchange' }, 'program'],
	['a page elsewhere', { page: 'https://evil.test/admin' }, 'page'],
	['a page of another host', { page: '//evil.test' }, 'page'],
	['a page with a script', { page: 'javascript:alert(1)' }, 'page'],
	['a page behind a question mark', { page: '/admin?to=https://evil.test' }, 'page'],
	['a negative number', { openAlarms: -1 }, 'openAlarms'],
	['a long text', { alarm: 'x'.repeat(501) }, 'alarm'],
])('%s is refused, and named', async (_what, told, field) => {
	const { status, said } = await report(told);
	expect([status, said]).toEqual([400, expect.stringContaining(`'${field}'`)]);
});

test('a page that looks like another host stays at the program', async () => {
	await report({ page: '//evil' });
	expect(await shown()).toMatchObject([{ page: `${address}//evil` }]);
});

test('a key without the role, a stranger and another organisation report nothing', async () => {
	const { organisation, other, service } = running;
	expect((await report({}, organisation.byRole.Admin.key)).status).toBe(403);
	expect((await report({}, 'x'.repeat(43))).status).toBe(401);
	const of = (told: object) => report(told, other.byRole.TrackerUser.key);
	expect([(await of({})).status, (await of({ program: address })).status]).toEqual([400, 400]);
	const { id } = await service.database
		.selectFrom('users')
		.select('id')
		.where('email', '=', escrow.email)
		.executeTakeFirstOrThrow();
	const limited = await service.accounts.addKey(id, 'limited', { roles: ['SealerUser'] });
	expect((await report({}, limited.key)).status).toBe(403);
});

test('one user speaks for a program, until they are disabled or silent for a day', async () => {
	const trader = running.organisation.byRole.TrackerUser;
	await report({ openAlarms: 1 });
	const refused = { status: 409, said: expect.stringContaining('Platform_ProgramOfAnother') };
	expect(await report({}, trader.key)).toMatchObject(refused);
	expect(await shown()).toMatchObject([{ openAlarms: 1, reportedBy: escrow.email }]);
	nowMs += dayMs;
	expect((await report({}, trader.key)).status).toBe(204);
	expect(await report({ openAlarms: 1 })).toMatchObject(refused);
	await running.service.database
		.updateTable('users')
		.set({ disabled_at: new Date(nowMs).toISOString() })
		.where('email', '=', trader.email.toLowerCase())
		.execute();
	expect((await report({ openAlarms: 1 })).status).toBe(204);
});

test('of several programs the address is needed, and one that is named no more is not shown', async () => {
	const second = 'https://second.example';
	running.signInFor.push({ address: second, organisationId: running.organisation.id });
	expect((await report()).said).toContain('names several programs');
	expect((await report({ program: `${second}/` })).status).toBe(204);
	expect(await shown()).toMatchObject([{ program: address }, { program: second }]);
	running.signInFor.pop();
	expect(await shown()).toMatchObject([{ program: address }]);
});
