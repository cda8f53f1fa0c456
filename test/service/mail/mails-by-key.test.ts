/**
 * The mails of an organisation, for its administrators: whose they are, what each says while it lies in
 * the outbox folder, and that no more is told where a mail server is set, since a link acts for its
 * recipient.
 */
import { readMailing } from '../../../service/mail/smtp-settings';
import { testPort } from '../../support/run/ports';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { SealerClient } from '../contracts/sealer-client';

const signer = 'ben@signers.test';
const message = 'See\nhttps://evil.test/sign/aaaa\nor reply.';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
	const { admin } = running.organisation;
	const sealer = new SealerClient(running);
	await sealer.create(admin.key, {
		...{ displayName: 'Lease', signerEmails: [signer] },
		more: { signatureRequestMessage: message },
	});
	await invite(running, 'cem@harbour.test');
	await running.service.mailsDelivered();
});

afterAll(() => running.close());

interface Mail {
	readonly id: string;
	readonly recipient: string;
	readonly text?: string;
	readonly html?: string;
	readonly links?: readonly string[];
}

function get(of: RunningService, key: string, location: string): Promise<Answer> {
	return send({ method: 'GET', url: of.url + location, headers: { 'x-api-key': key } });
}

async function invite(of: RunningService, email: string): Promise<void> {
	const headers = { 'x-api-key': of.organisation.admin.key };
	const json = { email, roles: [] };
	const { status } = await send({ method: 'POST', url: `${of.url}/invitations`, headers, json });
	expect(status).toBe(201);
}

async function recipients(key: string): Promise<readonly string[]> {
	const mails = (await get(running, key, '/mails')).json() as readonly Mail[];
	return mails.map(({ recipient }) => recipient);
}

test('an administrator sees the mails of the own organisation, the newest first', async () => {
	const { organisation, other } = running;
	expect(await recipients(organisation.admin.key)).toEqual(['cem@harbour.test', signer]);
	expect(await recipients(other.admin.key)).toEqual([]);
	const [mail] = (await get(running, organisation.admin.key, '/mails')).json() as readonly Mail[];
	expect((await get(running, other.admin.key, `/mails/${mail?.id}`)).status).toBe(404);
	expect((await get(running, other.admin.key, `/mails?fromId=${mail?.id}`)).status).toBe(404);
});

test('a mail that brings a key is for those who may give keys', async () => {
	const { Admin, UserAdmin } = running.organisation.byRole;
	expect(await recipients(Admin.key)).toEqual([signer]);
	expect((await get(running, UserAdmin.key, '/mails')).status).toBe(403);
});

test('a mail says what lies in the folder, and names our own links alone', async () => {
	const { Admin } = running.organisation.byRole;
	const [listed] = (await get(running, Admin.key, '/mails')).json() as readonly Mail[];
	expect(listed).not.toHaveProperty('text');
	const mail = (await get(running, Admin.key, `/mails/${listed?.id}`)).json() as Mail;
	expect(mail.text).toContain('> https://evil.test/sign/aaaa');
	expect(mail.html).toContain('<bdi>Lease</bdi>');
	expect(mail.links).toEqual([
		expect.stringMatching(new RegExp(`^${running.url}/sign/[\\w-]{43}$`)),
	]);
	const [link = ''] = mail.links ?? [];
	const token = link.split('/').at(-1) ?? '';
	expect((await send({ method: 'GET', url: `${running.url}/signing/${token}` })).status).toBe(200);
	expect(running.log()).not.toContain(token);
});

test('where a mail server is set, nobody is told what a mail says', async () => {
	const mailing = readMailing(`smtp://127.0.0.1:${await testPort()}`, 'seals@harbour.test');
	const withServer = await startService({ config: { mailing } });
	try {
		await invite(withServer, 'dora@harbour.test');
		const { key } = withServer.organisation.admin;
		const [listed] = (await get(withServer, key, '/mails')).json() as readonly Mail[];
		expect(listed).toMatchObject({ recipient: 'dora@harbour.test', status: 'Waiting' });
		const { text, html, links } = (
			await get(withServer, key, `/mails/${listed?.id}`)
		).json() as Mail;
		expect([text, html, links]).toEqual([undefined, undefined, undefined]);
	} finally {
		await withServer.close();
	}
});
