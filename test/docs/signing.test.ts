/** The program that docs/exchange.md shows for signing an order does it. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startExchange } from '../exchange/support/exchange';
import { SigningTrader } from '../exchange/support/signing';
import { TestDatabases } from '../support/servers/databases';

test('the program of the page signs an order that is placed', async () => {
	const page = fs.readFileSync(path.join(__dirname, '../../docs/exchange.md'), 'utf8');
	const [, program = ''] = /```js\n(import \{ createPrivateKey.*?)```/s.exec(page) ?? [];
	const databases = new TestDatabases();
	const place = await databases.place();
	const running = await startExchange(place);
	const trader = new SigningTrader();
	const { body } = await running.call('POST', '/account/keys', {
		key: running.northwind.key,
		body: { label: 'signs', scope: 'TRADE', publicKey: trader.publicKey },
	});
	const { keyId } = body as { readonly keyId: string };
	fs.writeFileSync(path.join(place.dataFolder, 'key.pem'), trader.privatePem);
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--input-type=module', '--eval', program],
		{ cwd: place.dataFolder, env: { EXCHANGE: running.url, KEY_ID: keyId } },
	);
	expect(stdout).toContain("clientOrderId: 'sale-1'");
	const placed = await running.call('GET', '/client-orders/sale-1', { key: running.northwind.key });
	expect(placed).toMatchObject({ status: 200, body: { status: 'NEW', quantity: '40' } });
	await running.close();
	await databases.close();
});
