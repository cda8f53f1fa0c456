/**
 * Creates statements as files for HTTP requests. One is made at a time, so that other reads are not
 * blocked, and each account has at most one in progress.
 */
import { refuse } from '../../../server/refusal';
import { spool, type SpooledFile } from '../../../server/spooled-file';
import type { Archive } from '../archive/history';
import type { Database } from '../../database/database';
import { statementText, type Period, type StatementFormat } from './statement';
import { withStatement } from './statements';

export interface StatementFileRequest {
	readonly accountId: string;
	readonly period: Period;
	readonly format: StatementFormat;
}

/** Small enough that processing a page blocks nobody. */
const pageRows = 500;

export class StatementFiles {
	private readonly inProgress = new Set<string>();
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly reader: Database,
		private readonly archive: Archive | undefined,
	) {}

	/**
	 * The caller must release the file. Throws if `leaving` is aborted, or the statement does not add
	 * up.
	 */
	async make(order: StatementFileRequest, leaving: AbortSignal): Promise<SpooledFile> {
		const { accountId } = order;
		if (this.inProgress.has(accountId)) throw refuse('Exchange_StatementUnderWay');
		this.inProgress.add(accountId);
		const made = this.last.then(() => this.write(order, leaving));
		// The next one waits for its end, also after a fault.
		this.last = made.then(
			() => undefined,
			() => undefined,
		);
		try {
			return await made;
		} finally {
			this.inProgress.delete(accountId);
		}
	}

	private async write(
		{ accountId, period, format }: StatementFileRequest,
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
