/** The launcher as a person meets it: its screen, its end, ports, exchange and n8n. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { processStart } from '../../start/machine/process-record';
import { projectRoot } from '../../start/machine/project-root';
import { buildCheckout, n8nSetUpMs } from '../support/n8n/n8n';
import { RawConnection, rawRequest } from '../support/hostile/raw-connection';
import { encodeForm, until } from '../support/clients/requests';
import {
	answers,
	adminKey,
	capture,
	data,
	givePort,
	livingChildren,
	makeDataFolder,
	productsStatus,
	removeDataFolder,
	run,
	serviceAlone,
	start,
	Started,
	takePort,
} from './started';

beforeAll(() => buildCheckout());
beforeEach(makeDataFolder);
afterEach(removeDataFolder);

describe('npm start', () => {
	test('started again keeps the state, and no longer shows the keys it points to', async () => {
		const first = start();
		const key = adminKey(await first.screen());
		expect(await first.end('SIGINT')).toBe(0);
		const second = start();
		const address = await second.address();
		expect(second.text).not.toContain(key);
		const file = capture(second.text, /API keys +in (\S+)$/m);
		expect(fs.readFileSync(file, 'utf8')).toContain(key);
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(await productsStatus(address, key)).toBe(200);
		await second.end();
		const logs = path.join(data, 'logs');
		for (const name of fs.readdirSync(logs)) {
			expect(fs.readFileSync(path.join(logs, name), 'utf8')).not.toContain(key);
		}
	});

	test('on a folder in use says which process uses it, and does not disturb that one', async () => {
		const first = start();
		const address = await first.address();
		const second = start();
		expect(await second.closed).toBe(1);
		expect(second.text).toContain(`already running on ${data} (pid ${first.child.pid})`);
		expect(await answers(address)).toBe(true);
		expect(await first.end()).toBe(0);
	});

	test('takes a free port when the usual one is taken, says so, and keeps it for later starts', async () => {
		const taken = await takePort();
		const started = start(serviceAlone, { PORT: taken });
		expect(new URL(await started.address()).port).not.toBe(taken);
		expect(started.text).toContain(`(port ${taken} was taken)`);
		expect(await answers(await started.address())).toBe(true);
		expect(await started.end()).toBe(0);
		givePort();
		const again = start(serviceAlone, { PORT: taken });
		expect(await again.address()).toBe(await started.address());
		expect(await again.end()).toBe(0);
	});

	test('ends with the log when the service dies by itself', async () => {
		const started = start();
		await started.screen();
		const [service] = livingChildren();
		if (service === undefined) throw new Error('No service.');
		process.kill(service, 'SIGKILL');
		expect(await started.closed).toBe(1);
		expect(started.text).toMatch(/The service ended by SIGKILL\. The end of .*service\.log:\n.+/);
	});

	test('makes new keys when the file with the old ones is gone', async () => {
		const first = start();
		const oldKey = adminKey(await first.screen());
		await first.end();
		fs.rmSync(path.join(data, 'demo.json'));
		const second = start();
		const address = await second.address();
		expect(adminKey(second.text)).not.toBe(oldKey);
		expect(await productsStatus(address, adminKey(second.text))).toBe(200);
		await second.end();
	});

	test.each([
		['--help', 0, /^Usage: npm start/],
		['--fast', 2, /^There is no option --fast\.\n\nUsage/],
	])('%s is answered in words', async (word, code, words) => {
		const started = start([word]);
		expect(await started.closed).toBe(code);
		expect(started.text).toMatch(words);
		expect(fs.existsSync(data)).toBe(false);
	});

	test('refuses a port that is none', async () => {
		const started = start(serviceAlone, { PORT: 'eighty' });
		expect(await started.closed).toBe(1);
		expect(started.text).toContain("PORT must be a port from 1 to 65535, not 'eighty'");
	});
});

/** What n8n holds of one kind, asked as the owner by the address and the password file the screen names. */
async function namesInN8n(screen: string, kind: 'workflows' | 'credentials') {
	const address = capture(screen, /^ {2}n8n {2,}(http:\/\/\S+)/m);
	const email = capture(screen, /n8n log-in +(\S+)/);
	const file = capture(screen, /(?:password|kept) in ([^)\n]+)/);
	const password = fs.readFileSync(file, 'utf8').trim();
	const logIn = await fetch(`${address}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: email, password }),
	});
	const cookie = logIn.headers.getSetCookie().join('; ');
	const answer = await fetch(`${address}/rest/${kind}`, { headers: { cookie } });
	const { data } = (await answer.json()) as { data: readonly { readonly name: string }[] };
	return data.map(({ name }) => name);
}

const traders = ['Northwind Energy', 'Harbour Cooperative'] as const;

/** An order of a trader of the screen, funded from what the trader holds at the tracker. */
async function place(
	screen: string,
	trader: (typeof traders)[number],
	side: 'SELL' | 'BUY',
): Promise<unknown> {
	const address = capture(screen, /^ {2}Exchange +(http:\/\/\S+)\/venue/m);
	const terms = { symbol: 'CREDIT-EUR', side, type: 'LIMIT', price: '12.5', quantity: '40' };
	const answer = await fetch(`${address}/orders`, {
		method: 'POST',
		headers: { 'x-api-key': traderKey(screen, trader), 'content-type': 'application/json' },
		body: JSON.stringify({ ...terms, clientOrderId: `first-${side}`, fund: true }),
	});
	return answer.json();
}

function traderKey(screen: string, trader: string): string {
	return capture(screen, new RegExp(`^ {4}${trader} +(\\S+)$`, 'm'));
}

/** Whole units each trader holds at the tracker, by the key that is the trader's at the exchange. */
async function heldAtTracker(service: string, screen: string) {
	const { products } = JSON.parse(fs.readFileSync(path.join(data, 'demo.json'), 'utf8'));
	const held = traders.map(async (trader) => {
		const answer = await fetch(`${service}/tracker/${products.Tracker}/balances`, {
			headers: { 'x-api-key': traderKey(screen, trader) },
		});
		const rows = (await answer.json()) as readonly { displayName: string; amount: number }[];
		return Object.fromEntries(rows.map(({ displayName, amount }) => [displayName, amount]));
	});
	return Promise.all(held);
}

describe('npm start with a reply under way', () => {
	/** An upload whose first half was sent, and what sends the rest. */
	async function half(started: Started) {
		const address = await started.address();
		const content = Buffer.alloc(1_000_000, 'a');
		const { headers, body } = encodeForm([{ name: 'file', fileName: 'a.bin', content }]);
		const connection = await RawConnection.open(address.replace('localhost', '127.0.0.1'));
		const own = { 'x-api-key': adminKey(started.text), 'content-length': String(body.length) };
		const request = { method: 'POST', path: '/storage/files', headers: { ...headers, ...own } };
		await connection.write(rawRequest(request));
		await connection.write(body.subarray(0, 500_000));
		const log = path.join(data, 'logs', 'service.log');
		await started.saw(() => fs.readFileSync(log, 'utf8').includes('"route":"/storage/files"'));
		return { connection, rest: body.subarray(500_000) };
	}

	test('waits for it longer than for what has no deadline, and says so', async () => {
		const started = start();
		const { connection, rest } = await half(started);
		const closed = started.end('SIGINT');
		await started.saw(() => started.text.includes('Waiting for the service'));
		expect(started.text).toContain('Ctrl-C again ends it at once');
		for (const byte of rest.subarray(0, 48)) {
			await connection.write(Buffer.from([byte]));
			await pause(250);
		}
		await connection.write(rest.subarray(48));
		expect((await connection.replies()).map(({ status }) => status)).toEqual([201]);
		expect(await closed).toBe(0);
	});

	test('asked a second time ends at once', async () => {
		const started = start();
		const { connection } = await half(started);
		started.child.kill('SIGINT');
		await started.saw(() => started.text.includes('Waiting for the service'));
		const [service] = livingChildren();
		// One press may arrive several times; another is one that comes later.
		await until(async () => {
			started.child.kill('SIGINT');
			await pause(250);
			return service !== undefined && processStart(service) === undefined ? true : undefined;
		});
		expect(await started.closed).toBe(0);
		expect(await connection.replies()).toEqual([]);
	});
});

describe('npm start with the exchange', () => {
	test('lets two traders trade what they hold at the tracker, and starts again without a change', async () => {
		const first = start(['--without-n8n'], { PORT: await takePort() });
		const service = await first.address();
		const screen = first.text;
		const begun = { 'Energy credit': 10_000, 'Euro cent': 50_000_000 };
		expect(await heldAtTracker(service, screen)).toEqual([begun, begun]);
		const sale = await place(screen, 'Northwind Energy', 'SELL');
		expect(sale).toMatchObject({ status: 'NEW' });
		const purchase = await place(screen, 'Harbour Cooperative', 'BUY');
		expect(purchase).toMatchObject({ status: 'FILLED', executedQty: '40' });
		// 40 at 12.50 are 500.00; the maker pays 0.1 % of that, the taker 0.2 %.
		const traded = [
			{ 'Energy credit': 9_960, 'Euro cent': 50_049_950 },
			{ 'Energy credit': 10_040, 'Euro cent': 49_949_900 },
		];
		await until(async () => {
			const held = await heldAtTracker(service, screen);
			return isDeepStrictEqual(held, traded) ? true : undefined;
		});
		for (const page of [/^ {2}Exchange +(\S+)/m, /^ {4}administrator +(http\S+)/m]) {
			expect((await fetch(capture(screen, page))).status).toBe(200);
		}
		const { origin } = new URL(capture(screen, /^ {2}Exchange +(\S+)/m));
		const headers = { 'x-api-key': capture(screen, /^ {4}administrator +(?!http)(\S+)$/m) };
		expect((await fetch(`${origin}/admin/accounts`, { headers })).status).toBe(200);
		expect(await first.end()).toBe(0);

		const second = start(['--without-n8n']);
		const moved = await second.address();
		expect(moved).not.toBe(service);
		const exchange = path.join(data, 'exchange');
		const file = path.join(exchange, 'settlement.json');
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		expect(fs.readFileSync(file, 'utf8')).toContain(`:${new URL(moved).port}"`);
		expect(await heldAtTracker(moved, screen)).toEqual(traded);
		expect(second.text).toMatch(/^ {2}Traders' keys +in \S+exchange-demo\.json$/m);
		expect(second.text).toMatch(/^ {2}Administrator's +key in \S+administrator\.json$/m);
		expect(await second.end()).toBe(0);
	}, 300_000);

	test('leaves a market funded without the tracker as it is', async () => {
		const admin = path.join(projectRoot(), 'dist', 'exchange', 'admin', 'admin.js');
		const environment = { EXCHANGE_DATA: path.join(data, 'exchange') };
		const made = run(process.execPath, [admin, 'demo', '--new-keys'], environment);
		expect(await made.closed).toBe(0);
		fs.writeFileSync(path.join(data, 'exchange-demo.json'), made.text);
		const started = start(['--without-n8n']);
		expect(await started.screen()).toMatch(/^ {2}Traders' keys +in /m);
		const log = fs.readFileSync(path.join(data, 'logs', 'exchange.log'), 'utf8');
		expect(log).toContain('stay unlinked');
		const { traders: kept } = JSON.parse(made.text);
		const address = capture(started.text, /^ {2}Exchange +(http:\/\/\S+)\/venue/m);
		const answer = await fetch(`${address}/account`, { headers: { 'x-api-key': kept[0].key } });
		const { balances } = (await answer.json()) as { balances: { readonly asset: string }[] };
		expect(balances.map(({ asset }) => asset).sort()).toEqual(['CREDIT', 'EUR']);
		expect(await started.end()).toBe(0);
	}, 300_000);
});

