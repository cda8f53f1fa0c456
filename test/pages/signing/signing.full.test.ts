/**
 * The signing page on a running service, in a real browser: from the mail over the contract to the
 * signature, by every way there is to give one, and by links that are good no more.
 */
import type { Browser, Page } from 'playwright-core';
import { issueLink } from '../../../service/contracts/links/sign-link';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { MovableClock } from '../../support/clocks/movable-clock';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { drawnSignature } from '../../support/clients/signature-picture';
import { violations, watchedPage } from '../../support/servers/watched-page';
import {
	mailsAbout,
	SealerClient,
	type ContractToSend,
	type FileToSend,
} from '../../service/contracts/sealer-client';
import { arrive, draw } from './signing-page';
import { paragraph, table, wordFile } from '../../comparison/formats/office/word-files';
import { pdfWithActiveParts, pdfWithMissingFonts, plainPdf } from '../../service/sealing/pdf-files';

const dayMs = 24 * 60 * 60 * 1000;
const clock = new MovableClock();
let browser: Browser;
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let page: Page;
let faults: readonly string[];
let pdf: FileToSend;
let named = 0;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder(), clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
	({ page, faults } = await watchedPage(browser, running.url));
	pdf = { text: await plainPdf(20), name: 'lease.pdf' };
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

interface Asked {
	readonly id: string;
	readonly links: readonly string[];
}

async function asked(contract: Partial<ContractToSend> = {}, count = 1): Promise<Asked> {
	const displayName = contract.displayName ?? `Lease ${(named += 1)}`;
	const signerEmails = Array.from({ length: count }, () => `guest${(named += 1)}@elsewhere.test`);
	const given = { signerEmails, ...contract, displayName };
	const { body } = await sealer.create(admin, given);
	const mails = await mailsAbout(running, displayName);
	const linkTo = (email: string) => mails.find(({ to }) => to === email)?.link ?? '';
	return { id: String(body['id']), links: given.signerEmails.map(linkTo) };
}

const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();
const headed = (name: string | RegExp, on = page) =>
	on.getByRole('heading', { level: 1, name }).waitFor();
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();
const choose = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const consent = (on = page) => on.getByRole('checkbox').check();

/** Opens the only link of a new contract. */
async function open(contract: Partial<ContractToSend> = {}): Promise<Asked> {
	const made = await asked(contract);
	await arrive(page, made.links[0]);
	await page.getByRole('button', { name: /^(Sign|Approve)$/ }).waitFor();
	return made;
}

const signature = { name: 'hand.png', mimeType: 'image/png' };

/** A scan of a signature, made by the browser. */
async function scanned(): Promise<Buffer> {
	const address = await page.evaluate(`(() => {
		const canvas = document.createElement('canvas');
		const context = canvas.getContext('2d');
		context.fillStyle = '#fff';
		context.fillRect(0, 0, 300, 150);
		context.lineWidth = 4;
		context.beginPath();
		for (let x = 20; x < 280; x += 5) context.lineTo(x, 75 + 40 * Math.sin(x / 12));
		context.stroke();
		return canvas.toDataURL('image/png');
	})()`);
	return Buffer.from(String(address).split(',')[1] ?? '', 'base64');
}

