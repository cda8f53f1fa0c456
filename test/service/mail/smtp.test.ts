/**
 * Mails by SMTP, to a real server: each leaves once, what is refused is told from what is to be tried
 * again, a server that is away holds mails up and loses none, and no password is told to anybody.
 */
import { sql } from 'kysely';
import { isPostgres } from '../../../server/database/database';
import { readMailing } from '../../../service/mail/smtp-settings';
import type { Mail } from '../../../service/mail/mail';
import { Outbox, type Trouble } from '../../../service/mail/outbox';
import { SmtpCarrier, type SmtpOptions } from '../../../service/mail/smtp-carrier';
import { testPort } from '../../support/run/ports';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { MovableClock } from '../../support/clocks/movable-clock';
import { until } from '../../support/clients/requests';
import {
	selfSignedCertificate,
	TestSmtpServer,
	type SmtpServerOptions,
} from '../../support/servers/smtp-server';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const certificate = selfSignedCertificate();

let place: DatabaseFolder;
let clock: MovableClock;
let faults: string[];
let troubles: Trouble[];
let ending: AsyncDisposableStack;
let server: TestSmtpServer;

beforeAll(async () => {
	place = await openDatabaseFolder();
});

afterAll(() => place.close());

beforeEach(async () => {
	await place.database.deleteFrom('mails').execute();
	clock = new MovableClock();
	faults = [];
	troubles = [];
	ending = new AsyncDisposableStack();
	server = await started();
});

afterEach(() => ending.disposeAsync());

async function started(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
	const made = await TestSmtpServer.start(options);
	ending.defer(() => made.close());
	return made;
}

const from = 'Harbour <seals@harbour.test>';

function newOutbox(
	url = `smtp://127.0.0.1:${server.port}`,
	options: Pick<SmtpOptions, 'tls' | 'answerTimeoutMs'> = {},
): Outbox {
	const { smtp, sender } = readMailing(url, from);
	if (smtp === undefined) throw new Error('there is no mail server');
	const outbox = new Outbox({
		...{ database: place.database, clock, stopGraceMs: 200 },
		mailLimits: { perOrganisationMax: 1_000, perRecipientMax: 1_000 },
		carrier: new SmtpCarrier({ smtp, sender, ...options }),
		onFault: (fault) => faults.push(String(fault)),
		troubles: {
			record: (_transaction, trouble) => {
				troubles.push(trouble);
				return Promise.resolve();
			},
			wake: () => undefined,
		},
	});
	ending.defer(() => outbox.close());
	return outbox;
}

const names = ['ann', 'ben', 'cleo'];

const mailTo = (name: string): Mail => ({
	...{ recipient: `${name}@signers.test`, subject: 'Please sign "Ünïcode"' },
	...{ text: 'Open https://service.test/sign/secret\n', html: '<p>Open it</p>' },
	...{
		organisationId: 'organisation',
		contractId: 'contract',
		signerEmail: `${name}@signers.test`,
	},
});

async function send(outbox: Outbox, ...to: readonly string[]): Promise<void> {
	await place.database.transaction().execute(async (transaction) => {
		for (const name of to) await outbox.add(transaction, mailTo(name));
	});
	await tried(outbox);
}

async function tried(outbox: Outbox): Promise<void> {
	outbox.wake();
	await outbox.idle();
}

/** What became of each, by whom it goes to. */
async function rows() {
	const all = await place.database.selectFrom('mails').selectAll().execute();
	return new Map(all.map((row) => [row.recipient.split('@')[0], row]));
}

const idsOf = ({ received }: TestSmtpServer) => received.map(({ mail }) => mail.messageId);

test('a mail reaches each recipient once, from the sender that is set, and keeps no text', async () => {
	const outbox = newOutbox();
	await send(outbox, ...names);
	await tried(outbox);
	expect(server.recipients()).toEqual(names.map((name) => `${name}@signers.test`));
	const [first] = server.received;
	expect(first?.sender).toBe('seals@harbour.test');
	expect(first?.mail.from).toEqual({ name: 'Harbour', address: 'seals@harbour.test' });
	expect(first?.mail.subject).toBe('Please sign "Ünïcode"');
	expect(first?.mail.text).toContain('https://service.test/sign/secret');
	expect(first?.mail.messageId).toMatch(/^<[0-9a-f]{24}@harbour\.test>$/);
	expect((await rows()).get('ann')).toMatchObject({ text_body: '', attempts: 1, next_at: null });
	expect(faults).toEqual([]);
});

