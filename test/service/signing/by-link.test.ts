/** Signing by the link of a mail: what its token shows, records and signs, and what it never does. */
import { drawnSignature } from '../../support/clients/signature-picture';
import { MovableClock } from '../../support/clocks/movable-clock';
import { plainPdf } from '../sealing/pdf-files';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import {
	agreement,
	mailsAbout,
	SealerClient,
	type ContractToSend,
} from '../contracts/sealer-client';

const dayMs = 24 * 60 * 60 * 1000;

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

interface Asked {
	readonly id: string;
	readonly emails: readonly string[];
	/** The token of the newest link of a signer, by their place. */
	token(place?: number): Promise<string>;
	kinds(): Promise<readonly string[]>;
}

interface Wish extends Partial<ContractToSend> {
	readonly count?: number;
}

async function asked({ count = 1, ...contract }: Wish = {}): Promise<Asked> {
	const displayName = contract.displayName ?? `Lease ${(named += 1)}`;
	const emails =
		contract.signerEmails ??
		Array.from({ length: count }, (_, place) => `guest${place}.${(named += 1)}@elsewhere.test`);
	const given = { ...contract, displayName, signerEmails: emails };
	const { body } = await sealer.create(admin, given);
	const id = String(body['id']);
	return {
		...{ id, emails },
		async token(place = 0) {
			const mails = await mailsAbout(running, displayName);
			const own = mails.filter(({ to, link }) => to === emails[place] && link !== '');
			return own.at(-1)?.link.split('/').at(-1) ?? '';
		},
		async kinds() {
			const steps = await sealer.list(admin, `/contracts/${id}/events`);
			return steps.map(({ kind }) => String(kind));
		},
	};
}

const hand = { text: 'hand of a guest', name: 'hand.svg' };
const url = (token: string, rest = '') => `${running.url}/signing/${token}${rest}`;

async function post(token: string, rest: string, json: object) {
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(json);
	const answer = await fetch(url(token, rest), { method: 'POST', headers, body });
	const text = await answer.text();
	return { status: answer.status, text, code: /"errorCode":"(\w+)"/.exec(text)?.[1] };
}

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
	status,
	body['errorCode'],
];

