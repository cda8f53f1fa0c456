/**
 * Somebody who is told all events of a key twice: on a stream, which is opened again behind the last
 * event whenever it is cut off, and at an address that they are sent to.
 */
import { EventReader } from '../exchange/support/exchange';
import { EventClient } from '../service/events/event-client';
import { until } from '../support/clients/requests';
import type { TestUser } from '../support/programs/service';
import { WebhookTarget, type Received } from '../support/servers/webhook-target';

export class Told {
	private readonly streamed: number[] = [];
	private readonly following: Promise<void>;
	private reader: EventReader | undefined;
	private isOver = false;

	private constructor(
		private readonly place: { readonly url: string; readonly key: string },
		private readonly client: EventClient,
		private readonly target: WebhookTarget,
		private readonly cursor: number,
	) {
		this.following = this.follow();
		// Whoever judges is told.
		this.following.catch(() => undefined);
	}

	/** From now on, through the proxy at this address. */
	static async begin(url: string, user: Pick<TestUser, 'key'>): Promise<Told> {
		const client = new EventClient({ url }, { email: '', key: user.key });
		const target = await WebhookTarget.open();
		const after = await client.cursor();
		const answer = await client.call('POST', '/subscriptions', { url: target.url, after });
		if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
		return new Told({ url, key: user.key }, client, target, after);
	}

	/** All events since, when each has been told in both ways; throws what was told in another. */
	async judged() {
		const events = await this.client.events(this.cursor, 1);
		const ids = events.map(({ id }) => id);
		const sequences = events.map(({ sequence }) => sequence);
		const last = sequences.at(-1) ?? 0;
		const isStreamed = () => Promise.resolve((this.streamed.at(-1) ?? 0) >= last || undefined);
		await Promise.race([until(isStreamed), this.following]);
		expect(this.streamed.filter((sequence) => sequence <= last)).toEqual(sequences);
		await until(() => {
			const sent = new Set(this.target.received.map(idOf));
			return Promise.resolve(ids.every((id) => sent.has(id)) || undefined);
		});
		this.expectInOrder();
		const repeated = this.target.received.length - new Set(this.target.received.map(idOf)).size;
		return { events, repeated };
	}

	async end(): Promise<void> {
		this.isOver = true;
		this.reader?.close();
		await this.following;
		await this.target.close();
	}

	/** What is sent again comes late; the first of each came in the order of its subject. */
	private expectInOrder(): void {
		const newest = new Map<string, number>();
		const seen = new Set<string>();
		for (const received of this.target.received) {
			const { subject, sequence } = received;
			if (seen.has(idOf(received))) continue;
			seen.add(idOf(received));
			expect(sequence).toBeGreaterThan(newest.get(subject) ?? 0);
			newest.set(subject, sequence);
		}
	}

	private async follow(): Promise<void> {
		while (!this.isOver) {
			try {
				await this.read();
			} catch (fault) {
				// One that is cut off, or that nobody gives at the moment, is asked for again.
				if (!this.isOver && !(fault instanceof TypeError)) throw fault;
			}
		}
	}

	private async read(): Promise<void> {
		const { url, key } = this.place;
		const after = this.streamed.at(-1) ?? this.cursor;
		this.reader = await EventReader.open(`${url}/events?after=${this.cursor}`, {
			...{ accept: 'text/event-stream', 'x-api-key': key, 'last-event-id': String(after) },
		});
		while (!this.isOver) {
			const event = await this.reader.next();
			if (event === undefined) return;
			if (event.event === 'message') this.streamed.push(Number(event.id));
		}
	}
}

const idOf = ({ headers }: Received) => String(headers['webhook-id']);
