/**
 * Subscriptions of a socket. Each is an event stream for the handlers, whose events are sent as
 * messages with its number. Many share the socket, so a long list is sent in several messages with
 * others in between.
 */
import { refuse } from '../../server/refusal';
import type { EventStream, ServerEvent } from '../../server/http/streams/event-stream';
import type { Connection } from './connection';

/** A client with more subscriptions opens another socket. */
export const subscriptionsMax = 100;

export class Subscriptions {
	private readonly open = new Map<number, Subscription>();
	private lastNumber = 0;

	constructor(private readonly connection: Connection) {
		connection.onEnd(() => {
			for (const subscription of [...this.open.values()]) subscription.stop();
		});
	}

	/** Adds a subscription; refuses one too many. */
	add(channel: string): Subscription {
		if (this.open.size >= subscriptionsMax) {
			throw refuse('Exchange_SocketFull', subscriptionsMax, 'subscriptions');
		}
		this.lastNumber += 1;
		const number = this.lastNumber;
		const parts = { number, channel, connection: this.connection };
		const subscription = new Subscription(parts, () => this.open.delete(number));
		this.open.set(number, subscription);
		return subscription;
	}

	/** Ends a subscription without a message; refuses an unknown number. */
	remove(number: number): void {
		const subscription = this.open.get(number);
		if (subscription === undefined) {
			throw refuse('Request_Invalid', 'subscription', 'must be the number of an open one');
		}
		subscription.stop();
	}

	get channels(): readonly string[] {
		return [...this.open.values()].map(({ channel }) => channel);
	}
}

interface SubscriptionParts {
	readonly number: number;
	readonly channel: string;
	readonly connection: Connection;
}

export class Subscription implements EventStream<ServerEvent> {
	private readonly actions: (() => void)[] = [];
	private isOpen = true;

	constructor(
		private readonly parts: SubscriptionParts,
		onStopped: () => void,
	) {
		this.actions.push(onStopped);
	}

	get number(): number {
		return this.parts.number;
	}

	get channel(): string {
		return this.parts.channel;
	}

	send(...events: readonly ServerEvent[]): void {
		for (const event of events) this.write(eventText(event));
	}

	/** Every message but the last has `more`; only the last has the id from which to resume. */
	async sendPages(event: ServerEvent, pages: AsyncIterable<readonly unknown[]>): Promise<void> {
		const { id: _id, ...part } = event;
		let held: readonly unknown[] | undefined;
		for await (const page of pages) {
			if (held !== undefined) this.write(eventText(withList(part, held), true));
			held = page;
			if (!(await this.ready())) return;
		}
		this.write(eventText(withList(event, held ?? [])));
	}

	async ready(): Promise<boolean> {
		return this.isOpen && (await this.parts.connection.ready()) && this.isOpen;
	}

	/** The stream has ended from our side; the client may subscribe again. */
	end(): void {
		this.write('"event":"ended"}');
		this.stop();
	}

	onEnd(action: () => void): void {
		if (this.isOpen) this.actions.push(action);
		else action();
	}

	stop(): void {
		this.isOpen = false;
		for (const action of this.actions.splice(0)) action();
	}

	private write(text: string): void {
		const { number, channel, connection } = this.parts;
		if (this.isOpen) connection.send(`{"subscription":${number},"channel":"${channel}",${text}`);
	}
}

/** Cache, because the same event goes to many sockets. */
const texts = new WeakMap<ServerEvent, string>();

function eventText(event: ServerEvent, isMore = false): string {
	const known = texts.get(event);
	if (known !== undefined) return known;
	const { event: name, id, data } = event;
	const text = JSON.stringify({ event: name, id, ...(isMore && { more: true }), data }).slice(1);
	texts.set(event, text);
	return text;
}

/** The event with one page of the list that is its last data field. */
function withList(event: ServerEvent, list: readonly unknown[]): ServerEvent {
	const data = event.data as Readonly<Record<string, unknown>>;
	const name = Object.keys(data).at(-1);
	if (name === undefined) throw new Error(`the data of ${event.event} end with no list`);
	return { ...event, data: { ...data, [name]: list } };
}
