/**
 * Signing in to the pages of the exchange through the console, in a real browser: a trader and an administrator paste
 * no key, a reload keeps them, a sign-in of another tab is not taken, and signing out ends the key.
 */
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../exchange/accounts/accounts';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import type { SignInProgram } from '../../../service/sign-in/sign-in-codes';
import { organisationOf, signInToken } from '../../support/programs/console';
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
	exchange = await startBareExchange(await databases.place('SQLite'), {
		...{ signInUrl: service.url, administrators, pagesFolder },
	});
	signInFor.push({ address: exchange.url, organisationId: await organisationOf(service) });
	const { database } = exchange.exchange;
	const { id: accountId } = await new Accounts(database, systemClock).add('Trader');
	const { email } = service.organisation.admin;
	await setEmail(database, { accountId, email, settings: undefined });
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
