/**
 * Handles due contracts, in one process at a time: reminds pending signers, or expires the
 * contract. The due time is a column; a late or repeated run finds only what is left to do.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime } from '../../../server/clock';
import type { ProcessSession } from '../../../server/database/process-session';
import { askSigners, dueAt, tellOutcome } from '../links/asking';
import { pendingParties } from '../record/contract';
import { recordSteps } from '../record/steps';
import { setDueAt, type LifeParts } from './life';
import { lockedStanding, type ContractPlace, type Standing } from '../record/standing';
import type { Transaction } from '../../database/database';

const roundMs = 10_000;
const batchSize = 100;

export interface DueParts extends LifeParts {
	readonly session: ProcessSession;
	readonly publicUrl: () => string;
	/** Called with faults; the contract is tried again. */
	readonly onFault: (fault: unknown) => void;
}

export class DueContracts {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(private readonly parts: DueParts) {}

	/**
	 * The first run comes after a round, because mails need the address on which the service then
	 * listens.
	 */
	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
	}

	/** Starts a run in the background. */
	wake(): void {
		this.running = this.running
			.then(async () => {
				await this.parts.session.tryTurn('due contracts', () => this.doAll());
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Settles when all runs started so far have ended. */
	async idle(): Promise<void> {
		await this.running;
	}

	/** Waits for the contract under way. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.running;
	}

	private async doAll(): Promise<void> {
		const { recordLog, outbox } = this.parts;
		for (;;) {
			const due = await this.due();
			let doneCount = 0;
			for (const place of due) {
				if (this.isClosed) return;
				if (await this.tryOne(place)) doneCount += 1;
				// Statements of an embedded database alone would leave nobody else a turn.
				await nextTurn();
			}
			if (doneCount > 0) {
				recordLog.wake();
				outbox.wake();
			}
			if (due.length < batchSize || doneCount === 0) return;
		}
	}

	/** A contract that fails stays due and does not stop the others. */
	private async tryOne(place: ContractPlace): Promise<boolean> {
		try {
			await this.doOne(place);
			return true;
		} catch (fault) {
			this.parts.onFault(fault);
			return false;
		}
	}

	private async due(): Promise<readonly ContractPlace[]> {
		const { database, clock } = this.parts;
		const rows = await database
			.selectFrom('contracts')
			.select(['id', 'product_id'])
			.where('due_at', 'is not', null)
			.where('due_at', '<=', isoTime(clock))
			.orderBy('due_at')
			.limit(batchSize)
			.execute();
		return rows.map(({ id, product_id }) => ({ contractId: id, productId: product_id }));
	}

	private async doOne(place: ContractPlace): Promise<void> {
		await this.parts.database.transaction().execute(async (transaction) => {
			const standing = await lockedStanding(transaction, place);
			const isOver = standing.reason !== undefined || pendingParties(standing).length === 0;
			if (isOver) await setDueAt(transaction, standing.id, null);
			else await this.handleDue(transaction, standing);
		});
	}

	private async handleDue(transaction: Transaction, standing: Standing): Promise<void> {
		const { clock, publicUrl } = this.parts;
		const { id, expiresAt } = standing;
		if (expiresAt !== null && expiresAt <= isoTime(clock)) {
			await recordSteps(transaction, this.parts, id, [{ kind: 'Expired' }]);
			await tellOutcome(transaction, this.parts, standing, { kind: 'Expired' });
			await setDueAt(transaction, id, null);
			return;
		}
		const asking = { standing, publicUrl: publicUrl(), kind: 'Reminded' } as const;
		await askSigners(transaction, this.parts, asking, pendingParties(standing));
		await setDueAt(transaction, id, dueAt(standing, clock));
	}
}
