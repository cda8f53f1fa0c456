/**
 * A key, and the token of a link, which is one, stand in no line of the log, however and wherever
 * they are sent: in addresses of every form, and in each place of each endpoint. Both programs log as
 * much as they can, so every level that says less says nothing of them, either. What a caller gives
 * as the id of a request is no secret: it is there to be found in the log.
 */
import { randomBytes } from 'node:crypto';
import {
	endpointsOf,
	fieldsIn,
	bodyPlace,
	type NamedEndpoint,
} from '../../../server/http/routing/endpoints';
import { RawConnection, rawRequest, type RawRequest } from '../../support/hostile/raw-connection';
import { programs, type Program } from './programs';

const token = randomBytes(32).toString('base64url');
const product = '65f0c0ffee0123456789abcd';

const encoded = (secret: string) =>
	[...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

const addressesWith = (secret: string) => [
	`/sign/${secret}`,
	`/signing/${secret}`,
	`/signing/${secret}/file`,
	`/signing/${secret}/more`,
	`/%73ign/${secret}`,
	`/sign%2f${secret}`,
	`/sign/${encoded(secret)}`,
	`/%2573ign/${secret}`,
	`/sign/${secret}/`,
	`/sign/${secret}/more`,
	`/sign/${secret}/%FF`,
	`/sign/${secret}%FF`,
	`//sign/${secret}`,
	`/SIGN/${secret}`,
	`/sign?token=${secret}`,
	`/?token=${secret}#${secret}`,
	`/products?${secret}`,
	`/account?x-api-key=${secret}`,
	`/account/reports/stream?symbol=CREDIT-EUR&token=${secret}`,
	`/markets/${secret}/trades/stream?lastEventId=${secret}`,
	`http://elsewhere.test/sign/${secret}`,
	`/reports/${secret}`,
	`/sealed/${secret}`,
	`/files/${secret}`,
	`/reports/${secret}/terms.txt.diff`,
	`/%72eports/${secret}`,
	`/docs/../sign/${secret}`,
	`/docs/static/${secret}`,
	`/${secret}`,
	`/sealer/${secret}/contracts`,
	`/tracker/${product}/assets/${secret}/issue`,
	`/storage/files/${secret}`,
	`/storage/sign/${secret}`,
	`/orders/${secret}`,
	`*/sign/${secret}`,
	`sign/${secret}`,
	`/sign/${secret} HTTP/1.1\r\nhost: a\r\n\r\nGET /sign/${secret}`,
	`/sign/${secret}${'a'.repeat(1001)}`,
];

/** Headers in which somebody might send one. */
const headersWith = (secret: string) => ({
	authorization: `Bearer ${secret}`,
	cookie: `key=${secret}`,
	referer: `http://localhost/sign/${secret}?key=${secret}`,
	'user-agent': secret,
	forwarded: `for=${secret}`,
	'x-forwarded-for': secret,
	'x-tracker-key': secret,
	'idempotency-key': secret,
	'last-event-id': secret,
});

const named = (names: Iterable<string>, secret: string) =>
	Object.fromEntries([...names].map((name) => [name, secret]));

function formOf(values: Readonly<Record<string, string>>): string {
	const parts = Object.entries(values).map(
		([name, value]) =>
			`--x\r\ncontent-disposition: form-data; name="${name}"; filename="${value}"\r\n\r\n${value}\r\n`,
	);
	return `${parts.join('')}--x--\r\n`;
}

/** The secret in every place the endpoint has, and in one it has not. */
function spoiled({ endpoint, prefix }: NamedEndpoint, secret: string): RawRequest {
	const path = endpoint.path.replace(/\{\w+\}/g, secret);
	const query = named([...Object.keys(fieldsIn(endpoint, 'query')), 'key'], secret);
	const values = named(
		[...Object.keys(fieldsIn(endpoint, bodyPlace(endpoint) ?? 'json')), secret],
		secret,
	);
	const bodies = {
		form: { type: 'multipart/form-data; boundary=x', body: formOf(values) },
		json: { type: 'application/json', body: JSON.stringify(values) },
	};
	const { type, body } = bodies[bodyPlace(endpoint) ?? 'json'];
	const hasBody = endpoint.method !== 'GET';
	return {
		method: endpoint.method,
		path: `${prefix}${path}?${new URLSearchParams(query).toString()}`,
		headers: { ...(hasBody && { 'content-type': type }) },
		...(hasBody && { body }),
	};
}

describe.each(programs)('%s', (_name, start) => {
	let program: Program;
	let secrets: readonly string[];
	beforeAll(async () => {
		program = await start({ logLevel: 'debug' });
		secrets = [token, program.key];
	});
	afterAll(() => program.close());

	/** Sent by the real key and by a wrong one; answers how many lines the log has grown. */
	async function linesOf(requests: (secret: string) => readonly RawRequest[]): Promise<number> {
		const before = program.log().length;
		for (const secret of secrets) {
			for (const request of requests(secret)) {
				const headers = { ...headersWith(secret), ...request.headers, 'x-api-key': secret };
				const connection = await RawConnection.open(program.url);
				await connection.write(
					rawRequest({ ...request, headers: { ...headers, connection: 'close' } }),
				);
				connection.socket.end();
				await connection.replies();
			}
		}
		const lines = program.log().slice(before).split('\n');
		const forms = secrets.flatMap((secret) => [
			secret,
			encoded(secret),
			Buffer.from(secret).toString('base64'),
		]);
		expect(lines.filter((line) => forms.some((form) => line.includes(form)))).toEqual([]);
		return lines.length;
	}

	test.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'BREW'])(
		'logs none in an address, with the method %s',
		async (method) => {
			const requests = (secret: string) =>
				addressesWith(secret).map((path) => ({ method, path, headers: {} }));
			expect(await linesOf(requests)).toBeGreaterThan(2 * requests(token).length);
		},
	);

	test('logs none in any place of any endpoint, nor one in a body that is none', async () => {
		const all = endpointsOf(program.description);
		const broken = (secret: string, type: string): RawRequest => ({
			...{ method: 'POST', path: program.changingPath, body: `{"key": ${secret}` },
			headers: { 'content-type': type },
		});
		const requests = (secret: string) => [
			...all.map((endpoint) => spoiled(endpoint, secret)),
			...['application/json', 'text/plain', secret].map((type) => broken(secret, type)),
		];
		expect(await linesOf(requests)).toBeGreaterThan(2 * all.length);
	});

	test('logs none when the database is taken away under it', async () => {
		await program.breakDatabase();
		const all = endpointsOf(program.description);
		await linesOf((secret) => all.map((endpoint) => spoiled(endpoint, secret)));
		expect(program.log()).toContain('unexpected fault');
	});
});
