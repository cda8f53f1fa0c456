/**
 * How long it takes somebody who begins, by the clock and in clicks, in a real browser: from the printed first link
 * to a sent contract, two files compared, and a trade of two people who sign in by the console. Each is measured,
 * printed and held. Before the trade, an operator has set up what traders do not: the market, its assets at the
 * tracker and an account for each address. The seller deposits what is sold; the order of the buyer pulls what it costs.
 */
import { PassThrough } from 'node:stream';
import type { Browser, Locator, Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { listeningUrl } from '../../../server/http/listening-url';
import { openService, type Service } from '../../../service/app';
import { issueSignInLink } from '../../../service/accounts/sign-in-links';
import { readConfig } from '../../../service/config';
import { sampleAgreementPdf } from '../../../service/http/samples';
import type { SignInProgram } from '../../../service/accounts/sign-in-programs';
import { organisationOf, signInToken } from '../../support/programs/console';
import { startBareExchange, type BareExchange } from '../../exchange/support/exchange';
import {
	heldBy,
	openMarket,
	writeSettings,
	type SettledMarket,
	type SettlingTrader,
} from '../../exchange/support/settling';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { servicePlace } from '../../support/programs/service-place';
import { testPort } from '../../support/run/ports';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { watchedPage } from '../../support/servers/watched-page';

/** Presses what a person presses, and counts it; a file that is chosen is a click. */
class Person {
	clicks = 0;

	constructor(readonly page: Page) {}

	async press(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
		this.clicks += 1;
		await this.page.getByRole(role, { name, exact: true }).first().click();
	}

	async choose(field: Locator, name: string, buffer: Buffer, mimeType = 'text/plain') {
		this.clicks += 1;
		await field.setInputFiles({ name, mimeType, buffer });
	}

	async type(texts: Readonly<Record<string, string>>): Promise<void> {
		for (const [label, text] of Object.entries(texts)) {
			await this.page.getByLabel(label, { exact: true }).fill(text);
		}
	}

	saying(text: string | RegExp): Promise<void> {
		return this.page.getByText(text).first().waitFor();
	}
}

/** The time is held by the limit of its test. */
async function measured(
	what: string,
	people: readonly Person[],
	clicks: number,
	way: () => Promise<void>,
): Promise<void> {
	const clicksOf = () => people.reduce((sum, person) => sum + person.clicks, 0);
	const before = clicksOf();
	const startedAt = performance.now();
	await way();
	const seconds = (performance.now() - startedAt) / 1000;
	const made = clicksOf() - before;
	process.stdout.write(`  ${what}: ${seconds.toFixed(1)} s, ${made} clicks\n`);
	expect(made).toBe(clicks);
}

let browser: Browser;

beforeAll(async () => {
	browser = await openBrowser();
});

afterAll(() => browser.close());

describe('at an empty service', () => {
	let service: Service;
	let place: Awaited<ReturnType<typeof servicePlace>>;
	let person: Person;
	let firstLink: string;

	beforeAll(async () => {
		place = await servicePlace();
		const port = await testPort();
		const config = readConfig({ ...place.environment, PORT: String(port) });
		const edges = { clock: systemClock, log: new PassThrough().resume() };
		service = await openService(config, { ...edges, pagesFolder: builtPagesFolder() });
		await service.app.listen({ host: '127.0.0.1', port });
		const url = listeningUrl(service.app);
		person = new Person((await watchedPage(browser, url)).page);
		const { token } = await service.database
			.transaction()
			.execute((transaction) => issueSignInLink(transaction, systemClock, null));
		firstLink = `${url}/console/sign-in#${token}`;
	});

	afterAll(async () => {
		await person.page.close();
		await service.close();
		place.remove();
	});

	test('from the first link to a sent contract it takes seven clicks, and no two minutes', async () => {
		await measured('a contract sent', [person], 7, async () => {
			// Opening the link is one.
			person.clicks += 1;
			await person.page.goto(firstLink);
			await person.type({
				'Your organisation': 'Harbour Ltd',
				'Your e-mail address': 'ann@harbour.example',
			});
			await person.press('Begin');
			await person.press('Send a contract', 'link');
			const pdf = Buffer.from(await sampleAgreementPdf());
			await person.choose(
				person.page.locator('input[type=file]').first(),
				'agreement.pdf',
				pdf,
				'application/pdf',
			);
			await person.type({ 'E-mail address of signer 1': 'ben@signers.example' });
			await person.press('Add a signer');
			await person.type({ 'E-mail address of signer 2': 'cem@signers.example' });
			await person.press('Add a signer');
			await person.type({ 'E-mail address of signer 3': 'dora@signers.example' });
			await person.press('Send');
			await person.saying('Nobody has signed yet');
		});
	}, 120_000);

	test('two files are compared within a minute', async () => {
		await measured('two files compared', [person], 5, async () => {
			await person.press('Home', 'link');
			await person.press('Compare two files', 'link');
			await person.choose(
				person.page.getByLabel('Kept file'),
				'lease.txt',
				Buffer.from('The rent is 12.50.\n'),
			);
			await person.choose(
				person.page.getByLabel('Sent file'),
				'lease-2.txt',
				Buffer.from('The rent is 13.90.\n'),
			);
			await person.press('Compare');
			await person.saying('They differ');
		});
	}, 60_000);
});

describe('at an exchange that settles at the service', () => {
	const databases = new TestDatabases();
	let service: RunningService;
	let exchange: BareExchange;
	let market: SettledMarket;

	beforeAll(async () => {
		const signInFor: SignInProgram[] = [];
		const pagesFolder = builtPagesFolder();
		service = await startService({ config: { signInFor }, pagesFolder });
		const escrow = await service.addUser('escrow@first.test', ['TrackerUser']);
		const place = await databases.place('SQLite');
		writeSettings(place.dataFolder, service, escrow, {});
		exchange = await startBareExchange(place, { signInUrl: service.url, pagesFolder });
		signInFor.push({ address: exchange.url, organisationId: await organisationOf(service) });
		market = await openMarket(service, exchange.exchange.database, escrow);
		// What trading brings stays at the exchange until it is asked back.
		for (const { key } of [market.seller, market.buyer])
			await exchange.call('PATCH', '/account', { key, body: { payouts: 'ON_DEMAND' } });
	});

	afterAll(async () => {
		await exchange.close();
		await service.close();
		await databases.close();
	});

	/** In a browser of their own, on the page of the market; with deposits allowed. */
	async function signedIn(person: Person, { user: { email } }: SettlingTrader): Promise<void> {
		const { page } = person;
		await page.goto(`${exchange.url}/venue`);
		await person.press('CREDIT-EUR', 'link');
		await person.press('Sign in');
		await page.waitForURL(/\/console\/sign-in/);
		const to = new URL(page.url()).searchParams.get('to') ?? '';
		const token = await signInToken(service, email);
		// The link in the mail, which is one click, too.
		person.clicks += 1;
		await page.goto('about:blank');
		await page.goto(`${service.url}/console/sign-in?to=${encodeURIComponent(to)}#${token}`);
		await person.press('Sign in');
		await person.press('Allow');
		await person.saying('Signed in as');
	}

	test('two people trade, and the buyer has it at the tracker, within five minutes', async () => {
		const { seller, buyer, assetIds } = market;
		const contexts = [await browser.newContext(), await browser.newContext()] as const;
		const [selling, buying] = [
			new Person(await contexts[0].newPage()),
			new Person(await contexts[1].newPage()),
		];
		const terms = { 'Price in EUR': '12', 'Quantity in CREDIT': '5' };
		await measured('a settled trade', [selling, buying], 20, async () => {
			await signedIn(selling, seller);
			await selling.press('Transfers', 'link');
			const deposit = selling.page.getByRole('form', { name: 'Deposit' });
			await deposit.getByLabel('Asset').fill('CREDIT');
			await deposit.getByLabel('Amount').fill('5');
			selling.clicks += 1;
			await deposit.getByRole('button').click();
			await selling.page.getByRole('row', { name: /5 CREDIT Settled on/ }).waitFor();
			await selling.press('Markets', 'link');
			await selling.press('CREDIT-EUR', 'link');
			await selling.press('Sell');
			await selling.type(terms);
			await selling.press('Sell CREDIT');
			await selling.saying('The order is in the book.');
			await signedIn(buying, buyer);
			await buying.type(terms);
			await buying.press('Buy CREDIT');
			await buying.saying('The order has traded.');
			await buying.press('Transfers', 'link');
			await buying.press('Withdrawals', 'link');
			const form = buying.page.getByRole('form', { name: 'Withdraw' });
			await form.locator('select').selectOption('CREDIT');
			await form.getByLabel('Amount').fill('5');
			buying.clicks += 1;
			await form.getByRole('button').click();
			await until(async () =>
				(await heldBy(service, buyer.user, assetIds.CREDIT)) === 5 ? true : undefined,
			);
			await buying.page.getByRole('row', { name: /5 CREDIT Settled on/ }).waitFor();
		});
		for (const context of contexts) await context.close();
	}, 300_000);
});