describe('what a link shows', () => {
	test('is who asks, for what, of whom, how far it is, and the file', async () => {
		const message = 'Please\r\nread page 2.';
		const contract = await asked({ count: 2, more: { signatureRequestMessage: message } });
		const { body } = await sealer.request(await contract.token());
		expect(body).toMatchObject({
			...{ linkStatus: 'Open', state: 'Asked', role: 'Signer', contractStatus: 'Unsigned' },
			...{ ownerEmail: running.organisation.admin.email, signerEmail: contract.emails[0] },
			signatureRequestMessage: message,
			signers: contract.emails.map((signerEmail) => ({ signerEmail, state: 'Asked' })),
			files: [{ fileName: 'agreement.txt', sizeBytes: 19, mediaType: 'text/plain; charset=utf-8' }],
			consent: expect.stringContaining('sign it electronically') as string,
		});
		expect(body).not.toHaveProperty('lastSignatureDate');
	});

	test('is looked at without a trace, however often, and whoever looks in a page leaves one each', async () => {
		const contract = await asked();
		const token = await contract.token();
		for (const rest of ['', '/file', '/file?inline=true', '']) await fetch(url(token, rest));
		await fetch(url(token), { method: 'HEAD' });
		expect(await contract.kinds()).toEqual(['Created', 'Sent']);
		const views = ['Opened', 'Opened', 'ViewedToEnd', 'Downloaded', 'ViewedToEnd'];
		const came = await Promise.all(views.map((view) => post(token, '/views', { view })));
		expect(came.map(({ status }) => status)).toEqual(views.map(() => 204));
		const kinds = await contract.kinds();
		expect([...kinds].sort()).toEqual(['Created', 'Downloaded', 'Opened', 'Sent', 'ViewedToEnd']);
		const headers = { 'x-api-key': admin };
		await until(async () => {
			const events = await fetch(`${running.url}/events?types=contract.opened`, { headers });
			return (await events.text()).includes(contract.id) ? true : undefined;
		});
	});

	test('is the file, whole and in parts, which acts in no page', async () => {
		const token = await (await asked()).token();
		const shown = await fetch(url(token, '/file?inline=true'));
		expect(await shown.text()).toBe(agreement.text);
		expect(Object.fromEntries(shown.headers)).toMatchObject({
			'content-type': 'text/plain; charset=utf-8',
			'content-disposition': expect.stringMatching(/^inline/) as string,
			'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox/) as string,
			'x-content-type-options': 'nosniff',
			'cache-control': 'no-store',
		});
		const part = await fetch(url(token, '/file'), { headers: { range: 'bytes=4-10' } });
		expect([part.status, await part.text()]).toEqual([206, agreement.text.slice(4, 11)]);
		expect(part.headers.get('content-disposition')).toMatch(/^attachment/);
	});

	test.each([
		['a PDF', { file: 'pdf', name: 'lease.bin' }, 'application/pdf', true],
		[
			'HTML',
			{ file: '<script>alert(1)</script>', name: 'a.html' },
			'text/plain; charset=utf-8',
			true,
		],
		['a drawing', { file: drawnSignature(), name: 'a.svg' }, 'text/plain; charset=utf-8', true],
		['bytes', { file: 'a\u0000b', name: 'a.png' }, 'application/octet-stream', false],
	])('is %s by what it holds', async (_what, { file, name }, mediaType, isInline) => {
		const text = file === 'pdf' ? await plainPdf(1) : file;
		const contract = await asked({ file: { text, name } });
		const token = await contract.token();
		expect((await sealer.request(token)).body).toMatchObject({ files: [{ mediaType }] });
		const shown = await fetch(url(token, '/file?inline=true'));
		expect(shown.headers.get('content-type')).toBe(mediaType);
		expect(shown.headers.get('content-disposition')?.startsWith('inline')).toBe(isInline);
	});

	test('is nothing where there is no such link, by any of its addresses', async () => {
		const token = 'x'.repeat(43);
		for (const rest of ['', '/file', '/sealed', '/seal/proof', '/last-signature']) {
			const answer = await fetch(url(token, rest));
			expect([rest, answer.status]).toEqual([rest, 404]);
			expect(await answer.text()).toContain('Sealer_LinkUnknown');
		}
		expect((await sealer.signByLink(token, { signature: hand })).status).toBe(404);
		expect((await post(token, '/decline', { reason: 'No.' })).code).toBe('Sealer_LinkUnknown');
	});
});

