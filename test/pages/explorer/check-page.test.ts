/** Checking a proof on the page, in a real browser: what holds, what does not, and against whom. */
import type { Browser, Page } from 'playwright-core';
import { blake2bHex } from 'blakejs';
import { cosignatureType, ed25519Type } from '../../../proof/verifier-key';
import { proofOf, Signer } from '../../proof/small-log';
import { spoiled } from '../../proof/spoiled-proofs';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { startService, type RunningService } from '../../support/programs/service';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';

const origin = 'log.example/one';
const file = Buffer.from('An agreement of two.\n');
const markup = '<img src=x onerror="document.title=1">';
const hash = blake2bHex(file, undefined, 32);

let browser: Browser;
let running: RunningService;
let log: Signer;
let witnesses: readonly Signer[];
let faults: readonly string[];
let page: Page;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	log = await Signer.of(origin, ed25519Type, 1);
	witnesses = [
		await Signer.of('witness.example/one', cosignatureType, 2),
		await Signer.of('witness.example/two', cosignatureType, 3),
	];
	({ page, faults } = await watchedPage(browser, running.url));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

beforeEach(() => page.goto(`${running.url}/explorer/check`));

const proof = (options?: Parameters<typeof proofOf>[1]) => proofOf({ log, witnesses }, options);
const named = (name: string, content: string | Buffer) => ({
	name,
	mimeType: 'application/octet-stream',
	buffer: Buffer.from(content),
});

/** Fills the form and answers what the page says. */
async function checked(given: {
	readonly proof: string | Buffer;
	readonly logKey?: string;
	readonly witnessKeys?: readonly string[];
	readonly thing?: Buffer;
}): Promise<string> {
	const { logKey = log.vkey, witnessKeys = [], thing } = given;
	await page.getByLabel('Proof', { exact: true }).setInputFiles(named('a.tlog-proof', given.proof));
	if (thing) await page.getByLabel(/^The file it is about/).setInputFiles(named('thing', thing));
	await page.getByLabel('Public key of the log').fill(logKey);
	await page.getByLabel(/^Public keys of witnesses/).fill(witnessKeys.join('\n'));
	await page.getByRole('button', { name: 'Check' }).click();
	const result = page.getByRole('region', { name: 'Result of the check' });
	await result.waitFor();
	return result.innerText();
}

test('a proof that holds says what was entered, when and where, and against whom it proves', async () => {
	const said = await checked({ proof: proof({ hash }) });
	expect(said).toMatch(/^Valid\n/);
	expect(said).toContain(`${origin} has signed a tree of 5 entries with that key`);
	expect(said).toContain('Entry 2 is in that tree');
	expect(said).toContain('The content shown below is the one that was entered');
	expect(said).toContain(hash);
	expect(said).toContain('Not against the operator of the log');
	expect(await page.locator('time').first().getAttribute('datetime')).toBe(
		'2026-01-02T03:04:05.678Z',
	);
	expect(faults).toEqual([]);
});

test('a name with markup in it is a text', async () => {
	const said = await checked({ proof: proof({ hash: markup }) });
	expect(said).toContain(markup);
	expect(await page.title()).toBe('Check a proof · Sealkeeper');
});

test('the file it is about is compared with the one that was entered', async () => {
	expect(await checked({ proof: proof({ hash }), thing: file })).toContain(
		'The file you chose is the one that was entered',
	);
	const other = await checked({ proof: proof({ hash }), thing: Buffer.from('Another.') });
	expect(other).toMatch(
		/^Not valid\s+The file has the BLAKE2b-256 \w+; the record is about one with/,
	);
	expect(other).toContain(`about one with ${hash}`);
});

test('known witnesses that have signed are counted and named, and prove against the operator', async () => {
	const witnessKeys = witnesses.map(({ vkey }) => vkey);
	const said = await checked({ proof: proof(), witnessKeys });
	expect(said).toContain('It was signed by 2 of 2 known witnesses, too');
	expect(said).toContain('witness.example/two');
	expect(said).toContain('Against the operator of the log as well');
});

test('an entry whose content was erased still stands, and that is said', async () => {
	const said = await checked({ proof: proof({ opening: false }) });
	expect(said).toMatch(/^Valid, but for its content\n/);
	expect(said).toContain('The content was erased; that there was an entry still stands');
});

