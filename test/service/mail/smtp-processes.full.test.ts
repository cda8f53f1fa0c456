/** Two processes on one PostgreSQL and a real mail server: each mail leaves once, also when one is killed. */
import { until } from '../../support/clients/requests';
import { TestSmtpServer } from '../../support/servers/smtp-server';
import { startSeveral, type OneProcess, type SeveralProcesses } from '../several-processes';

const contracts = 12;

let server: TestSmtpServer;
let several: SeveralProcesses;

beforeAll(async () => {
	server = await TestSmtpServer.start();
	const SMTP_URL = `smtp://harbour:wharf-sesame@127.0.0.1:${server.port}`;
	// The server asks for no log-in, so none is tried.
	several = await startSeveral(2, { SMTP_URL, MAIL_FROM: 'seals@harbour.test' });
});

afterAll(async () => {
	await several.close();
	await server.close();
});

async function create({ url }: OneProcess, signerEmails: readonly string[]): Promise<void> {
	const form = new FormData();
	form.append('file', new File(['The parties agree.\n'], 'agreement.txt'));
	form.append('displayName', 'Agreement');
	for (const email of signerEmails) form.append('signerEmails', email);
	const headers = { 'x-api-key': several.users[0]?.key ?? '' };
	const address = `${url}/sealer/${several.products.Sealer}/contracts`;
	const { status } = await fetch(address, { method: 'POST', headers, body: form });
	expect(status).toBe(201);
}

const signersOf = (number: number) =>
	['ann', 'ben', 'cleo'].map((name) => `${name}${number}@signers.test`);

async function noneWaits(): Promise<true | undefined> {
	const query = several.database.selectFrom('mails').select('id').where('sent_at', 'is', null);
	return (await query.executeTakeFirst()) === undefined ? true : undefined;
}

test('two processes send each mail once, and the one that lives sends what the other had in hand', async () => {
	const [one, two] = several.parts;
	if (one === undefined || two === undefined) throw new Error('there are not two processes');
	const numbers = Array.from({ length: contracts }, (_, number) => number);
	await Promise.all(numbers.map((number) => create(number % 2 ? one : two, signersOf(number))));
	await until(noneWaits);
	expect(server.recipients()).toEqual(numbers.flatMap(signersOf).sort());

	server.received.length = 0;
	const isHanded = Promise.withResolvers<void>();
	server.behaviour = {
		data({ recipients }) {
			if (!recipients.includes('held@signers.test')) return Promise.resolve('take');
			isHanded.resolve();
			return new Promise<never>(() => undefined);
		},
	};
	two.process.signal('SIGSTOP');
	await create(one, ['held@signers.test', 'taken@signers.test']);
	await isHanded.promise;
	await until(async () => {
		const query = several.database.selectFrom('mails').select('sent_at');
		const row = await query.where('recipient', '=', 'taken@signers.test').executeTakeFirst();
		return row?.sent_at ?? undefined;
	});
	await one.process.kill();
	server.behaviour = {};
	two.process.signal('SIGCONT');
	await until(noneWaits);
	expect(server.recipients()).toEqual(
		['held', 'held', 'taken'].map((name) => `${name}@signers.test`),
	);
	const held = server.received.filter(({ recipients }) => recipients[0] === 'held@signers.test');
	expect(new Set(held.map(({ mail }) => mail.messageId)).size).toBe(1);
	for (const { process } of several.parts) expect(process.output()).not.toContain('wharf-sesame');
});
