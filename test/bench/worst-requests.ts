/**
 * How long the requests that ask most hold the event loop of a program that is as full as its users
 * could make it, and how much longer an order takes while another client asks the longest page of a
 * list again and again. Held is what the thread computes without a turn, the least of a few tries:
 * what is compiled or collected once is not the request's.
 */
import { fieldsIn } from '../../server/http/routing/endpoints';
import { isPaged } from '../../server/http/routing/pages';
import {
	exchangeEndpoints,
	startFullProgram,
	wholeSteps,
	type FullProgram,
} from '../exchange/support/full-program';
import { TestDatabases } from '../support/servers/databases';
import { endpointName, goodParts, requestOf } from '../support/clients/endpoint-requests';
import { longest, serviceEndpoints, startFullService } from '../support/programs/full-service';
import type { ProgramProcess } from '../support/programs/program-process';
import { send } from '../support/clients/requests';
import { loopHeldMs, loopWatching } from './parts/loop-delay';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const tries = sized(3, 1);
const ordersTimed = sized(15, 3);
const targets = { service: 50, exchange: 20, waitedTimes: 2 } as const;

type Figures = Record<string, number>;

export async function run(): Promise<BenchResult> {
	const conditions = { ...machineConditions(), tries, ordersTimed };
	const service = await measureService();
	const { held, waited } = await measureExchange();
	const atMost = (figures: Figures, most: number) =>
		Object.fromEntries(Object.keys(figures).map((name) => [name, { atMost: most }]));
	return {
		...{ name: 'worst-requests', conditions },
		figures: rounded({ ...service, ...held, ...waited }),
		targets: {
			...atMost(service, targets.service),
			...atMost(held, targets.exchange),
			...atMost(waited, targets.waitedTimes),
		},
	};
}

/** The least of a few tries. */
async function leastHeldMs(program: ProgramProcess, ask: () => Promise<unknown>): Promise<number> {
	const held: number[] = [];
	for (let count = 0; count < tries; count += 1) {
		await loopHeldMs(program);
		await ask();
		held.push(await loopHeldMs(program));
	}
	return Math.min(...held);
}

async function measureService(): Promise<Figures> {
	const { program, stage, close } = await startFullService(loopWatching);
	const figures: Figures = {};
	for (const named of serviceEndpoints) {
		const parts = goodParts(named, stage);
		const form = longest(parts.form, named.operation);
		const { limit } = fieldsIn(named.endpoint, 'query');
		const query = limit?.type === 'integer' ? `limit=${limit.maximum}` : parts.query;
		const ask = () => send(requestOf(named, { ...parts, form, query }, stage));
		await ask();
		figures[`service_${endpointName(named)}_heldMs`] = await leastHeldMs(program, ask);
	}
	await close();
	return figures;
}

async function measureExchange(): Promise<{ readonly held: Figures; readonly waited: Figures }> {
	const databases = new TestDatabases();
	const full = await startFullProgram(databases, loopWatching);
	const [held, waited]: [Figures, Figures] = [{}, {}];
	// First, while there are means to order with.
	for (const named of exchangeEndpoints) {
		const { operation, endpoint } = named;
		if (!isPaged(endpoint) && !('limit' in endpoint.fields)) continue;
		const [page] = full.requestsOf(named);
		if (page !== undefined)
			waited[`order_beside_${operation}_times`] = await waitedTimes(full, page.ask);
	}
	for (const named of exchangeEndpoints) {
		if (wholeSteps.includes(named.operation)) continue;
		const times: number[] = [];
		for (const { ask } of full.requestsOf(named)) {
			times.push(await leastHeldMs(full.program, ask));
		}
		held[`exchange_${named.operation}_heldMs`] = Math.max(...times);
	}
	await full.close();
	await databases.close();
	return { held, waited };
}

async function medianOrderMs({ stage }: FullProgram): Promise<number> {
	const took: number[] = [];
	for (let count = 0; count < ordersTimed; count += 1) {
		const begin = performance.now();
		await stage.order('buyer', { price: '0.05', quantity: '100' });
		took.push(performance.now() - begin);
	}
	return quantile(took, 0.5);
}

/** How many times as long an order takes while another client asks this again and again. */
async function waitedTimes(full: FullProgram, ask: () => Promise<unknown>): Promise<number> {
	const quiet = await medianOrderMs(full);
	let isOver = false;
	const loop = async () => {
		while (!isOver) await ask();
	};
	const looping = loop();
	const busy = await medianOrderMs(full);
	isOver = true;
	await looping;
	return busy / quiet;
}

if (require.main === module) void run().then(printResult);
