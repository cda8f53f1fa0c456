/**
 * What the exchange asks of a tracker, and every way a tracker can answer. The answers keep apart
 * what is known (done, refused, not sent) from what is not: whether a call took effect after a
 * time-out, a reset or a fault of the server is never guessed here. client.ts speaks to a real
 * one; what an answer means for money is decided in settlement/.
 */

/** One transfer by E7 (`POST /tracker/{productId}/assets/{assetId}/transfer`). */
export interface TransferRequest {
	/** The key of the sender. Never logged, never part of an error. */
	readonly key: string;
	readonly assetId: string;
	/** The owner of the key; null where that is not known. It is not sent. */
	readonly senderEmail: string | null;
	readonly recipientEmail: string;
	/** Whole units of the tracker, 1 to 2^53 - 1. */
	readonly units: number;
	/**
	 * Sent as `Idempotency-Key`; a tracker that does not know the header ignores it. Who knows it
	 * beforehand can have another transfer taken for this one, so it is never logged or shown.
	 */
	readonly idempotencyKey: string;
	/**
	 * Milliseconds since 1970. The request is not sent later than this, whatever it had to wait
	 * for: by then somebody else may have taken the transfer over.
	 */
	readonly sendBefore: number;
}

/** The tracker said no, in the form of its interface: nothing happened, and nothing will. */
export interface Refused {
	readonly kind: 'REFUSED';
	/** HTTP status 400 to 499, neither 408, 425 nor 429. */
	readonly status: number;
	/**
	 * `errorCode` of the body, such as Factory_FactoryTransferInsufficientFund. The refusal is of this
	 * call alone: Request_IdempotencyKeyReused says nothing of the earlier one with that key.
	 */
	readonly code: string;
	/** The tracker's own sentence, at most 500 characters, the key cut out of it. */
	readonly message: string;
}

/**
 * The request did not leave: no connection was made, or the one meant for it had ended before its
 * first byte. Nothing happened, and nothing will.
 */
export interface NotSent {
	readonly kind: 'NOT_SENT';
	readonly cause: string;
}

/** Whether anything happened is not known. */
export interface Unknown {
	readonly kind: 'UNKNOWN';
	/** One short phrase without a key, such as `no answer within 10000 ms` or `status 502`. */
	readonly cause: string;
	/** How long the tracker asked to be left alone (`Retry-After`), an hour at most. */
	readonly retryAfterMs?: number;
}

/**
 * Status 2xx with the transfer that was asked for: its asset, its amount and its parties. Or an
 * empty one, of a tracker whose empty answers are believed.
 */
export interface Done {
	readonly kind: 'DONE';
	/** The tracker's own id of the transfer; null where it named none. */
	readonly transactionId: string | null;
}

/**
 * Status 2xx that names no transfer, as one generation of trackers answers every one, or another
 * than was asked for. What happened is not known, and asking again may well say the same.
 */
export interface Doubtful {
	readonly kind: 'DOUBTFUL';
	readonly cause: string;
}

export type TransferAnswer = Done | Doubtful | Refused | NotSent | Unknown;

/** The answer to a call that only reads: a value, or why there is none. */
export type ReadAnswer<Value> =
	| { readonly kind: 'READ'; readonly value: Value }
	| Refused
	/** The tracker has no such route, so it never will answer this. */
	| { readonly kind: 'UNSUPPORTED' }
	| { readonly kind: 'UNAVAILABLE'; readonly cause: string; readonly retryAfterMs?: number };

/** One row of the list of transactions, as far as it is relied upon. */
export interface TrackerTransaction {
	readonly id: string;
	readonly units: bigint;
	readonly sender: string;
	readonly recipient: string;
	/** Milliseconds since 1970 by the tracker's clock. */
	readonly time: number;
}

/** Calls never reject: everything that can happen to them is an answer. */
export interface Tracker {
	transfer(request: TransferRequest): Promise<TransferAnswer>;
	/** Units the owner of the key holds, by asset id (E8); an asset not held is not in it. */
	balances(key: string): Promise<ReadAnswer<ReadonlyMap<string, bigint>>>;
	/** The transactions of an asset the owner of the key may see, the oldest first. */
	transactions(key: string, assetId: string): Promise<ReadAnswer<readonly TrackerTransaction[]>>;
}
