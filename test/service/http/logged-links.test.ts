/** The token of a link is a key: however its address is written, it stands in no line of the log. */
import { randomBytes } from 'node:crypto';
import { RawConnection, rawRequest } from '../../support/raw-connection';
import { startService, type RunningService } from '../../support/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
});
afterAll(() => running.close());

const token = randomBytes(32).toString('base64url');
const encoded = [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
const product = '65f0c0ffee0123456789abcd';

const addresses = [
	`/sign/${token}`,
	`/%73ign/${token}`,
	`/sign%2f${token}`,
	`/sign/${encoded}`,
	`/%2573ign/${token}`,
	`/sign/${token}/`,
	`/sign/${token}/more`,
	`/sign/${token}/%FF`,
	`/sign/${token}%FF`,
	`//sign/${token}`,
	`/SIGN/${token}`,
	`/sign?token=${token}`,
	`/?token=${token}#${token}`,
	`/products?${token}`,
	`http://elsewhere.test/sign/${token}`,
	`/reports/${token}`,
	`/%72eports/${token}`,
	`/docs/../sign/${token}`,
	`/docs/static/${token}`,
	`/${token}`,
	`/sealer/${token}/contracts`,
	`/tracker/${product}/assets/${token}/issue`,
	`/storage/files/${token}`,
	`/storage/sign/${token}`,
	`*/sign/${token}`,
	`sign/${token}`,
	`/sign/${token} HTTP/1.1\r\nhost: a\r\n\r\nGET /sign/${token}`,
	`/sign/${token}${'a'.repeat(1001)}`,
];

test.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'BREW'])('with the method %s', async (method) => {
	for (const path of addresses) {
		const connection = await RawConnection.open(running.url);
		const headers = { 'x-api-key': token, referer: `http://localhost/sign/${token}` };
		await connection.write(
			rawRequest({ method, path, headers: { ...headers, connection: 'close' } }),
		);
		await connection.replies();
	}
	const lines = running.log().split('\n');
	const telling = lines.filter((line) => [token, encoded].some((form) => line.includes(form)));
	expect(telling).toEqual([]);
	expect(lines.length).toBeGreaterThan(addresses.length);
});

test('the pattern of the route is logged', () => {
	expect(running.log()).toContain('"route":"/sign/:token"');
	expect(running.log()).toContain('"route":"/reports/:token"');
});
