/**
 * The calls to a tracker and their possible answers. The answers separate what is known (done,
 * refused, not sent) from what is not: the effect of a call after a timeout, a reset or a server
 * fault is never guessed. client.ts implements it over HTTP; settlement/ decides what an answer
 * means for money.
 */

/** One transfer: `POST /tracker/{productId}/assets/{assetId}/transfer`. */
export interface TransferRequest {
	/** Key of the sender; never logged, never part of an error. */
	readonly key: string;
	readonly assetId: string;
	/** Owner of the key; null: unknown. It is not sent. */
	readonly senderEmail: string | null;
	readonly recipientEmail: string;
	/** Whole units of the tracker, 1 to 2^53 - 1. */
	readonly units: number;
	/**
	 * Sent as `Idempotency-Key`; a tracker without support ignores it. Somebody who knows it
	 * beforehand can make another transfer pass for this one, so it is never logged or shown.
	 */
	readonly idempotencyKey: string;
	/**
	 * Milliseconds since 1970. The request is not sent later than this, because another worker may
	 * have taken the transfer over by then.
	 */
	readonly sendBefore: number;
}

/** The tracker refused in the form of its interface: nothing happened, and nothing will. */
export interface Refused {
	readonly kind: 'REFUSED';
	/** HTTP status 400 to 499, neither 408, 425 nor 429. */
	readonly status: number;
	/**
	 * `errorCode` of the body, such as Factory_FactoryTransferInsufficientFund. It is about this call
	 * only: Request_IdempotencyKeyReused says nothing about the earlier call with that key.
	 */
	readonly code: string;
	/** The tracker's message, at most 500 characters, with the key removed. */
	readonly message: string;
}

/**
 * The request was not sent: no connection was made, or it had ended before the first byte. Nothing
 * happened, and nothing will.
 */
export interface NotSent {
	readonly kind: 'NOT_SENT';
	readonly cause: string;
}

/** It is unknown if anything happened. */
export interface Unknown {
	readonly kind: 'UNKNOWN';
	/** One short phrase without a key, such as `no answer within 10000 ms` or `status 502`. */
	readonly cause: string;
	/** Pause that the tracker asked for (`Retry-After`), at most an hour. */
	readonly retryAfterMs?: number;
}

/**
 * Status 2xx with the requested transfer: asset, amount and parties match. Or an empty answer of a
 * tracker whose empty answers are believed.
 */
export interface Done {
	readonly kind: 'DONE';
	/** The tracker's id of the transfer; null if it gave none. */
	readonly transactionId: string | null;
}

/**
 * Status 2xx without a transfer, as one generation of trackers always answers, or with another one
 * than requested, by a tracker that has not said that it keeps an `Idempotency-Key`. What happened
 * is unknown, and a repeated call may get the same answer, or happen twice.
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
	/** The tracker has no such route, so it never will answer. */
	| { readonly kind: 'UNSUPPORTED' }
	| { readonly kind: 'UNAVAILABLE'; readonly cause: string; readonly retryAfterMs?: number };

/** The fields of a transaction that we rely on. */
export interface TrackerTransaction {
	readonly id: string;
	readonly units: bigint;
	readonly sender: string;
	readonly recipient: string;
	/** Milliseconds since 1970 by the tracker's clock. */
	readonly time: number;
}

/** Calls never reject: every result is an answer. */
export interface Tracker {
	transfer(request: TransferRequest): Promise<TransferAnswer>;
	/** Units the owner of the key holds, by asset id; assets not held are missing. */
	balances(key: string): Promise<ReadAnswer<ReadonlyMap<string, bigint>>>;
	/** Transactions of an asset that the owner of the key may see, the oldest first. */
	transactions(key: string, assetId: string): Promise<ReadAnswer<readonly TrackerTransaction[]>>;
}
