/**
 * Signing in to the pages of the exchange through the console, in a real browser: a trader and an administrator paste
 * no key, a reload keeps them, a sign-in of another tab is not taken, and signing out ends the key. Who says not now is
 * not asked at the next sign-in; a button of the page of transfers asks, and asks again after the key was revoked.
 */
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../exchange/accounts/accounts';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import type { SignInProgram } from '../../../service/accounts/sign-in-programs';
import { organisationOf, signInOn, signInToken } from '../../support/programs/console';
import { openMarket, writeSettings } from '../../exchange/support/settling';
import { startBareExchange, type BareExchange } from '../../exchange/support/exchange';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { violations } from '../../support/servers/watched-page';

const databases = new TestDatabases();
let browser: Browser;
let service: RunningService;
let exchange: BareExchange;
let page: Page;

beforeAll(async () => {
	browser = await openBrowser();
	const signInFor: SignInProgram[] = [];
	const pagesFolder = builtPagesFolder();
	service = await startService({ config: { signInFor }, pagesFolder });
	const administrators = [service.organisation.admin.email];
	const escrow = await service.addUser('escrow@first.test', ['TrackerUser']);
	const place = await databases.place('SQLite');
	writeSettings(place.dataFolder, service, escrow, {});
	exchange = await startBareExchange(place, {
		...{ signInUrl: service.url, administrators, pagesFolder },
	});
	signInFor.push({ address: exchange.url, organisationId: await organisationOf(service) });
	const { database } = exchange.exchange;
	const { id: accountId } = await new Accounts(database, systemClock).add('Trader');
	const { email } = service.organisation.admin;
	await setEmail(database, { accountId, email, settings: undefined });
	await openMarket(service, database, escrow);
	page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});

afterAll(async () => {
	await browser.close();
	await exchange.close();
	await service.close();
	await databases.close();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a trader signs in at the console and comes back to the page they were on', async () => {
	await page.goto(`${exchange.url}/venue/orders`);
	await page.getByText('or enter an API key.').waitFor();
	expect(await violations(page)).toEqual([]);
	await press('Sign in');
	// Nobody is signed in to the console yet.
	await page.waitForURL(/\/console\/sign-in/);
	const to = new URL(page.url()).searchParams.get('to') ?? '';
	const token = await signInToken(service, service.organisation.admin.email);
	// As from a mail: another document.
	await page.goto('about:blank');
	await page.goto(`${service.url}/console/sign-in?to=${encodeURIComponent(to)}#${token}`);
	await press('Sign in');
	await page.getByRole('heading', { name: 'Allow deposits?' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await press('Not now');
	await page.getByText(`Signed in as ${service.organisation.admin.email}`).waitFor();
	expect(page.url()).toBe(`${exchange.url}/venue/orders`);
	expect(await violations(page)).toEqual([]);
});

test('a reload keeps the trader, and signing out ends the key', async () => {
	await page.reload();
	await page.getByText('Signed in as').waitFor();
	await press('Sign out');
	await page.getByText('or enter an API key.').waitFor();
	const rows = await exchange.exchange.database
		.selectFrom('api_keys')
		.select(['label', 'revoked_at'])
		.where('label', 'like', 'signed in%')
		.execute();
	expect(rows.map(({ revoked_at: at }) => at !== null)).toEqual([true]);
});

test('who is signed in to the console signs in by one click, as an administrator, too', async () => {
	await page.goto(`${exchange.url}/admin`);
	await press('Sign in');
	await page.getByText('Signed in as').waitFor();
	await page.getByRole('heading', { level: 1 }).waitFor();
	expect(await violations(page)).toEqual([]);
});

test('an administrator is no trader by that, in the same tab', async () => {
	await page.goto(`${exchange.url}/venue/orders`);
	await page.getByText('or enter an API key.').waitFor();
	await page.goto(`${exchange.url}/admin`);
	await page.getByText('Signed in as').waitFor();
});

test('an answer that this tab did not ask for signs nobody in', async () => {
	await page.goto(`${exchange.url}/venue`);
	await page.evaluate(() => sessionStorage.clear());
	await page.goto(`${exchange.url}/venue/orders#code=foreign&state=foreign`);
	await page.getByText('This sign-in was not begun in this tab.').waitFor();
	expect(page.url()).not.toContain('foreign');
});

test('who said not now allows deposits on the page of transfers, and again after revoking the key', async () => {
	await page.goto(`${exchange.url}/venue/transfers`);
	await press('Sign in');
	await page.getByText('Signed in as').waitFor();
	const allow = async () => {
		await press('Allow deposits');
		await press('Allow');
		await page.getByText('Deposits are allowed by a key').waitFor();
		expect(page.url()).toBe(`${exchange.url}/venue/transfers`);
	};
	await allow();
	expect(await violations(page)).toEqual([]);
	expect(await page.getByLabel('Key at the tracker').count()).toBe(0);
	const kept = await page.evaluate(() =>
		JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
	);
	const { key } = JSON.parse(
		await page.evaluate(() => sessionStorage.getItem('trader-key') ?? '{}'),
	) as { key: string };
	// The key of the session, and none of the tracker.
	expect(kept.match(/[\w-]{43}/g)).toEqual([key]);
	await page.getByRole('link', { name: 'your keys' }).click();
	const row = page.getByRole('row', { name: /Deposits at/ });
	await row.getByRole('button').click();
	await row.getByRole('button').first().click();
	await row.waitFor({ state: 'detached' });
	await page.goto(`${exchange.url}/venue/transfers`);
	await page.getByText('You have revoked the key at the tracker').first().waitFor();
	await allow();
});

test('who may hold no assets is told whom to ask, and comes back signed in', async () => {
	const { database } = exchange.exchange;
	const { email } = service.organisation.byRole.SealerUser;
	const { id: accountId } = await new Accounts(database, systemClock).add('Without assets');
	await setEmail(database, { accountId, email, settings: undefined });
	await signInOn(page, service, email);
	await page.goto(`${exchange.url}/venue/transfers`);
	await page.evaluate(() => sessionStorage.clear());
	await page.reload();
	// Nothing is asked at the sign-in.
	await press('Sign in');
	await page.getByText(`Signed in as ${email.toLowerCase()}`).waitFor();
	await press('Allow deposits');
	await page.getByText('Ask a user administrator for the role TrackerUser').waitFor();
	expect(await violations(page)).toEqual([]);
	await press('Go back');
	await page.getByText(`Signed in as ${email.toLowerCase()}`).waitFor();
});
