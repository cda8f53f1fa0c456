/**
 * Whether what the exchange holds at the tracker is what its books say. Pure. Nothing is guessed:
 * a transfer whose outcome is not known makes a range of what may be there, and only what is
 * outside of it is a difference.
 *
 *   verdict   the tracker's amount ...
 *   AGREES    is owed, or explained by transfers under way
 *   DIFFERS   is explained by nothing the books know
 *   MOVING    could not be compared: intents or own accounts changed at every try
 *   UNREAD    is not known: the tracker did not answer
 */
import { formatDecimal } from '../../trading/markets/decimal';
import type { Intent } from '../../settlement/state/intent';
import { tableText } from './text-table';

/** An intent that is not ended, as far as it decides where its money can be. */
export interface OpenTransfer extends Pick<Intent, 'kind' | 'state' | 'leg' | 'lastDoubtAt'> {
	/** In our smallest units. */
	readonly amount: bigint;
}

/** What the books say of one asset; amounts in our smallest units. */
export interface AssetBooks {
	readonly asset: string;
	readonly decimals: number;
	/** Available and held of all traders together. */
	readonly traders: bigint;
	readonly fees: bigint;
	/** On its way to traders. */
	readonly payouts: bigint;
	readonly open: readonly OpenTransfer[];
	/** Deposits that were given up and can still arrive on a resting transit account. */
	readonly late: bigint;
}

/** What the tracker should hold, and how much more or less transfers under way explain. */
export interface Range {
	readonly owed: bigint;
	readonly least: bigint;
	readonly most: bigint;
}

export type Verdict = 'AGREES' | 'DIFFERS' | 'MOVING' | 'UNREAD';

export interface AssetReport extends Omit<AssetBooks, 'open' | 'late'>, Range {
	readonly verdict: Verdict;
	/** What own accounts hold; null where that is not known. */
	readonly atTracker: bigint | null;
	/** How far that is outside of the range; below 0 where something is missing. */
	readonly difference: bigint;
	/** Why there is no comparison. */
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
export function judge(books: AssetBooks, atTracker: bigint): AssetReport {
	const range = rangeOf(books);
	const { least, most } = range;
	const difference =
		atTracker > most ? atTracker - most : atTracker < least ? atTracker - least : 0n;
	const verdict = difference === 0n ? 'AGREES' : 'DIFFERS';
	return { ...amountsOf(books), ...range, verdict, atTracker, difference, reason: null };
}

/** The report of an asset that could not be compared. */
export function unjudged(
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

/** One sentence on a difference; the same as long as the difference is the same. */
export function differenceSentence({ asset, decimals, difference }: AssetReport): string {
	const amount = formatDecimal(difference < 0n ? -difference : difference, decimals);
	const direction = difference < 0n ? 'less' : 'more';
	return `${asset}: own accounts hold ${amount} ${direction} at the tracker than the books explain`;
}

/** The report as a table for people. */
export function reportText({ time, verdict, assets }: ReconciliationReport): string {
	if (assets.length === 0) return 'no asset is linked to the tracker, so nothing was compared\n';
	const header = ['asset', 'traders', 'fees', 'payouts', 'least', 'most', 'tracker', 'difference'];
	const rows = assets.map((asset) => {
		const { decimals, traders, fees, payouts, least, most, atTracker, difference } = asset;
		const known = [traders, fees, payouts, least, most].map((one) => formatDecimal(one, decimals));
		const held = atTracker === null ? '?' : formatDecimal(atTracker, decimals);
		const outside = atTracker === null ? '?' : formatDecimal(difference, decimals);
		return [asset.asset, ...known, held, outside, wordsOf(asset)];
	});
	const amounts = [1, 2, 3, 4, 5, 6, 7];
	const table = tableText([[...header, 'verdict'], ...rows], { right: amounts });
	return `${new Date(time).toISOString()} ${verdict}\n\n${table}`;
}

/** The report for programs; amounts are decimal strings. */
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

function wordsOf({ verdict, reason }: AssetReport): string {
	return reason === null ? verdict : `${verdict} ${reason}`;
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

/** True where the money may be on the other side already, though the books do not say so yet. */
function mayHaveMoved({ state, leg, lastDoubtAt }: OpenTransfer): boolean {
	// Escrow to a transit account: whatever becomes of it, the exchange holds it.
	if (leg === 'FUND') return false;
	return state === 'SENDING' || state === 'UNKNOWN' || lastDoubtAt !== null;
}
