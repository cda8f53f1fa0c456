/**
 * Erases contents: expired and revoked reports, reports of deleted contracts, templates and
 * signatures, old answers of comparisons, and versions and reports of deleted files; and what others
 * hand in. Runs at the start, after a deletion, and every minute; the rows stay and record the erasure,
 * but for those of reports that belong to no record.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime } from '../../../server/clock';
import type { ProcessSession } from '../../../server/database/process-session';
import { endedResults, eraseResult, resultsOfFile, type Result } from './results';
import type { ReportParts } from '../../reports/diff-reports';

const roundMs = 60_000;
const batchSize = 100;

interface Content {
	readonly id: string;
	readonly object_id: string;
	/** Null for a report that belongs to no record. */
	readonly owner_id?: string | null;
}

type Contents = 'diff_reports' | 'diff_report_files' | 'keeper_versions';

/** What is erased in the same rounds. */
export interface Ended {
	/** Ids; one that was erased is not found again. */
	readonly find: (limit: number) => Promise<readonly string[]>;
	readonly erase: (id: string) => Promise<void>;
}

export class ContentEraser {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(
		private readonly parts: ReportParts & {
			/** Lifetime of answers of comparisons. */
			readonly lifetimeDays: number;
			readonly session: ProcessSession;
			readonly ended: Ended;
			/** Called with faults; the erasure is tried again. */
			readonly onFault: (fault: unknown) => void;
		},
	) {}

	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
		this.wake();
	}

	/** Starts a run in the background. */
	wake(): void {
		this.running = this.running
			.then(async () => {
				await this.parts.session.tryTurn('erase reports', () => this.eraseAll());
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Waits for the report or version under way. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.running;
	}

	private async eraseAll(): Promise<void> {
		const { find, erase } = this.parts.ended;
		await this.inBatches(() => find(batchSize), erase);
		await this.inBatches(
			() => this.endedReports(),
			(report) => this.eraseReport(report),
		);
		await this.eraseResults(() => endedResults(this.parts, this.parts.lifetimeDays));
		await this.inBatches(
			() => this.deleted('keeper_files'),
			(id) => this.eraseFile(id),
		);
		await this.inBatches(
			() => this.deleted('keeper_folders'),
			(id) => this.eraseFolder(id),
		);
	}

	/** Repeats until `find` returns less than a batch; erased rows are not found again. */
	private async inBatches<Found>(
		find: () => Promise<readonly Found[]>,
		erase: (found: Found) => Promise<void>,
	): Promise<void> {
		for (;;) {
			const batch = await find();
			for (const found of batch) {
				if (this.isClosed) return;
				await erase(found);
				// Statements of an embedded database alone would leave nobody else a turn.
				await nextTurn();
			}
			if (batch.length < batchSize) return;
		}
	}

	private eraseBatches(table: Contents, find: () => Promise<readonly Content[]>): Promise<void> {
		return this.inBatches(find, (content) => this.erase(table, content));
	}

	private endedReports(): Promise<readonly Content[]> {
		const { database, clock } = this.parts;
		return database
			.selectFrom('diff_reports')
			.leftJoin('contracts', 'contracts.id', 'diff_reports.contract_id')
			.leftJoin('templates', 'templates.id', 'diff_reports.template_id')
			.leftJoin('signatures', 'signatures.id', 'diff_reports.signature_id')
			.select(['diff_reports.id', 'diff_reports.object_id'])
			.select(({ fn }) =>
				fn.coalesce('file_id', 'contracts.id', 'templates.id', 'signatures.id').as('owner_id'),
			)
			.where('diff_reports.erased_at', 'is', null)
			.where((columns) =>
				columns.or([
					columns('diff_reports.revoked_at', 'is not', null),
					columns('diff_reports.expires_at', '<=', isoTime(clock)),
					columns('contracts.deleted_at', 'is not', null),
					columns('templates.deleted_at', 'is not', null),
					columns('signatures.deleted_at', 'is not', null),
				]),
			)
			.limit(batchSize)
			.execute();
	}

	private async deleted(table: 'keeper_files' | 'keeper_folders'): Promise<readonly string[]> {
		const rows = await this.parts.database
			.selectFrom(table)
			.select('id')
			.where('deleted_at', 'is not', null)
			.where('erased_at', 'is', null)
			.limit(batchSize)
			.execute();
		return rows.map(({ id }) => id);
	}

	private async eraseFolder(folderId: string): Promise<void> {
		const { database } = this.parts;
		const files = async () => {
			const query = database
				.selectFrom('keeper_files')
				.select('id')
				.where('folder_id', '=', folderId)
				.where('erased_at', 'is', null)
				.limit(batchSize);
			return (await query.execute()).map(({ id }) => id);
		};
		await this.inBatches(files, (id) => this.eraseFile(id));
		await this.markErased('keeper_folders', folderId);
	}

	private async eraseFile(fileId: string): Promise<void> {
		const contents = (table: 'keeper_versions' | 'diff_reports') => () =>
			this.parts.database
				.selectFrom(table)
				.select(['id', 'object_id'])
				.where('file_id', '=', fileId)
				.where('erased_at', 'is', null)
				.limit(batchSize)
				.execute();
		await this.eraseBatches('keeper_versions', contents('keeper_versions'));
		await this.inBatches(contents('diff_reports'), (report) => this.eraseReport(report));
		await this.eraseResults(() => resultsOfFile(this.parts, fileId));
		await this.markErased('keeper_files', fileId);
	}

	/**
	 * Erases the further files first, because the mark of the report says that all of it is gone.
	 */
	private async eraseReport(report: Content): Promise<void> {
		const files = () =>
			this.parts.database
				.selectFrom('diff_report_files')
				.select(['id', 'object_id'])
				.where('report_id', '=', report.id)
				.where('erased_at', 'is', null)
				.limit(batchSize)
				.execute();
		const { owner_id } = report;
		await this.inBatches(files, (file) => this.erase('diff_report_files', { ...file, owner_id }));
		// When the service ends, the rest is erased after the next start.
		if (!this.isClosed) await this.erase('diff_reports', report);
	}

	private eraseResults(find: () => Promise<readonly Result[]>): Promise<void> {
		return this.inBatches(find, (result) => eraseResult(this.parts, result));
	}

	private async markErased(table: 'keeper_files' | 'keeper_folders', id: string): Promise<void> {
		// When the service ends, the rest is erased after the next start.
		if (this.isClosed) return;
		const { database, clock } = this.parts;
		const erased = { erased_at: isoTime(clock) };
		if (table === 'keeper_files') {
			const file = database.updateTable(table).where('id', '=', id);
			await file.set({ ...erased, print_key: null }).execute();
			return;
		}
		await database.updateTable(table).set(erased).where('id', '=', id).execute();
	}

	/** Erases the content; the row stays and records it where it belongs to a record. */
	private async erase(table: Contents, { id, object_id, owner_id }: Content): Promise<void> {
		const { clock, objects } = this.parts;
		await objects.remove([object_id], async (transaction) => {
			const erased = { erased_at: isoTime(clock) };
			if (owner_id === null) await transaction.deleteFrom(table).where('id', '=', id).execute();
			else await transaction.updateTable(table).set(erased).where('id', '=', id).execute();
		});
	}
}
