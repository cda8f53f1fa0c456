/**
 * The signing page as a signer meets it on a slow phone: what it loads, and how soon the first page of a long
 * PDF stands there, in a real Chromium whose processor is slowed.
 */
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { request } from 'undici';
import { openBrowser } from '../../support/servers/chromium';
import { mailFiles, onSealerStage, post, type SealerStage } from './stage';
import { quantile, sized } from '../parts/result';

export const pageSizes = { pdfPages: 20, slowedTimes: 4, openings: sized(5, 1) } as const;

/** Run before the scripts of the page, whose policy lets nobody evaluate anything later. */
const notesFirstPage = `new MutationObserver((_changes, observer) => {
	if (document.querySelector('.pages canvas')?.style.visibility !== 'visible') return;
	globalThis.firstPageMs = performance.now();
	observer.disconnect();
}).observe(document, { childList: true, subtree: true, attributes: true })`;

const paintMs = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN";

export function measurePage(pdf: Uint8Array<ArrayBuffer>): Promise<Record<string, number>> {
	return onSealerStage(
		() => Promise.resolve(0),
		async (stage) => {
			const link = await linkTo(stage, pdf);
			const browser = await openBrowser();
			try {
				return await openings(browser, link);
			} finally {
				await browser.close();
			}
		},
	);
}

/** The link of the only signer, as their mail has it. */
async function linkTo(stage: SealerStage, pdf: Uint8Array<ArrayBuffer>): Promise<string> {
	await post(stage.contractsUrl, stage.admin.key, [
		['displayName', 'Lease'],
		['signerEmails', 'guest@elsewhere.test'],
		['file', new File([pdf], 'lease.pdf')],
	]);
	for (;;) {
		for (const file of mailFiles(stage)) {
			const mail = fs.readFileSync(file, 'utf8').replace(/=\r?\n/g, '');
			const link = /https?:\/\/\S+\/sign\/[\w-]{43}/.exec(mail)?.[0];
			if (link !== undefined) return link;
		}
		await delay(50);
	}
}

async function openings(browser: Browser, link: string): Promise<Record<string, number>> {
	const shown: number[] = [];
	const painted: number[] = [];
	let loaded = { page: 0, pdfjs: 0 };
	for (let at = 0; at < pageSizes.openings; at += 1) {
		const opened = await opening(browser, link);
		shown.push(opened.firstPageMs);
		painted.push(opened.firstPaintMs);
		loaded = opened.loaded;
	}
	return {
		signingPageKilobytes: (loaded.page + loaded.pdfjs) / 1_000,
		signingPageKilobytes_withoutPdfjs: loaded.page / 1_000,
		signingFirstPaintMs: quantile(painted, 0.5),
		signingFirstPageMs: quantile(shown, 0.5),
		signingFirstPageSlowestMs: Math.max(...shown),
	};
}

/** Of the script of a worker, whose request the browser tells nobody of. */
async function sentBytes(url: string): Promise<readonly [url: string, bytes: number]> {
	const answer = await request(url, { headers: { 'accept-encoding': 'br' } });
	return [url, (await answer.body.arrayBuffer()).byteLength];
}

/** Counted from the click on the link, in a browser that has loaded nothing before. */
async function opening(browser: Browser, link: string) {
	const context = await browser.newContext({ viewport: { width: 390, height: 780 } });
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: pageSizes.slowedTimes });
	const sizes: Promise<readonly [url: string, bytes: number]>[] = [];
	page.on('requestfinished', (asked) => {
		const url = asked.url();
		if (/\/signing\/.*\/file/.test(url)) return;
		sizes.push(asked.sizes().then(({ responseBodySize }) => [url, responseBodySize]));
	});
	await page.addInitScript(notesFirstPage);
	await page.goto(link);
	await page.locator('.pages canvas[style*="visible"]').first().waitFor();
	const firstPageMs = await page.evaluate<number>('firstPageMs');
	const firstPaintMs = await page.evaluate<number>(paintMs);
	const workers = page.workers().map((worker) => sentBytes(worker.url()));
	const read = [...(await Promise.all(sizes)), ...(await Promise.all(workers))];
	await context.close();
	const bytesOf = (isOfPdfjs: boolean) =>
		read
			.filter(([url]) => url.includes('/pdfjs-') === isOfPdfjs)
			.reduce((sum, [, bytes]) => sum + bytes, 0);
	return { firstPageMs, firstPaintMs, loaded: { page: bytesOf(false), pdfjs: bytesOf(true) } };
}
