/**
 * The console on a running service, in a real browser: from an empty installation to a sent contract without a key,
 * an invited colleague, and what a stolen or ended session meets. Clicks of the first way are counted and held.
 */
import { PassThrough } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { listeningUrl } from '../../../server/http/listening-url';
import { issueSignInLink } from '../../../service/accounts/sign-in-links';
import { openService, type Service } from '../../../service/app';
import { readConfig } from '../../../service/config';
import { sampleAgreementPdf } from '../../../service/http/samples';
import { plainPdf } from '../../service/sealing/pdf-files';
import { send } from '../../support/clients/requests';
import { testPort } from '../../support/run/ports';
import { servicePlace } from '../../support/programs/service-place';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';

let browser: Browser;
let service: Service;
let url: string;
let place: Awaited<ReturnType<typeof servicePlace>>;
let page: Page;
let faults: readonly string[];
let clicks = 0;

beforeAll(async () => {
	browser = await openBrowser();
	place = await servicePlace();
	const port = await testPort();
	const config = { ...readConfig({ ...place.environment, PORT: String(port) }) };
	const log = new PassThrough();
	log.resume();
	service = await openService(config, {
		clock: systemClock,
		log,
		pagesFolder: builtPagesFolder(),
	});
	await service.app.listen({ host: '127.0.0.1', port });
	url = listeningUrl(service.app);
	({ page, faults } = await watchedPage(browser, url));
});

afterAll(async () => {
	await browser.close();
	await service.close();
	place.remove();
});

async function link(userId: string | null): Promise<string> {
	const { token } = await service.database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, userId));
	return `${url}/console/sign-in#${token}`;
}

async function press(name: string | RegExp, role: 'button' | 'link' = 'button') {
	clicks += 1;
	await page.getByRole(role, { name, exact: typeof name === 'string' }).click();
}

const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

