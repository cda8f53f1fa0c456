/** What the class says of itself, beside the description of the exchange. */
import { sharedErrors } from '../../../api/errors';
import { exchange } from '../../../api/exchange/endpoints';
import type { EndpointDescription } from '../../../api/language/description';
import type { Sealkeeper } from '../../../clients/ccxt/sealkeeper.ts';
import { traderAt } from './venue';

const endpoints: readonly EndpointDescription[] = Object.values(exchange);
const isOffered = ({ caller, reply }: EndpointDescription) =>
	caller !== 'ADMINISTRATOR' && reply.kind !== 'stream';

let trader: Sealkeeper;
beforeAll(async () => {
	trader = await traderAt('http://localhost:8090', 'a-key');
});

test('it has each call for traders that is no stream, and no other', () => {
	const offered = endpoints.filter(isOffered).map(({ caller, method, path: address }) => {
		const api = caller === 'ANYONE' ? 'public' : 'private';
		return `${api} ${method.toLowerCase()} ${address.slice(1)}`;
	});
	const { api } = trader.describe() as {
		api: Record<string, Record<string, readonly string[]>>;
	};
	const listed = Object.entries(api).flatMap(([name, methods]) =>
		Object.entries(methods).flatMap(([method, paths]) =>
			paths.map((address) => `${name} ${method} ${address}`),
		),
	);
	expect(listed.sort()).toEqual(offered.sort());
});

test('each refusal of these calls has a kind', () => {
	const answered = endpoints.filter(isOffered).flatMap(({ errors }) => errors);
	const { exceptions } = trader.describe() as { exceptions: { exact: object } };
	expect(Object.keys(exceptions.exact)).toEqual(
		expect.arrayContaining([...sharedErrors, ...answered]),
	);
});

test('what it says it has are methods of its own or of its base', () => {
	const has = Object.entries(trader.has).filter(
		([name, value]) => value === true && !/API$|^(spot|ws)$/.test(name),
	);
	expect(has.length).toBeGreaterThan(40);
	const lacking = has.filter(([name]) => typeof Reflect.get(trader, name) !== 'function');
	expect(lacking).toEqual([]);
	expect(trader.requiredCredentials).toMatchObject({ apiKey: true, secret: false });
	expect(trader.checkRequiredCredentials()).toBe(true);
});
