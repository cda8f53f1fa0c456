/** What an administrator is told of the mail server: what is set, and what it answers to a mail at once. */
import { readMailing } from '../../../service/mail/smtp-settings';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { testPort } from '../../support/run/ports';
import { TestSmtpServer } from '../../support/servers/smtp-server';

const password = 'correct-horse';
let server: TestSmtpServer;
let running: RunningService;
let nowMs = 0;

beforeAll(async () => {
	server = await TestSmtpServer.start({ login: { user: 'seals', password } });
	running = await startService({
		nowMs: () => nowMs,
		config: {
			mailing: readMailing(
				`smtp://seals:${password}@127.0.0.1:${server.port}`,
				'Harbour <seals@harbour.test>',
			),
		},
	});
});
afterAll(async () => {
	await running.close();
	await server.close();
});
beforeEach(() => {
	// The limit of a minute is a test of its own.
	nowMs += 60_000;
	server.behaviour = {};
});

async function ask(method: string, location: string, at = running) {
	const headers = { 'x-api-key': at.organisation.byRole.Admin.key };
	const answer = await send({ method, url: at.url + location, headers });
	return { status: answer.status, text: answer.text, body: answer.json() as object };
}

const tried = (at = running) => ask('POST', '/mail-settings/test', at);

test('what is set is shown, without the password', async () => {
	const shown = await ask('GET', '/mail-settings');
	expect(shown.body).toEqual({
		...{ host: '127.0.0.1', port: server.port },
		...{ fromName: 'Harbour', fromAddress: 'seals@harbour.test' },
	});
	expect(shown.text).not.toContain(password);
});

test('a mail that is taken arrives at who asked, and the answer is told', async () => {
	const { email } = running.organisation.byRole.Admin;
	expect((await tried()).body).toEqual({
		outcome: 'Accepted',
		answer: expect.stringMatching(/^250 /),
	});
	expect(server.received.at(-1)?.recipients).toEqual([email.toLowerCase()]);
	expect(server.received.at(-1)?.mail.subject).toBe('A test of your mails');
});

test.each([
	[550, 'Refused'],
	[451, 'Delayed'],
])('an answer %i is told as %s, in the words of the server', async (code, outcome) => {
	server.behaviour = { recipient: () => code };
	const { body } = await tried();
	expect(body).toEqual({
		outcome,
		answer: expect.stringMatching(`${code} no mail for only-admin`),
	});
});

test.each([
	['nobody listens', async () => `smtp://127.0.0.1:${await testPort()}`, /ECONNREFUSED/],
	[
		'the password is wrong',
		() => Promise.resolve(`smtp://seals:wrong-one@127.0.0.1:${server.port}`),
		/535 no such user as seals with \.\.\./,
	],
])('that %s is told, and no password', async (_what, url, why) => {
	const away = await startService({
		config: { mailing: readMailing(await url(), 'seals@harbour.test') },
	});
	const { body, text } = await tried(away);
	expect(body).toEqual({ outcome: 'Unreachable', answer: expect.stringMatching(why) });
	expect(text).not.toContain('wrong-one');
	await away.close();
});

test('an organisation tries five times a minute, and only its administrators do', async () => {
	const statuses = [];
	for (let times = 0; times < 6; times += 1) statuses.push((await tried()).status);
	expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
	nowMs += 60_000;
	expect((await tried()).status).toBe(200);
	const headers = { 'x-api-key': running.organisation.byRole.UserAdmin.key };
	for (const [method, location] of [
		['POST', '/mail-settings/test'],
		['GET', '/mail-settings'],
	] as const) {
		expect((await send({ method, url: running.url + location, headers })).status).toBe(403);
	}
});
