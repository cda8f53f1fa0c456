/**
 * What the shipped workflows work with, as `npm start` has it: the service with its demo organisation, the
 * exchange that settles there with its two traders. Beside it stand the acts of the
 * people and programs the workflows wait for; n8n itself is started by the test.
 */
import { randomUUID } from 'node:crypto';
import { ensureTrackedDemo } from '../../../exchange/demo/tracker-demo';
import { systemClock } from '../../../server/clock';
import { ensureDemo } from '../../../service/demo/demo';
import type { DemoProducts } from '../../../start/programs/demo-keys';
import { writeSettlement } from '../../../start/programs/exchange-settlement';
import { credentialRecord, traderCredentialRecord } from '../../../start/n8n/contents';
import type { N8nServer } from '../../../start/n8n/server';
import {
	startBareExchange,
	type BareExchange,
	type Overrides,
} from '../../exchange/support/exchange';
import { publishNow } from '../../exchange/support/publishing';
import { TestDatabases } from '../servers/databases';
import { send, until } from '../clients/requests';
import { RunningWorkflows } from './running-workflows';
import { startService, type RunningService } from '../programs/service';

export const symbol = 'CREDIT-EUR';

/** Each by the names of the workflows it runs: what is true once they have run. */
export type Scenarios = Readonly<Record<string, (stage: WorkflowStage) => Promise<void>>>;

type Person = 'admin' | 'alice' | 'bob';

export interface Order {
	readonly side: 'BUY' | 'SELL';
	readonly price: string;
	readonly quantity: string;
}

export class WorkflowStage {
	private joined: RunningWorkflows | undefined;
	/** Where n8n finds the files its workflows read. */
	filesFolder = '';
	isQueueMode = false;

	private constructor(
		readonly service: RunningService,
		readonly exchange: BareExchange,
		readonly products: DemoProducts,
		private readonly keys: ReadonlyMap<string, string>,
		private readonly dataFolder: string,
		private readonly databases: TestDatabases,
	) {}

	/** With the pages of the exchange where their folder is given. */
	static async open(overrides: Pick<Overrides, 'pagesFolder'> = {}): Promise<WorkflowStage> {
		const service = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
		const { database } = service.service;
		const made = await ensureDemo({ database, clock: systemClock }, { withNewKeys: () => false });
		const keys = new Map(made.users.map(({ email, key = '' }) => [email, key]));
		const user = (name: string) => {
			const email = `${name}@demo.sealkeeper.test`;
			return { email, key: keys.get(email) ?? '' };
		};
		const databases = new TestDatabases();
		const place = await databases.place('SQLite');
		const tracker = {
			...{ trackerUrl: service.url, productId: made.products.Tracker },
			...{ administratorKey: user('admin').key, escrow: user('escrow') },
			traders: [user('alice'), user('bob')],
		};
		writeSettlement(place.dataFolder, tracker);
		const exchange = await startBareExchange(place, overrides);
		const parts = { database: exchange.exchange.database, clock: systemClock };
		await ensureTrackedDemo(parts, tracker, { withNewKeys: true });
		const { products } = made;
		return new WorkflowStage(
			...([service, exchange, products, keys, place.dataFolder, databases] as const),
		);
	}

	/** Gives an n8n that runs the credentials that `npm start` makes. */
	async join(server: N8nServer): Promise<void> {
		const { service, exchange, products } = this;
		const { url: baseUrl, storageUrl } = service;
		const access = { baseUrl, storageUrl, products };
		const trader = (name: string, person: Person) =>
			traderCredentialRecord({
				...{ ...access, trader: name, apiKey: this.key(person), exchangeUrl: exchange.url },
			});
		this.joined = await RunningWorkflows.open(server, baseUrl, [
			credentialRecord({ ...access, apiKey: this.key('admin') }),
			trader('Northwind Energy', 'alice'),
			trader('Harbour Cooperative', 'bob'),
		]);
	}

	get n8n(): RunningWorkflows {
		if (this.joined === undefined) throw new Error('n8n has not joined');
		return this.joined;
	}

	key(person: Person): string {
		return this.keys.get(`${person}@demo.sealkeeper.test`) ?? '';
	}

	/** Publishes a workflow that begins with a trigger of ours, and waits until it is registered. */
	async publish(file: string, program: 'service' | 'exchange' = 'service'): Promise<void> {
		const url = program === 'service' ? this.service.url : this.exchange.url;
		const people = ['admin', 'alice'] as const;
		const count = async () => {
			const lists = people.map(async (person) => {
				const headers = { 'x-api-key': this.key(person) };
				const answer = await send({ method: 'GET', url: `${url}/subscriptions`, headers });
				return answer.status === 200 ? (answer.json() as readonly object[]).length : 0;
			});
			return (await Promise.all(lists)).reduce((sum, one) => sum + one, 0);
		};
		const before = await count();
		await this.n8n.publish(file);
		await until(async () => (await count()) > before || undefined);
	}

	/** An order of a trader, funded from the tracker. */
	async order(person: Person, { side, price, quantity }: Order): Promise<Record<string, unknown>> {
		const terms = { symbol, side, type: 'LIMIT', price, quantity, fund: true };
		const clientOrderId = randomUUID();
		const answer = await this.exchange.call('POST', '/orders', {
			...{ key: this.key(person), body: { ...terms, clientOrderId } },
		});
		if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
		return answer.body as Record<string, unknown>;
	}

	async openOrders(person: Person): Promise<ReadonlyArray<Record<string, unknown>>> {
		const { body } = await this.exchange.call('GET', '/orders?status=open', {
			key: this.key(person),
		});
		return body as ReadonlyArray<Record<string, unknown>>;
	}

	/** Takes the orders of both traders back. */
	async clearBook(): Promise<void> {
		for (const person of ['alice', 'bob'] as const) {
			await this.exchange.call('DELETE', `/orders?symbol=${symbol}`, { key: this.key(person) });
		}
	}

	async tracker<Answer>(person: Person, method: string, at: string, body?: object) {
		const answer = await send({
			...{ method, url: `${this.service.url}/tracker/${this.products.Tracker}/${at}` },
			...{ headers: { 'x-api-key': this.key(person) }, ...(body && { json: body }) },
		});
		if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${answer.text}`);
		return answer.json() as Answer;
	}

	publishReserves(): Promise<void> {
		return publishNow(this.exchange.exchange.database, this.dataFolder);
	}

	async close(): Promise<void> {
		await this.exchange.close();
		await this.service.close();
		await this.databases.close();
	}
}
