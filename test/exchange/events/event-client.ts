/** What a key of a running exchange hears, as a client with it sees it. */
import { until } from '../../support/clients/requests';
import type { Answer, BareExchange } from '../support/exchange';

export interface WireEvent {
	readonly id: string;
	readonly sequence: number;
	readonly type: string;
	readonly subject: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export interface WirePage {
	readonly events: readonly WireEvent[];
	readonly cursor: number;
	readonly hasMore: boolean;
	readonly oldestSequence: number;
}

export interface WireSubscription {
	readonly id: string;
	readonly secret: string;
	readonly state: string;
	readonly reason?: string;
	readonly symbol?: string;
}

export class EventClient {
	constructor(
		private readonly running: Pick<BareExchange, 'call'>,
		readonly key: string,
	) {}

	call(method: string, path: string, body?: object): Promise<Answer> {
		return this.running.call(method, path, { key: this.key, ...(body && { body }) });
	}

	async must<Body>(method: string, path: string, json?: object): Promise<Body> {
		const { status, body } = await this.call(method, path, json);
		if (status >= 300) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
		return body as Body;
	}

	page(query: string): Promise<WirePage> {
		return this.must('GET', `/events?${query}`);
	}

	async cursor(): Promise<number> {
		return (await this.page('latest=true')).cursor;
	}

	/** Asks until there are so many behind the cursor. */
	events(after: number, count: number, query = ''): Promise<readonly WireEvent[]> {
		return until(async () => {
			const { events } = await this.page(`after=${after}&limit=1000&${query}`);
			return events.length >= count ? events : undefined;
		});
	}

	order(side: 'BUY' | 'SELL', terms: object): Promise<{ readonly orderId: string }> {
		const order = { symbol: 'CREDIT-EUR', side, type: 'LIMIT', ...terms };
		return this.must('POST', '/orders', order);
	}

	subscribe(url: string, more: object = {}): Promise<WireSubscription> {
		return this.must('POST', '/subscriptions', { url, ...more });
	}

	/** Asks until it stands so. */
	untilState(id: string, state: string): Promise<WireSubscription> {
		return until(async () => {
			const found = await this.must<WireSubscription>('GET', `/subscriptions/${id}`);
			return found.state === state ? found : undefined;
		});
	}
}