test('a first person names the organisation and is in', async () => {
	await page.goto(await link(null));
	await page.getByRole('heading', { name: 'Welcome to Sealkeeper' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByLabel('Your organisation').fill('Harbour Ltd');
	await page.getByLabel('Your e-mail address').fill('ann@harbour.example');
	await press('Begin');
	await page.getByRole('heading', { name: 'Home' }).waitFor();
	await saying('Nothing waits for you.');
	await saying('ann@harbour.example');
	expect(await violations(page)).toEqual([]);
});

test('a contract is sent with fields on its pages, in ten clicks', async () => {
	await press('Send a contract', 'link');
	const buffer = Buffer.from(await sampleAgreementPdf());
	clicks += 1;
	await page
		.locator('input[type=file]')
		.first()
		.setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer });
	await page.getByLabel('E-mail address of signer 1').fill('ben@signers.example');
	await press('Add a signer');
	await page.getByLabel('E-mail address of signer 2').fill('cem@signers.example');
	await press('Add a signer');
	await page.getByLabel('E-mail address of signer 3').fill('dora@signers.example');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	const layer = page.locator('.layer').first();
	await press('Text');
	clicks += 1;
	await layer.click({ position: { x: 200, y: 60 } });
	clicks += 2;
	await page.locator('.tools select').selectOption({ label: 'cem@signers.example' });
	await page
		.getByRole('button', { name: 'Initials', exact: true })
		.dragTo(layer, { targetPosition: { x: 400, y: 60 } });
	await page.getByRole('group', { name: 'Initials of cem@signers.example, page 1' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await press('Send');
	await saying('Nobody has signed yet');
	expect(clicks).toBe(10);
	await saying('dora@signers.example');
	expect(await violations(page)).toEqual([]);
	await service.mailsDelivered();
	const sent = await service.database
		.selectFrom('contracts')
		.select('fields')
		.executeTakeFirstOrThrow();
	expect(sent.fields).toContain('"type":"Initials"');
});

test('the lists and Home show it, the newest first', async () => {
	await page.goto(`${url}/console/contracts`);
	await page.getByRole('link', { name: 'agreement.pdf' }).waitFor();
	await page.getByRole('link', { name: 'Done', exact: true }).click();
	await saying('There is none.');
	await page.getByRole('link', { name: 'Home', exact: true }).click();
	await page.getByRole('region', { name: 'Waiting for others' }).waitFor();
});

test('a draft outlives a reload, with its document and its fields', async () => {
	await press('Send a contract', 'link');
	const buffer = Buffer.from(await sampleAgreementPdf());
	await page
		.locator('input[type=file]')
		.first()
		.setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
	await page.getByLabel('E-mail address of signer 1').fill('ben@signers.example');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	// By keyboard: onto the page in sight, moved and made wider there.
	await page.getByRole('button', { name: 'Checkbox' }).focus();
	await page.keyboard.press('Enter');
	const box = page.getByRole('group', { name: 'Checkbox of ben@signers.example, page 1' });
	await box.focus();
	const left = () => box.evaluate((element) => (element as unknown as HTMLElementLike).style.left);
	const before = await left();
	await page.keyboard.press('ArrowRight');
	expect(parseFloat(await left())).toBeGreaterThan(parseFloat(before));
	const moved = await left();
	await saying('What you enter is kept in this browser until you send it.');
	await page.reload();
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	await saying('lease.pdf');
	expect(await left()).toBe(moved);
	await box.focus();
	await page.keyboard.press('Delete');
	await box.waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Start again' }).click();
	await page.getByText('Drop a PDF here').waitFor();
	await page.getByRole('button', { name: 'Take the sample agreement' }).click();
	await saying('Sample agreement.pdf');
	expect(await page.getByLabel('E-mail address of signer 1').inputValue()).toBe(
		'ann@harbour.example',
	);
	await page.getByRole('button', { name: 'Start again' }).click();
	await page.getByText('Drop a PDF here').waitFor();
});

interface HTMLElementLike {
	readonly style: { readonly left: string };
}

test('a choice and a number are put down with what they ask', async () => {
	await page.goto(`${url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	const buffer = await plainPdf(1);
	await page
		.locator('input[type=file]')
		.first()
		.setInputFiles({ name: 'choices.pdf', mimeType: 'application/pdf', buffer });
	await page.getByLabel('E-mail address of signer 1').fill('ben@signers.example');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	for (const tool of ['Radio', 'Number']) {
		await page.getByRole('button', { name: tool, exact: true }).focus();
		await page.keyboard.press('Enter');
	}
	await saying('Give every choice 2 options at least.');
	const details = (type: string) =>
		page.locator('fieldset', { hasText: `${type} of ben@signers.example, page 1` });
	await details('Radio').getByLabel('What is asked').fill('Paid');
	await details('Radio').getByLabel('Options, one a line').fill('monthly\n\n yearly \nonce');
	await details('Number').getByLabel('At least').fill('0.5');
	await details('Number').getByLabel('Nobody signs without it').uncheck();
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await page.getByRole('heading', { name: 'choices.pdf' }).waitFor();
	const { fields } = await service.database
		.selectFrom('contracts')
		.select('fields')
		.where('display_name', '=', 'choices.pdf')
		.executeTakeFirstOrThrow();
	expect(JSON.parse(fields ?? '')).toMatchObject([
		{ type: 'Radio', name: 'Paid', options: ['monthly', 'yearly', 'once'], required: true },
		{ type: 'Number', name: 'Number 1', min: '0.5', required: false },
	]);
});

test('a signer is given a code, which no draft keeps and the contract does not tell', async () => {
	await page.goto(`${url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	const buffer = Buffer.from('Between us.\n');
	await page
		.locator('input[type=file]')
		.first()
		.setInputFiles({ name: 'secret.txt', mimeType: 'text/plain', buffer });
	await page.getByLabel('E-mail address of signer 1').fill('ben@signers.example');
	await page.getByLabel('Code of signer 1', { exact: true }).selectOption('I tell it myself');
	const told = page.getByLabel('Code that you tell signer 1');
	await told.fill('abc');
	await saying('Enter the code of every signer whom you tell one: 4 to 40 characters.');
	expect(await violations(page)).toEqual([]);
	await told.fill('Blue horse');
	await saying('What you enter is kept in this browser until you send it.');
	await page.reload();
	expect(await told.inputValue()).toBe('');
	await told.fill('Blue horse');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await page.getByRole('heading', { name: 'secret.txt' }).waitFor();
	await saying('signs, enters a code that the sender tells');
	expect(await page.getByText('Blue horse').count()).toBe(0);
});

test('what waits for the own signature leads to the page where everybody signs', async () => {
	await page.goto(`${url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	const buffer = Buffer.from('All is well.\n');
	await page
		.locator('input[type=file]')
		.first()
		.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer });
	await page.getByLabel('E-mail address of signer 1').fill('Ann@harbour.example');
	await page.getByRole('button', { name: 'Send', exact: true }).click();
	await page.getByRole('heading', { name: 'note.txt' }).waitFor();
	await page.getByRole('link', { name: 'Home', exact: true }).click();
	await page
		.getByRole('region', { name: 'Waiting for your signature' })
		.getByRole('link', { name: 'note.txt' })
		.click();
	await page.getByRole('button', { name: 'Read and sign' }).click();
	await page.waitForURL(/\/sign\//);
	await saying('All is well.');
});

test('a document is kept, and a new version shows what differs at once', async () => {
	await page.goto(`${url}/documents`);
	await page.locator('main').getByRole('link', { name: 'Documents' }).click();
	const open = (summary: string) => page.getByText(summary, { exact: true }).click();
	await open('Add a folder');
	await page.getByLabel('Name of the folder').fill('Leases');
	await page.getByRole('button', { name: 'Add it' }).click();
	await page.getByRole('heading', { name: 'Leases' }).waitFor();
	expect(await violations(page)).toEqual([]);
	const drop = (text: string) =>
		page
			.locator('input[type=file]')
			.first()
			.setInputFiles({ name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
	await open('Add a document');
	await drop('The rent is 300 a month.\n');
	await page.getByRole('button', { name: 'Keep it' }).click();
	await page.getByRole('heading', { name: 'lease.txt' }).waitFor();
	await open('Add a version');
	await drop('The rent is 310 a month.\n');
	await page.getByRole('button', { name: 'Keep it and see what differs' }).click();
	await saying(/310/);
	expect(await violations(page)).toEqual([]);
});

test('samples of a document and an asset are one click, and removed by one', async () => {
	const home = () => page.goto(`${url}/console`);
	await home();
	await page.getByRole('button', { name: 'Try it with a sample document' }).click();
	await page.getByRole('heading', { name: 'agreement.txt' }).waitFor();
	await home();
	await page
		.getByRole('region', { name: 'Documents to look at' })
		.getByRole('link', { name: 'agreement.txt' })
		.waitFor();
	await page.getByRole('button', { name: 'Try it with a sample asset' }).click();
	await page.getByRole('heading', { name: 'Sample credit' }).waitFor();
	await page.getByRole('cell', { name: '100', exact: true }).waitFor();
	await home();
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Remove the samples' }).click();
	await page.getByRole('button', { name: 'Try it with a sample asset' }).waitFor();
	const left = page.getByRole('region', { name: 'Documents to look at' });
	expect(await left.getByRole('link', { name: 'agreement.txt' }).count()).toBe(0);
});

test('an asset is created, issued, transferred and burned', async () => {
	await page.goto(`${url}/assets`);
	await page.locator('main').getByRole('link', { name: 'Assets' }).click();
	const open = (summary: string) => page.getByText(summary, { exact: true }).click();
	await open('Create an asset');
	await page.getByLabel('Name of the asset').fill('CREDIT');
	await page.getByRole('button', { name: 'Create it' }).click();
	await page.getByRole('heading', { name: 'CREDIT' }).waitFor();
	const act = (name: string) => page.locator('details').filter({ hasText: name });
	await open('Issue');
	await act('Issue it').getByLabel('Recipient').fill('ann@harbour.example');
	await act('Issue it').getByLabel('Amount').fill('1.5');
	await saying('Enter a whole number of units, at least 1.');
	await act('Issue it').getByLabel('Amount').fill('100');
	await page.getByRole('button', { name: 'Issue it' }).click();
	await page.getByRole('cell', { name: '100', exact: true }).waitFor();
	await open('Burn');
	await act('Burn it').getByLabel('Amount').fill('40');
	await act('Burn it').getByLabel('What it is used up for').fill('travel 2026');
	await page.getByRole('button', { name: 'Burn it for good' }).click();
	await page.getByRole('cell', { name: '60', exact: true }).waitFor();
	await open('Transfer');
	await act('Transfer it').getByLabel('Recipient').fill('nobody@harbour.example');
	await act('Transfer it').getByLabel('Amount').fill('5');
	await page.getByRole('button', { name: 'Transfer it' }).click();
	await page.getByRole('alert').waitFor();
	expect(await violations(page)).toEqual([]);
});

test('Home tells what happened lately, and leads to what it happened to', async () => {
	await page.goto(`${url}/console`);
	const lately = page.getByRole('region', { name: 'What happened lately' });
	await lately.getByText('40 of CREDIT were burned').waitFor();
	const told = await lately.getByRole('listitem').allInnerTexts();
	expect(told[0]).toContain('40 of CREDIT were burned');
	expect(told[1]).toContain('100 of CREDIT were issued');
	expect(await violations(page)).toEqual([]);
	await lately.getByRole('link', { name: 'CREDIT' }).first().click();
	await page.getByRole('heading', { name: 'CREDIT' }).waitFor();
	await page.goto(`${url}/console/health`);
	await saying('none by the command “backup” of this installation');
});

test('an address for events is added, tested, and says why nothing arrives', async () => {
	await page.goto(`${url}/console/webhooks`);
	await saying('Nothing is sent anywhere yet.');
	await page.getByText('Add an address', { exact: true }).click();
	// Nobody listens there.
	const target = `http://localhost:${await testPort()}/hook`;
	await page.getByLabel('Address').fill(target);
	await page.getByRole('button', { name: 'Add it' }).click();
	await saying('is shown this once');
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: target }).click();
	await page.getByRole('button', { name: 'Send a test' }).click();
	await saying('It was not taken:');
	await page.goto(`${url}/console/health`);
	await saying('The service is ready.');
	await saying('no mail server is set');
	expect(await violations(page)).toEqual([]);
});

test('a colleague is invited, accepts on a phone, and sees what their roles allow', async () => {
	await page.goto(`${url}/console/people`);
	await page.getByLabel('E-mail address').fill('eve@harbour.example');
	await page.getByRole('button', { name: 'Send the invitation' }).click();
	await saying('Invitations that were not accepted yet');
	expect(await violations(page)).toEqual([]);
	await service.mailsDelivered();
	await page.goto(`${url}/outbox`);
	await page.getByRole('link', { name: /Your invitation/ }).click();
	const invitation = page.frameLocator('iframe').getByRole('link', { name: 'See the invitation' });
	const address = await invitation.getAttribute('href');
	const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
	await phone.goto(address ?? '');
	await phone.getByRole('button', { name: 'Accept and sign in' }).click();
	await phone.getByRole('heading', { name: 'Home' }).waitFor();
	await phone.getByRole('navigation', { name: 'Console' }).waitFor();
	const names = await phone
		.getByRole('navigation', { name: 'Console' })
		.getByRole('link')
		.allInnerTexts();
	expect(names).toEqual([
		'Home',
		'Contracts',
		'Assets',
		'Storage',
		'Webhooks',
		'Log',
		'Your keys',
		'Your sessions',
	]);
	const width = () =>
		phone.evaluate(() => {
			const { scrollWidth, clientWidth } = (
				globalThis as unknown as { document: { documentElement: Record<string, number> } }
			).document.documentElement;
			return (scrollWidth ?? 0) - (clientWidth ?? 0);
		});
	expect(await width()).toBe(0);
	expect(await violations(phone)).toEqual([]);
	await phone.getByRole('link', { name: 'Your sessions' }).click();
	await phone.getByText('(this one)').waitFor();
	expect(await width()).toBe(0);
	await phone.getByRole('button', { name: 'Sign out' }).click();
	await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
	await phone.close();
});

test('the other pages of the service need no key either', async () => {
	for (const [location, text] of [
		['/documents', 'Keepers'],
		['/assets', 'Trackers'],
		['/compare', 'Compare two files'],
		['/explorer', /log/i],
	] as const) {
		await page.goto(url + location);
		await page.getByRole('heading', { name: text, level: 1 }).waitFor();
		await page.getByRole('navigation', { name: 'Console' }).waitFor();
	}
});

test('a passkey signs in, once for each challenge, until it is removed', async () => {
	// Passkeys are for names; the device is the browser's own.
	const own = await browser.newPage();
	const cdp = await own.context().newCDPSession(own);
	await cdp.send('WebAuthn.enable');
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	const user = await service.database
		.selectFrom('users')
		.select('id')
		.where('email', '=', 'ann@harbour.example')
		.executeTakeFirstOrThrow();
	await own.goto(await link(user.id));
	await own.getByRole('button', { name: 'Sign in' }).click();
	await own.getByRole('link', { name: 'Your sessions' }).click();
	await own.getByRole('button', { name: 'Add a passkey' }).click();
	await own.getByRole('button', { name: /^Remove the passkey/ }).waitFor();
	expect(await violations(own)).toEqual([]);
	await own.getByRole('button', { name: 'Add a passkey' }).click();
	await own.getByText('This device has a passkey for you already.').waitFor();
	await own.getByRole('button', { name: 'Sign out' }).click();
	const sent = own.waitForRequest(
		(request) => request.method() === 'POST' && request.url().endsWith('/session/passkeys'),
	);
	await own.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await own.getByRole('heading', { name: 'Home' }).waitFor();
	const headers = { 'sec-fetch-site': 'same-origin' };
	const replayed = await send({
		method: 'POST',
		url: `${url}/session/passkeys`,
		headers,
		json: (await sent).postDataJSON() as object,
	});
	expect(replayed.json()).toMatchObject({ errorCode: 'Auth_PasskeyInvalid' });
	await own.getByRole('link', { name: 'Your sessions' }).click();
	await own.getByRole('button', { name: /^Remove the passkey/ }).click();
	await own
		.getByRole('group', { name: /^Remove the passkey/ })
		.getByRole('button', { name: 'Remove' })
		.click();
	await own.getByRole('button', { name: /^Remove the passkey/ }).waitFor({ state: 'detached' });
	await own.getByRole('button', { name: 'Sign out' }).click();
	await own.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await own.getByText('nobody here has it').waitFor();
	await own.close();
});

test('a session that ended elsewhere leads to the sign-in and back to the page', async () => {
	await page.goto(`${url}/console/people`);
	await saying('Invite somebody');
	await service.database
		.updateTable('api_keys')
		.set({ revoked_at: new Date(systemClock.now()).toISOString() })
		.where('kind', '=', 'SESSION')
		.execute();
	await page.reload();
	await page.getByRole('link', { name: 'Sign in' }).click();
	await page.getByRole('heading', { name: 'Sign in' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByLabel('Your e-mail address').fill('ann@harbour.example');
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
	const user = await service.database
		.selectFrom('users')
		.select('id')
		.where('email', '=', 'ann@harbour.example')
		.executeTakeFirstOrThrow();
	const own = await link(user.id);
	// A goto of another hash alone would load nothing.
	await page.goto('about:blank');
	await page.goto(own.replace('#', '?to=/console/people#'));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await saying('Invite somebody');
	await page.goto('about:blank');
	await page.goto((await link(user.id)).replace('#', '?to=//evil.test/#'));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('heading', { name: 'Home' }).waitFor();
	await page.goto('about:blank');
	await page.goto(own);
	await saying('This link was used already, or its time is over.');
});

test('another site makes the browser change nothing', async () => {
	const cookies = await page.context().cookies(url);
	expect(cookies).toEqual([
		expect.objectContaining({ name: 'sealkeeper', httpOnly: true, sameSite: 'Lax' }),
	]);
	const [{ value = '' } = {}] = cookies;
	const headers = { cookie: `sealkeeper=${value}`, 'sec-fetch-site': 'cross-site' };
	const asked = { method: 'DELETE', url: `${url}/session`, headers };
	expect((await send(asked)).status).toBe(403);
	await page.goto(`${url}/console`);
	await page.getByRole('heading', { name: 'Home' }).waitFor();
});

test('no page met a fault, but what an ended session is refused', () => {
	expect(faults.filter((fault) => !/status of (401|404|410|422)/.test(fault))).toEqual([]);
});
