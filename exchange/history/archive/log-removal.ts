/**
 * Takes the log of a segment out of the database: commands and all that they brought, but orders. How
 * much leaves at once is cut by log-pieces.ts; transactions, and the rests between them, are the
 * caller's.
 */
import { sql } from 'kysely';
import { insertRows, textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { forgetBatch } from '../../events/removing';
import { accountsIn } from '../../trading/lane/batch-text';
import { Sums } from './collecting';
import { pieceRowsMax, type LogPiece } from './log-pieces';
import { inGroups, type Segment, type SegmentRow } from './segment';

/** Runs a transaction of some milliseconds, and rests. */
export type InPiece = <Result>(work: (transaction: Database) => Promise<Result>) => Promise<Result>;

interface LeavingBatch {
	readonly lastSequence: number;
	/** Whose places in it leave with it. */
	readonly accounts: readonly string[];
}

/** Accounts of a batch, or of the segment, at once. */
const accountsAtOnce = 200;

export class LogRemoval {
	private readonly symbol: string;

	constructor(
		private readonly segment: Segment,
		private readonly inPiece: InPiece,
	) {
		this.symbol = segment.head.market.symbol;
	}

	/** Answers false when another process was faster. */
	async remove(piece: LogPiece): Promise<boolean> {
		const batches = await this.leavingBatches(piece);
		for (const cut of piece.cuts) {
			const isOurs = await this.inPiece(async (transaction) => {
				if (!(await this.reach(transaction, piece, piece.from))) return false;
				await this.removePostings(transaction, { from: piece.from, to: piece.from + 1, cut });
				return true;
			});
			if (!isOurs) return false;
		}
		let left = await this.inPiece((transaction) => this.removeRest(transaction, piece, batches));
		while (left === 'TRADES') {
			left = await this.inPiece((transaction) => this.removeTrades(transaction, piece));
		}
		return left === 'NOTHING';
	}

	private async removeRest(
		transaction: Database,
		piece: LogPiece,
		batches: readonly LeavingBatch[],
	): Promise<'FENCED' | 'TRADES' | 'NOTHING'> {
		if (!(await this.reach(transaction, piece, piece.to))) return 'FENCED';
		await this.removePostings(transaction, { ...piece, cut: undefined });
		for (const batch of batches) await this.removeBatch(transaction, batch);
		await this.removeCommands(transaction, piece);
		if (piece.to === this.segment.head.lastSequence) await this.checkSums(transaction);
		return this.removeTrades(transaction, piece);
	}

	/** Answers false where it is not this piece's turn, and keeps another process off till the end. */
	private async reach(transaction: Database, { from }: LogPiece, to: number): Promise<boolean> {
		const { numUpdatedRows } = await transaction
			.updateTable('archives')
			.set({ removed_to: to })
			.where('market', '=', this.symbol)
			.where('removed_to', '=', BigInt(from))
			.executeTakeFirstOrThrow();
		return numUpdatedRows > 0n;
	}

	private async removePostings(
		transaction: Database,
		{ from, to, cut }: { from: number; to: number; cut: number | undefined },
	): Promise<void> {
		let leaving = transaction
			.deleteFrom('postings')
			.where('journal', '=', this.symbol)
			.where('sequence', '>', BigInt(from))
			.where('sequence', '<=', BigInt(to));
		if (cut !== undefined) leaving = leaving.where('position', '<', BigInt(cut));
		const rows = await leaving
			.returning(['kind', 'asset', 'amount', 'from_account', 'to_account'])
			.execute();
		const sums = new Sums();
		for (const row of rows) sums.add({ ...row, amount: row.amount.toString() });
		await insertRows(
			transaction,
			changedSum,
			sums
				.all()
				.map((sum) => [
					...[this.symbol, sum.account_id, sum.asset],
					...[BigInt(sum.available), BigInt(sum.held)],
				]),
		);
	}

	/** What left the database must be what the segment says; else the piece is taken back. */
	private async checkSums(transaction: Database): Promise<void> {
		for (const said of inGroups(this.segment.rows('balances'), accountsAtOnce)) {
			const left = await this.sumsOf(transaction, said);
			for (const { account_id: account, asset, available, held } of said) {
				const sum = left.of(account, asset);
				if (sum.available === available && sum.held === held) continue;
				const place = `segment ${this.segment.head.number} of ${this.symbol}`;
				throw new Error(
					`${place} leaves ${account} ${available}/${held} ${asset}, not ${sum.available}/${sum.held}`,
				);
			}
		}
	}

	private async sumsOf(
		transaction: Database,
		said: readonly SegmentRow<'balances'>[],
	): Promise<Sums> {
		const accounts = new Set(said.map((row) => row.account_id));
		const rows = await transaction
			.selectFrom('archived_sums')
			.select(['account_id', 'asset', 'available', 'held'])
			.where('market', '=', this.symbol)
			.where('account_id', 'in', textList(transaction, [...accounts]))
			.execute();
		const sums = new Sums();
		for (const { available, held, ...key } of rows) {
			sums.set({ ...key, available: available.toString(), held: held.toString() });
		}
		return sums;
	}

	/**
	 * Some of them, but the newest of the market, which tells the last price; it goes with the next ones, as
	 * do those that a run which was broken off has left.
	 */
	private async removeTrades(
		transaction: Database,
		{ lastTradeId }: LogPiece,
	): Promise<'TRADES' | 'NOTHING'> {
		if (lastTradeId === undefined) return 'NOTHING';
		const { numDeletedRows } = await transaction
			.deleteFrom('trades')
			.where('market', '=', this.symbol)
			.where('trade_id', 'in', ({ selectFrom }) =>
				selectFrom('trades as old')
					.select('old.trade_id')
					.where('old.market', '=', this.symbol)
					.where('old.trade_id', '<=', BigInt(lastTradeId))
					.where('old.trade_id', '<', ({ selectFrom: from }) =>
						from('trades as newest')
							.select(({ fn }) => fn.max('newest.trade_id').as('trade_id'))
							.where('newest.market', '=', this.symbol),
					)
					.orderBy('old.trade_id')
					.limit(sql.lit(pieceRowsMax)),
			)
			.executeTakeFirstOrThrow();
		return Number(numDeletedRows) < pieceRowsMax ? 'NOTHING' : 'TRADES';
	}

	/**
	 * Those that begin within a piece, with the places of few accounts; the others have left. Streams
	 * have begun anew behind the segment, so that nobody looks for these.
	 */
	private async leavingBatches({ from, to }: LogPiece): Promise<readonly LeavingBatch[]> {
		const found: LeavingBatch[] = [];
		for (const { first, second: lastSequence, line } of this.segment.numbered('batches')) {
			if (first <= from || first > to) continue;
			const groups = [...inGroups(accountsIn(line), accountsAtOnce)];
			const accounts = groups.pop() ?? [];
			for (const others of groups) {
				const batch = { lastSequence, accounts: others };
				await this.inPiece((transaction) => this.removePlaces(transaction, batch));
			}
			found.push({ lastSequence, accounts });
		}
		return found;
	}

	private async removePlaces(
		transaction: Database,
		{ lastSequence, accounts }: LeavingBatch,
	): Promise<void> {
		await transaction
			.deleteFrom('report_places')
			.where('account_id', 'in', textList(transaction, accounts))
			.where('market', '=', this.symbol)
			.where('last_sequence', '=', BigInt(lastSequence))
			.execute();
	}

	/** With the first of its commands, so that no list shows a part of one. */
	private async removeBatch(transaction: Database, batch: LeavingBatch): Promise<void> {
		await this.removePlaces(transaction, batch);
		await forgetBatch(transaction, this.symbol, batch.lastSequence);
		await transaction
			.deleteFrom('batches')
			.where('market', '=', this.symbol)
			.where('last_sequence', '=', BigInt(batch.lastSequence))
			.execute();
	}

	/** But those of orders that are still open: what may take their place is read from them. */
	private async removeCommands(transaction: Database, { from, to }: LogPiece): Promise<void> {
		await transaction
			.deleteFrom('commands')
			.where('market', '=', this.symbol)
			.where('sequence', '>', BigInt(from))
			.where('sequence', '<=', BigInt(to))
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom('orders')
							.select('orders.order_id')
							.whereRef('orders.market', '=', 'commands.market')
							.whereRef('orders.order_id', '=', 'commands.sequence'),
					),
				),
			)
			.execute();
	}
}

const changedSum = {
	table: 'archived_sums',
	columns: ['market', 'account_id', 'asset', 'available', 'held'],
	ending: `on conflict (market, account_id, asset) do update set
		available = archived_sums.available + excluded.available,
		held = archived_sums.held + excluded.held`,
} as const;
