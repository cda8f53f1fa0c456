/**
 * The signing page in each of its languages, in a real browser: on a phone nothing is cut and nobody is
 * kept out, times are in the reader's zone, and the words somebody consented to are those in the record.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { consents } from '../../../api/sealer/signing-consents';
import type { Text } from '../../../pages/signing/texts/english';
import { languages, type Language } from '../../../pages/parts/language/languages';
import { textsIn } from '../../../pages/signing/texts/texts';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { violations, watchedPage } from '../../support/servers/watched-page';
import { mailsAbout, SealerClient } from '../../service/contracts/sealer-client';
import { arrive, draw } from './signing-page';
import { plainPdf } from '../../service/sealing/pdf-files';

const width = 360;
const clock = new MovableClock();
let browser: Browser;
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let named = 0;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder(), clock });
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

interface Made {
	readonly id: string;
	readonly links: readonly string[];
	readonly expires: string;
}

/** A contract with a field for its first signer. */
async function made(language: Language, count = 2): Promise<Made> {
	const displayName = `Lease ${(named += 1)}`;
	const signerEmails = Array.from({ length: count }, () => `guest${(named += 1)}@elsewhere.test`);
	const field = { type: 'Text', name: 'Town', signer: 1, page: 1, x: 0.1, y: 0.5 };
	const more = { language, fields: JSON.stringify(field), timeZone: 'Europe/Berlin' };
	const file = { text: await plainPdf(2), name: 'lease.pdf' };
	const { body } = await sealer.create(admin, { displayName, signerEmails, file, more });
	const mails = await mailsAbout(running, displayName);
	const linkTo = (email: string) => mails.find(({ to }) => to === email)?.link ?? '';
	const { expires } = body as { readonly expires: string };
	return { id: String(body['id']), links: signerEmails.map(linkTo), expires };
}

/** A phone in New York, whose reader has set English. */
async function phone(colorScheme: 'light' | 'dark' = 'light') {
	const options = { timezoneId: 'America/New_York', locale: 'en-US', colorScheme };
	const watched = await watchedPage(browser, running.url, options);
	await watched.page.setViewportSize({ width, height: 740 });
	return watched;
}

/** Words that stick out of what they stand in, or are cut off by it. */
const cutWords = `[...document.querySelectorAll('h1, h2, p, li, label, button, a, select, strong, blockquote, span')]
	.filter((one) => one.getClientRects().length > 0 && !one.closest('.hidden, .skip, .mark'))
	.filter((one) => {
		const { left, right } = one.getBoundingClientRect();
		const isClipped = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
		return isClipped || left < -0.5 || right > innerWidth + 0.5;
	})
	.map((one) => one.textContent)`;

async function expectReadable(page: Page): Promise<void> {
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	expect(await page.evaluate(cutWords)).toEqual([]);
}

/** The words of a text without what is put in, as they stand in the language. */
function textIn(language: Language) {
	const texts = textsIn[language];
	return (
		name: Text,
		values: Readonly<Record<string, string>> = {},
		form: 'one' | 'other' = 'one',
	) => {
		const text = texts[name];
		const chosen = typeof text === 'string' ? text : text[form];
		return chosen.replace(/\{(\w+)\}/g, (_place, value: string) => values[value] ?? '');
	};
}

const spoken = Object.keys(languages) as Language[];

