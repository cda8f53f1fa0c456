/**
 * Every endpoint of the exchange with as much as it takes, of an exchange that is as full as its
 * traders could make it: none reads more in a turn of the event loop than a page, and all of them at once
 * leave memory and descriptors as they were. How long they hold the loop, and have others wait, is
 * measured by `npm run bench -- worst-requests`.
 */
import { fieldsIn } from '../../../server/http/routing/endpoints';
import { TestDatabases } from '../../support/servers/databases';
import { heapBytes, heapTelling, descriptorsOf } from '../../support/programs/process-use';
import { send, until } from '../../support/clients/requests';
import { mostRowsOfTurn, rowsCounting } from '../../support/programs/turn-rows';
import { expectOwnForm, type WorstRequest } from '../../support/hostile/worst-requests';
import {
	exchangeEndpoints,
	startFullProgram,
	stops,
	wholeSteps,
	type FullProgram,
} from '../support/full-program';

/** Of the longest page of most endpoints, and what the exchange does by itself meanwhile. */
const turnRowsMax = 2_000;

/** What a lane reads when it wakes is no request's: it is not met again. */
const tries = 3;
const rounds = 3;
const grownBytesMax = 64 * 2 ** 20;

const databases = new TestDatabases();
let full: FullProgram;

beforeAll(async () => {
	full = await startFullProgram(databases, `${rowsCounting} ${heapTelling}`);
});

afterAll(async () => {
	await full.close();
	await databases.close();
});

const others = exchangeEndpoints
	.filter(({ operation }) => !wholeSteps.includes(operation))
	.map((named) => [named.operation, named] as const);

/** The least of a few tries. */
async function rowsReadBy({ ask }: WorstRequest): Promise<number> {
	const read: number[] = [];
	for (let count = 0; count < tries; count += 1) {
		await mostRowsOfTurn(full.program);
		expectOwnForm(await ask());
		read.push(await mostRowsOfTurn(full.program));
	}
	return Math.min(...read);
}

test.each(others)('%s reads no more than a page in a turn of the loop', async (_name, named) => {
	const { limit } = fieldsIn(named.endpoint, 'query');
	const page = limit?.type === 'integer' ? (limit.maximum ?? 0) : 0;
	const most = Math.max(turnRowsMax, page);
	for (const request of full.requestsOf(named)) {
		const rows = await rowsReadBy(request);
		const { what } = request;
		expect({ what, rows, isPage: rows <= most }).toEqual({ what, rows, isPage: true });
	}
});

test('all of them at once leave memory and descriptors as they were, and a small one is answered', async () => {
	const { program, stage } = full;
	const going = exchangeEndpoints.filter(({ operation }) => !stops.includes(operation));
	const requests = going.flatMap((named) => full.requestsOf(named));
	const url = `${stage.value('exchange_url')}/health/live`;
	const round = async () => {
		const asked = Promise.all(requests.map(async ({ ask }) => expectOwnForm(await ask())));
		expect((await send({ method: 'GET', url })).status).toBe(200);
		await asked;
	};
	await round();
	const before = { descriptors: await descriptorsOf(program), bytes: await heapBytes(program) };
	for (let count = 0; count < rounds; count += 1) await round();
	await until(async () =>
		(await descriptorsOf(program)) <= before.descriptors ? true : undefined,
	);
	expect((await heapBytes(program)) - before.bytes).toBeLessThan(grownBytesMax);
});
