/** What an installation of the demo is asked, by the keys that lie in its data folder. */
import fs from 'node:fs';
import path from 'node:path';
import { send, type FormPart } from '../support/clients/requests';

interface Demo {
	readonly products: Readonly<Record<'Sealer' | 'Tracker' | 'Keeper', string>>;
	readonly users: readonly { readonly email: string; readonly key: string }[];
}

interface Market {
	readonly symbol: string;
	readonly traders: readonly { readonly key: string }[];
}

export interface Installation {
	readonly dataFolder: string;
	readonly service: string;
	readonly exchange: string;
}

const read = (folder: string, name: string): unknown =>
	JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));

export const demoOf = (folder: string) => read(folder, 'demo.json') as Demo;
export const marketOf = (folder: string) => read(folder, 'exchange-demo.json') as Market;

export interface Asked {
	readonly method?: string;
	readonly url: string;
	readonly key: string;
	readonly json?: unknown;
	readonly form?: readonly FormPart[];
}

/** The answer, which must be a good one. */
export async function ask({ method = 'GET', key, ...request }: Asked): Promise<unknown> {
	const answer = await send({ method, headers: { 'x-api-key': key }, ...request });
	if (answer.status < 300) return answer.text === '' ? undefined : answer.json();
	throw new Error(`${method} ${request.url}: ${answer.status} ${answer.text}`);
}

/** Lists whose answers stay the same while nobody does anything, by what is listed. */
export async function answersOf(place: Installation): Promise<Readonly<Record<string, unknown>>> {
	const { products, users } = demoOf(place.dataFolder);
	const { symbol, traders } = marketOf(place.dataFolder);
	const key = users[0]?.key ?? '';
	const tracker = `${place.service}/tracker/${products.Tracker}`;
	const keeper = `${place.service}/keeper/${products.Keeper}`;
	const lists: Readonly<Record<string, Asked>> = {
		users: { url: `${place.service}/users`, key },
		assets: { url: `${tracker}/assets`, key },
		transactions: { url: `${tracker}/transactions`, key },
		folders: { url: `${keeper}/folders`, key },
		files: { url: `${keeper}/files`, key },
		stored: { url: `${place.service}/storage/files/`, key },
		contracts: { url: `${place.service}/sealer/${products.Sealer}/contracts`, key },
		markets: { url: `${place.exchange}/markets`, key: traders[0]?.key ?? '' },
		trades: { url: `${place.exchange}/markets/${symbol}/trades`, key: traders[0]?.key ?? '' },
		balances: { url: `${place.exchange}/account`, key: traders[0]?.key ?? '' },
		paidToSeller: { url: `${place.exchange}/payouts`, key: traders[0]?.key ?? '' },
		paidToBuyer: { url: `${place.exchange}/payouts`, key: traders[1]?.key ?? '' },
	};
	const answers = Object.entries(lists).map(async ([name, asked]) => [name, await ask(asked)]);
	return Object.fromEntries((await Promise.all(answers)) as [string, unknown][]);
}
