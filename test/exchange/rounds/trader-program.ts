/**
 * A trader's program over the client library and nothing else: it asks either API, sends the same
 * request again under the same id until it is answered, and keeps what was acknowledged. What it asks
 * for is drawn in wishes.ts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ExchangeClient } from '../../../clients/exchange/client';
import { ExchangeRefusal, NoResponseError } from '../../../clients/exchange/faults';
import type { CallOptions, Order, PlaceOrderInput } from '../../../clients/exchange/operations';

/** The exchange's ids of what it acknowledged, by the ids of the traders, of which no two are alike. */
export class Acknowledged {
	readonly orders = new Map<string, string>();
	readonly deposits = new Map<string, string>();
	readonly payouts = new Map<string, string>();

	get size(): number {
		return this.orders.size + this.deposits.size + this.payouts.size;
	}

	/** As of now. */
	copy(): Acknowledged {
		const copy = new Acknowledged();
		for (const kind of ['orders', 'deposits', 'payouts'] as const) {
			for (const [own, id] of this[kind]) copy[kind].set(own, id);
		}
		return copy;
	}

	add(kind: 'orders' | 'deposits' | 'payouts', own: string, id: string): void {
		const before = this[kind].get(own);
		if (before !== undefined && before !== id) {
			throw new Error(`${kind}: ${own} was answered ${before} before and ${id} now`);
		}
		this[kind].set(own, id);
	}
}

type Ask<Answer> = (client: ExchangeClient, options: CallOptions) => Promise<Answer>;

/** A program that waits longer would rather ask another API. */
const patienceMs = 2_500;

/** Shorter than what `Retry-After` says, so that there is more to go wrong. */
const pauseMs = 20;

/** The only ways to say that the exchange cannot do it just now. */
const temporary: readonly string[] = [
	'Core_Ending',
	'Core_DatabaseAway',
	'Core_DatabaseReadOnly',
	'Core_DatabaseFull',
];

export class TraderProgram {
	/** Orders that were accepted, the newest last. */
	readonly placed: Pick<Order, 'orderId' | 'clientOrderId' | 'side'>[] = [];
	/** Orders that wait for their deposits, of which some wait for a person. */
	readonly unfunded: { readonly order: PlaceOrderInput; readonly isHeld: boolean }[] = [];
	private ids = 0;
	/** Of the request under way. */
	private askedAt = 0;
	private tries = 0;
	private lastFault: unknown;

	constructor(
		private readonly name: string,
		private readonly clients: readonly ExchangeClient[],
		readonly random: (below: number) => number,
		readonly acknowledged: Acknowledged,
		/** Ends what it asks for. */
		private readonly abandoned: AbortSignal,
	) {}

	/** What became of its last request, in a line. */
	standing(): string {
		const { name, tries, lastFault } = this;
		const forSeconds = ((performance.now() - this.askedAt) / 1_000).toFixed(1);
		const cause = lastFault instanceof Error ? lastFault.cause : undefined;
		const fault = [lastFault, cause].map(String).join(', ');
		const unfunded = `${this.unfunded.length} orders wait for money`;
		return `${name} asks for ${forSeconds} s, ${tries} tries, ${unfunded}; last fault: ${fault}`;
	}

	newId(): string {
		this.ids += 1;
		return `${this.name}-${this.ids}`;
	}

	draw<Item>(items: readonly Item[]): Item {
		const [item] = items.slice(this.random(items.length));
		if (item === undefined) throw new Error('there is nothing to draw from');
		return item;
	}

	/** Sends the request until it is answered; answers the refusal when it is one of these. */
	async ask<Answer>(
		ask: Ask<Answer>,
		refusals: readonly string[] = [],
	): Promise<Answer | ExchangeRefusal> {
		this.askedAt = performance.now();
		[this.tries, this.lastFault] = [0, undefined];
		for (;;) {
			const client = this.clients[this.random(this.clients.length)];
			if (client === undefined) throw new Error('there is no API to ask');
			this.abandoned.throwIfAborted();
			this.tries += 1;
			try {
				const signal = AbortSignal.any([this.abandoned, AbortSignal.timeout(patienceMs)]);
				return await ask(client, { signal });
			} catch (fault) {
				this.lastFault = fault;
				if (fault instanceof ExchangeRefusal && refusals.includes(fault.errorCode)) return fault;
				if (!mayPass(fault)) throw fault;
			}
			await delay(pauseMs);
		}
	}

	keepOrder({ orderId, clientOrderId, side }: Order): void {
		this.acknowledged.add('orders', clientOrderId, orderId);
		this.placed.push({ orderId, clientOrderId, side });
	}
}

function mayPass(fault: unknown): boolean {
	if (!(fault instanceof ExchangeRefusal)) return fault instanceof NoResponseError;
	const { status, errorCode, retryAfterSeconds } = fault;
	return status === 503 && temporary.includes(errorCode) && retryAfterSeconds !== 0;
}
