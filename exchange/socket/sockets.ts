/**
 * All sockets of a process: counts, and closing them with the exchange. The places of streams limit
 * their number.
 */
import { refuse } from '../../server/refusal';
import { endings, type Ending } from './connection';
import type { Conversation } from './conversation';
import type { SocketPool } from './identity';

export interface SocketCounts {
	readonly open: Readonly<Record<SocketPool, number>>;
	/** Number by channel. */
	readonly subscriptions: ReadonlyMap<string, number>;
	readonly messages: readonly { readonly method: string; readonly status: string; count: number }[];
	readonly ended: Readonly<Record<Ending, number>>;
}

export class Sockets {
	private readonly open = new Set<Conversation>();
	private readonly messages = new Map<string, { method: string; status: string; count: number }>();
	private readonly ended = new Map<Ending, number>(endings.map((ending) => [ending, 0]));
	private isClosed = false;

	/** Refuses after `closeAll`. */
	requireOpen(): void {
		if (this.isClosed) throw refuse('Core_Ending');
	}

	add(conversation: Conversation): void {
		const { connection } = conversation;
		this.open.add(conversation);
		connection.onEnd(() => {
			this.open.delete(conversation);
			this.ended.set(connection.endedBy, (this.ended.get(connection.endedBy) ?? 0) + 1);
		});
		// `closeAll` may have run while this one was opening.
		if (this.isClosed) conversation.finish();
	}

	countMessage(method: string, statusCode: number): void {
		const status = String(statusCode);
		const name = `${method} ${status}`;
		const counted = this.messages.get(name) ?? { method, status, count: 0 };
		counted.count += 1;
		this.messages.set(name, counted);
	}

	/** Ends every socket after its answers, for good. */
	closeAll(): void {
		this.isClosed = true;
		for (const conversation of [...this.open]) conversation.finish();
	}

	counts(): SocketCounts {
		const open = { address: 0, account: 0 };
		const subscriptions = new Map<string, number>();
		for (const { identity, subscriptions: own } of this.open) {
			open[identity.pool] += 1;
			for (const channel of own.channels) {
				subscriptions.set(channel, (subscriptions.get(channel) ?? 0) + 1);
			}
		}
		const ended = Object.fromEntries(this.ended) as Readonly<Record<Ending, number>>;
		return { open, subscriptions, messages: [...this.messages.values()], ended };
	}
}