/** One for each way in which a proof can be wrong; `check-proof.test.ts` tries them all. */
const failures = new Map(spoiled.map(([what, spoil, code, word]) => [code, { what, spoil, word }]));
const noText = Buffer.from([0xff, 0xfe, 0, 1]);

test.each([...failures.values()])('$what is not valid, and the page says why', async (failure) => {
	const witnessKeys = witnesses.map(({ vkey }) => vkey);
	const said = await checked({ proof: failure.spoil(proof()), witnessKeys });
	expect(said).toMatch(/^Not valid\s/);
	expect(said).toMatch(new RegExp(failure.word.source.replace('^', '')));
	expect(said).not.toContain('What is proven');
});

test.each([
	['a page that was saved', '<!doctype html><p>Sign in</p>', 'The proof has no empty line'],
	['bytes that are no text', noText, 'not a text in UTF-8'],
	['two megabytes', 'x'.repeat(2 ** 21), 'is longer than 1048576 bytes'],
])('%s instead of a proof is not valid, and the page says why', async (_what, bytes, why) => {
	expect(await checked({ proof: bytes })).toContain(why);
});

test('a key of another log, one with a wrong character and one of a witness are told apart', async () => {
	const other = await Signer.of('log.example/other', ed25519Type, 9);
	const [witness] = witnesses;
	const last = log.vkey.at(-2) === 'A' ? 'B' : 'A';
	const mistyped = `${log.vkey.slice(0, -2)}${last}${log.vkey.slice(-1)}`;
	expect(await checked({ proof: proof(), logKey: other.vkey })).toContain(
		`The checkpoint is of the log ${origin}, not of log.example/other`,
	);
	expect(await checked({ proof: proof(), logKey: mistyped })).toContain('The key log.example/one+');
	expect(await checked({ proof: proof(), logKey: witness?.vkey ?? '' })).toContain(
		'is that of a witness, not of a log',
	);
});

test('without a proof or a key the page says what to give first', async () => {
	await page.getByRole('button', { name: 'Check' }).click();
	expect(await page.getByRole('alert').innerText()).toContain('Choose the proof first');
	await page.getByLabel('Proof', { exact: true }).setInputFiles(named('a.tlog-proof', proof()));
	await page.getByRole('button', { name: 'Check' }).click();
	expect(await page.getByRole('alert').innerText()).toContain('Give the public key of the log');
});

test('a proof that is dropped is taken, and everything works by keyboard', async () => {
	const transfer = await page.evaluateHandle(
		`(() => { const files = new DataTransfer(); files.items.add(new File([${JSON.stringify(proof())}], 'a.tlog-proof')); return files; })()`,
	);
	const field = page.getByLabel('Proof', { exact: true });
	await field.dispatchEvent('drop', { dataTransfer: transfer });
	expect(await field.inputValue()).toMatch(/a\.tlog-proof$/);
	await field.focus();
	for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Tab');
	await page.keyboard.type(log.vkey);
	await page.getByRole('button', { name: 'Take the key this server shows' }).waitFor();
	for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.getByText('What is proven').waitFor();
});

test('over plain HTTP from another machine the page says that it can check nothing, and what to do', async () => {
	const { page: far } = await watchedPage(browser, 'http://log.example');
	await far.route('http://log.example/**', async (route) => {
		const { pathname } = new URL(route.request().url());
		await route.fulfill({ response: await route.fetch({ url: running.url + pathname }) });
	});
	await far.goto('http://log.example/explorer/check');
	const said = await far
		.getByText('checks nothing on a page that came over plain HTTP')
		.innerText();
	expect(said).not.toBe('');
	expect(await far.getByRole('button', { name: 'Check' }).count()).toBe(0);
	await closeRouted(far);
});

test.each([
	['light', 'a desktop', 1280],
	['dark', 'a phone', 360],
] as const)('in a %s theme on %s nothing keeps anybody out', async (colorScheme, _on, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	expect(await violations(page)).toEqual([]);
	const witnessKeys = witnesses.map(({ vkey }) => vkey);
	await checked({ proof: proof({ hash }), witnessKeys, thing: Buffer.from('x') });
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	expect(faults).toEqual([]);
});
