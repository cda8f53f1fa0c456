/**
 * A signer without an account in a real browser without scripts: from the mail to the thanks, by
 * the labels a screen reader would read out.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../support/chromium';
import { startService, type RunningService } from '../../support/service';
import { agreement, mailsAbout, SealerClient } from './sealer-client';

let running: RunningService;
let browser: Browser;
let context: BrowserContext;
let named = 0;

beforeAll(async () => {
	running = await startService();
	browser = await openBrowser();
	context = await browser.newContext({ javaScriptEnabled: false });
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const contractFile = {
	name: 'agreement.txt',
	mimeType: 'text/plain',
	buffer: Buffer.from(agreement.text),
};
const signatureFile = { name: 'hand.png', mimeType: 'image/png', buffer: Buffer.from('a hand') };

/** A page on the link a signer is mailed for a new contract, opened from the mail itself. */
async function openFromMail(email: string): Promise<{ page: Page; contractId: string }> {
	const displayName = `Journey ${(named += 1)}`;
	const sealer = new SealerClient(running);
	const { body } = await sealer.create(running.organisation.admin.key, {
		displayName,
		signerEmails: [email],
	});
	const [mail] = await mailsAbout(running, displayName);
	const page = await context.newPage();
	await page.setContent(mail?.html ?? '');
	await page.getByRole('link', { name: 'Open the contract to sign' }).click();
	await page.getByRole('heading', { name: displayName }).waitFor();
	return { page, contractId: String(body['id']) };
}

async function statusOf(contractId: string): Promise<unknown> {
	const sealer = new SealerClient(running);
	const contract = await sealer.contract(running.organisation.admin.key, contractId);
	return contract?.['contractStatus'];
}

test('signs with a new signature, and with the last one the next time', async () => {
	const first = await openFromMail('guest@elsewhere.test');
	await first.page.getByLabel('The contract').setInputFiles(contractFile);
	await first.page.getByLabel('Your signature').setInputFiles(signatureFile);
	await first.page.getByRole('button', { name: 'Sign', exact: true }).click();
	await first.page.getByRole('heading', { name: 'Thank you' }).waitFor();
	expect(await statusOf(first.contractId)).toBe('Signed');

	const second = await openFromMail('guest@elsewhere.test');
	await second.page.getByLabel('The contract').nth(1).setInputFiles(contractFile);
	await second.page.getByRole('button', { name: 'Sign with my last signature' }).click();
	await second.page.getByRole('status').getByText('You have signed').waitFor();
	expect(await statusOf(second.contractId)).toBe('Signed');
});

test('does not send the form before both files are chosen', async () => {
	const { page, contractId } = await openFromMail('hasty@elsewhere.test');
	await page.getByLabel('The contract').setInputFiles(contractFile);
	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	expect(await page.locator('input:invalid').count()).toBe(1);
	expect(await statusOf(contractId)).toBe('Unsigned');
});

test('learns when the file is another one, and can sign with the right one', async () => {
	const { page, contractId } = await openFromMail('mistaken@elsewhere.test');
	const sign = async (buffer: Buffer) => {
		await page.getByLabel('The contract').setInputFiles({ ...contractFile, buffer });
		await page.getByLabel('Your signature').setInputFiles(signatureFile);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
	};
	await sign(Buffer.from('another file'));
	await page.getByRole('alert').getByText('is not the contract').waitFor();
	expect(await statusOf(contractId)).toBe('Unsigned');
	await sign(contractFile.buffer);
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
});

test('fits a phone without scrolling sideways', async () => {
	const { page } = await openFromMail(`${'long'.repeat(15)}@elsewhere.test`);
	await page.setViewportSize({ width: 320, height: 640 });
	const width = await page.locator('html').evaluate((root) => root.scrollWidth);
	expect(width).toBe(320);
});
