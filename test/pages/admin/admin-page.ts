/**
 * The administrator's page as a test has it: an exchange that settles at a real tracker, a page opened
 * with a key, and an act done by its dialog as a person does it.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { builtPagesFolder } from '../../support/servers/built-pages';
import type { DatabasePlace } from '../../../exchange/database/database';
import { watchedPage } from '../../support/servers/watched-page';
import { startSettling, type Settling } from '../../exchange/support/settling';

export const bank = 'bank@first.test';

/** Where commissions go there is a user of the tracker. */
export async function startWatched(place: DatabasePlace): Promise<Settling> {
	const pagesFolder = builtPagesFolder();
	// No comparison but those a test asks for.
	const settings = { commissionsEmail: bank, reconcileMs: 86_400_000 };
	const settling = await startSettling(place, settings, { pagesFolder });
	await settling.service.addUser(bank, ['TrackerUser']);
	return settling;
}

export interface OpenedPage {
	readonly page: Page;
	readonly faults: readonly string[];
}

/** A part of the page, by its address below the page's own. */
export async function openPart(
	{ browser, settling }: { readonly browser: Browser; readonly settling: Settling },
	part: string,
	options: BrowserContextOptions = {},
): Promise<OpenedPage> {
	const { url, administratorKey } = settling.exchange;
	const opened = await watchedPage(browser, url, options);
	const { page } = opened;
	await page.goto(`${url}/admin/console${part}`);
	await giveKey(page, administratorKey);
	await page.getByRole('button', { name: 'Look again' }).first().waitFor();
	return opened;
}

export async function giveKey(page: Page, key: string): Promise<void> {
	await page.getByLabel('API key').fill(key);
	await page.getByRole('button', { name: 'Open', exact: true }).click();
}

interface WantedAct {
	/** The button, and where it is one of several, what it is done to. */
	readonly name: string;
	readonly what?: string;
	/** Some of what is said before it is done. */
	readonly says: string;
	/** By their labels. */
	readonly fields?: Readonly<Record<string, string>>;
	readonly choices?: Readonly<Record<string, string>>;
	readonly checks?: readonly string[];
	/** What came of it. */
	readonly told: string | RegExp;
}

/** Opens the question, fills it in and has it done; what is said of it stands in the dialog. */
export async function act(page: Page, wanted: WantedAct): Promise<void> {
	const { name, what, says, fields = {}, choices = {}, checks = [], told } = wanted;
	const button = what === undefined ? name : `${name}: ${what}`;
	await page.getByRole('button', { name: button, exact: true }).click();
	const dialog = page.getByRole('dialog');
	const all = { ...fields, Reason: 'looked into' };
	for (const [label, value] of Object.entries(all)) {
		await dialog.getByLabel(label, { exact: true }).fill(value);
	}
	for (const [label, value] of Object.entries(choices)) {
		await dialog.getByLabel(label, { exact: true }).selectOption(value);
	}
	for (const label of checks) await dialog.getByLabel(label, { exact: true }).check();
	await dialog.getByText(says).waitFor();
	await dialog.getByRole('button', { name, exact: true }).click();
	await dialog.getByText(told).first().waitFor();
}

/** The same, with the dialog closed behind it. */
export async function actAndClose(page: Page, wanted: WantedAct): Promise<void> {
	await act(page, wanted);
	await close(page);
}

export async function close(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Close', exact: true }).click();
	await page.getByRole('dialog').waitFor({ state: 'detached' });
}
