/** The link in the mail: what its page shows, what its form does, and what its token may do. */
import type { Clock } from '../../../server/clock';
import { startService, type RunningService } from '../../support/service';
import {
	agreement,
	mailsAbout,
	SealerClient,
	signingForm,
	type SigningToSend,
} from './sealer-client';

const dayMs = 24 * 60 * 60 * 1000;

class MovableClock implements Clock {
	private ms = Date.parse('2026-11-20T12:00:00.000Z');

	now(): number {
		return this.ms;
	}

	pass(durationMs: number): void {
		this.ms += durationMs;
	}
}

const clock = new MovableClock();
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	running = await startService({ clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(() => running.close());

interface Invitation {
	readonly contractId: string;
	readonly name: string;
	readonly email: string;
	readonly link: string;
	readonly token: string;
}

/** A contract with one signer without an account, and the link that signer was mailed. */
async function invitation(
	options: { readonly email?: string; readonly name?: string } = {},
): Promise<Invitation> {
	const name = `${options.name ?? 'Lease'} ${(named += 1)}`;
	const email = options.email ?? `guest${named}@elsewhere.test`;
	const { body } = await sealer.create(admin, { displayName: name, signerEmails: [email] });
	const [mail] = await mailsAbout(running, name);
	const link = mail?.link ?? '';
	return { contractId: String(body['id']), name, email, link, token: link.split('/').at(-1) ?? '' };
}

async function open(link: string) {
	const response = await fetch(link);
	return { status: response.status, headers: response.headers, page: await response.text() };
}

async function submit(link: string, signing: SigningToSend) {
	const response = await fetch(link, { method: 'POST', body: signingForm(signing) });
	return { status: response.status, page: await response.text() };
}

async function statusOf(contractId: string): Promise<unknown> {
	return (await sealer.contract(admin, contractId))?.['contractStatus'];
}

const hand = { text: 'hand of a guest', name: 'hand.png' };

describe('the page of a link', () => {
	test('names the contract, the sender and the file, and has a form for both files', async () => {
		const { link, name, email } = await invitation();
		const { status, page } = await open(link);
		expect(status).toBe(200);
		for (const text of [name, email, running.organisation.admin.email, 'agreement.txt']) {
			expect(page).toContain(text);
		}
		expect(page).toMatch(/<input type="file" id="contract" name="contract" required/);
		expect(page).toMatch(/<input type="file" id="signature" name="signature"/);
		expect(page).not.toContain('reuseLastSignature');
	});

	test('is looked at without signing, however often', async () => {
		const { link, contractId } = await invitation();
		for (const method of ['GET', 'GET', 'HEAD']) await fetch(link, { method });
		expect(await statusOf(contractId)).toBe('Unsigned');
	});

	test('sends no referrer, is not cached and allows no script', async () => {
		const { headers, page } = await open((await invitation()).link);
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
		expect(page).not.toContain('<script');
	});

	test('shows a name with markup as text', async () => {
		const { link } = await invitation({ name: '"><script>alert(1)</script>' });
		const { page } = await open(link);
		expect(page).not.toContain('<script');
		expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
	});

	test('says what to do when there is no such link', async () => {
		for (const method of ['GET', 'POST']) {
			const response = await fetch(`${running.url}/sign/${'x'.repeat(43)}`, { method });
			expect(response.status).toBe(404);
			expect(await response.text()).toContain('copy it in full');
		}
	});
});

describe('the form of a link', () => {
	test('signs once, and says so from then on', async () => {
		const { link, contractId, name } = await invitation();
		const done = await submit(link, { signature: hand });
		expect(done.status).toBe(200);
		expect(done.page).toContain(`You have signed <bdi>${name}</bdi>`);
		expect(await statusOf(contractId)).toBe('Signed');
		const again = await submit(link, { signature: hand });
		expect(again.status).toBe(409);
		expect(again.page).toContain('Already signed');
		const later = await open(link);
		expect(later.status).toBe(200);
		expect(later.page).toContain('Already signed');
	});

	test('offers the last signature of a signer who has one, and signs with it', async () => {
		const first = await invitation();
		await submit(first.link, { signature: hand });
		const { link, contractId } = await invitation({ email: first.email });
		expect((await open(link)).page).toContain('Sign with my last signature');
		const { status } = await submit(link, { reuseLastSignature: 'true' });
		expect(status).toBe(200);
		expect(await statusOf(contractId)).toBe('Signed');
	});

	test.each<{ name: string; signing: SigningToSend; status: number; says: string }>([
		{
			name: 'another file',
			signing: { contract: { ...agreement, text: 'Another text' }, signature: hand },
			status: 422,
			says: 'is not the contract you are asked to sign',
		},
		{
			name: 'an empty contract',
			signing: { contract: { text: '' }, signature: hand },
			status: 400,
			says: 'A file is missing or empty',
		},
		{
			name: 'an empty signature',
			signing: { signature: { text: '' } },
			status: 400,
			says: 'A file is missing or empty',
		},
		{ name: 'no signature', signing: {}, status: 400, says: 'Something is missing' },
		{
			name: 'a last signature there is not',
			signing: { reuseLastSignature: 'true' },
			status: 422,
			says: 'There is no earlier signature of yours',
		},
	])('comes back with the reason for $name, and can be sent again', async (wrong) => {
		const { link, contractId } = await invitation();
		const refused = await submit(link, wrong.signing);
		expect(refused.status).toBe(wrong.status);
		expect(refused.page).toContain('role="alert"');
		expect(refused.page).toContain(wrong.says);
		expect(refused.page).toContain('name="contract" required');
		expect(await statusOf(contractId)).toBe('Unsigned');
		expect((await submit(link, { signature: hand })).status).toBe(200);
	});

	test('answers a request that is no form with a page', async () => {
		const { link } = await invitation();
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(link, { method: 'POST', headers, body: '{}' });
		expect(response.status).toBe(415);
		expect(await response.text()).toContain('role="alert"');
	});

	test('leaves one signature when it is sent several times at once', async () => {
		const { link, email } = await invitation();
		const answers = await Promise.all([1, 2, 3].map(() => submit(link, { signature: hand })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		const rows = await running.service.database
			.selectFrom('signatures')
			.select('id')
			.where('email', '=', email)
			.execute();
		expect(rows).toHaveLength(1);
	});
});

describe('the token of a link in the place of a key', () => {
	test('signs the contract of the link', async () => {
		const { token, contractId } = await invitation();
		const { status, body } = await sealer.sign(token, contractId, { signature: hand });
		expect([status, body['contractStatus']]).toEqual([200, 'Signed']);
	});

	test('signs no other contract, even of the same signer', async () => {
		const first = await invitation();
		const second = await invitation({ email: first.email });
		const { status, body } = await sealer.sign(first.token, second.contractId, { signature: hand });
		expect([status, body['errorCode']]).toEqual([404, 'Sealer_ContractNotFound']);
		expect(await statusOf(second.contractId)).toBe('Unsigned');
	});

	test('opens no list', async () => {
		const { token } = await invitation();
		const headers = { 'x-api-key': token };
		for (const location of ['/contracts', '/contracts/self', '/templates']) {
			expect((await fetch(sealer.url + location, { headers })).status).toBe(401);
		}
	});
});

describe('after 30 days', () => {
	test('a link is good until the last moment and then expired for page, form and token', async () => {
		const { link, token, contractId } = await invitation();
		clock.pass(30 * dayMs - 1);
		expect((await open(link)).status).toBe(200);
		clock.pass(1);
		const page = await open(link);
		expect(page.status).toBe(410);
		expect(page.page).toContain('This link has expired');
		expect((await submit(link, { signature: hand })).status).toBe(410);
		const { status, body } = await sealer.sign(token, contractId, { signature: hand });
		expect([status, body['errorCode']]).toEqual([401, 'Auth_KeyInvalid']);
		expect(await statusOf(contractId)).toBe('Unsigned');
	});

	test('a link that was used still says so', async () => {
		const { link } = await invitation();
		await submit(link, { signature: hand });
		clock.pass(31 * dayMs);
		expect((await open(link)).page).toContain('Already signed');
	});
});

test('a link survives a restart, and no log line holds its token', async () => {
	const { link, token } = await invitation();
	await open(link);
	await running.restart();
	expect((await open(link)).status).toBe(200);
	expect((await submit(link, { signature: hand })).status).toBe(200);
	expect(running.log()).toContain('"route":"/sign/:token"');
	expect(running.log()).not.toContain(token);
});
