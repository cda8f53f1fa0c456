/**
 * Looks at the contracts whose time has come, one process at a time: reminds who is waited for, or ends
 * a contract that was not signed in its time. What is due is a row; a look that comes late or twice finds
 * only what is still to be done.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime } from '../../../server/clock';
import type { ProcessSession } from '../../../server/database/process-session';
import { ask, dueAt, tellOutcome } from '../links/asking';
import { waitedFor } from '../record/contract';
import { recordSteps } from '../record/steps';
import { look, type LifeParts } from './life';
import { lockedStanding, type ContractPlace, type Standing } from '../record/standing';
import type { Transaction } from '../../database/database';

const roundMs = 10_000;
const batchSize = 100;

export interface DueParts extends LifeParts {
	readonly session: ProcessSession;
	readonly publicUrl: () => string;
	/** Told of what could not be done; it is tried again. */
	readonly onFault: (fault: unknown) => void;
}

export class DueContracts {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(private readonly parts: DueParts) {}

	/** Begins with the first round; the service listens by then, and has an address to mail. */
	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
	}

	/** Has what is due done soon; returns at once. */
	wake(): void {
		this.running = this.running
			.then(async () => {
				await this.parts.session.tryTurn('due contracts', () => this.doAll());
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Settles when everything woken so far was tried. */
	async idle(): Promise<void> {
		await this.running;
	}

	/** Ends after the contract under way. */
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

	/** One that cannot be done stays due, and holds up no other. */
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
			const isOver = standing.reason !== undefined || waitedFor(standing).length === 0;
			if (isOver) await look(transaction, standing.id, null);
			else await this.comeTo(transaction, standing);
		});
	}

	private async comeTo(transaction: Transaction, standing: Standing): Promise<void> {
		const { clock, publicUrl } = this.parts;
		const { id, expiresAt } = standing;
		if (expiresAt !== null && expiresAt <= isoTime(clock)) {
			await recordSteps(transaction, this.parts, id, [{ kind: 'Expired' }]);
			await tellOutcome(transaction, this.parts, standing, { kind: 'Expired' });
			await look(transaction, id, null);
			return;
		}
		const asking = { standing, publicUrl: publicUrl(), kind: 'Reminded' } as const;
		await ask(transaction, this.parts, asking, waitedFor(standing));
		await look(transaction, id, dueAt(standing, clock));
	}
}
