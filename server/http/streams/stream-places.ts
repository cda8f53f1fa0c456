/**
 * Limits open event streams. Each kind of owner has a separate pool, so that strangers cannot take
 * the places of callers with keys; and each owner has a maximum within the pool.
 */
import type { Refusal } from '../../refusal';

/** The owner of a stream: an address, or the account or user of a key. */
export interface StreamOwner {
	readonly kind: 'address' | 'account' | 'user';
	readonly id: string;
}

export interface StreamPool {
	/** Maximum of the pool. */
	readonly openMax: number;
	/** Maximum of one owner. */
	readonly ownMax: number;
}

/** Refusals if a limit is reached. */
export interface StreamRefusals {
	readonly all: (openMax: number) => Refusal;
	readonly own: (ownMax: number, kind: string) => Refusal;
}

interface Taken extends StreamPool {
	open: number;
	/** Open streams by owner, without zeros. */
	readonly own: Map<string, number>;
}

export class StreamPlaces {
	private readonly pools: ReadonlyMap<string, Taken>;

	constructor(
		pools: Readonly<Partial<Record<StreamOwner['kind'], StreamPool>>>,
		private readonly refusals: StreamRefusals,
	) {
		this.pools = new Map(
			Object.entries(pools).map(([kind, pool]) => [kind, { ...pool, open: 0, own: new Map() }]),
		);
	}

	/** Takes a place and returns a function that releases it; refuses if none is free. */
	take({ kind, id }: StreamOwner): () => void {
		const pool = this.pools.get(kind);
		if (pool === undefined) throw new Error(`there are no streams of one ${kind}`);
		const own = pool.own.get(id) ?? 0;
		if (own >= pool.ownMax) throw this.refusals.own(pool.ownMax, kind);
		if (pool.open >= pool.openMax) throw this.refusals.all(pool.openMax);
		pool.open += 1;
		pool.own.set(id, own + 1);
		return () => {
			pool.open -= 1;
			const left = (pool.own.get(id) ?? 0) - 1;
			if (left > 0) pool.own.set(id, left);
			else pool.own.delete(id);
		};
	}

	/** Number of places taken. */
	get taken(): number {
		return [...this.pools.values()].reduce((sum, { open }) => sum + open, 0);
	}

	/** Places taken and available, by kind. */
	counts(): readonly { readonly kind: string; readonly open: number; readonly openMax: number }[] {
		return [...this.pools].map(([kind, { open, openMax }]) => ({ kind, open, openMax }));
	}
}
