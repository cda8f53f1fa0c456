/** Tracks the requests under way on each connection, in order. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RequestPair {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

export class InFlightRequests {
	private readonly underWay = new Set<RequestPair>();
	private readonly byConnection = new WeakMap<Socket, Set<RequestPair>>();
	/** Connections still in use although no reply is due. */
	private readonly held = new Set<Socket>();
	private readonly waiting: (() => void)[] = [];

	begin(pair: RequestPair): void {
		const ofConnection = this.connection(pair.request.socket);
		ofConnection.add(pair);
		this.underWay.add(pair);
		pair.response.once('close', () => {
			ofConnection.delete(pair);
			this.underWay.delete(pair);
			this.tell();
		});
	}

	/** Requests of a connection, in the order of their replies. */
	on(connection: Socket): readonly RequestPair[] {
		return [...(this.byConnection.get(connection) ?? [])];
	}

	/** How many replies are due on a connection. */
	countOn(connection: Socket): number {
		return this.byConnection.get(connection)?.size ?? 0;
	}

	/** The latest request of a connection; its body may still be arriving. */
	latestOn(connection: Socket): RequestPair | undefined {
		return this.on(connection).at(-1);
	}

	[Symbol.iterator](): Iterator<RequestPair> {
		return this.underWay.values();
	}

	get count(): number {
		return this.underWay.size;
	}

	/** Marks a connection as in use until it closes or the returned function is called. */
	hold(connection: Socket): () => void {
		const release = () => {
			connection.off('close', release);
			if (this.held.delete(connection)) this.tell();
		};
		if (connection.destroyed) return release;
		this.held.add(connection);
		connection.once('close', release);
		return release;
	}

	/** Resolves when nothing is under way. */
	async settled(): Promise<void> {
		while (this.underWay.size > 0 || this.held.size > 0) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private connection(connection: Socket): Set<RequestPair> {
		const known = this.byConnection.get(connection);
		if (known !== undefined) return known;
		const inFlight = new Set<RequestPair>();
		this.byConnection.set(connection, inFlight);
		// A pipelined reply that waits for an earlier one gets no 'close' event.
		connection.once('close', () => {
			for (const pair of inFlight) this.underWay.delete(pair);
			inFlight.clear();
			this.tell();
		});
		return inFlight;
	}

	private tell(): void {
		for (const resolve of this.waiting.splice(0)) resolve();
	}
}
