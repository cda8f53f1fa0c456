/**
 * The movements of the ledger. Each posting takes an amount from one place and puts it into
 * another, so every entry balances by its shape. Between which parts of the two accounts it moves
 * depends on its kind alone:
 *
 *   kind              from                 to
 *   DEPOSIT           outside, available   trader, available
 *   HOLD              trader, available    the same trader, held
 *   RELEASE           trader, held         the same trader, available
 *   TRADE             trader, held         other trader, available
 *   HELD_COMMISSION   buyer, held          fees, available
 *   COMMISSION        seller, available    fees, available
 *   PAYOUT            trader, available    payouts, available: the transfer is planned
 *   PAID              payouts, available   outside, available: the tracker has made it
 *   RETURN            payouts, available   the same trader, available: it will not be made
 *
 * Rounding happens in two places only: a hold counts the dearest commission rounded up once
 * (`commissionMax`), and commissions are rounded up once per order (`chargeCommission`). What a
 * hold counted too much is released; nothing else is ever rounded.
 */

/** The account on the other side of every deposit: minus what all accounts together have. */
export const OUTSIDE = 'external';

/** The account commissions go to. */
export const FEES = 'fees';

/** The account that holds what is on its way to traders. */
export const PAYOUTS = 'payouts';

type Part = 'available' | 'held';

export const postingKinds = {
	DEPOSIT: { from: 'available', to: 'available' },
	HOLD: { from: 'available', to: 'held' },
	RELEASE: { from: 'held', to: 'available' },
	TRADE: { from: 'held', to: 'available' },
	HELD_COMMISSION: { from: 'held', to: 'available' },
	COMMISSION: { from: 'available', to: 'available' },
	PAYOUT: { from: 'available', to: 'available' },
	PAID: { from: 'available', to: 'available' },
	RETURN: { from: 'available', to: 'available' },
} as const satisfies Readonly<Record<string, { readonly from: Part; readonly to: Part }>>;

export type PostingKind = keyof typeof postingKinds;

export interface Posting {
	/** The command, deposit or payout that caused it. */
	readonly sequence: number;
	/** Place among the postings of its sequence. */
	readonly position: number;
	readonly kind: PostingKind;
	readonly asset: string;
	/** Above 0, in the smallest unit of the asset. */
	readonly amount: bigint;
	readonly from: string;
	readonly to: string;
	readonly orderId: number | null;
}
