/**
 * Every endpoint of the service at the largest it allows: over every list with its longest page at its
 * beginning and deep inside, and every call with the longest fields. None reads more in a turn of the
 * event loop than a page; all of them at once leave memory and descriptors as they were. How long they
 * hold the loop is measured by `npm run bench -- worst-requests`.
 */
import { paging } from '../../../api/language/fields';
import { fieldsIn, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { steps, type StepName } from '../../api/stage';
import { endpointName, goodParts, requestOf } from '../../support/clients/endpoint-requests';
import {
	longest,
	roundsMax,
	serviceEndpoints,
	startFullService,
	worstServiceRequests,
	type FullService,
} from '../../support/programs/full-service';
import { descriptorsOf, heapBytes, heapTelling } from '../../support/programs/process-use';
import { send, until, type Request } from '../../support/clients/requests';
import { mostRowsOfTurn, rowsCounting } from '../../support/programs/turn-rows';
import { expectOwnForm, type WorstRequest } from '../../support/hostile/worst-requests';

/** Lists are read in parts. */
const turnRowsMax = 2_000;

/** A list within a record is read whole; meanwhile the service does a little by itself. */
const wholeListRowsMax = paging.limit.maximum + 1_000;

/** Less than the bodies of a round, which would still be there if anything kept them. */
const grownBytesMax = 64 * 2 ** 20;

let full: FullService;

beforeAll(async () => {
	full = await startFullService(`${rowsCounting} ${heapTelling}`);
});

afterAll(() => full.close());

/** Done, or done before: the second of two requests may find nothing left to do. */
const answered = [200, 201, 204, 404, 409, 422];

async function rowsReadBy(request: Request): Promise<number> {
	await mostRowsOfTurn(full.program);
	const { status, text } = await send(request);
	expect({ status, text: answered.includes(status) ? '' : text }).toEqual({
		status,
		text: '',
	});
	return mostRowsOfTurn(full.program);
}

const isList = ({ endpoint: { method, reply } }: NamedEndpoint) =>
	method === 'GET' && reply.kind === 'list';

const named = (chosen: readonly NamedEndpoint[]) =>
	chosen.map((endpoint) => [endpointName(endpoint), endpoint] as const);

test.each(named(serviceEndpoints.filter(isList)))(
	'the longest page of %s, at its beginning and deep inside',
	async (_name, list) => {
		const { stage } = full;
		const parts = goodParts(list, stage);
		const { limit } = fieldsIn(list.endpoint, 'query');
		const most = limit?.type === 'integer' ? `limit=${limit.maximum}` : '';
		const queries = ['', most, `${most}&offset=7000`, `${most}&offset=9007199254740991`];
		for (const query of limit === undefined ? [''] : queries) {
			const rows = await rowsReadBy(requestOf(list, { ...parts, query }, stage));
			expect(rows).toBeLessThanOrEqual(turnRowsMax);
		}
	},
);

test.each(named(serviceEndpoints.filter((endpoint) => !isList(endpoint))))(
	'%s with as much as it takes',
	async (_name, endpoint) => {
		const { stage } = full;
		const parts = goodParts(endpoint, stage);
		const form = longest(parts.form, endpoint.operation);
		const request = () => requestOf(endpoint, { ...parts, form }, stage);
		const most = 'limit' in endpoint.endpoint.fields ? wholeListRowsMax : turnRowsMax;
		// What is done already, or gone, is answered in another way.
		for (let times = 0; times < 2; times += 1) {
			expect(await rowsReadBy(request())).toBeLessThanOrEqual(most);
		}
	},
);

/** What a round takes away or brings to its end. */
const renewed: readonly StepName[] = [
	...(['a contract', 'a signing link', 'an invitation'] as const),
	...(['a folder', 'a kept file', 'a report'] as const),
];

/** While everything is asked at once, the service or its buckets may have no time, and say so. */
const isBusy = ({ status, text = '' }: Awaited<ReturnType<WorstRequest['ask']>>) =>
	status === 503 || (status === 507 && text.includes('no answer within'));

/** A step between two rounds, once the service and its buckets have time for it again. */
async function taken(need: StepName): Promise<true | undefined> {
	try {
		await steps[need](full.stage);
		return true;
	} catch (fault) {
		if (fault instanceof Error && /the stage met 50[37]/.test(fault.message)) return undefined;
		throw fault;
	}
}

/** Upon a user of its own; a small request is sent behind them. */
async function allAtOnce(userId: string): Promise<void> {
	const { stage } = full;
	stage.values['userId'] = userId;
	for (const need of renewed) await until(() => taken(need));
	const requests = serviceEndpoints.flatMap((each) => worstServiceRequests(stage, each));
	const asked = Promise.all(
		requests.map(async ({ ask }) => {
			const answer = await ask();
			if (!isBusy(answer)) expectOwnForm(answer);
		}),
	);
	const url = `${stage.value('base_url')}/health/live`;
	expect((await send({ method: 'GET', url })).status).toBe(200);
	await asked;
}

test('all of them at once leave memory and descriptors as they were, and a small one is answered', async () => {
	const { program, stage } = full;
	const userId = stage.value('userId');
	const before = await descriptorsOf(program);
	await allAtOnce(`${userId}-1`);
	const bytes = await heapBytes(program);
	for (let round = 2; round <= roundsMax; round += 1) await allAtOnce(`${userId}-${round}`);
	await until(async () => ((await descriptorsOf(program)) <= before ? true : undefined));
	expect((await heapBytes(program)) - bytes).toBeLessThan(grownBytesMax);
}, 600_000);
