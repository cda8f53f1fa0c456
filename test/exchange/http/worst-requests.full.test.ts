/**
 * Every endpoint of the exchange with as much as it takes, of an exchange that is as full as its
 * traders could make it: none reads more in a turn of the event loop than a page, and all of them at once
 * leave memory and descriptors as they were. How long they hold the loop, and have others wait, is
 * measured by `npm run bench -- worst-requests`.
 */
import { TestDatabases } from '../../support/databases';
import { heapBytes, heapTelling, descriptorsOf } from '../../support/process-use';
import { send, until } from '../../support/requests';
import { mostRowsOfTurn, rowsCounting } from '../../support/turn-rows';
import { expectOwnForm } from '../../support/worst-requests';
import {
	exchangeEndpoints,
	startFullProgram,
	stops,
	wholeSteps,
	type FullProgram,
} from '../support/full-program';

/** The longest page, and what the exchange does by itself meanwhile. */
const turnRowsMax = 2_000;
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

test.each(others)('%s reads no more than a page in a turn of the loop', async (_name, named) => {
	for (const { what, ask } of full.requestsOf(named)) {
		await mostRowsOfTurn(full.program);
		expectOwnForm(await ask());
		const rows = await mostRowsOfTurn(full.program);
		expect({ what, rows, isPage: rows <= turnRowsMax }).toEqual({ what, rows, isPage: true });
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
