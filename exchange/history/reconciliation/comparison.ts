/**
 * Compares what the exchange holds at the tracker with its books. Pure. Nothing is guessed: a
 * transfer with an unknown outcome widens the range of possible amounts, and only an amount outside
 * the range is a difference.
 *
 *   verdict   the tracker's amount ...
 *   AGREES    is owed, or explained by transfers in flight
 *   DIFFERS   is not explained by the books
 *   MOVING    could not be compared: intents or own accounts changed at every try
 *   UNREAD    is unknown: the tracker did not answer
 */
import { formatDecimal } from '../../../server/decimal';
import type { Intent } from '../../settlement/state/intent';

/** The fields of an unended intent that decide where its money can be. */
export interface OpenTransfer extends Pick<Intent, 'kind' | 'state' | 'leg' | 'lastDoubtAt'> {
	/** In our smallest units. */
	readonly amount: bigint;
}

/** The books of one asset; amounts in our smallest units. */
export interface AssetBooks {
	readonly asset: string;
	readonly decimals: number;
	/** Available and held of all traders together. */
	readonly traders: bigint;
	readonly fees: bigint;
	/** Open payouts. */
	readonly payouts: bigint;
	readonly open: readonly OpenTransfer[];
	/** Deposits that were given up but can still arrive on a resting transit account. */
	readonly late: bigint;
}

/** The amount the tracker should hold, and the range that transfers in flight explain. */
export interface Range {
	readonly owed: bigint;
	readonly least: bigint;
	readonly most: bigint;
}

export type Verdict = 'AGREES' | 'DIFFERS' | 'MOVING' | 'UNREAD';

export interface AssetReport extends Omit<AssetBooks, 'open' | 'late'>, Range {
	readonly verdict: Verdict;
	/** What own accounts hold; null: unknown. */
	readonly atTracker: bigint | null;
	/** How far that is outside the range; negative if something is missing. */
	readonly difference: bigint;
	/** Why it could not be compared; null: it was. */
	readonly reason: string | null;
}

export interface ReconciliationReport {
	/** Milliseconds since 1970. */
	readonly time: number;
	/** The worst of all assets, DIFFERS before what could not be compared. */
	readonly verdict: Verdict;
	readonly assets: readonly AssetReport[];
}

/** The exit code of the command that reconciles. */
export const exitCodes: Readonly<Record<Verdict, number>> = {
	AGREES: 0,
	DIFFERS: 3,
	MOVING: 4,
	UNREAD: 4,
};

/** Compares what own accounts hold, in our smallest units, with the books. */
export function compareAsset(books: AssetBooks, atTracker: bigint): AssetReport {
	const range = rangeOf(books);
	const { least, most } = range;
	const difference =
		atTracker > most ? atTracker - most : atTracker < least ? atTracker - least : 0n;
	const verdict = difference === 0n ? 'AGREES' : 'DIFFERS';
	return { ...amountsOf(books), ...range, verdict, atTracker, difference, reason: null };
}

/** The report of an asset that could not be compared. */
export function uncomparedAsset(
	books: AssetBooks,
	verdict: 'MOVING' | 'UNREAD',
	reason: string,
): AssetReport {
	const range = rangeOf(books);
	return { ...amountsOf(books), ...range, verdict, atTracker: null, difference: 0n, reason };
}

export function reportOf(time: number, assets: readonly AssetReport[]): ReconciliationReport {
	const order = ['DIFFERS', 'UNREAD', 'MOVING'] as const;
	const worst = order.find((verdict) => assets.some((asset) => asset.verdict === verdict));
	return { time, verdict: worst ?? 'AGREES', assets };
}

/** Describes a difference; equal differences give equal sentences, so an alarm is raised once. */
export function differenceSentence({ asset, decimals, difference }: AssetReport): string {
	const amount = formatDecimal(difference < 0n ? -difference : difference, decimals);
	const direction = difference < 0n ? 'less' : 'more';
	return `${asset}: own accounts hold ${amount} ${direction} at the tracker than the books explain`;
}

/** The report as JSON; amounts are decimal strings. */
export function reportJson({ time, verdict, assets }: ReconciliationReport) {
	return {
		time: new Date(time).toISOString(),
		verdict,
		assets: assets.map((report) => {
			const decimal = (amount: bigint) => formatDecimal(amount, report.decimals);
			return {
				asset: report.asset,
				verdict: report.verdict,
				traders: decimal(report.traders),
				fees: decimal(report.fees),
				payouts: decimal(report.payouts),
				owed: decimal(report.owed),
				least: decimal(report.least),
				most: decimal(report.most),
				atTracker: report.atTracker === null ? null : decimal(report.atTracker),
				difference: report.atTracker === null ? null : decimal(report.difference),
				reason: report.reason,
			};
		}),
	};
}

function amountsOf({ asset, decimals, traders, fees, payouts }: AssetBooks) {
	return { asset, decimals, traders, fees, payouts };
}

function rangeOf({ traders, fees, payouts, open, late }: AssetBooks): Range {
	const owed = traders + fees + payouts;
	const unsettled = open.filter(mayHaveMoved);
	const sumOf = (kind: Intent['kind']) =>
		unsettled.reduce((sum, intent) => (intent.kind === kind ? sum + intent.amount : sum), 0n);
	return { owed, least: owed - sumOf('PAYOUT'), most: owed + sumOf('DEPOSIT') + late };
}

/** True if the money may have moved already, though the books do not say so. */
function mayHaveMoved({ state, leg, lastDoubtAt }: OpenTransfer): boolean {
	// From escrow to a transit account: the exchange holds it in any case.
	if (leg === 'FUND') return false;
	return state === 'SENDING' || state === 'UNKNOWN' || lastDoubtAt !== null;
}
