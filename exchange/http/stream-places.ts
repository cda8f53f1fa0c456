/**
 * Who may have how many event streams open. Streams that anybody may read and those of traders have
 * places apart, so that strangers cannot take the traders' places; and nobody gets more of them than
 * one address, or one account, may have. What a stream is, is left to event-stream.ts.
 */
import { refuse } from '../../server/refusal';

export interface StreamLimits {
	/** Of everybody without a key together. */
	readonly streamsMax: number;
	readonly streamsPerAddressMax: number;
	/** Of all traders together. */
	readonly accountStreamsMax: number;
	readonly streamsPerAccountMax: number;
}

/** Whose place a stream takes: that of an address, or of the account a key speaks for. */
export interface StreamOwner {
	readonly kind: 'address' | 'account';
	readonly id: string;
}

interface Pool {
	readonly openMax: number;
	readonly ownMax: number;
	open: number;
	/** Open streams by owner; who has none is not in it. */
	readonly own: Map<string, number>;
}

export class StreamPlaces {
	private readonly pools: Readonly<Record<StreamOwner['kind'], Pool>>;

	constructor(limits: StreamLimits) {
		const { streamsMax, streamsPerAddressMax, accountStreamsMax, streamsPerAccountMax } = limits;
		this.pools = {
			address: { openMax: streamsMax, ownMax: streamsPerAddressMax, open: 0, own: new Map() },
			account: {
				openMax: accountStreamsMax,
				ownMax: streamsPerAccountMax,
				open: 0,
				own: new Map(),
			},
		};
	}

	/** Takes a place and answers what gives it back; refuses where there is none. */
	take({ kind, id }: StreamOwner): () => void {
		const pool = this.pools[kind];
		const own = pool.own.get(id) ?? 0;
		if (own >= pool.ownMax) throw refuse('Exchange_OwnStreamsTooMany', pool.ownMax, kind);
		if (pool.open >= pool.openMax) throw refuse('Exchange_StreamsTooMany', pool.openMax);
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
		return this.pools.address.open + this.pools.account.open;
	}

	/** How many places are taken, and how many there are. */
	counts(): readonly { readonly kind: StreamOwner['kind']; open: number; openMax: number }[] {
		const { address, account } = this.pools;
		return [
			{ kind: 'address', open: address.open, openMax: address.openMax },
			{ kind: 'account', open: account.open, openMax: account.openMax },
		];
	}
}
