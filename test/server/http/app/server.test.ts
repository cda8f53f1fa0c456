/** How long the server of an application waits on a connection. */
import Fastify from 'fastify';
import { InFlightRequests } from '../../../../server/http/app/in-flight-requests';
import { createServer, installServerHooks } from '../../../../server/http/app/server';
import { RawConnection, rawRequest } from '../../../support/hostile/raw-connection';

test('work that its caller waits for may take longer than a connection may be silent', async () => {
	const inFlight = new InFlightRequests();
	const parts = {
		requestStallMs: 60_000,
		idleTimeoutMs: 100,
		inFlight,
		onAnswered: () => undefined,
	};
	const app = Fastify({ serverFactory: (listener) => createServer(listener, parts) });
	installServerHooks(app);
	const { promise: work, resolve: finish } = Promise.withResolvers<string>();
	const begun = Promise.withResolvers<void>();
	const answer = () => {
		begun.resolve();
		return work;
	};
	app.get('/awaited', { config: { endsWithCaller: () => true } }, answer);
	app.get('/other', () => new Promise(() => undefined));
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	const awaited = await RawConnection.open(url);
	await awaited.write(rawRequest({ method: 'GET', path: '/awaited' }));
	await begun.promise;
	const other = await RawConnection.open(url);
	await other.write(rawRequest({ method: 'GET', path: '/other' }));
	expect(await other.replies()).toEqual([]);
	finish('done');
	expect(await awaited.replies()).toMatchObject([{ status: 200, body: 'done' }]);
	await app.close();
});
