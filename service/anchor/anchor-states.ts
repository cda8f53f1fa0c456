/**
 * The states of an anchor, decided from what the chain shows.
 *
 *   state      entered when                              left when
 *   PLANNED    a checkpoint is due, or its nonce is lost its transaction is signed and stored -> SENT
 *   SENT       the transaction is stored with its nonce; a block contains it -> MINED
 *              it is unknown whether it was sent, but    its nonce is used by another -> PLANNED
 *              sending it again is harmless              the contract has a larger size -> PASSED
 *   MINED      a block contains it                       enough blocks follow it -> CONFIRMED
 *                                                        its block is gone -> SENT
 *   CONFIRMED  it has the required confirmations         its block is gone nevertheless -> SENT
 *   PASSED     the contract has this or a larger size    never: a later anchor covers the same entries
 *              by a transaction unknown here
 */
export type AnchorState = 'PLANNED' | 'SENT' | 'MINED' | 'CONFIRMED' | 'PASSED';

/** Where a transaction stands. */
export interface Inclusion {
	readonly transactionHash: string;
	readonly blockNumber: number;
	readonly blockHash: string;
	/** The contract did not refuse it. */
	readonly isSuccessful: boolean;
}

export interface FollowedAnchor {
	readonly state: 'SENT' | 'MINED';
	readonly treeSize: number;
	/** Nonce of its newest transaction, which waits from `waitsFromBlock` on. */
	readonly nonce: number;
	readonly waitsFromBlock: number;
}

/** What the chain shows at one moment. */
export interface Sighting {
	readonly headNumber: number;
	/** The largest size the contract holds. */
	readonly contractSize: number;
	/** How many transactions of the account blocks hold, which is the next nonce. */
	readonly nonceNext: number;
	/** Where transactions of the anchor stand; of several nonces, there may be several. */
	readonly inclusions: readonly Inclusion[];
}

export type Step =
	/** Hand the same transaction to the chain, again. */
	| { readonly kind: 'SEND' }
	/** The same nonce with a higher fee. */
	| { readonly kind: 'RAISE' }
	| { readonly kind: 'MINED'; readonly inclusion: Inclusion }
	| { readonly kind: 'CONFIRMED'; readonly inclusion: Inclusion }
	/** No block holds it any more. */
	| { readonly kind: 'DROPPED' }
	/** A transaction of another nonce is needed. */
	| { readonly kind: 'PLAN_AGAIN' }
	| { readonly kind: 'PASSED' };

/** Blocks a transaction may wait for before it is offered more. */
export const patienceBlocks = 10;

export function nextStep(
	anchor: FollowedAnchor,
	sighting: Sighting,
	{ confirmations }: { readonly confirmations: number },
): Step {
	const written = sighting.inclusions.find(({ isSuccessful }) => isSuccessful);
	if (written !== undefined) {
		return isConfirmed(written, sighting, confirmations)
			? { kind: 'CONFIRMED', inclusion: written }
			: { kind: 'MINED', inclusion: written };
	}
	if (sighting.contractSize >= anchor.treeSize) return { kind: 'PASSED' };
	// A refused transaction has used its nonce, as one of somebody else's has.
	if (sighting.nonceNext > anchor.nonce) return { kind: 'PLAN_AGAIN' };
	if (anchor.state === 'MINED') return { kind: 'DROPPED' };
	if (sighting.headNumber - anchor.waitsFromBlock < patienceBlocks) return { kind: 'SEND' };
	// The transactions before it are gone from the chain, so it would wait forever.
	if (sighting.nonceNext < anchor.nonce) return { kind: 'PLAN_AGAIN' };
	return { kind: 'RAISE' };
}

function isConfirmed(inclusion: Inclusion, { headNumber }: Sighting, wanted: number): boolean {
	return confirmationsOf(inclusion, headNumber) >= wanted;
}

/** The block of a transaction is its first confirmation; a node that lags behind shows none. */
export function confirmationsOf(
	{ blockNumber }: Pick<Inclusion, 'blockNumber'>,
	headNumber: number,
): number {
	return Math.max(0, headNumber - blockNumber + 1);
}