describe.each(spoken)('in %s', (language) => {
	const text = textIn(language);
	const { tag, locale } = languages[language];

	test.each(['light', 'dark'] as const)(
		'somebody signs on a %s phone, and no word is cut',
		async (theme) => {
			const { id, links, expires } = await made(language);
			const { page, faults } = await phone(theme);
			const press = (name: Text) =>
				page.getByRole('button', { name: text(name), exact: true }).click();
			await arrive(page, links[0]);
			const name = `Lease ${named - 2}`;
			await page.getByRole('heading', { level: 1, name: text('headSign', { name }) }).waitFor();
			expect(await page.locator('html').getAttribute('lang')).toBe(tag);
			await page.getByRole('img', { name: text('pageOf', { page: '1', count: '2' }) }).waitFor();
			const written = new Intl.DateTimeFormat(language === 'English' ? 'en-US' : locale, {
				...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
				...{ timeZoneName: 'short', timeZone: 'America/New_York' },
			});
			const time = page.locator('time').first();
			expect(await time.innerText()).toBe(written.format(new Date(expires)));
			expect(await time.innerText()).toMatch(/EST|EDT|UTC[−-]\d|GMT-\d/);
			await page.getByText(text('fieldCount')).waitFor();
			await expectReadable(page);

			await press('sign');
			await page
				.getByRole('alert')
				.getByText(text('stillEmpty', { names: 'Town' }))
				.waitFor();
			await page.getByLabel('Town').fill('Lyon');
			await page.getByRole('button', { name: text('toSignature'), exact: true }).click();
			await press('sign');
			await page.getByText(text('noSignature')).waitFor();
			for (const way of ['type', 'upload', 'draw'] as const) {
				await page.getByRole('tab', { name: text(way), exact: true }).click();
				await expectReadable(page);
			}
			await draw(page, { field: text('drawField') });
			await press('sign');
			await page.getByText(text('noConsent')).waitFor();
			await press('decline');
			await press('declineDo');
			await page.getByText(text('noReason')).waitFor();
			await expectReadable(page);
			await press('back');
			await draw(page, { field: text('drawField') });
			await page.getByLabel(consents[language].Signer).check();
			await press('sign');
			await page.getByRole('heading', { level: 1, name: text('headSigned', { name }) }).waitFor();
			await page.getByText(text('thanksSigned')).waitFor();
			await expectReadable(page);
			const steps = await sealer.list(admin, `/contracts/${id}/events`);
			const signed = steps.find(({ kind }) => kind === 'Signed');
			expect(signed?.['detail']).toContain(consents[language].Signer);
			expect(faults).toEqual([]);
			await page.close();
		},
	);

	test('what keeps somebody from it is said, and what has ended', async () => {
		const { id, links } = await made(language, 1);
		const { page } = await phone();
		await arrive(page, links[0]);
		await page.getByRole('button', { name: text('start'), exact: true }).click();
		await page.getByLabel('Town').fill('Lyon');
		await page.getByRole('tab', { name: text('upload'), exact: true }).click();
		const file = { name: 'hand.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
		await page.getByLabel(text('pictureField')).setInputFiles(file);
		await page.getByText(text('pictureNotShown')).waitFor();
		await page.getByLabel(consents[language].Signer).check();
		await page.getByRole('button', { name: text('sign'), exact: true }).click();
		const reason = text('isNoPicture');
		await page.getByText(text('badSignature', { reason })).waitFor();
		await expectReadable(page);
		await sealer.step(admin, id, 'cancel');
		await page.reload();
		const name = `Lease ${named - 1}`;
		await page.getByRole('heading', { level: 1, name: text('takenBackHead', { name }) }).waitFor();
		await expectReadable(page);
		await page.goto(`${running.url}/sign/${'x'.repeat(43)}`);
		// Of an unknown link no language is known but the reader's own.
		await page.getByRole('heading', { level: 1, name: textsIn.English.unknownLink }).waitFor();
		await expectReadable(page);
		await page.close();
	});
});

test.each(spoken)('in %s it is said why the contract cannot be read now', async (language) => {
	const text = textIn(language);
	const { links } = await made(language, 1);
	const { page } = await phone();
	await page.goto(links[0] ?? '');
	const name = `Lease ${named - 1}`;
	const head = page.getByRole('heading', { level: 1, name: text('headSign', { name }) });
	await head.waitFor();
	await page.locator('select.language').selectOption(language);
	const buckets = [1, 2, 3].map((place) =>
		path.join(running.dataFolder, 'buckets', `bucket-${place}`),
	);
	for (const bucket of buckets) fs.renameSync(bucket, `${bucket}-away`);
	try {
		await page.reload();
		await page.getByRole('heading', { level: 1, name: text('notShown') }).waitFor();
		await page.getByRole('alert').getByText(text('fileAway')).waitFor();
		await page.getByRole('alert').getByText(text('waitAMoment')).waitFor();
		await expectReadable(page);
	} finally {
		for (const bucket of buckets) fs.renameSync(`${bucket}-away`, bucket);
	}
	await page.getByRole('button', { name: text('again'), exact: true }).click();
	await head.waitFor();
	await page.close();
});

test('in German it is said what cannot be shown, and that there is its file', async () => {
	const text = textIn('German');
	const { page } = await phone();
	// As where the connection is lost between the page and what shows a PDF.
	await page.route(/pdf\.min\.mjs$/, (route) => route.abort());
	const { links } = await made('German', 1);
	await page.goto(links[0] ?? '');
	await page.getByRole('alert').getByText(text('pdfNotShown')).waitFor();
	await page.getByRole('alert').getByText(text('readFirst')).waitFor();
	await expectReadable(page);
	const displayName = `Lease ${(named += 1)}`;
	const signerEmails = [`guest${(named += 1)}@elsewhere.test`];
	const file = { text: 'PK\u0003\u0004 and no more', name: 'lease.docx' };
	await sealer.create(admin, { displayName, signerEmails, file, more: { language: 'German' } });
	const [mail] = await mailsAbout(running, displayName);
	await page.goto(mail?.link ?? '');
	await page.getByRole('alert').getByText(text('textNotShown')).waitFor();
	await expectReadable(page);
	await page.close();
});

test('the reader chooses another language, which stays, and consents in it', async () => {
	const { id, links } = await made('German', 1);
	const { page } = await phone();
	await arrive(page, links[0]);
	const name = `Lease ${named - 1}`;
	await page.getByRole('heading', { level: 1, name: `„${name}“ unterschreiben` }).waitFor();
	await page.getByLabel('Sprache').selectOption('Français');
	const heading = page.getByRole('heading', { level: 1, name: `Signer «\u00a0${name}\u00a0»` });
	await heading.waitFor();
	expect(await page.locator('html').getAttribute('lang')).toBe('fr');
	await page.reload();
	await heading.waitFor();
	await page.getByRole('button', { name: 'Commencer' }).click();
	await page.getByLabel('Town').fill('Lyon');
	await draw(page, { field: 'Cadre où dessiner' });
	await page.getByLabel(consents.French.Signer).check();
	await page.getByRole('button', { name: 'Signer', exact: true }).click();
	await page.getByText('Tout le monde a signé.').waitFor();
	const steps = await sealer.list(admin, `/contracts/${id}/events`);
	const signed = steps.find(({ kind }) => kind === 'Signed');
	expect(signed?.['detail']).toContain(consents.French.Signer);
	await page.close();
});
