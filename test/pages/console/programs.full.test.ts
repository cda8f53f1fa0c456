/**
 * What waits at the exchange, on Home, in a real browser on a phone: numbers and a link for administrators, in each
 * language; that it is not known once the exchange is silent; and nothing for others.
 */
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { send } from '../../support/clients/requests';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations } from '../../support/servers/watched-page';

let browser: Browser;
let service: RunningService;
let page: Page;
let nowMs = systemClock.now();

beforeAll(async () => {
	browser = await openBrowser();
	service = await startService({ clock: { now: () => nowMs }, pagesFolder: builtPagesFolder() });
	const { organisation, signInFor } = service;
	signInFor.push({ address: 'https://exchange.example', organisationId: organisation.id });
	page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});
afterAll(async () => {
	await browser.close();
	await service.close();
});

async function report(openAlarms: number) {
	const told = { page: '/admin', heldTransfers: 2, waitingPayouts: 0, openAlarms };
	const alarm = 'payouts of EUR are stopped: <b>5 EUR</b> are missing';
	const headers = { 'x-api-key': service.organisation.byRole.TrackerUser.key };
	const json = { ...told, alarm };
	await send({ method: 'PUT', url: `${service.url}/waiting`, headers, json });
}

const notice = () => page.getByRole('status').filter({ hasText: 'exchange.example' });

test('an administrator sees numbers, the most severe alarm as it is written, and the way there', async () => {
	await report(1);
	await signInOn(page, service, service.organisation.byRole.Admin.email);
	await notice().getByText('Open alarms: 1. Transfers held for review: 2.').waitFor();
	await notice().getByText('<b>5 EUR</b>').waitFor();
	const link = notice().getByRole('link', { name: 'See to it there' });
	expect(await link.getAttribute('href')).toBe('https://exchange.example/admin');
	expect(await page.getByText('Nothing waits for you.').count()).toBe(0);
	expect(await violations(page)).toEqual([]);
});

test.each([
	['Deutsch', 'exchange.example braucht Sie'],
	['Français', 'exchange.example a besoin de vous'],
	['English', 'exchange.example needs you'],
])('in %s', async (label, title) => {
	await page.getByLabel(/Language|Sprache|Langue/).selectOption({ label });
	await notice().getByText(title).waitFor();
	expect(await violations(page)).toEqual([]);
});

test('once the exchange is silent no old numbers are shown', async () => {
	nowMs += 10 * 60_000;
	await page.reload();
	await notice().getByText('It has not said since').waitFor();
	expect(await notice().getByText('Open alarms').count()).toBe(0);
});

test('who is no administrator sees nothing of it', async () => {
	await report(1);
	await signInOn(page, service, service.organisation.byRole.TrackerUser.email);
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.getByText('Nothing waits for you.').waitFor();
	expect(await notice().count()).toBe(0);
});
