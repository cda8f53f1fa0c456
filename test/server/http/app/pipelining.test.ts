/** What a caller sends beyond the limit of pipelined requests costs nothing, however much arrives at once. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { RawConnection } from '../../../support/hostile/raw-connection';
import { startService, type RunningService } from '../../../support/programs/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
});

afterAll(() => running.close());

/** Node.js tells of each request that it makes of what it has parsed. */
const parsed = 'http.server.request.start';

test('of the requests behind the one that is refused none is made', async () => {
	let made = 0;
	const count = () => {
		made += 1;
	};
	subscribe(parsed, count);
	const connection = await RawConnection.open(running.url);
	await connection.write('GET /log HTTP/1.1\r\nhost: stranger\r\n\r\n'.repeat(1_000));
	const replies = await connection.replies();
	unsubscribe(parsed, count);
	expect(replies.map(({ status }) => status)).toEqual([...Array<number>(32).fill(200), 429]);
	expect(made).toBe(33);
});
