/** What became of the mails of a contract is seen over the wire: by signer, in its trail and as an event. */
import { readMailing } from '../../../service/mail/smtp-settings';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { TestSmtpServer } from '../../support/servers/smtp-server';
import { SealerClient } from '../contracts/sealer-client';
import { EventClient } from '../events/event-client';

const signerEmails = ['ann@signers.test', 'ben@signers.test', 'cleo@signers.test'];
const refusing = { recipient: (address: string) => (address.startsWith('ben@') ? 550 : undefined) };

let server: TestSmtpServer;
let running: RunningService;
let sealer: SealerClient;
let admin: string;

beforeAll(async () => {
	server = await TestSmtpServer.start();
	const mailing = readMailing(`smtp://127.0.0.1:${server.port}`, 'seals@harbour.test');
	running = await startService({ config: { mailing } });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(async () => {
	await running.close();
	await server.close();
});

async function created(): Promise<string> {
	const { body } = await sealer.create(admin, { signerEmails });
	await running.service.mailsDelivered();
	return String(body['id']);
}

async function mailsOf(id: string) {
	const { body } = await sealer.get(admin, `/contracts/${id}`);
	const signers = body['signers'] as Readonly<Record<string, string>>[];
	return signers.map(({ mailStatus, mailFault }) => [mailStatus, mailFault]);
}

const steps = async (id: string) =>
	(await sealer.list(admin, `/contracts/${id}/events`)).map(
		({ kind, signerEmail }) => `${String(kind)} ${String(signerEmail ?? '')}`,
	);

test('one refused mail of three shows at its signer, in the trail and as an event, and a new one mends it', async () => {
	const events = new EventClient(running, running.organisation.admin);
	const after = await events.cursor();
	server.behaviour = refusing;
	const id = await created();
	const said = expect.stringContaining('550 no mail for ben@signers.test');
	expect(await mailsOf(id)).toEqual([
		['Sent', undefined],
		['Refused', said],
		['Sent', undefined],
	]);
	expect(await steps(id)).toContain('MailRefused ben@signers.test');
	const [, told] = await events.events(after, 2);
	expect(told).toMatchObject({
		...{ type: 'contract.undelivered', subject: id },
		data: { contractId: id, signerEmail: 'ben@signers.test' },
	});
	server.behaviour = {};
	await sealer.step(admin, id, 'resend', { signerEmail: 'ben@signers.test' });
	await running.service.mailsDelivered();
	expect((await mailsOf(id))[1]).toEqual(['Sent', undefined]);
});

test('what is refused for now shows as waiting, with what the server said', async () => {
	server.behaviour = { data: () => Promise.resolve(451) };
	const id = await created();
	expect(await mailsOf(id)).toEqual(
		signerEmails.map(() => ['Waiting', expect.stringContaining('451')]),
	);
	expect(await steps(id)).toEqual(
		expect.arrayContaining(signerEmails.map((email) => `MailDelayed ${email}`)),
	);
});

test('a service without its mail server serves, and says that it cannot be reached', async () => {
	const ready = async () =>
		(await send({ method: 'GET', url: `${running.url}/health/ready` })).json();
	expect(await ready()).toMatchObject({ status: 'ready', mail: 'smtp' });
	await server.close();
	await running.restart();
	await until(async () =>
		((await ready()) as { mail?: string }).mail === 'unreachable' ? true : undefined,
	);
	const id = await created();
	expect(await ready()).toMatchObject({ status: 'ready' });
	expect((await mailsOf(id)).map(([status]) => status)).toEqual(signerEmails.map(() => 'Waiting'));
});