describe('npm start with all of it', () => {
	test(
		'lets the owner shown on the screen in, with the credential and every workflow ready',
		async () => {
			const first = start([]);
			const screen = await first.screen();
			expect([...(await namesInN8n(screen, 'credentials'))].sort()).toEqual([
				'Sealkeeper demo',
				...[...traders].sort().map((trader) => `Sealkeeper demo: ${trader}`),
			]);
			const shown = capture(screen, /n8n log-in +\S+ +(\S+)/);
			const shipped = fs
				.readdirSync(path.join(projectRoot(), 'workflows'))
				.filter((name) => name.endsWith('.json'));
			const shippedIds = shipped
				.map((name) => fs.readFileSync(path.join(projectRoot(), 'workflows', name), 'utf8'))
				.map((text) => (JSON.parse(text) as { readonly id: string }).id);
			const imported = await namesInN8n(screen, 'workflows');
			expect(imported).toHaveLength(shipped.length);
			for (const [, id] of screen.matchAll(/^ {4}\w+ +http:\S+\/workflow\/(\w+) {3}\/\w+$/gm)) {
				expect(shippedIds).toContain(id);
			}
			expect(screen.match(/\/workflow\//g)).toHaveLength(3);
			expect(livingChildren()).toHaveLength(3);
			expect(await first.end()).toBe(0);
			expect(livingChildren()).toEqual([]);

			const second = start([]);
			const later = await second.screen();
			expect(later).not.toContain(shown);
			expect(await namesInN8n(later, 'workflows')).toEqual(imported);
			expect(await second.end()).toBe(0);
		},
		n8nSetUpMs,
	);
});
