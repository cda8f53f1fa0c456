/** Events and subscriptions of a running service, as a client with one key sees them. */
import { send, until, type Answer } from '../../support/clients/requests';
import type { RunningService, TestUser } from '../../support/programs/service';

export interface WireEvent {
	readonly id: string;
	readonly sequence: number;
	readonly type: string;
	readonly subject: string;
	readonly productId?: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export interface WirePage {
	readonly events: readonly WireEvent[];
	readonly cursor: number;
	readonly hasMore: boolean;
	readonly oldestSequence: number;
}

export class EventClient {
	constructor(
		private readonly running: Pick<RunningService, 'url'>,
		private readonly user: TestUser,
	) {}

	call(method: string, location: string, json?: unknown): Promise<Answer> {
		const headers = { 'x-api-key': this.user.key };
		return send({
			method,
			url: this.running.url + location,
			headers,
			...(json !== undefined && { json }),
		});
	}

	async page(query: string): Promise<WirePage> {
		const answer = await this.call('GET', `/events?${query}`);
		if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
		return answer.json() as WirePage;
	}

	async cursor(): Promise<number> {
		return (await this.page('latest=true')).cursor;
	}

	/** Page by page. */
	private async all(after: number, query: string): Promise<readonly WireEvent[]> {
		const page = await this.page(`after=${after}&limit=1000&${query}`);
		return page.hasMore ? [...page.events, ...(await this.all(page.cursor, query))] : page.events;
	}

	/** Asks until there are so many behind the cursor. */
	events(after: number, count: number, query = ''): Promise<readonly WireEvent[]> {
		return until(async () => {
			const events = await this.all(after, query);
			return events.length >= count ? events : undefined;
		});
	}
}

export function shown(events: readonly WireEvent[]): readonly string[] {
	return events.map(({ type, subject }) => `${type} ${subject}`);
}
