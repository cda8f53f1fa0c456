/**
 * Takes the pictures the README and docs/first-trade.md show, of running programs and a real n8n, in a real
 * browser: `npm run pictures`, or some of them by their names behind it. They are looked at by a person before
 * they are committed.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { systemClock } from '../../server/clock';
import { issueSignInLink } from '../../service/accounts/sign-in-links';
import { shippedWorkflows } from '../../start/n8n/contents';
import { projectRoot } from '../../start/machine/project-root';
import { mailsAbout, SealerClient } from '../service/contracts/sealer-client';
import { openBrowser } from '../support/servers/chromium';
import { TestN8n } from '../support/n8n/n8n';
import { startService, type RunningService } from '../support/programs/service';
import { firstTrade } from './first-trade';
import { first, leasePdf, second } from './lease';

const folder = path.join(projectRoot(), 'docs', 'pictures');
const picture = (name: string) => path.join(folder, `${name}.png`);

const pagesFolder = path.join(projectRoot(), 'dist', 'pages');

type Taker = (browser: Browser) => Promise<void>;

const takers: Readonly<Record<string, Taker>> = {
	signing: (browser) => ofService(browser, signing),
	comparison: (browser) => ofService(browser, comparison),
	console: (browser) => ofService(browser, sending),
	workflow,
	'first-trade': (browser) => firstTrade({ browser, picture, pagesFolder }),
};

async function take(names: readonly string[]): Promise<void> {
	fs.mkdirSync(folder, { recursive: true });
	const browser = await openBrowser();
	try {
		for (const [name, taker] of Object.entries(takers)) {
			if (names.length === 0 || names.includes(name)) await taker(browser);
		}
	} finally {
		await browser.close();
	}
}

async function ofService(
	browser: Browser,
	taker: (browser: Browser, running: RunningService) => Promise<void>,
): Promise<void> {
	const running = await startService({ pagesFolder });
	try {
		await taker(browser, running);
	} finally {
		await running.close();
	}
}

/** The console, as fields are put onto a contract. */
async function sending(browser: Browser, running: RunningService): Promise<void> {
	const { service, url, organisation } = running;
	const { id } = await service.database
		.selectFrom('users')
		.select('id')
		.where('email', '=', organisation.admin.email.toLowerCase())
		.executeTakeFirstOrThrow();
	const { token } = await service.database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, id));
	const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
	await page.goto(`${url}/console/sign-in#${token}`);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('link', { name: 'Send a contract' }).click();
	const buffer = await leasePdf(first);
	const file = { name: 'Lease of the workshop.pdf', mimeType: 'application/pdf', buffer };
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByLabel('E-mail address of signer 1').fill('ben@harbour.example');
	await page.getByRole('button', { name: 'Add a signer' }).click();
	await page.getByLabel('E-mail address of signer 2').fill('ann@harbour.example');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	const layer = page.locator('.layer').first();
	const put = async (tool: string, x: number, y: number) => {
		await page.getByRole('button', { name: tool, exact: true }).click();
		await layer.click({ position: { x, y } });
	};
	await put('Signature', 200, 520);
	await put('Date of signing', 430, 520);
	await page.locator('.tools select').selectOption({ label: 'ann@harbour.example' });
	await put('Signature', 200, 620);
	await put('Initials', 430, 620);
	await page.locator('.placed').first().scrollIntoViewIfNeeded();
	await page.screenshot({ path: picture('console') });
}

/** The page a signer meets, on a phone. */
async function signing(browser: Browser, running: RunningService): Promise<void> {
	const sealer = new SealerClient(running);
	const displayName = 'Lease of the workshop';
	await sealer.create(running.organisation.admin.key, {
		file: { text: await leasePdf(first), name: 'lease.pdf' },
		displayName,
		signerEmails: ['sam@harbour.example', 'ines@northwind.example'],
	});
	const [mail] = await mailsAbout(running, displayName);
	const context = await browser.newContext({
		...{ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, colorScheme: 'light' },
	});
	const page = await context.newPage();
	await page.goto(mail?.link ?? '');
	await page.locator('canvas').first().waitFor();
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: picture('signing') });
	await context.close();
}

/** The report of what differs between two versions. */
async function comparison(browser: Browser, running: RunningService): Promise<void> {
	const { key } = running.organisation.admin;
	const call = async (location: string, body: FormData | string) => {
		const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
		const url = `${running.url}/keeper/${running.organisation.products.Keeper}${location}`;
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'x-api-key': key, ...type },
			body,
		});
		return (await answer.json()) as Readonly<Record<string, string>>;
	};
	const form = async (terms: typeof first, fields: Readonly<Record<string, string>>) => {
		const whole = new FormData();
		for (const [name, value] of Object.entries(fields)) whole.append(name, value);
		whole.append('file', new Blob([await leasePdf(terms)]), 'lease.pdf');
		return whole;
	};
	const { id: folderId = '' } = await call('/folders', JSON.stringify({ name: 'Leases' }));
	const kept = { folderId, accuracy: 'High', displayName: 'Lease of the workshop' };
	const { id } = await call('/files', await form(first, kept));
	const compared = await call(
		`/files/${id}/compare/latest`,
		await form(second, { generateDiffFile: 'true' }),
	);
	const context = await browser.newContext({
		...{ viewport: { width: 1100, height: 760 }, deviceScaleFactor: 2, colorScheme: 'light' },
	});
	const page = await context.newPage();
	await page.goto(compared['fileUrl'] ?? '');
	await page.waitForLoadState('networkidle');
	await page.screenshot({ path: picture('comparison') });
	await context.close();
}

/** A shipped workflow on the canvas of n8n. */
async function workflow(browser: Browser): Promise<void> {
	const address = 'http://localhost:8080';
	const shipped = shippedWorkflows(path.join(projectRoot(), 'workflows'), address);
	const shown = shipped.find(({ name }) => name === 'Tell when a document changes');
	if (shown === undefined) throw new Error('the workflow to show is shipped');
	const n8n = await TestN8n.open();
	try {
		const products = { Sealer: '', Tracker: '', Keeper: '' };
		const credential = { apiKey: 'not called here', baseUrl: address, products };
		await n8n.importCredential({ ...credential, storageUrl: `${address}/storage` });
		await n8n.importWorkflows([shown]);
		const server = await n8n.startServer();
		const page = await browser.newPage({ viewport: { width: 1440, height: 800 } });
		await page.goto(`${server.address}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(server.owner.email);
		await page.locator('input[name="password"]').fill(server.owner.password);
		await page.locator('[data-test-id="form-submit-button"]').click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		await page.goto(`${server.address}/workflow/${shown.id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.waitForLoadState('networkidle');
		await page.screenshot({ path: picture('workflow') });
	} finally {
		await n8n.close();
	}
}

void take(process.argv.slice(2));
