/**
 * Statements as files for who asks over HTTP. One is made at a time, so that however many are asked for,
 * other reads find a place; an account has one under way at most, so that nobody keeps the others
 * waiting for more than one of theirs.
 */
import { refuse } from '../../../server/refusal';
import { spool, type SpooledFile } from '../../../server/spooled-file';
import type { Archive } from '../archive/history';
import type { Database } from '../../database/database';
import { statementText, type Period, type StatementFormat } from './statement';
import { withStatement } from './statements';

export interface StatementOrder {
	readonly accountId: string;
	readonly period: Period;
	readonly format: StatementFormat;
}

/** Small enough that what is done with a page holds nobody up. */
const pageRows = 500;

export class StatementFiles {
	private readonly underWay = new Set<string>();
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly reader: Database,
		private readonly archive: Archive | undefined,
	) {}

	/** To be released by who asked; throws when `leaving` is aborted, or the statement does not add up. */
	async make(order: StatementOrder, leaving: AbortSignal): Promise<SpooledFile> {
		const { accountId } = order;
		if (this.underWay.has(accountId)) throw refuse('Exchange_StatementUnderWay');
		this.underWay.add(accountId);
		const made = this.last.then(() => this.write(order, leaving));
		// Whoever is next waits for its end, however it ends.
		this.last = made.then(
			() => undefined,
			() => undefined,
		);
		try {
			return await made;
		} finally {
			this.underWay.delete(accountId);
		}
	}

	private async write(
		{ accountId, period, format }: StatementOrder,
		leaving: AbortSignal,
	): Promise<SpooledFile> {
		leaving.throwIfAborted();
		const account = await this.reader
			.selectFrom('accounts')
			.select(['id', 'name'])
			.where('id', '=', accountId)
			.executeTakeFirstOrThrow();
		const request = { accountId, period, pageRows, archive: this.archive };
		return withStatement(this.reader, request, (items) =>
			spool(statementText(items, { head: { account, period }, format }), leaving),
		);
	}
}