describe('signing by a link', () => {
	test('takes a signature and consent, no document, and says how it goes on', async () => {
		const contract = await asked({ count: 2 });
		const token = await contract.token();
		const { status, body } = await sealer.signByLink(token, { signature: hand });
		expect({ status, body }).toMatchObject({
			status: 200,
			body: { linkStatus: 'Used', state: 'Signed', contractStatus: 'PartiallySigned' },
		});
		expect(body).not.toHaveProperty('consent');
		const steps = await sealer.list(admin, `/contracts/${contract.id}/events`);
		expect(steps.at(-1)).toMatchObject({
			...{ kind: 'Signed', actorEmail: contract.emails[0] },
			detail: expect.stringContaining('sign it electronically') as string,
		});
		const again = await sealer.signByLink(token, { signature: hand });
		expect(codeOf(again)).toEqual([409, 'Sealer_AlreadySigned']);
	});

	test.each([
		[
			'no consent',
			{ consent: 'false', signature: drawnSignature() },
			400,
			"'consent' must be true",
		],
		['no signature', { consent: 'true' }, 400, "'signature' is missing"],
		['one dot', { consent: 'true', signature: dot() }, 422, 'one dot, and no stroke'],
		['a page of HTML', { consent: 'true', signature: '<html></html>' }, 422, 'is no PNG'],
		['a last one there is not', { consent: 'true', reuseLastSignature: 'true' }, 422, 'no earlier'],
	])('refuses %s with the reason, and goes on', async (_what, fields, status, says) => {
		const contract = await asked();
		const token = await contract.token();
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) {
			form.append(name, name === 'signature' ? new File([value], 'a.svg') : value);
		}
		const refused = await fetch(url(token, '/sign'), { method: 'POST', body: form });
		expect(refused.status).toBe(status);
		expect(await refused.text()).toContain(says);
		expect((await sealer.signByLink(token, { signature: hand })).status).toBe(200);
	});

	test('leaves one signature when it is sent several times at once', async () => {
		const contract = await asked();
		const token = await contract.token();
		const answers = await Promise.all(
			[1, 2, 3].map(() => sealer.signByLink(token, { signature: hand })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		const kinds = await contract.kinds();
		expect(kinds.filter((kind) => kind === 'Signed')).toHaveLength(1);
	});

	test('of two signers at one moment leaves both, and of signing and cancelling one', async () => {
		const both = await asked({ count: 2 });
		const tokens = [await both.token(0), await both.token(1)];
		await Promise.all(tokens.map((token) => sealer.signByLink(token, { signature: hand })));
		expect((await sealer.request(tokens[0] ?? '')).body['contractStatus']).toBe('Signed');
		const torn = await asked();
		const token = await torn.token();
		const [signed, cancelled] = await Promise.all([
			sealer.signByLink(token, { signature: hand }),
			sealer.step(admin, torn.id, 'cancel'),
		]);
		expect([signed.status, cancelled.status].sort()).toEqual([200, 409]);
		const kinds = await torn.kinds();
		expect(kinds.includes('Signed')).toBe(!kinds.includes('Cancelled'));
	});

	test('offers the last signature a signer gave themselves, never one entered for them', async () => {
		const email = `regular${(named += 1)}@elsewhere.test`;
		await sealer.create(admin, {
			...{ displayName: `Entered ${named}`, signerEmails: [email], signatures: [hand] },
		});
		const first = await asked({ signerEmails: [email] });
		const token = await first.token();
		expect((await sealer.request(token)).body).not.toHaveProperty('lastSignatureDate');
		expect((await fetch(url(token, '/last-signature'))).status).toBe(422);
		await sealer.signByLink(token, { signature: hand });
		const second = await asked({ signerEmails: [email] });
		const next = await second.token();
		expect((await sealer.request(next)).body).toHaveProperty('lastSignatureDate');
		const picture = await fetch(url(next, '/last-signature'));
		expect(picture.headers.get('content-type')).toBe('image/png');
		const signed = await sealer.signByLink(next, { reuseLastSignature: 'true' });
		expect(signed.body['state']).toBe('Signed');
	});

	test('waits for its turn in a sequence, and an approver gives no picture', async () => {
		const more = { signingOrder: 'Sequential', signerRoles: ['Approver', 'Signer'] };
		const contract = await asked({ count: 2, more });
		const approving = await contract.token(0);
		expect((await sealer.request(approving)).body).toMatchObject({
			consent: expect.stringContaining('approve') as string,
		});
		const approved = await sealer.signByLink(approving);
		expect(approved.body).toMatchObject({ state: 'Approved', contractStatus: 'PartiallySigned' });
		expect((await sealer.request(await contract.token(1))).body['state']).toBe('Asked');
	});

	test('is declined with a reason, which everybody who asks by a link is told', async () => {
		const contract = await asked({ count: 2 });
		const [token, other] = [await contract.token(0), await contract.token(1)];
		expect((await post(token, '/decline', {})).code).toBe('Request_Invalid');
		const declined = await post(token, '/decline', { reason: 'Too dear.' });
		expect(JSON.parse(declined.text)).toMatchObject({ linkStatus: 'Ended', state: 'Declined' });
		const { body } = await sealer.request(other);
		expect(body).toMatchObject({
			linkStatus: 'Ended',
			reason: 'Declined',
			reasonText: 'Too dear.',
		});
		expect(body).not.toHaveProperty('files');
		const late = await sealer.signByLink(other, { signature: hand });
		expect(codeOf(late)).toEqual([409, 'Sealer_ContractEnded']);
	});

	test('ends with the sealed file and its proof', async () => {
		const contract = await asked();
		const token = await contract.token();
		expect((await fetch(url(token, '/sealed'))).status).toBe(409);
		await sealer.signByLink(token, { signature: hand });
		await running.service.sealed();
		expect((await sealer.request(token)).body).toMatchObject({ seal: { status: 'Sealed' } });
		const sealed = await fetch(url(token, '/sealed'));
		expect(sealed.headers.get('content-disposition')).toMatch(/^attachment.*sealed/);
		const where = new URL(/<(.*?)>/.exec(sealed.headers.get('link') ?? '')?.[1] ?? '', sealed.url);
		expect(await (await fetch(where)).text()).toMatch(/^c2sp.org\/tlog-proof@v1\n/);
	});
});

describe('a link that is good no more', () => {
	test('shows no contract: revoked, replaced, expired', async () => {
		const contract = await asked({ count: 3 });
		const tokens = [await contract.token(0), await contract.token(1), await contract.token(2)];
		const links = await sealer.list(admin, `/contracts/${contract.id}/links`);
		const of = (place: number) =>
			links.find(({ signerEmail }) => signerEmail === contract.emails[place])?.['id'];
		const address = `${sealer.url}/contracts/${contract.id}/links/${String(of(0))}`;
		await fetch(address, { method: 'DELETE', headers: { 'x-api-key': admin } });
		await sealer.step(admin, contract.id, 'resend', { signerEmail: contract.emails[1] });
		const statuses = async () =>
			Promise.all(tokens.map(async (token) => (await sealer.request(token)).body));
		const before = await statuses();
		expect(before.map(({ linkStatus }) => linkStatus)).toEqual(['Revoked', 'Replaced', 'Open']);
		clock.pass(31 * dayMs);
		const after = await statuses();
		expect(after.map(({ linkStatus }) => linkStatus)).toEqual(['Revoked', 'Replaced', 'Expired']);
		for (const [place, token] of tokens.entries()) {
			expect(after[place]).not.toHaveProperty('files');
			for (const rest of ['/file', '/last-signature', '/sealed']) {
				expect((await fetch(url(token, rest))).status).toBe(410);
			}
			expect(codeOf(await sealer.signByLink(token, { signature: hand }))).toEqual([
				...[410, 'Sealer_LinkEnded'],
			]);
			expect((await post(token, '/views', { view: 'Opened' })).status).toBe(410);
		}
	});

	test('that was used goes on reading after its time, until it is revoked', async () => {
		const contract = await asked();
		const token = await contract.token();
		await sealer.signByLink(token, { signature: hand });
		clock.pass(40 * dayMs);
		expect((await sealer.request(token)).body).toHaveProperty('files');
		const [link] = await sealer.list(admin, `/contracts/${contract.id}/links`);
		const address = `${sealer.url}/contracts/${contract.id}/links/${String(link?.['id'])}`;
		await fetch(address, { method: 'DELETE', headers: { 'x-api-key': admin } });
		const { body } = await sealer.request(token);
		expect(body).toMatchObject({ linkStatus: 'Used', doneDate: expect.any(String) as string });
		expect(body).not.toHaveProperty('files');
		expect((await fetch(url(token, '/file'))).status).toBe(410);
	});
});

test('a token signs no other contract in the place of a key, opens no list, and is in no log', async () => {
	const [one, other] = [await asked(), await asked()];
	const token = await one.token();
	const signed = await sealer.sign(token, other.id, { signature: hand });
	expect(codeOf(signed)).toEqual([404, 'Sealer_ContractNotFound']);
	for (const location of ['/contracts', '/contracts/self', '/templates']) {
		expect((await sealer.get(token, location)).status).toBe(401);
	}
	await running.restart();
	expect((await sealer.signByLink(token, { signature: hand })).status).toBe(200);
	expect(running.log()).toContain('"route":"/signing/:token/sign"');
	expect(running.log()).not.toContain(token);
});

function dot(): string {
	return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><circle cx="150" cy="50" r="3" fill="black"/></svg>';
}
