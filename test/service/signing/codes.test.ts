/**
 * The code of a signer: before it is entered a link shows who asks, for what, and nothing of the contract; tries are
 * counted, also at one moment; and nobody but the browser that entered it, and no key, stands for its signer.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { signing } from '../../../api/sealer/signing';
import type { EndpointDescription } from '../../../api/language/description';
import { inMemory } from '../../../proof/sealed/file-in-hand';
import { checkSealedFile } from '../../../proof/sealed/sealed-file';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { deliveredMails, mailsAbout, SealerClient } from '../contracts/sealer-client';
import { pdfPrograms, plainPdf } from '../sealing/pdf-files';

const minuteMs = 60_000;
const told = 'Blue Horse 7';
const clock = new MovableClock();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-codes-'));
const { tool, keep } = pdfPrograms(folder);
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	running = await startService({ clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

interface Coded {
	readonly id: string;
	readonly name: string;
	readonly email: string;
	readonly token: string;
}

const tokenIn = (link = '') => link.split('/').at(-1) ?? '';

async function coded(
	code: 'Mail' | 'Given',
	more: Readonly<Record<string, string>> = {},
	email = `coded${(named += 1)}@elsewhere.test`,
): Promise<Coded> {
	const name = `Secret lease ${(named += 1)}`;
	const codes = { signerCodes: code, ...(code === 'Given' && { givenCodes: told }) };
	const { status, body } = await sealer.create(admin, {
		...{ displayName: name, signerEmails: [email], more: { ...codes, ...more } },
		file: { text: await plainPdf(1), name: 'lease.pdf' },
	});
	expect([status, body['message']]).toEqual([201, undefined]);
	expect(body).toMatchObject({ signers: [{ signerEmail: email, code }] });
	const [mail] = await mailsAbout(running, name);
	return { id: String(body['id']), name, email, token: tokenIn(mail?.link) };
}

interface Asked {
	readonly status: number;
	readonly body: Record<string, unknown>;
}

async function ask(
	token: string,
	rest: string,
	{ method = 'GET', secret = '', json }: { method?: string; secret?: string; json?: object } = {},
): Promise<Asked> {
	const answer = await fetch(`${running.url}/signing/${token}${rest}`, {
		method,
		headers: {
			...(secret !== '' && { 'signing-code-secret': secret }),
			...(json !== undefined && { 'content-type': 'application/json' }),
		},
		...(json !== undefined && { body: JSON.stringify(json) }),
	});
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json') === true;
	return { status: answer.status, body: isJson ? (JSON.parse(text) as Asked['body']) : { text } };
}

const confirm = (token: string, code: string) => sealer.confirmCode(token, code);
const mailOf = (token: string) => ask(token, '/code', { method: 'POST' });
const outcome = ({ status, body }: Asked) => [status, body['errorCode']];

/** The codes mailed about a contract, the oldest first. */
async function mailedCodes(name: string): Promise<readonly string[]> {
	const mails = await mailsAbout(running, name);
	return mails.flatMap(({ text }) => /^(\d{6})$/m.exec(text)?.[1] ?? []);
}

async function kinds(id: string): Promise<readonly string[]> {
	const steps = await sealer.list(admin, `/contracts/${id}/events`);
	return steps.map(({ kind }) => String(kind));
}

async function secretFor(token: string, code: string): Promise<string> {
	const { status, body } = await confirm(token, code);
	expect([status, body['message']]).toEqual([200, undefined]);
	return String(body['secret']);
}

const sign = (token: string, secret?: string) =>
	sealer.signByLink(token, { signature: { text: 'hand' } }, secret);

describe('before it is entered', () => {
	test('a link says who asks, for what, and that a code is needed', async () => {
		const { name, token } = await coded('Given', { signatureRequestMessage: 'Under the table.' });
		expect((await ask(token, '/code')).body).toEqual({
			...{ displayName: name, ownerEmail: running.organisation.admin.email },
			...{ organisationName: 'first.test', language: 'English', code: 'Given', state: 'Open' },
		});
		expect((await mailsAbout(running, name))[0]?.text).toContain('You are asked for a code there');
	});

	const closed = Object.entries<EndpointDescription>(signing).filter(
		([, { caller, isBeforeCode }]) => caller === 'LINK' && isBeforeCode !== true,
	);

	test.each(closed)('%s is refused', async (_name, { path: address, method }) => {
		const { id, token } = await coded('Given');
		const before = await kinds(id);
		const rest = address.replace('/signing/{token}', '');
		const isForm = rest === '/sign';
		const json = method === 'GET' || isForm ? undefined : { view: 'Opened', reason: 'No.' };
		for (const secret of ['', 'wrong', told]) {
			const refused = isForm
				? await sign(token, secret)
				: await ask(token, rest, { method, secret, ...(json && { json }) });
			expect(outcome(refused)).toEqual([403, 'Sealer_CodeNeeded']);
		}
		expect(await kinds(id)).toEqual(before);
	});

	test('a link of a signer without one is as it was, and asks for none', async () => {
		const name = `Open lease ${(named += 1)}`;
		const signerEmails = ['open@elsewhere.test', 'behind@elsewhere.test'];
		const more = { signerCodes: ['None', 'Mail'] };
		await sealer.create(admin, { displayName: name, signerEmails, more });
		const [mail] = (await mailsAbout(running, name)).filter(({ to }) => to === signerEmails[0]);
		const token = tokenIn(mail?.link);
		expect((await sealer.request(token)).body).toMatchObject({
			linkStatus: 'Open',
			state: 'Asked',
		});
		for (const asked of [ask(token, '/code'), mailOf(token), confirm(token, '123456')]) {
			expect(outcome(await asked)).toEqual([409, 'Sealer_CodeNotNeeded']);
		}
	});
});

