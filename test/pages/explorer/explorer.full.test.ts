/**
 * The explorer on a running service, in a real browser: what the log holds, and what is said when it
 * is not the one that was seen, by a service that was set back and by one that lies.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Model } from '../../../api/types';
import { readConfig, type Config } from '../../../service/config';
import { checkpointFile, noneKept } from '../../../service/log/kept-checkpoint';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';

let browser: Browser;
let running: RunningService;
/** Of the running service; what is set counts from its next start. */
const config: { -readonly [Name in keyof Config]?: Config[Name] } = {};
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ config, pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

/** Ids of assets that were entered, in their order. */
const assets: string[] = [];

/** Each in a block of its own. */
async function enter(count: number): Promise<void> {
	const { products, admin } = running.organisation;
	for (let left = count; left > 0; left -= 1) {
		const answer = await send({
			method: 'POST',
			url: `${running.url}/tracker/${products.Tracker}/assets`,
			headers: { 'x-api-key': admin.key },
			json: { name: `<b>Asset</b> ${left}` },
		});
		assets.push((answer.json() as { readonly id: string }).id);
		await until(async () => (await shownLog()).treeSize >= assets.length || undefined);
	}
}

async function shownLog(of = running): Promise<Model<'Log'>> {
	return (await send({ method: 'GET', url: `${of.url}/log` })).json() as Model<'Log'>;
}

const open = (location: string, on = page) => on.goto(`${running.url}/explorer${location}`);
const said = (on = page) => on.locator('main').innerText();
const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();

test('a log without entries is shown as one', async () => {
	await open('');
	await saying('None yet');
	await open('/checkpoints');
	await saying('so there is no checkpoint');
	await open('/entries');
	await saying('Nothing has been entered yet.');
	expect(await violations(page)).toEqual([]);
});

test('the log is shown with its name, key, size and last entry, and the browser remembers it', async () => {
	await enter(60);
	await open('');
	await saying('This browser sees this log for the first time.');
	await saying('60');
	const { origin, vkey } = (
		await send({ method: 'GET', url: `${running.url}/log` })
	).json() as Record<string, string>;
	expect(await said()).toContain(origin);
	expect(await said()).toContain(vkey);
	// The last entry is asked for after the size.
	await page.locator('dl time').waitFor();
	expect(await page.locator('dl time').count()).toBe(1);
});

test('at the next visit it says since when and by how much the log has grown', async () => {
	await enter(3);
	await open('');
	await saying('The log goes on from what this browser saw.');
	expect(await said()).toMatch(/it had 60 entries.*All of them are still there, and 3 came since/);
});

test('entries stand on pages, and a page has an address', async () => {
	await open('/entries');
	await saying('1 to 50');
	expect(await page.locator('tbody tr').count()).toBe(50);
	await page.getByRole('button', { name: 'More' }).click();
	await saying('51 to 63');
	expect(new URL(page.url()).search).toBe('?from=50');
	await page.reload();
	await saying('51 to 63');
	await page.goBack();
	await saying('1 to 50');
});

test('a record is found by its id, and one that is not there is said not to be', async () => {
	await open('');
	await page.getByLabel('Id of a record').fill(` ${assets[61]} `);
	await page.keyboard.press('Enter');
	await page.getByRole('link', { name: '61', exact: true }).click();
	await page.getByRole('heading', { name: 'Entry 61' }).waitFor();
	await saying(assets[61] ?? '');
	await open('/records/%3Cb%3Enone%2F');
	await saying('No entry has this id.');
	expect(await said()).toContain('<b>none/');
});

test('an entry is proven in the browser, step by step up to the signature', async () => {
	await open('/entries/61');
	await saying('The entry stands in the log.');
	expect(await said()).toMatch(/has signed a tree of 63 entries/);
	expect(await said()).toMatch(/hashes lead from entry 61 to the root that was signed/);
	expect(await page.locator('tbody tr').count()).toBeGreaterThan(3);
	expect(await page.locator('tbody').innerText()).toContain('on the left');
});

