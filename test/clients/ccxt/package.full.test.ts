/**
 * The class as a trader installs it: packed, installed beside ccxt, checked by the compiler of
 * somebody else's program, and used by both kinds of modules against a running exchange.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../start/machine/project-root';
import { ccxtFolder } from '../../support/servers/ccxt-packages';
import { openVenue, type Venue } from './venue';

/** Not the blocking one: the exchange runs in this process. */
const run = promisify(execFile);
const tsc = path.join(projectRoot(), 'node_modules/typescript-7/bin/tsc');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-ccxt-'));
let venue: Venue;

beforeAll(async () => {
	venue = await openVenue();
	// Scripts are off in this repository, and packing builds.
	const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder];
	await run('npm', pack, { cwd: ccxtFolder });
	const [packed = ''] = fs.readdirSync(folder);
	fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "a-bot", "version": "1.0.0"}');
	const install = ['install', `./${packed}`, '--offline', '--legacy-peer-deps'];
	await run('npm', install, { cwd: folder });
	const ccxt = path.join(ccxtFolder, 'node_modules/ccxt');
	fs.symlinkSync(ccxt, path.join(folder, 'node_modules/ccxt'));
});

afterAll(async () => {
	await venue.close();
	fs.rmSync(folder, { recursive: true });
});

/** The program of a trader, who sells, asks for too much, and says what came of it. */
const program = `
const exchange = new Sealkeeper({ apiKey: process.argv[3], urls: { api: process.argv[2] } });
async function trade(): Promise<void> {
	const order = await exchange.createOrder('CREDIT/EUR', 'limit', 'sell', 1, 7);
	const open = await exchange.fetchOpenOrders('CREDIT/EUR');
	const fault = await exchange.createOrder('CREDIT/EUR', 'limit', 'sell', 99_999, 7).catch((caught) => caught);
	console.log(open.some(({ id }) => id === order.id), fault instanceof InsufficientFunds);
}
void trade();
`;
const typeless = program.replace(': Promise<void>', '');

const kinds = {
	'bot.cjs': `const { Sealkeeper } = require('sealkeeper-ccxt');
		const { InsufficientFunds } = require('ccxt');${typeless}`,
	'bot.mjs': `import { Sealkeeper } from 'sealkeeper-ccxt';
		import { InsufficientFunds } from 'ccxt';${typeless}`,
};

test.each(Object.entries(kinds))(
	'%s sells, and knows an error by its class',
	async (name, text) => {
		fs.writeFileSync(path.join(folder, name), text);
		const { url, northwind } = venue.running;
		const { stdout } = await run(process.execPath, [name, url, northwind.key], { cwd: folder });
		expect(stdout).toBe('true true\n');
	},
);

/** What the README shows, at this exchange. */
function example(): string {
	const readme = fs.readFileSync(path.join(ccxtFolder, 'README.md'), 'utf8');
	const text = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
	return text.replace('http://localhost:8090', venue.running.url);
}

test('the example of its README sells', async () => {
	fs.writeFileSync(path.join(folder, 'example.mts'), example());
	const env = { ...process.env, KEY: venue.running.northwind.key };
	const { stdout } = await run(process.execPath, ['example.mts'], { cwd: folder, env });
	expect(stdout).toBe('open 40\n');
});

test('its types are those of a strict program', async () => {
	fs.writeFileSync(path.join(folder, 'bot.mts'), example());
	const types = path.join(projectRoot(), 'node_modules/@types');
	const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --types node';
	const args = [tsc, ...options.split(' '), '--typeRoots', types, 'bot.mts'];
	expect((await run(process.execPath, args, { cwd: folder })).stdout).toBe('');
});

test.each(['clients/ccxt', 'test/clients/ccxt'])('the types of %s hold', async (project) => {
	const args = [tsc, '--noEmit', '-p', project];
	expect((await run(process.execPath, args, { cwd: projectRoot() })).stdout).toBe('');
});