describe('a code that the sender tells', () => {
	test('opens the contract for the browser that entered it, for an hour', async () => {
		const { id, token } = await coded('Given');
		const secret = await secretFor(token, ' bluehorse7'.replace('bluehorse', 'BlueHorse '));
		expect((await ask(token, '', { secret })).body).toMatchObject({ state: 'Asked' });
		expect((await ask(token, '/file', { secret })).status).toBe(200);
		expect(outcome(await ask(token, ''))).toEqual([403, 'Sealer_CodeNeeded']);
		const other = await coded('Given');
		expect(outcome(await ask(other.token, '', { secret }))).toEqual([403, 'Sealer_CodeNeeded']);
		expect(await kinds(id)).toEqual(['Created', 'Sent', 'CodeConfirmed']);
		clock.pass(61 * minuteMs);
		expect(outcome(await ask(token, '', { secret }))).toEqual([403, 'Sealer_CodeNeeded']);
	});

	test('is not mailed', async () => {
		const { token } = await coded('Given');
		expect(outcome(await mailOf(token))).toEqual([409, 'Sealer_CodeNotMailed']);
	});

	test('is locked after five wrong tries, until the link is mailed anew', async () => {
		const { id, name, email, token } = await coded('Given');
		const tries: Asked[] = [];
		for (let at = 0; at < 5; at += 1) tries.push(await confirm(token, 'wrong'));
		expect(tries.map(outcome)).toEqual([
			...Array.from({ length: 4 }, () => [422, 'Sealer_CodeWrong']),
			[409, 'Sealer_CodeLocked'],
		]);
		expect(tries.map(({ body }) => body['arguments'])).toEqual([[4], [3], [2], [1], []]);
		expect(outcome(await confirm(token, told))).toEqual([409, 'Sealer_CodeLocked']);
		expect((await ask(token, '/code')).body).toMatchObject({ state: 'Locked' });
		expect((await kinds(id)).filter((kind) => kind === 'CodeWrong')).toHaveLength(5);
		const json = { signerEmail: email };
		expect((await sealer.step(admin, id, 'resend', json)).status).toBe(200);
		const newest = tokenIn((await mailsAbout(running, name)).at(-1)?.link);
		expect(outcome(await confirm(token, told))).toEqual([410, 'Sealer_LinkEnded']);
		const secret = await secretFor(newest, told);
		await sealer.step(admin, id, 'resend', json);
		const third = (await mailsAbout(running, name)).map(({ link }) => tokenIn(link)).at(-1) ?? '';
		expect(outcome(await ask(third, '', { secret }))).toEqual([403, 'Sealer_CodeNeeded']);
	});

	test('is tried five times and no more by many at one moment', async () => {
		const { id, token } = await coded('Given');
		const tries = await Promise.all(Array.from({ length: 9 }, () => confirm(token, 'wrong')));
		const codes = tries.map(({ body }) => String(body['errorCode']));
		expect(codes.filter((code) => code === 'Sealer_CodeWrong')).toHaveLength(4);
		expect(codes.filter((code) => code === 'Sealer_CodeLocked')).toHaveLength(5);
		expect((await kinds(id)).filter((kind) => kind === 'CodeWrong')).toHaveLength(5);
	});
});