test('checkpoints are listed, the newest first, and a page begins at a size', async () => {
	const newest = page.locator('tbody tr').first();
	await open('/checkpoints');
	await saying('Of 63 to 14 entries');
	expect(await newest.innerText()).toMatch(/^63\s/);
	await page.getByRole('button', { name: 'More' }).click();
	await saying('Of 13 to 1 entries');
	expect(new URL(page.url()).search).toBe('?fromSize=13');
	expect(await page.getByRole('button', { name: 'More' }).isDisabled()).toBe(true);
	await page.getByRole('button', { name: 'Newest' }).click();
	await saying('Of 63 to 14 entries');
	await open('/checkpoints?fromSize=0');
	await saying('There is no checkpoint of so few entries.');
});

test('the key the server shows can be taken to check a proof with', async () => {
	await open('/check');
	await page.getByRole('button', { name: 'Take the key this server shows' }).click();
	expect(await page.getByLabel('Public key of the log').inputValue()).toMatch(/\+[0-9a-f]{8}\+/);
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	for (const [part, text] of [
		['', 'The log goes on'],
		['/entries', '1 to 50'],
		['/entries/61', 'The entry stands in the log.'],
	] as const) {
		await open(part);
		await saying(text);
		expect(await violations(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	}
	expect(faults).toEqual([]);
});

test('by keyboard alone somebody comes from the log to an entry', async () => {
	await open('');
	await saying('The log goes on');
	await page.keyboard.press('Tab');
	expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
	const entries = page.getByRole('link', { name: 'Entries' });
	await entries.focus();
	await page.keyboard.press('Enter');
	await saying('1 to 50');
	await page.waitForFunction("document.activeElement.textContent === 'Entries'");
	await page.getByRole('link', { name: '0', exact: true }).focus();
	await page.keyboard.press('Enter');
	await saying('The entry stands in the log.');
});

test('a server that is away is said to be, and the page goes on when it is back', async () => {
	const { page: waiting } = await watchedPage(browser, running.url);
	await open('/entries', waiting);
	await saying('1 to 50', waiting);
	await running.service.close();
	await waiting.getByRole('button', { name: 'More' }).click();
	await saying('The server does not answer.', waiting);
	await running.restart();
	await waiting.getByRole('button', { name: 'Try again' }).last().click();
	await saying('51 to 63', waiting);
	await waiting.close();
});

/** Changes something in answers of the server before they come to the page. */
function answering<Body extends object>(
	on: Page,
	location: string,
	change: (body: Body) => Partial<Body>,
): Promise<unknown> {
	return on.route(`${running.url}${location}`, async (route) => {
		const response = await route.fetch();
		const body = (await response.json()) as Body;
		await route.fulfill({ response, json: { ...body, ...change(body) } });
	});
}

describe('a server that lies', () => {
	/** Answers of the server with something changed in them. */
	async function lying(location: string, change: (body: Record<string, unknown>) => object) {
		const lie = await watchedPage(browser, running.url);
		await answering(lie.page, location, change);
		return lie.page;
	}

	test('about the hashes of an entry is found out', async () => {
		const on = await lying('/log/inclusion?*', ({ hashes }) => ({
			hashes: (hashes as string[]).with(1, '00'.repeat(32)),
		}));
		await open('/entries/5', on);
		await saying('The proof of this entry does not hold.', on);
		await closeRouted(on);
	});

	test('about an entry is found out', async () => {
		const on = await lying('/log/entries/5', () => ({ recordId: assets[7] }));
		await open('/entries/5', on);
		await saying('The proof of this entry does not hold.', on);
		await closeRouted(on);
	});

	test('about its checkpoint is found out, loudly', async () => {
		const on = await lying('/log', ({ checkpoint }) => ({
			checkpoint: String(checkpoint).replace('\n63\n', '\n64\n'),
		}));
		await open('', on);
		await on.getByRole('alert').waitFor();
		expect(await said(on)).toContain('was not made with its key');
		await closeRouted(on);
	});
});

describe('a log that was set back', () => {
	const database = () => path.join(running.dataFolder, 'sealkeeper.sqlite');
	const copy = () => path.join(running.dataFolder, 'earlier.sqlite');

	beforeAll(async () => {
		await running.service.close();
		fs.copyFileSync(database(), copy());
		await running.restart();
		await enter(2);
		await open('');
		await saying('and 2 came since');
		await running.service.close();
		fs.copyFileSync(copy(), database());
		// By somebody who has the data folder as well.
		fs.writeFileSync(path.join(running.dataFolder, checkpointFile), noneKept);
		await running.restart();
		assets.length = 63;
	});

	test('is said loudly to be, with both checkpoints to show to others', async () => {
		await open('');
		await page.getByRole('alert').waitFor();
		expect(await said()).toContain('The log was rolled back: it had 65 entries and has 63 now.');
		expect(await page.getByRole('button', { name: 'Copy both checkpoints' }).count()).toBe(1);
		expect(await violations(page)).toEqual([]);
	});

	test('and then went another way stays said to be, on every part and after a reload', async () => {
		await enter(5);
		await open('/entries');
		await page.getByRole('alert').waitFor();
		expect(await said()).toContain('The log was rolled back');
	});

	test('is a fork to a browser that saw only what came before and after', async () => {
		const other = await watchedPage(browser, running.url);
		await open('', other.page);
		await saying('This browser sees this log for the first time.', other.page);
		const place = 'sealkeeper-log';
		const kept = JSON.parse(
			await page.evaluate<string>(`localStorage.getItem('${place}')`),
		) as object;
		const before = JSON.stringify({ ...kept, evidence: undefined });
		await other.page.evaluate(`localStorage.setItem('${place}', ${JSON.stringify(before)})`);
		await open('', other.page);
		await other.page.getByRole('alert').waitFor();
		expect(await said(other.page)).toContain('The log was forked: its first 65 entries');
		await other.page.close();
	});

	test('counts as the first one again when somebody says so', async () => {
		await open('');
		await page.getByRole('button', { name: 'begin anew' }).click();
		await saying('This browser sees this log for the first time.');
		expect(await page.getByRole('alert').count()).toBe(0);
	});
});

describe('a log that is watched', () => {
	let witness: RunningService;
	const name = 'watch.test/w';

	beforeAll(async () => {
		const { vkey: log } = await shownLog();
		const { witnessLogs } = readConfig({ WITNESS_LOGS: JSON.stringify([{ vkey: log }]) });
		witness = await startService({ config: { witnessName: name, witnessLogs } });
		const url = `${witness.url}/witness`;
		const { vkey } = (await send({ method: 'GET', url })).json() as { readonly vkey: string };
		const LOG_WITNESSES = JSON.stringify([{ vkey, url }]);
		Object.assign(config, { logWitnesses: readConfig({ LOG_WITNESSES }).logWitnesses });
		await running.restart();
		await enter(1);
		await until(async () => (await shownLog()).witnesses.length > 0 || undefined);
	});

	afterAll(() => witness.close());

	test('shows its witnesses, how they stand and what they have cosigned', async () => {
		await open('');
		await saying(`Signed by the log and ${name}`);
		const [row = ''] = await page.locator('tbody tr').allInnerTexts();
		expect(row.replace(/\s+/g, ' ')).toMatch(
			new RegExp(`^${name} Copy Cosigns .*${assets.length}$`),
		);
		await saying('The roots of this log are written to no chain.');
		await open('/checkpoints');
		expect(await page.locator('tbody tr').first().innerText()).toContain(name);
	});

	/** The explorer at a server whose answer on the log has something changed in it. */
	async function told(change: (log: Model<'Log'>) => object): Promise<string> {
		const { page: on } = await watchedPage(browser, running.url);
		await answering<Model<'Log'>>(on, '/log', change);
		await open('', on);
		await saying('Public key', on);
		await saying(/^Signed by|^Not checked/, on);
		const text = await said(on);
		await closeRouted(on);
		return text;
	}

	/** The lines of the note's witnesses, behind that of the log. */
	const ofWitnesses = /(\n\n[^\n]+\n)[^]+$/;

	test('shows size and signers as it worked them out, and says what it did not check', async () => {
		const size = assets.length;
		const larger = await told(() => ({ treeSize: 4_443, witnesses: ['made.up/w'] }));
		expect(larger).not.toMatch(/4,443|made\.up/);
		expect(larger).toContain(`Entries\n${size}\n`);
		const alone = await told(({ checkpoint = '' }) => ({
			checkpoint: checkpoint.replace(ofWitnesses, '$1'),
		}));
		expect(alone).toContain('Signed by the log alone');
		const broken = await told(({ checkpoint = '' }) => ({
			checkpoint: checkpoint.replace(ofWitnesses, (_, own: string) => {
				const [, line = ''] = checkpoint.trimEnd().split(/\n(?=[^\n]+$)/);
				const [dash, witness, signature = ''] = line.split(' ');
				const bytes = Buffer.from(signature, 'base64');
				bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
				return `${own}${dash} ${witness} ${bytes.toString('base64')}\n`;
			}),
		}));
		expect(broken).toContain('Not checked, or a signature of it does not hold');
		expect(broken).toContain(`${size}, as the server says`);
	});

	test('names what the operator went on with', async () => {
		const size = assets.length;
		expect(await told(() => ({}))).not.toContain('Restorations');
		const restored = await told(({ checkpoint: lostCheckpoint }) => ({
			restorations: [{ id: 'a restoration', lostCheckpoint, time: '2026-11-26T10:00:00.000Z' }],
		}));
		expect(restored).toContain('went on with a database that lacked signed entries');
		expect(restored).toMatch(new RegExp(`2026.*\\t${size}\\t0`));
	});

	test('shows the root that a checkpoint signs, whatever stands beside it', async () => {
		const { page: on } = await watchedPage(browser, running.url);
		const forged = 'f0'.repeat(32);
		await on.route(`${running.url}/log/checkpoints?*`, async (route) => {
			const response = await route.fetch();
			const rows = (await response.json()) as readonly Model<'LogCheckpoint'>[];
			const json = rows.map((row) => ({ ...row, rootHash: forged, treeSize: 9_999 }));
			await route.fulfill({ response, json });
		});
		await open('/checkpoints', on);
		await saying(`the log, ${name}`, on);
		const text = await said(on);
		expect(text).not.toMatch(/f0f0f0|9,999/);
		await closeRouted(on);
	});

	test('says so where an answer has a form that it does not know', async () => {
		const { page: on } = await watchedPage(browser, running.url);
		await answering<Model<'Log'>>(on, '/log', () => ({ anchoring: { latest: 5 } as never }));
		await open('', on);
		await saying('the server answered in a form that this page does not know', on);
		await on.getByRole('button', { name: 'Try again' }).waitFor();
		await closeRouted(on);
	});

	test('lends its keys to check a proof, and it is said whose word they were', async () => {
		const { products, admin } = running.organisation;
		const url = `${running.url}/tracker/${products.Tracker}/assets/${assets.at(-1)}/proof`;
		const { text } = await send({ method: 'GET', url, headers: { 'x-api-key': admin.key } });
		await open('/check');
		const file = { name: 'a.tlog-proof', mimeType: 'text/plain', buffer: Buffer.from(text) };
		await page.getByLabel('Proof', { exact: true }).setInputFiles(file);
		await page.getByRole('button', { name: 'Take the keys this server shows' }).click();
		const check = page.getByRole('button', { name: 'Check' });
		await check.click();
		await saying('It was signed by 1 of 1 known witnesses, too');
		expect(await said()).toContain('Not against this server itself');
		expect(await said()).toContain('Not yet against the operator of the log');
		// The same keys by another way than this server's word.
		const { vkey, witnessing } = await shownLog();
		await page.getByLabel('Public key of the log').fill(vkey);
		await page.getByLabel(/^Public keys of witnesses/).fill(witnessing[0]?.vkey ?? '');
		await check.click();
		await saying('Against the operator of the log as well');
		expect(await said()).not.toContain('Not against this server itself');
	});

	const [contract, transactionHash] = [`0x${'5f'.repeat(20)}`, `0x${'6e'.repeat(32)}`];
	const time = '2026-01-02T03:04:05.678Z';
	const anchor = {
		...{ chainId: 31_337, contract, transactionHash, blockHash: transactionHash },
		...{ blockNumber: 1234, confirmations: 12, treeSize: 20, confirmedAt: time },
	};
	type Anchoring = NonNullable<Model<'Log'>['anchoring']>;

	async function anchored(
		rootHash: string,
		alarms: Anchoring['alarms'] = [],
		others: Partial<Model<'Log'>> = {},
	): Promise<Page> {
		const { page: on } = await watchedPage(browser, running.url);
		const latest = { ...anchor, rootHash };
		const anchoring = {
			...{ contract, chainId: 31_337, lookedAt: time, latest, pending: [40, 60], alarms },
		};
		await answering<Model<'Log'>>(on, '/log', () => ({ anchoring, ...others }));
		await answering<Model<'LogEntry'>>(on, '/log/entries/7', () => ({ anchor: latest }));
		return on;
	}

	async function rootOf(size: number): Promise<string> {
		const url = `${running.url}/log/consistency?from=${size}&to=${size}`;
		return ((await send({ method: 'GET', url })).json() as Model<'LogConsistency'>).toRootHash;
	}

	test.each([
		['light', 1280],
		['dark', 360],
	] as const)('in a %s theme, %d wide, shows its anchors', async (colorScheme, width) => {
		const on = await anchored(await rootOf(20), [{ kind: 'FUNDS', raisedAt: time }]);
		await on.emulateMedia({ colorScheme });
		await on.setViewportSize({ width, height: 800 });
		await open('', on);
		await saying('The account that writes anchors cannot pay', on);
		expect(await said(on)).toContain('The root of 20 entries, in block 1,234 of chain 31337');
		expect(await said(on)).toContain('40 entries, 60 entries');
		expect(await on.getByRole('alert').count()).toBe(0);
		expect(await violations(on)).toEqual([]);
		expect(await on.evaluate('document.documentElement.scrollWidth')).toBe(width);
		await open('/entries/7', on);
		await saying('Entry 7 is in the tree of 20 entries that was anchored, too', on);
		await saying('The entry stands in the log.', on);
		expect(await said(on)).toContain(contract);
		expect(await on.evaluate('document.documentElement.scrollWidth')).toBe(width);
		await closeRouted(on);
	});

	test('finds out that an entry is not in the tree that was anchored', async () => {
		const on = await anchored(await rootOf(19));
		await open('/entries/7', on);
		await saying('The proof of this entry does not hold.', on);
		await saying('Entry 7 is not in the tree of 20 entries that was anchored', on);
		await closeRouted(on);
	});

	test('tells on every part what a witness or the chain knows against it', async () => {
		const alarms = [
			{ kind: 'LOG_OLDER', raisedAt: time },
			{ kind: 'LOG_OTHER', raisedAt: time },
		] as const;
		const standings = ['AHEAD', 'FORKED', 'FAILING', 'WAITING'] as const;
		const standing = standings.map((one) => ({
			...{ name: `${one}.test/w`, vkey: `${one}+key`, standing: one, since: time },
			...{ message: 'it has seen it', treeSize: 5 },
		}));
		const on = await anchored(await rootOf(20), [...alarms], { witnessing: standing });
		for (const part of ['/entries/3', '']) {
			await open(part, on);
			await on.getByRole('alert').first().waitFor();
			expect(await on.getByRole('alert').locator('strong').allInnerTexts()).toEqual([
				'The witness AHEAD.test/w has seen more of this log than there is.',
				'The witness FORKED.test/w has seen another history of this log.',
				'The chain holds a larger tree than this log has.',
				'The chain holds another root than this log has.',
			]);
		}
		expect(await said(on)).toContain('Does not cosign: it has seen it');
		await closeRouted(on);
	});
});
