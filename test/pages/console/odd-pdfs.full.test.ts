/**
 * PDFs whose pages are turned, cropped or hold a form, in a real browser: a field that is put in the middle of
 * what is seen is seen there by who signs by the link, and stands there in the sealed PDF.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { Browser, Locator, Page } from 'playwright-core';
import { kindOf } from '../../../api/sealer/contract-fields';
import { mailsAbout } from '../../service/contracts/sealer-client';
import { pdfWithForm, plainPdf } from '../../service/sealing/pdf-files';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { pdfTools } from '../../support/servers/pdf-tools';
import { watchedPage } from '../../support/servers/watched-page';
import { signInToken } from '../../support/programs/console';
import { arrive, draw } from '../signing/signing-page';

const tool = pdfTools();
let folder: string;
let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'odd-pdfs-'));
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
	const token = await signInToken(running, running.organisation.admin.email);
	await page.goto(`${running.url}/console/sign-in#${token}`);
	await press('Sign in');
	await page.getByRole('link', { name: 'Send a contract' }).waitFor();
});

afterAll(async () => {
	await browser.close();
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

const turnedBy = (angle: number) => (document: PDFDocument) =>
	document.getPage(0).setRotation(degrees(angle));
const cropped = (document: PDFDocument) => document.getPage(0).setCropBox(150, 200, 400, 500);
/** Its corner is not where coordinates begin. */
const moved = (document: PDFDocument) => document.getPage(0).setMediaBox(-100, 50, 500, 700);

type Change = (document: PDFDocument) => void;

const oddities: readonly (readonly [string, readonly Change[]])[] = [
	['turned by 90', [turnedBy(90)]],
	['turned by 180', [turnedBy(180)]],
	['turned by 270', [turnedBy(270)]],
	['turned by -90', [turnedBy(-90)]],
	['cropped', [cropped]],
	['moved', [moved]],
	['cropped and turned by 90', [cropped, turnedBy(90)]],
	['cropped, moved and turned by 270', [moved, cropped, turnedBy(270)]],
];

async function changed(changes: readonly Change[]): Promise<Buffer> {
	const document = await PDFDocument.load(await plainPdf(2));
	for (const change of changes) change(document);
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** The middle of one thing, in shares of another. */
async function middleIn(inner: Locator, outer: Locator) {
	const [own, around] = [await inner.boundingBox(), await outer.boundingBox()];
	if (own === null || around === null) throw new Error('one of them is not seen');
	return {
		x: (own.x + own.width / 2 - around.x) / around.width,
		y: (own.y + own.height / 2 - around.y) / around.height,
	};
}

async function expectInTheMiddle(mark: Locator, around: Locator): Promise<void> {
	const middle = await middleIn(mark, around);
	expect(middle.x).toBeCloseTo(0.5, 1.5);
	expect(middle.y).toBeCloseTo(0.5, 1.5);
}

/** Where a word begins and how high it is, in shares of the first page as it is shown. */
function placeOf(word: string, pdf: Uint8Array) {
	const file = path.join(folder, 'sealed.pdf');
	fs.writeFileSync(file, pdf);
	tool('qpdf', '--check', file);
	const shown = tool('pdftotext', '-bbox', '-cropbox', '-f', '1', '-l', '1', file, '-');
	const angle = Number(/rot: +(\d+)/.exec(tool('pdfinfo', '-f', '1', '-l', '1', file))?.[1]);
	const [, across = '', up = ''] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(shown) ?? [];
	const [width = NaN, height = NaN] = (angle % 180 === 0 ? [across, up] : [up, across]).map(Number);
	const box = new RegExp(
		`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="[\\d.]+" yMax="([\\d.]+)">${word}<`,
	);
	const [x = NaN, top = NaN, bottom = NaN] = (box.exec(shown) ?? []).slice(1).map(Number);
	return { x: x / width, y: (top + bottom) / 2 / height };
}

async function sent(name: string, buffer: Buffer): Promise<void> {
	// A signer of their own, who has no signature yet.
	const email = `${name.replaceAll(/\W/g, '-')}@signers.example`;
	await page.goto(`${running.url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	await page
		.getByRole('region', { name: 'Document' })
		.locator('input[type=file]')
		.setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer });
	await page.getByLabel('Name of the contract').fill(name);
	await page.getByLabel('E-mail address of signer 1').fill(email);
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	await press('Text');
	const layer = page.locator('.layer').first();
	const { width = 0, height = 0 } = (await layer.boundingBox()) ?? {};
	await layer.click({ position: { x: width / 2, y: height / 2 } });
	const field = page.getByRole('group', { name: `Text of ${email}, page 1` });
	await expectInTheMiddle(field, layer);
	await press('Send');
	await page.getByRole('heading', { name, level: 1 }).waitFor();
}

async function signed(name: string): Promise<Uint8Array> {
	const contract = page.url();
	const mails = await mailsAbout(running, `"${name}"`);
	await arrive(page, mails.find(({ link }) => link !== '')?.link);
	const mark = page.locator('.mark').first();
	await expectInTheMiddle(mark, page.locator('.pages > li').first());
	await press('Start');
	await page.keyboard.type('Mittelpunkt');
	await draw(page);
	await page.locator('#sign').getByRole('checkbox').check();
	await press('Sign');
	await page.getByText('You have signed').first().waitFor();
	await running.service.sealed();
	const [, productId, contractId] = /contracts\/(\w+)\/(\w+)/.exec(contract) ?? [];
	const headers = { 'x-api-key': running.organisation.admin.key };
	const address = `${running.url}/sealer/${productId}/contracts/${contractId}/sealed`;
	const answer = await fetch(address, { headers });
	expect(answer.status).toBe(200);
	return answer.bytes();
}

/** The value begins where its field does, half of the field's width before the middle. */
function expectValueInTheMiddle(pdf: Uint8Array): void {
	const { x, y } = placeOf('Mittelpunkt', pdf);
	const left = 0.5 - kindOf('Text').width / 595 / 2;
	expect(x).toBeGreaterThan(left - 0.005);
	expect(x).toBeLessThan(left + 0.03);
	expect(Math.abs(y - 0.5)).toBeLessThan(0.015);
}

test.each(oddities)('the middle of a page that is %s stays its middle', async (name, changes) => {
	await sent(name, await changed(changes));
	expectValueInTheMiddle(await signed(name));
});

test('a PDF with a form takes fields beside those of the form', async () => {
	await sent('with a form', await pdfWithForm());
	const pdf = await signed('with a form');
	expectValueInTheMiddle(pdf);
	const document = await PDFDocument.load(pdf);
	expect(document.getForm().getTextField('place').getText()).toBe('Berlin');
});

test('the browser has reported no fault', () => {
	expect(faults).toEqual([]);
});
