/**
 * What a socket has subscribed to. Each subscription is a stream as the handlers know it, whose events
 * go out as messages that carry its number; many of them share the socket, so a long list goes out in
 * several messages and others in between.
 */
import { refuse } from '../../server/refusal';
import type { EventStream, ServerEvent } from '../../server/http/streams/event-stream';
import type { Connection } from './connection';

/** A program that follows more markets opens another socket. */
export const subscriptionsMax = 100;

export class Subscriptions {
	private readonly open = new Map<number, Subscription>();
	private lastNumber = 0;

	constructor(private readonly connection: Connection) {
		connection.onEnd(() => {
			for (const subscription of [...this.open.values()]) subscription.stop();
		});
	}

	/** Whose events are sent from now on; refused where there are as many as may be. */
	add(channel: string): Subscription {
		if (this.open.size >= subscriptionsMax) {
			throw refuse('Exchange_SocketFull', subscriptionsMax, 'subscriptions');
		}
		this.lastNumber += 1;
		const number = this.lastNumber;
		const place = { number, channel, connection: this.connection };
		const subscription = new Subscription(place, () => this.open.delete(number));
		this.open.set(number, subscription);
		return subscription;
	}

	/** Ends it without a word; refused where there is none of the number. */
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

interface Place {
	readonly number: number;
	readonly channel: string;
	readonly connection: Connection;
}

export class Subscription implements EventStream<ServerEvent> {
	private readonly actions: (() => void)[] = [];
	private isOpen = true;

	constructor(
		private readonly place: Place,
		onStopped: () => void,
	) {
		this.actions.push(onStopped);
	}

	get number(): number {
		return this.place.number;
	}

	get channel(): string {
		return this.place.channel;
	}

	send(...events: readonly ServerEvent[]): void {
		for (const event of events) this.write(eventText(event));
	}

	/** Every message but the last says that there is more; only the last has the id to go on from. */
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
		return this.isOpen && (await this.place.connection.ready()) && this.isOpen;
	}

	/** The stream can go on no further; whoever still wants it subscribes anew. */
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
		const { number, channel, connection } = this.place;
		if (this.isOpen) connection.send(`{"subscription":${number},"channel":"${channel}",${text}`);
	}
}

/** The same event goes to many sockets. */
const texts = new WeakMap<ServerEvent, string>();

function eventText(event: ServerEvent, isMore = false): string {
	const known = texts.get(event);
	if (known !== undefined) return known;
	const { event: name, id, data } = event;
	const text = JSON.stringify({ event: name, id, ...(isMore && { more: true }), data }).slice(1);
	texts.set(event, text);
	return text;
}

/** The event with a part of the list its data end with. */
function withList(event: ServerEvent, list: readonly unknown[]): ServerEvent {
	const data = event.data as Readonly<Record<string, unknown>>;
	const name = Object.keys(data).at(-1);
	if (name === undefined) throw new Error(`the data of ${event.event} end with no list`);
	return { ...event, data: { ...data, [name]: list } };
}