describe('the contract', () => {
	test('is shown page by page, drawn when it comes near, and its end is recorded', async () => {
		const { id } = await open({ file: pdf });
		const first = page.getByRole('img', { name: 'Page 1 of 20' });
		await first.waitFor();
		await saying(/Page 1, line 39: the parties agree/);
		const drawn = () =>
			page
				.locator('.pages canvas')
				.evaluateAll(
					(all) =>
						all.filter((one) => (one as unknown as { readonly width: number }).width > 300).length,
				);
		expect(await drawn()).toBeLessThan(6);
		const kinds = async () =>
			(await sealer.list(admin, `/contracts/${id}/events`)).map(({ kind }) => kind);
		expect(await kinds()).toEqual(['Created', 'Sent', 'Opened']);
		const recorded = page.waitForResponse((answer) => answer.url().endsWith('/views'));
		await page.getByText('End of the document').scrollIntoViewIfNeeded();
		await recorded;
		expect(await kinds()).toContain('ViewedToEnd');
		await saying(/Page 20, line 39/);
		await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
		const isWhite = () =>
			first.evaluate((one) => {
				const canvas = one as unknown as {
					readonly width: number;
					readonly style: { readonly visibility: string };
				};
				return canvas.width > 300 && canvas.style.visibility === 'visible';
			});
		await until(async () => ((await isWhite()) ? true : undefined));
		const coming = page.waitForEvent('download');
		await page.getByRole('link', { name: 'Download', exact: true }).click();
		expect((await coming).suggestedFilename()).toBe('lease.pdf');
	});

	test('weighs little beside pdf.js and the file', async () => {
		const { links } = await asked({ file: pdf });
		const { page: fresh } = await watchedPage(browser, running.url);
		const sizes: Promise<number>[] = [];
		// Of an answer that has not come to its end, Chromium tells no size.
		fresh.on('requestfinished', (request) => {
			if (/pdfjs|\/signing\/.*\/file/.test(request.url())) return;
			sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
		});
		await arrive(fresh, links[0]);
		await saying(/Page 1, line 39/, fresh);
		await fresh.getByRole('tab', { name: 'Type' }).click();
		await fresh.getByLabel('Your name').fill('Ann Ångström Ёлка');
		// The letters' fonts are part of what it weighs.
		await fresh.evaluate('document.fonts.ready.then(() => true)');
		const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
		expect(weight).toBeGreaterThan(10_000);
		expect(weight).toBeLessThan(600_000);
		await fresh.close();
	});

	test('is shown with names and messages that act and turn nothing', async () => {
		const evil = '<img src=x onerror="document.title=1">txt.exe';
		await open({
			displayName: `Evil ${(named += 1)} ${evil}`,
			file: { text: '<b>bold</b> \u202eevil', name: 'evil\u202efdp.txt' },
			more: { signatureRequestMessage: `One\n${evil}` },
		});
		await saying('<b>bold</b>');
		expect(await page.title()).toContain('<img src=x onerror="document.title=1">txt.exe');
		const turned = await page
			.locator('main :not(pre):not(pre *)')
			.evaluateAll(
				(all) =>
					all
						.flatMap((one) => [...one.childNodes])
						.filter((one) => one.nodeType === 3 && /[\u202a-\u202e]/.test(one.textContent ?? ''))
						.length,
			);
		expect(turned).toBe(0);
		expect(await page.locator('main img').count()).toBe(0);
	});

	test('with scripts and programs to launch is shown without any of it', async () => {
		const asked: string[] = [];
		const note = (request: { url(): string }) => asked.push(new URL(request.url()).host);
		const dialogs: string[] = [];
		page.on('request', note);
		page.once('dialog', (dialog) => {
			dialogs.push(dialog.message());
			void dialog.dismiss();
		});
		const title = `Active ${(named += 1)}`;
		const file = { text: await pdfWithActiveParts(), name: 'active.pdf' };
		await open({ displayName: title, file });
		await saying(/Page 1, line 39: the parties agree/);
		page.off('request', note);
		expect(dialogs).toEqual([]);
		expect(await page.title()).toContain(title);
		expect(asked.filter((host) => host !== new URL(running.url).host)).toEqual([]);
		expect(await page.locator('main iframe, main embed, main object').count()).toBe(0);
	});

	test('in fonts that it does not hold is shown in others', async () => {
		await open({ file: { text: await pdfWithMissingFonts(), name: 'fonts.pdf' } });
		await saying(/Rent is 900\./);
	});

	test('in Word is shown as its text', async () => {
		const file = wordFile({ body: paragraph('One <b>clause</b>.') + table([['Rent', '900']]) });
		await open({ file: { text: Buffer.from(file), name: 'lease.docx' } });
		await saying(/One <b>clause<\/b>\.\nRent \| 900/);
	});

	test('of a type that is not shown says so', async () => {
		await open({ file: { text: 'PK\u0003\u0004\u0000\u0000', name: 'lease.zip' } });
		await saying('This type of file cannot be shown here.');
	});
});