test('of three recipients one is refused for good, and the others get theirs', async () => {
	server.behaviour = { recipient: (address) => (address.startsWith('ben@') ? 550 : undefined) };
	const outbox = newOutbox();
	await send(outbox, ...names);
	expect(server.recipients()).toEqual(['ann@signers.test', 'cleo@signers.test']);
	const ben = (await rows()).get('ben');
	expect(ben).toMatchObject({ sent_at: null, text_body: '', html_body: '', next_at: null });
	expect(ben?.last_error).toContain('550 no mail for ben@signers.test');
	expect(troubles).toMatchObject([{ kind: 'Refused', signerEmail: 'ben@signers.test' }]);
	clock.pass(100 * hourMs);
	server.behaviour = {};
	await tried(outbox);
	expect(server.received).toHaveLength(2);
});

test('what is refused for now is tried again after pauses that grow, under the same id', async () => {
	server.behaviour = { data: () => Promise.resolve(451) };
	const outbox = newOutbox();
	await send(outbox, 'ann');
	const pauses: number[] = [];
	for (let attempt = 1; attempt <= 4; attempt += 1) {
		const ann = (await rows()).get('ann');
		expect(ann).toMatchObject({ attempts: attempt, sent_at: null, refused_at: null });
		expect(ann?.last_error).toContain('451');
		const pause = Date.parse(ann?.next_at ?? '') - clock.now();
		pauses.push(pause);
		clock.pass(pause);
		if (attempt === 4) server.behaviour = {};
		await tried(outbox);
	}
	expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
	expect((await rows()).get('ann')?.sent_at).not.toBeNull();
	expect(new Set(idsOf(server)).size).toBe(1);
	expect(troubles.map(({ kind }) => kind)).toEqual(['Delayed']);
});

test('what nobody takes for three days is given up', async () => {
	server.behaviour = { recipient: () => 450 };
	const outbox = newOutbox();
	await send(outbox, 'ann');
	clock.pass(71 * hourMs);
	await tried(outbox);
	expect((await rows()).get('ann')?.refused_at).toBeNull();
	clock.pass(10 * hourMs);
	await tried(outbox);
	expect((await rows()).get('ann')?.refused_at).not.toBeNull();
	expect(troubles.map(({ kind }) => kind)).toEqual(['Delayed', 'Refused']);
});

test('a connection that ends after the mail was handed over is the one way to get it twice, and shows', async () => {
	let hangsUp = true;
	server.behaviour = {
		data({ recipients }) {
			const isBen = hangsUp && recipients.includes('ben@signers.test');
			if (isBen) hangsUp = false;
			return Promise.resolve(isBen ? 'hang up' : 'take');
		},
	};
	const outbox = newOutbox();
	await send(outbox, 'ben');
	expect((await rows()).get('ben')).toMatchObject({ sent_at: null, refused_at: null });
	clock.pass(minuteMs);
	await send(outbox, 'ann');
	await tried(outbox);
	expect(server.recipients()).toEqual(['ann', 'ben', 'ben'].map((name) => `${name}@signers.test`));
	expect(new Set(idsOf(server)).size).toBe(2);
	expect((await rows()).get('ben')?.sent_at).not.toBeNull();
});

test('a mail that was taken leaves no second time, though the database could not note it', async () => {
	const { database } = place;
	const held = await heldDatabase();
	const outbox = newOutbox();
	outbox.start();
	await send(outbox, 'ann');
	expect(server.received).toHaveLength(1);
	expect((await rows()).get('ann')?.sent_at).toBeNull();
	clock.pass(hourMs);
	await tried(outbox);
	await held.release();
	await until(async () => {
		const row = await database.selectFrom('mails').select('sent_at').executeTakeFirst();
		return row?.sent_at ?? undefined;
	});
	await tried(outbox);
	expect(server.received).toHaveLength(1);
});

/** A database that notes nothing as sent. */
async function heldDatabase(): Promise<{ release(): Promise<unknown> }> {
	const { database } = place;
	const [hold, release] = isPostgres(database)
		? [
				'alter table mails add constraint mails_held check (sent_at is null)',
				'alter table mails drop constraint mails_held',
			]
		: [
				`create trigger mails_held before update on mails when new.sent_at is not null
					begin select raise(abort, 'held'); end`,
				'drop trigger mails_held',
			];
	await sql.raw(hold).execute(database);
	return { release: () => sql.raw(release).execute(database) };
}