describe('a code by mail', () => {
	test('is mailed on demand in the language of the contract, ends in ten minutes, and works once', async () => {
		const { id, name, email, token } = await coded('Mail', { language: 'German' });
		expect((await ask(token, '/code')).body).toMatchObject({ state: 'NotAsked' });
		expect(outcome(await confirm(token, '123456'))).toEqual([409, 'Sealer_CodeEnded']);
		expect((await mailOf(token)).body).toMatchObject({
			...{ state: 'Open', codeExpires: new Date(clock.now() + 10 * minuteMs).toISOString() },
		});
		const mail = (await mailsAbout(running, name)).find(({ subject }) => /^Ihr Code/.test(subject));
		expect(mail?.to).toBe(email);
		const [first = ''] = await mailedCodes(name);
		clock.pass(10 * minuteMs);
		expect(outcome(await confirm(token, first))).toEqual([409, 'Sealer_CodeEnded']);
		await mailOf(token);
		await mailOf(token);
		const [, second = '', third = ''] = await mailedCodes(name);
		if (second !== third) {
			expect(outcome(await confirm(token, second))).toEqual([422, 'Sealer_CodeWrong']);
		}
		await secretFor(token, `${third.slice(0, 3)} ${third.slice(3)}`);
		expect(outcome(await confirm(token, third))).toEqual([409, 'Sealer_CodeEnded']);
		expect((await kinds(id)).filter((kind) => /^Code/.test(kind))).toEqual([
			...['CodeMailed', 'CodeMailed', 'CodeMailed'],
			...(second === third ? [] : ['CodeWrong']),
			'CodeConfirmed',
		]);
	});

	test('is mailed five times in an hour', async () => {
		const { token } = await coded('Mail');
		for (let at = 0; at < 5; at += 1) expect((await mailOf(token)).status).toBe(200);
		expect(outcome(await mailOf(token))).toEqual([429, 'Sealer_CodeMailsTooMany']);
		clock.pass(61 * minuteMs);
		expect((await mailOf(token)).status).toBe(200);
	});

	test('ends after five wrong tries, and after 25 of five codes none is mailed until the link is', async () => {
		const { id, name, email, token } = await coded('Mail');
		for (let mail = 1; mail <= 5; mail += 1) {
			await mailOf(token);
			const right = (await mailedCodes(name)).at(-1) ?? '';
			const wrong = right === '000000' ? '000001' : '000000';
			const tries = await Promise.all(Array.from({ length: 6 }, () => confirm(token, wrong)));
			const end = mail < 5 ? 'Sealer_CodeEnded' : 'Sealer_CodeLocked';
			expect(outcome(await confirm(token, right))).toEqual([409, end]);
			expect(tries.filter(({ status }) => status === 422)).toHaveLength(4);
		}
		expect(outcome(await mailOf(token))).toEqual([409, 'Sealer_CodeLocked']);
		clock.pass(61 * minuteMs);
		await sealer.step(admin, id, 'resend', { signerEmail: email });
		const links = (await mailsAbout(running, name)).flatMap(({ link }) => link || []);
		expect((await mailOf(tokenIn(links.at(-1)))).body).toMatchObject({ state: 'Open' });
	});
});

describe('a signature', () => {
	test('by a browser that entered the code says so in the sealed file, with the wrong tries', async () => {
		const { id, name, email, token } = await coded('Given');
		await confirm(token, 'wrong');
		const secret = await secretFor(token, told);
		const confirmedAt = new Date(clock.now()).toISOString();
		expect(outcome(await sign(token))).toEqual([403, 'Sealer_CodeNeeded']);
		expect((await sign(token, secret)).body).toMatchObject({ state: 'Signed' });
		await running.service.sealed();
		const { products } = running.organisation;
		const address = `${running.url}/sealer/${products.Sealer}/contracts/${id}/sealed`;
		const reply = await fetch(address, { headers: { 'x-api-key': admin } });
		const sealed = Buffer.from(await reply.arrayBuffer());
		const place = keep(sealed);
		const words = tool('pdftotext', place, '-').replace(/\s+/g, ' ');
		const time = confirmedAt.slice(0, 19).replace('T', ' ');
		expect(words).toContain(`Code told by who asked, confirmed ${time} UTC, 1 wrong try before`);
		const log = await fetch(`${running.url}/log`);
		const { vkey } = (await log.json()) as { readonly vkey: string };
		const trust = { logs: [vkey], certificates: [] };
		expect(await checkSealedFile(inMemory(sealed), trust)).toMatchObject({ faults: [] });
		const seal = [path.resolve('docs/verify-seal.py'), place, '--key', vkey];
		expect(execFileSync('/usr/bin/python3', seal, { encoding: 'utf8' })).toContain('"Sealed"');
		// The file is behind the code, also in the mails.
		const mails = await mailsAbout(running, name);
		const last = mails.find(({ to, subject }) => to === email && /^Signed/.test(subject));
		expect(last?.text).toContain('You are asked for a code there again');
		expect(last?.text).not.toContain('attached');
		const reading = tokenIn(last?.link);
		expect(outcome(await ask(reading, '/sealed'))).toEqual([403, 'Sealer_CodeNeeded']);
		const again = await secretFor(reading, told);
		expect((await ask(reading, '/sealed', { secret: again })).status).toBe(200);
	});

	test('by a key, or by the link as a key, is refused, and so is declining', async () => {
		const { byRole } = running.organisation;
		const { email, key } = byRole.SealerUser;
		const { id, token } = await coded('Given', {}, email);
		const file = { text: await plainPdf(1), name: 'lease.pdf' };
		for (const by of [key, token]) {
			const signature = { text: 'hand' };
			const signed = await sealer.sign(by, id, { contract: file, signature });
			expect(outcome(signed)).toEqual([403, 'Sealer_SignByLink']);
			const declined = await sealer.step(by, id, 'decline', { reason: 'No.' });
			expect(outcome(declined)).toEqual([403, 'Sealer_SignByLink']);
		}
		const secret = await secretFor(token, told);
		const declined = await ask(token, '/decline', {
			method: 'POST',
			secret,
			json: { reason: 'No.' },
		});
		expect(declined.body).toMatchObject({ state: 'Declined' });
	});
});

