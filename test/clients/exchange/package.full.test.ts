/**
 * The client as a trader installs it: packed, installed into an empty folder, checked by the compiler of
 * somebody else's program, and used by both kinds of modules against a running exchange.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../start/machine/project-root';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../../exchange/support/exchange';

/** Not the blocking one: the exchange runs in this process. */
const run = promisify(execFile);

const databases = new TestDatabases();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-client-'));
let running: RunningExchange;

beforeAll(async () => {
	const source = path.join(projectRoot(), 'clients/exchange');
	// Scripts are off in this repository, and packing builds.
	const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder];
	await run('npm', pack, { cwd: source });
	const [packed = ''] = fs.readdirSync(folder);
	fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "a-bot", "version": "1.0.0"}');
	const install = ['install', `./${packed}`, '--offline', '--no-audit', '--no-fund'];
	await run('npm', install, { cwd: folder });
	running = await startExchange(await databases.place('SQLite'));
});

afterAll(async () => {
	await running.close();
	await databases.close();
	fs.rmSync(folder, { recursive: true });
});

/** The program of a trader, who sells and says what came of it. */
const program = `
const client = exchangeClient({ url: process.argv[2], key: process.argv[3] });
const terms = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '7', quantity: '1' } as const;
client.placeOrder(terms).then(async (order) => {
	if (!('orderId' in order)) throw new Error('a deposit is needed');
	const ids: string[] = [];
	for await (const open of client.all.listOrders({})) ids.push(open.orderId);
	console.log(ids.includes(order.orderId), typeof OrderBook);
});
`;

const typeless = program.replace(' as const', '').replace(': string[]', '');

const kinds = {
	'bot.cjs': `const { exchangeClient } = require('sealkeeper-exchange-client');
		const { OrderBook } = require('sealkeeper-exchange-client/order-book');${typeless}`,
	'bot.mjs': `import { exchangeClient } from 'sealkeeper-exchange-client';
		import { OrderBook } from 'sealkeeper-exchange-client/order-book';${typeless}`,
};

test.each(Object.entries(kinds))('%s places an order and finds it', async (name, text) => {
	fs.writeFileSync(path.join(folder, name), text);
	const { url, northwind } = running;
	const { stdout } = await run(process.execPath, [name, url, northwind.key], { cwd: folder });
	expect(stdout).toBe('true function\n');
});

test('its types are those of a strict program', async () => {
	const imports = `import { exchangeClient } from 'sealkeeper-exchange-client';
		import { OrderBook } from 'sealkeeper-exchange-client/order-book';`;
	fs.writeFileSync(path.join(folder, 'bot.mts'), `${imports}${program}`);
	const tsc = path.join(projectRoot(), 'node_modules/typescript-7/bin/tsc');
	const types = path.join(projectRoot(), 'node_modules/@types');
	const options = '--noEmit --strict --module nodenext --target es2023 --types node'.split(' ');
	const args = [tsc, ...options, '--typeRoots', types, 'bot.mts'];
	expect((await run(process.execPath, args, { cwd: folder })).stdout).toBe('');
});
