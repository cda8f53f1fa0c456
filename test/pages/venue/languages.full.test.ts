/**
 * The venue in German and French, at an exchange that settles at a real tracker, in a real browser on a phone: a trade,
 * its settlement, transfers and what is refused.
 */
import type { Page } from 'playwright-core';
import { languages } from '../../../pages/parts/language/languages';
import { refusals } from '../../../pages/parts/refusals/refusals';
import { texts } from '../../../pages/venue/texts/texts';
import { until } from '../../support/clients/requests';
import { violations, watchedPage } from '../../support/servers/watched-page';
import { expectOneLanguage, phone as viewport, spoken } from '../one-language';
import { unexpected, VenueStage } from './venue-page';

let stage: VenueStage;

beforeAll(async () => {
	stage = await VenueStage.open();
	const { seller, buyer } = stage.settling;
	for (const [trader, side] of [
		[seller, 'SELL'],
		[buyer, 'BUY'],
	] as const) {
		const { status } = await stage.settling.exchange.call('POST', '/orders', {
			key: trader.key,
			body: {
				...{ symbol: 'CREDIT-EUR', side, type: 'LIMIT', price: '12.5', quantity: '4' },
				...{ fund: true, clientOrderId: `first-${side}` },
			},
		});
		expect(status).toBeLessThan(300);
	}
	await until(async () => {
		const paid = await stage.asked<readonly { readonly status: string }[]>(seller.key, '/payouts');
		return paid.some(({ status }) => status === 'SETTLED') || undefined;
	});
});

afterAll(() => stage.close());

describe.each(spoken)('in $language', ({ language, column, date }) => {
	const { locale } = languages[language];
	const place = () => `${stage.settling.exchange.url}/venue`;
	let page: Page;
	let faults: readonly string[];

	beforeAll(async () => {
		const { url } = stage.settling.exchange;
		({ page, faults } = await watchedPage(stage.browser, url, { locale, viewport }));
	});

	afterAll(() => page.close());

	const text = (name: keyof typeof texts) => texts[name][column];
	const filled = (name: keyof typeof texts, values: Readonly<Record<string, string>>) =>
		text(name).replace(/\{(\w+)\}/g, (_found, one: string) => values[one] ?? '');
	const saying = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
	const field = (words: string) => page.getByLabel(words, { exact: true }).first();
	const press = (words: string) =>
		page.getByRole('button', { name: words, exact: true }).first().click();

	async function expectSpoken(): Promise<void> {
		const loading = page.getByText(text('Loading…')).first();
		await loading.waitFor({ state: 'detached' });
		await expectOneLanguage(page, { language, tables: [texts] });
		expect(await violations(page)).toEqual([]);
	}

	const link = (words: string) => page.getByRole('link', { name: words, exact: true });

	async function openPart(part: keyof typeof texts, heading: keyof typeof texts): Promise<void> {
		await link(text(part)).first().click();
		await page.getByRole('heading', { level: 1, name: text(heading), exact: true }).waitFor();
	}

	test('the markets and one of them, without a key', async () => {
		await page.goto(place());
		await link('CREDIT-EUR').waitFor();
		await expectSpoken();
		await link('CREDIT-EUR').click();
		await saying(text('Live'));
		await saying(text('Nobody sells'));
		await expectSpoken();
	});

	test('orders are prepared, placed, replaced and cancelled', async () => {
		await field(text('API key')).fill(stage.settling.seller.key);
		await press(text('Open'));
		await saying(text('You have no open orders here.'));
		await saying(text('Live'));
		await expectSpoken();
		const types = field(text('Type')).locator('option');
		for (let at = 0; at < (await types.count()); at += 1) {
			await field(text('Type')).selectOption({ index: at });
			await expectSpoken();
		}
		await field(text('Type')).selectOption({ index: 0 });
		await press(text('Sell'));
		await field(filled('Price in {asset}', { asset: 'EUR' })).fill('99.005');
		await field(filled('Quantity in {asset}', { asset: 'CREDIT' })).fill('2');
		await saying(
			filled('It goes in steps of {step}: {one} or {other}.', {
				...{ step: '0.01', one: '99', other: '99.01' },
			}),
		);
		await expectSpoken();
		await field(filled('Price in {asset}', { asset: 'EUR' })).fill('99');
		await saying(text('It would rest in the book.'));
		await expectSpoken();
		await press(filled('Sell {asset}', { asset: 'CREDIT' }));
		await saying(text('The order is in the book.'));
		await page.getByRole('button', { name: text('Replace') }).click();
		await page.getByRole('heading', { level: 3 }).waitFor();
		await expectSpoken();
		await page
			.getByRole('button', { name: text('Cancel') })
			.first()
			.click();
		await saying(text('You have no open orders here.'));
	});

	test('its parts say everything', async () => {
		await openPart('Orders', 'Your orders');
		await page
			.getByRole('cell', { name: text('Traded'), exact: true })
			.first()
			.waitFor();
		expect(await page.locator('time').first().innerText()).toMatch(date);
		await expectSpoken();
		await openPart('Trades', 'Your trades');
		await page
			.getByRole('button', { name: text('Show') })
			.first()
			.click();
		await saying(text('Paid out at the tracker'));
		await expectSpoken();
		await openPart('Statement', 'Statement');
		await press(text('Download'));
		await page.getByRole('status').getByText(/\.csv/).waitFor();
		await expectSpoken();
		await openPart('Reserves', 'Proof of reserves');
		await expectSpoken();
	});

	test('what the tracker refuses is told', async () => {
		await openPart('Transfers', 'Transfers');
		await link(text('Withdrawals')).click();
		await page
			.getByRole('cell', { name: new RegExp(`^${text('Settled')}`) })
			.first()
			.waitFor();
		await expectSpoken();
		await link(text('Deposits')).click();
		const form = page.getByRole('form', { name: text('Deposit'), exact: true });
		await form.locator('select').selectOption('CREDIT');
		await form.getByLabel(text('Amount'), { exact: true }).fill('5000');
		await form.getByRole('button').click();
		const [insufficient = ''] = (
			refusals.Factory_FactoryTransferInsufficientFund?.[column] ?? ''
		).split('{0}');
		await page.getByRole('alert').getByText(insufficient).first().waitFor();
		await expectSpoken();
	});

	test('no page met a fault', () => {
		// One transfer was refused, and no reserves were published.
		expect(unexpected(unexpected(faults), 404)).toEqual([]);
	});
});