describe('at creation', () => {
	const two = ['one@elsewhere.test', 'two@elsewhere.test'];
	test.each([
		['signerCodes', { signerCodes: 'Mail' }, two, 'has 1 entries'],
		['givenCodes', { signerCodes: ['Given', 'Mail'], givenCodes: [told, told] }, two, 'be empty'],
		['givenCodes', { givenCodes: [told, ''] }, two, 'be empty for one@elsewhere.test'],
		['givenCodes', { signerCodes: ['Given', 'None'] }, two, '4 to 40 characters'],
		['givenCodes', { signerCodes: ['Given', 'None'], givenCodes: ['1 2 3', ''] }, two, '4 to 40'],
		['signerCodes', { signerCodes: 'Sometimes' }, ['one@elsewhere.test'], 'must be'],
	])('%s that do not fit are refused: %j', async (field, more, signerEmails, rule) => {
		const { status, body } = await sealer.create(admin, { signerEmails, more });
		expect([status, body['errorCode']]).toEqual([400, 'Request_Invalid']);
		expect(body['message']).toContain(`'${field}'`);
		expect(body['message']).toContain(rule);
		expect(body['message']).not.toContain(told);
	});

	test('signatures in place of a signer with a code are refused', async () => {
		const given = { signerEmails: ['one@elsewhere.test'], signatures: [{ text: 'hand' }] };
		const { body } = await sealer.create(admin, { ...given, more: { signerCodes: 'Mail' } });
		expect(body['message']).toContain("'signerCodes' must be None for everybody");
	});

	test('a contract that is asked for once is the same with its codes, which its request keeps no hash of', async () => {
		const form = () => {
			const sent = new FormData();
			sent.append('file', new File(['Agreed.\n'], 'a.txt'));
			sent.append('displayName', 'Once');
			sent.append('signerEmails', 'once@elsewhere.test');
			sent.append('signerCodes', 'Given');
			return sent;
		};
		const made = async (code: string) => {
			const body = form();
			body.append('givenCodes', code);
			const headers = { 'x-api-key': admin, 'idempotency-key': 'codes-once' };
			return (await fetch(`${sealer.url}/contracts`, { method: 'POST', headers, body })).json();
		};
		expect(await made(told)).toEqual(await made('another code'));
	});
});

test('no code, and no secret of one, stands in a log, an answer, a table or a subject', async () => {
	const given = await coded('Given');
	const mailed = await coded('Mail');
	await mailOf(mailed.token);
	const [code = ''] = await mailedCodes(mailed.name);
	const secrets = [await secretFor(given.token, told), await secretFor(mailed.token, code)];
	const places = [given.id, mailed.id].flatMap((id) => [
		`/contracts/${id}`,
		`/contracts/${id}/events`,
	]);
	const answers = await Promise.all(places.map((place) => sealer.get(admin, place)));
	const events = await fetch(`${running.url}/events`, { headers: { 'x-api-key': admin } });
	const { database } = running.service;
	const rows = [
		...(await database.selectFrom('signer_codes').selectAll().execute()),
		...(await database.selectFrom('signer_code_secrets').selectAll().execute()),
		...(await database.selectFrom('mails').selectAll().execute()),
		...(await database.selectFrom('idempotency_keys').selectAll().execute()),
	];
	const mails = await deliveredMails(running);
	const subjects = mails.map(({ subject }) => subject);
	const kept = [running.log(), answers, await events.text(), rows, subjects].map((one) =>
		JSON.stringify(one),
	);
	for (const secret of [told, 'BlueHorse7', ...secrets]) {
		for (const text of kept) expect(text).not.toContain(secret);
		expect(mails.some(({ text, html }) => (text + html).includes(secret))).toBe(false);
	}
	// Six digits may stand in a hash by chance.
	for (const text of kept) expect(text).not.toMatch(new RegExp(`\\b${code}\\b`));
});