test('a server that is away holds mails up until it is back, and loses none', async () => {
	const port = await testPort();
	const outbox = newOutbox(`smtp://127.0.0.1:${port}`);
	outbox.start();
	await send(outbox, 'ann', 'ben');
	expect(await outbox.look()).toBe('unreachable');
	expect(faults).toEqual([expect.stringMatching(/no mail can be sent: .*ECONNREFUSED/)]);
	clock.pass(100 * hourMs);
	await until(() => Promise.resolve(faults.length > 1 || undefined));
	const back = await started({ port });
	clock.pass(hourMs);
	await until(() => Promise.resolve(back.received.length === 2 || undefined));
	await outbox.idle();
	expect(await outbox.look()).toBe('smtp');
	expect(back.recipients()).toEqual(['ann@signers.test', 'ben@signers.test']);
	expect(troubles).toEqual([]);
});

test('a wrong password holds mails up, and neither it nor its base64 is told, though the server says it again', async () => {
	const password = 'correct horse/battery@staple';
	const closed = await started({ login: { user: 'harbour', password: 'another one' } });
	const login = `harbour:${encodeURIComponent(password)}`;
	const outbox = newOutbox(`smtp://${login}@127.0.0.1:${closed.port}`);
	await send(outbox, 'ann');
	const ann = (await rows()).get('ann');
	expect(ann).toMatchObject({ sent_at: null, refused_at: null, attempts: 0 });
	expect(ann?.last_error).toContain('535');
	expect(ann?.last_error).toContain('with ...');
	expect(await outbox.look()).toBe('unreachable');
	for (const told of [...faults, ann?.last_error]) {
		expect(told).not.toContain(password);
		expect(told).not.toContain(Buffer.from(password).toString('base64'));
	}
});

test.each([
	['smtp', false],
	['smtps', true],
])('%s:// with a password goes by TLS, to a server that is trusted', async (protocol, isTls) => {
	const login = { user: 'harbour', password: 'p' };
	const secure = await started({ login, tls: certificate, isTls });
	const url = `${protocol}://harbour:p@127.0.0.1:${secure.port}`;
	const doubtful = newOutbox(url);
	await send(doubtful, 'ann');
	expect(faults.join()).toMatch(/self-signed certificate/);
	expect(secure.received).toEqual([]);
	await doubtful.close();
	await tried(newOutbox(url, { tls: { ca: certificate.cert } }));
	expect(secure.secured).toEqual([true]);
});

test('a mail the server thinks about for long keeps no other waiting', async () => {
	const others = Promise.withResolvers<void>();
	server.behaviour = {
		async data({ recipients }) {
			if (recipients.includes('ann@signers.test')) await others.promise;
			if (server.received.length === names.length) others.resolve();
			return 'take';
		},
	};
	await send(newOutbox(), ...names);
	expect(server.received).toHaveLength(names.length);
	expect([...(await rows()).values()].every(({ sent_at }) => sent_at !== null)).toBe(true);
});

test('a server that never answers is not waited for without end', async () => {
	server.behaviour = {
		data: ({ recipients }) =>
			recipients.includes('ann@signers.test')
				? new Promise<never>(() => undefined)
				: Promise.resolve('take'),
	};
	await send(newOutbox(undefined, { answerTimeoutMs: 2_000 }), 'ann', 'ben');
	const { ann, ben } = Object.fromEntries(await rows());
	expect(ann).toMatchObject({ sent_at: null, refused_at: null, attempts: 1 });
	expect(ann?.last_error).toMatch(/timeout/i);
	expect(ben?.sent_at).not.toBeNull();
});

test('a stop ends what a server does not answer, and the mail waits for the next start', async () => {
	const isHanded = Promise.withResolvers<void>();
	server.behaviour = {
		data() {
			isHanded.resolve();
			return new Promise<never>(() => undefined);
		},
	};
	const outbox = newOutbox();
	const sending = send(outbox, 'ann');
	await isHanded.promise;
	await Promise.all([outbox.close(), sending]);
	expect((await rows()).get('ann')).toMatchObject({ sent_at: null, claimed_by: null, attempts: 1 });
});
