/**
 * A page in a real browser under watch: what it must not meet (faults, warnings, breaches of its
 * policy, requests to elsewhere) is collected, and axe-core says what keeps people out of it.
 */
import fs from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
	readonly page: Page;
	/** Everything it met so far that it should not have. */
	readonly faults: readonly string[];
}

/** Before the test's own limit, so that what was waited for is told. */
const patienceMs = 120_000;

/** A page that may reach `origin` and nothing else. */
export async function watchedPage(
	browser: Browser,
	origin: string,
	options: BrowserContextOptions = {},
): Promise<WatchedPage> {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(patienceMs);
	const faults: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
	});
	page.on('pageerror', (fault) => faults.push(fault.message));
	page.on('request', (request) => {
		const url = request.url();
		if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) faults.push(url);
	});
	return { page, faults };
}

/**
 * Closes a page whose requests a test answers: one that is closed over a request on its way disposes
 * of the reply that is being handed to it, and the test fails of that.
 */
export async function closeRouted(page: Page): Promise<void> {
	await page.unrouteAll({ behavior: 'wait' });
	await page.close();
}

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const rules: readonly string[] = [
	'wcag2a',
	'wcag2aa',
	'wcag21a',
	'wcag21aa',
	'wcag22aa',
	'best-practice',
];

/** What axe-core finds on a page as it stands; it is run by the browser, not by the page. `tags` choose rules. */
export async function violations(page: Page, tags = rules): Promise<readonly string[]> {
	const source = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
	await page.evaluate(source);
	const found = await page.evaluate(
		(values) =>
			(
				globalThis as unknown as {
					axe: { run(options: object): Promise<{ violations: readonly Violation[] }> };
				}
			).axe.run({ runOnly: { type: 'tag', values } }),
		tags,
	);
	return found.violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
	);
}