describe('fields', () => {
	const fields = [
		{ type: 'Name', name: 'Full name', page: 1, x: 0.1, y: 0.8, width: 0.4, height: 0.03 },
		{ type: 'Checkbox', name: 'I have the keys', required: true, page: 2, x: 0.1, y: 0.2 },
		{ type: 'Text', name: 'Note', required: false, page: 2, x: 0.1, y: 0.5 },
		{ type: 'Signature', page: 3, x: 0.5, y: 0.8 },
	].map((field) => JSON.stringify({ signer: 1, ...field }));

	test('are gone through by the keyboard, named when they are missing, and stand in the sealed file', async () => {
		const { id } = await open({ file: pdf, more: { fields } });
		await saying('4 fields to fill in');
		await press('Start');
		await saying(/^1 of 4/);
		await press('Next field');
		await saying(/^2 of 4/);
		await draw(page);
		await page.locator('#sign').getByRole('checkbox').check();
		await press('Sign');
		await saying('Still to be filled in: Full name, I have the keys.');
		await page.getByLabel('Full name').waitFor();
		await page.keyboard.type('Ann Ångström');
		await page.keyboard.press('Enter');
		await page.getByLabel('I have the keys').waitFor();
		await page.keyboard.press('Space');
		await page.keyboard.press('Enter');
		await page.getByLabel('Note (optional)').waitFor();
		await page.keyboard.press('Enter');
		await saying(/your signature is put here/);
		await press('To your signature');
		await press('Sign');
		await headed(/^You have signed/);
		await page.getByRole('link', { name: 'Download the sealed file' }).waitFor();
		const { body } = await sealer.get(admin, `/contracts/${id}`);
		expect(body['fields']).toMatchObject([
			{ name: 'Full name', value: 'Ann Ångström' },
			{ name: 'I have the keys', value: 'true' },
			{ name: 'Note' },
			{ name: 'Signature 1' },
		]);
	});

	test('of somebody else are shown with what is in them, and one that is pressed is asked for', async () => {
		const own = fields[0] ?? '';
		const others = own.replace('Full name', 'Landlord').replace('0.8', '0.1');
		const more = { fields: [own, others.replace('"signer":1', '"signer":2')] };
		const displayName = `Fields ${(named += 1)}`;
		const made = await asked({ file: pdf, more, displayName }, 2);
		const token = made.links[1]?.split('/').at(-1) ?? '';
		const form = new FormData();
		form.append('consent', 'true');
		form.append('fieldValues', '{"name":"Landlord","value":"Olga"}');
		form.append('signature', new File([drawnSignature()], 'hand.svg'));
		const url = `${running.url}/signing/${token}/sign`;
		expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
		await arrive(page, made.links[0]);
		await saying('One field to fill in');
		await page.locator('.mark', { hasText: 'Olga' }).waitFor();
		await page.locator('.mark', { hasText: 'Full name' }).click();
		await page.getByLabel('Full name').fill('Ann');
		await page.locator('.mark.filled', { hasText: 'Ann' }).waitFor();
	});
});

