/**
 * Who may have how many event streams open. Each pool of places is apart from the others, so that
 * strangers cannot take those of whoever has a key; and nobody gets more of a pool than one of its
 * owners may have.
 */
import type { Refusal } from '../../refusal';

/** Whose place a stream takes: that of an address, or of the account or the user a key speaks for. */
export interface StreamOwner {
	readonly kind: 'address' | 'account' | 'user';
	readonly id: string;
}

export interface StreamPool {
	/** Of everybody together. */
	readonly openMax: number;
	/** Of one owner. */
	readonly ownMax: number;
}

/** What is told who finds no place. */
export interface StreamRefusals {
	readonly all: (openMax: number) => Refusal;
	readonly own: (ownMax: number, kind: string) => Refusal;
}

interface Taken extends StreamPool {
	open: number;
	/** Open streams by owner; who has none is not in it. */
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

	/** Takes a place and answers what gives it back; refuses where there is none. */
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

	/** How many places are taken in all. */
	get taken(): number {
		return [...this.pools.values()].reduce((sum, { open }) => sum + open, 0);
	}

	/** How many places are taken, and how many there are. */
	counts(): readonly { readonly kind: string; readonly open: number; readonly openMax: number }[] {
		return [...this.pools].map(([kind, { open, openMax }]) => ({ kind, open, openMax }));
	}
}
