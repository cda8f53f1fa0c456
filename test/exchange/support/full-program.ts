/**
 * An exchange as a process that is as full as its traders could make it, and the requests that ask most
 * of each of its endpoints: what is asked follows from the description and the golden requests.
 */
import fs from 'node:fs';
import path from 'node:path';
import { programs } from '../../../api/programs';
import { openDatabase } from '../../../exchange/database/database';
import { freePort } from '../../../start/machine/free-port';
import { endpointsOf, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { ExchangeStage, exchangeSteps, stageExchange } from '../../api/exchange-stage';
import { filled, goldenOf } from '../../api/golden';
import type { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { ProgramProcess } from '../../support/programs/program-process';
import { worstOf, type WorstRequest } from '../../support/hostile/worst-requests';
import { fill } from './full-exchange';
import { hasSettled } from './settling';

export interface FullProgram {
	readonly program: ProgramProcess;
	readonly stage: ExchangeStage;
	requestsOf(named: NamedEndpoint): readonly WorstRequest[];
	close(): Promise<void>;
}

const needs = [
	'means at the tracker',
	'means at the exchange',
	'an order to sell',
	'a purchase of some',
	'a deposit',
	'a payout',
	'a list of orders',
	'a key that reads',
	'an alarm',
	'a subscription',
] as const;

export async function startFullProgram(
	databases: TestDatabases,
	nodeOptions: string,
): Promise<FullProgram> {
	const place = await databases.place('SQLite');
	const staged = await stageExchange(place);
	const stage = await ExchangeStage.open(staged);
	for (const need of needs) await exchangeSteps[need](stage);
	// Copies of what is over have nothing left to be done about them.
	const filling = staged.exchange.exchange.database;
	await until(async () => {
		const open = await filling
			.selectFrom('intents')
			.select('id')
			.where('ended_at', 'is', null)
			.executeTakeFirst();
		return open === undefined ? true : undefined;
	});
	await fill(filling, {
		symbol: stage.value('symbol'),
		base: stage.value('base'),
		quote: stage.value('quote'),
		sellerAccount: stage.value('sellerAccount'),
		buyerAccount: stage.value('buyerAccount'),
	});
	await exchangeSteps['published reserves'](stage);
	await staged.exchange.close();
	closeWindowsSoon(path.join(place.dataFolder, 'settlement.json'));
	const program = await started(stage, { dataFolder: place.dataFolder, nodeOptions });
	// What the windows have to count of all that is no request's.
	const database = await openDatabase(place);
	await until(async () => ((await hasSettled(database)) ? true : undefined));
	await database.destroy();
	return {
		...{ program, stage },
		requestsOf(named) {
			const { request } = goldenOf('exchange', named.operation);
			const good = filled(request, stage.values);
			const { operation } = named;
			// From the first candle on: a span of minutes may have none at present, and nothing to tell.
			const from = operation === 'streamCandles' ? '&lastEventId=0' : '';
			return worstOf(named, { ...good, path: good.path + from });
		},
		async close() {
			await program.end();
			await staged.service?.close();
		},
	};
}

function closeWindowsSoon(file: string): void {
	const settings = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
	fs.writeFileSync(file, JSON.stringify({ ...settings, windowMs: 500 }));
}

async function started(
	stage: ExchangeStage,
	{ dataFolder, nodeOptions }: { readonly dataFolder: string; readonly nodeOptions: string },
): Promise<ProgramProcess> {
	const port = await freePort();
	stage.values['exchange_url'] = `http://127.0.0.1:${port}`;
	const program = new ProgramProcess({
		file: 'exchange/main.ts',
		args: [],
		environment: {
			NODE_OPTIONS: nodeOptions,
			EXCHANGE_DATA: dataFolder,
			EXCHANGE_PORT: String(port),
			EXCHANGE_REQUESTS_PER_MINUTE_MAX: '1000000',
			EXCHANGE_STREAMS_PER_ADDRESS_MAX: '1000',
			LOG_LEVEL: 'error',
		},
		running: /Exchange listens/,
	});
	await program.start();
	return program;
}

/** What stops others from being carried out. */
export const stops: readonly string[] = [
	'reconcile',
	'resumePayouts',
	'setMarketStatus',
	'freezeAccount',
	'unfreezeAccount',
	'beginMaintenance',
	'endMaintenance',
	'disableAccount',
	'enableAccount',
];

/** What ends things comes last, and what stops them after that. */
const order = ({ operation, endpoint }: NamedEndpoint) =>
	stops.includes(operation) ? 2 + stops.indexOf(operation) : Number(endpoint.method === 'DELETE');

export const exchangeEndpoints = endpointsOf(programs.exchange).toSorted(
	(one, other) => order(one) - order(other),
);

/** A step of the engine is whole: what it takes grows with what its own trader has in the book. */
export const wholeSteps: readonly string[] = ['cancelAllOrders'];