describe('somebody signs', () => {
	test('with a drawing, of which a dot is refused with why, and gets the sealed file', async () => {
		await open();
		await press('Sign');
		await saying('Your signature is missing.');
		await draw(page, { length: 0 });
		await press('Sign');
		await saying('Your consent is missing.');
		await consent();
		await press('Sign');
		await saying(/shows one dot, and no stroke of a signature/);
		await press('Clear the drawing');
		await draw(page);
		await press('Sign');
		await headed(/^You have signed “Lease/);
		const file = page.getByRole('link', { name: 'Download the sealed file' });
		await file.waitFor();
		const coming = page.waitForEvent('download');
		await file.click();
		expect((await coming).suggestedFilename()).toBe('agreement.txt (sealed).zip');
		const proof = page.waitForEvent('download');
		await page.getByRole('link', { name: 'Download the proof' }).click();
		expect((await proof).suggestedFilename()).toMatch(/\.tlog-proof$/);
	});

	test('with a typed name, by the keyboard alone', async () => {
		await open();
		const focusOn = async (name: string) => {
			for (let at = 0; at < 40; at += 1) {
				await page.keyboard.press('Tab');
				const found = await page.evaluate(
					'document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText',
				);
				if (String(found).startsWith(name)) return;
			}
			throw new Error(`the keyboard does not come to ${name}`);
		};
		await focusOn('Draw');
		await page.keyboard.press('ArrowRight');
		await focusOn('Your name');
		await page.keyboard.type('Ann Ångström');
		await page.getByRole('img', { name: 'The signature Ann Ångström' }).waitFor();
		await focusOn('I have read');
		await page.keyboard.press('Space');
		await page.keyboard.press('Enter');
		await headed(/^You have signed/);
	});

	test('is led to a value that the sealed file could not show, and has signed nothing', async () => {
		const fields = ['Town', 'Note'].map((name, index) =>
			JSON.stringify({ name, type: 'Text', signer: 1, page: 1, x: 0.1, y: 0.1 + index / 10 }),
		);
		await open({ file: pdf, more: { fields } });
		await page.getByRole('button', { name: 'Start' }).click();
		await page.getByLabel('Town').fill('서울');
		await page.getByRole('button', { name: 'Next field' }).click();
		await page.getByLabel('Note').fill('Łódź');
		await draw(page);
		await consent();
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await saying('cannot show: 서 (U+C11C), 울 (U+C6B8)');
		await page.getByLabel('Town').fill('Seoul');
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await headed(/^You have signed/);
	});

	test('with a typed name of letters that the device has alone, and is told which it lacks', async () => {
		await open();
		await choose('Type');
		const typed = page.getByLabel('Your name');
		await typed.fill('Łukasz Żółć 𒀀');
		await page
			.getByRole('alert')
			.filter({ hasText: 'no letters to draw for: 𒀀 (U+12000).' })
			.waitFor();
		await consent();
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await page.getByText('Your signature is missing.').waitFor();
		await typed.fill('Łukasz Żółć, Ünal Ёлка');
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await headed(/^You have signed/);
	});

	test('with a picture, and the next time with the last one', async () => {
		const signerEmails = [`regular${(named += 1)}@elsewhere.test`];
		await open({ signerEmails });
		await choose('Upload');
		await page
			.getByLabel('A picture of your signature')
			.setInputFiles({ ...signature, buffer: await scanned() });
		await consent();
		await press('Sign');
		await headed(/^You have signed/);
		await open({ signerEmails });
		expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Last one');
		await page.getByRole('img', { name: 'Your last signature' }).waitFor();
		await consent();
		await press('Sign');
		await headed(/^You have signed/);
	});

	test('one after the other, an approver without a picture', async () => {
		const more = { signingOrder: 'Sequential', signerRoles: ['Approver', 'Signer'] };
		const name = `In order ${(named += 1)}`;
		const { links } = await asked({ displayName: name, more }, 2);
		expect(links[1]).toBe('');
		await arrive(page, links[0]);
		await headed(`Approve “${name}”`);
		expect(await page.getByRole('tab').count()).toBe(0);
		await consent();
		await press('Approve');
		await headed(/^You have approved/);
		await saying(/Still missing: guest\d+@elsewhere\.test/);
		await saying('1 of 2 signed');
		const next = (await mailsAbout(running, name)).find(({ link }) => link !== links[0] && link);
		await arrive(page, next?.link);
		await headed(`Sign “${name}”`);
	});

	test('while who gets a copy reads on, and has nothing to sign', async () => {
		const more = { signerRoles: ['Signer', 'CopyRecipient'] };
		const { links } = await asked({ file: pdf, more }, 2);
		const { page: reader } = await watchedPage(browser, running.url);
		await arrive(reader, links[1]);
		await headed(/^Your copy of “Lease/, reader);
		await saying('It is under way.', reader);
		await saying(/to read this document\.$/, reader);
		await saying(/Page 1, line 39/, reader);
		expect(await reader.getByRole('button').count()).toBe(0);
		expect(await reader.getByRole('checkbox').count()).toBe(0);
		expect(await violations(reader)).toEqual([]);
		await arrive(page, links[0]);
		await draw(page);
		await consent();
		await press('Sign');
		await headed(/^You have signed/);
		await reader.getByRole('link', { name: 'Download the sealed file' }).waitFor();
		await saying('Everybody has signed.', reader);
		await reader.close();
	});

	test('not before it is their turn, and then by the same link', async () => {
		const more = { signingOrder: 'Sequential' };
		const { id, links } = await asked({ more }, 2);
		const { body } = await sealer.get(admin, `/contracts/${id}`);
		const [first = '', second = ''] = body['signerEmails'] as readonly string[];
		// Links go out with the turn alone; one of before stands for what a later order would bring.
		const { database } = running.service;
		const { token } = await database.transaction().execute((transaction) => {
			return issueLink(transaction, clock, { contractId: id, email: second, expiresAt: null });
		});
		await page.goto(`${running.url}/sign/${token}`);
		await saying('It is not your turn yet.');
		await saying(`First ${first} has to sign. A mail tells you when it is your turn.`);
		expect(await page.getByRole('button').count()).toBe(0);
		const early = await sealer.signByLink(token, { signature: { text: 'too early' } });
		expect([early.status, early.body['errorCode']]).toEqual([409, 'Sealer_NotYourTurn']);
		const own = links[0]?.split('/').at(-1) ?? '';
		expect((await sealer.signByLink(own, { signature: { text: 'first' } })).status).toBe(200);
		await page.reload();
		await page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
	});

	test('at the moment another does, or not when it was taken back meanwhile', async () => {
		const { links } = await asked({}, 2);
		const { page: other } = await watchedPage(browser, running.url);
		const both = [page, other] as const;
		await Promise.all(both.map((one, place) => arrive(one, links[place])));
		for (const one of both) {
			await draw(one);
			await consent(one);
		}
		await Promise.all(both.map((one) => press('Sign', one)));
		await Promise.all(both.map((one) => headed(/^You have signed/, one)));
		await Promise.all(both.map((one) => saying('Everybody has signed.', one)));
		await other.close();

		const { id } = await open();
		await draw(page);
		await consent();
		await sealer.step(admin, id, 'cancel', { reason: 'A mistake.' });
		await press('Sign');
		await headed(/was taken back$/);
		await saying('A mistake.');
		expect(await page.getByRole('button').count()).toBe(0);
	});

	test('not, but declines with a reason', async () => {
		const { id } = await open();
		await press('Decline…');
		await press('Decline the document');
		await saying('The reason is missing.');
		await page.getByLabel('Why do you decline?').fill('Too dear.\nReally.');
		await press('Decline the document');
		await headed(/was declined$/);
		await saying('You declined it.');
		const { body } = await sealer.get(admin, `/contracts/${id}`);
		expect(body).toMatchObject({ reason: 'Declined', reasonText: 'Too dear.\nReally.' });
	});
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	const fits = async () => {
		expect(await violations(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	};
	const name = 'Donaudampfschifffahrtsgesellschaft'.slice(0, 30).repeat(2);
	const place = { type: 'Text', signer: 1, page: 1, x: 0.1, y: 0.5, required: false };
	const more = { fields: JSON.stringify({ ...place, name }) };
	await open({ file: pdf, more, displayName: `${'Long'.repeat(40)} ${(named += 1)}` });
	await saying(/Page 1, line 39/);
	await fits();
	await press('Start');
	await page.getByLabel(name).fill('Berlin');
	await fits();
	for (const way of ['Draw', 'Type', 'Upload']) {
		await choose(way);
		await fits();
	}
	await press('Decline…');
	await fits();
	await press('Back');
	await choose('Draw');
	await draw(page);
	await consent();
	await press('Sign');
	await page.getByRole('link', { name: 'Download the sealed file' }).waitFor();
	await fits();
});

test('a link that is good no more says why, and takes nothing', async () => {
	const shows = async (link: string | undefined, heading: string | RegExp) => {
		await page.goto(link ?? '');
		await headed(heading);
		expect(await page.getByRole('button').count()).toBe(0);
		expect(await violations(page)).toEqual([]);
	};
	const used = await asked();
	await sealer.signByLink(used.links[0]?.split('/').at(-1) ?? '', {
		signature: { text: 'a hand' },
	});
	await shows(used.links[0], /^You have signed/);
	const { id, links } = await asked({}, 2);
	const { signers } = (await sealer.get(admin, `/contracts/${id}`)).body as {
		signers: { signerEmail: string }[];
	};
	await sealer.step(admin, id, 'resend', { signerEmail: signers[0]?.signerEmail });
	await shows(links[0], /^There is a newer link/);
	const [, open] = await sealer.list(admin, `/contracts/${id}/links`);
	const revoked = await asked();
	const [link] = await sealer.list(admin, `/contracts/${revoked.id}/links`);
	expect(open).toBeDefined();
	const address = `${sealer.url}/contracts/${revoked.id}/links/${String(link?.['id'])}`;
	await fetch(address, { method: 'DELETE', headers: { 'x-api-key': admin } });
	await shows(revoked.links[0], /was taken back$/);
	clock.pass(40 * dayMs);
	await shows(links[1], /^The time to sign .* is over$/);
	// A browser says it of every answer that is none.
	const before = faults.length;
	await shows(`${running.url}/sign/${'x'.repeat(43)}`, 'This link does not work');
	expect(faults.slice(before).every((fault) => fault.includes('404'))).toBe(true);
});

test('nothing went wrong on the way but what was refused', () => {
	// What a file is said to lack is its own.
	const known = /status of (404|409|410|422)|^Warning: .*(loadFont|font loading|system font)/;
	expect(faults.filter((fault) => !known.test(fault))).toEqual([]);
});
