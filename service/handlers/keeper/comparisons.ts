/**
 * Operations that compare. A comparison is made while its caller waits and then recorded; with
 * respond-async it is recorded first and made later.
 */
import type { Model } from '../../../api/types';
import { isoTime } from '../../../server/clock';
import type { RecordLog } from '../../log/record-log';
import {
	Accepted,
	termsToCompare,
	type AreaAdmissions,
	type AreaHandlers,
	type RequestContext,
	type Upload,
} from '../../operations/handler';
import { answerOf } from '../../documents/comparisons/compared-answer';
import {
	keptSide,
	sentSide,
	type Comparing,
	type ComparingParts,
} from '../../documents/comparisons/comparing';
import type { ComparisonQueue } from '../../documents/comparisons/queue';
import { admitTwoFiles, compareTwoFiles } from '../../documents/comparisons/two-files';
import { madeWhileWaiting } from '../../documents/comparisons/while-waiting';
import type { NewComparison } from '../../documents/comparisons/rows';
import { requireFolderInUse } from '../../documents/files/folders';
import { keepOrCompare, type ToCompare } from '../../documents/comparisons/keep-or-compare';
import { requireRulesOf } from '../../documents/comparisons/fingerprints';
import { findFileInUse } from '../../documents/files/kept-files';
import {
	findVersion,
	latestVersion,
	originalVersion,
	type KeptVersion,
} from '../../documents/files/kept-versions';
import type { KeyedSemaphore } from '../../operations/keyed-semaphore';
import { isAsynchronous } from '../../documents/comparisons/preference';
import { wantsReport } from '../../reports/report-wish';
import { rulesFor } from '../../documents/files/file-rules';
import { requireSameType } from '../../documents/files/upload-type';

export interface ComparisonParts extends ComparingParts {
	readonly recordLog: RecordLog;
	/** Limits the comparisons of an organisation that callers wait for. */
	readonly places: KeyedSemaphore;
	readonly queue: ComparisonQueue;
}

type WithFile = 'compareWithLatest' | 'compareWithOriginal' | 'compareWithVersion';

/** Input of a comparison with a sent file. */
interface ComparisonInput {
	readonly productId: string;
	readonly fileId: string;
	readonly file: Upload;
	readonly rules?: Readonly<Record<string, unknown>>;
	readonly generateDiffFile?: boolean;
	readonly mustGenerateCompareResult?: boolean;
	readonly mustGenerateFileDiff?: boolean;
	readonly prefer?: string;
	readonly respondAsync?: boolean;
}

type Answer = Model<'CompareResponse'> | Accepted<Model<'Comparison'>>;

export function comparisonHandlers(
	parts: ComparisonParts,
): Pick<
	AreaHandlers<'keeper'>,
	WithFile | 'keepOrCompare' | 'compareVersions' | 'compareTwoFiles'
> {
	const { database, places } = parts;
	const sent = (
		context: RequestContext,
		asked: ComparisonInput,
		find: (fileId: string) => Promise<KeptVersion>,
	) =>
		places.hold(context.caller.organisationId, () => compareSent(parts, context, { asked, find }));
	return {
		keepOrCompare: (context, input) =>
			places.hold(context.caller.organisationId, () =>
				keepOrCompare(parts, context, input, laterFor(parts, context, input)),
			),
		compareWithLatest: (context, input) =>
			sent(context, input, (fileId) => latestVersion(database, fileId)),
		compareWithOriginal: (context, input) =>
			sent(context, input, (fileId) => originalVersion(database, fileId)),
		compareWithVersion: (context, input) =>
			sent(context, input, (fileId) => findVersion(database, fileId, input.versionId)),
		compareTwoFiles: (context, input) =>
			places.hold(context.caller.organisationId, () => compareTwoFiles(parts, context, input)),
		compareVersions: (context, input) =>
			places.hold(context.caller.organisationId, async () => {
				const kept = await findFileInUse(database, input.productId, input.fileId);
				const version = await findVersion(database, kept.id, input.versionId);
				const other = await findVersion(database, kept.id, input.otherVersionId);
				const rules = rulesFor(input.rules, kept);
				requireRulesOf(version, kept, rules);
				const sides = { kept, version, other: await keptSide(parts, other), rules };
				const isReported = wantsReport(input);
				return compareOrQueue(parts, context, {
					...sides,
					isReported,
					productId: input.productId,
					operation: 'compareVersions',
					otherVersionId: other.id,
					isAsynchronous: isAsynchronous(input),
				});
			}),
	};
}

export function comparisonAdmissions(
	parts: ComparisonParts,
): Pick<AreaAdmissions<'keeper'>, WithFile | 'keepOrCompare' | 'compareTwoFiles'> {
	const { database } = parts;
	const admit = async (_context: unknown, known: { productId: string; fileId: string }) => {
		await findFileInUse(database, known.productId, known.fileId);
		return termsToCompare;
	};
	return {
		async keepOrCompare(_context, { productId, folderId }) {
			if (folderId !== undefined) await requireFolderInUse(database, productId, folderId);
			return termsToCompare;
		},
		compareTwoFiles: ({ caller }) => admitTwoFiles(parts, caller),
		compareWithLatest: admit,
		compareWithOriginal: admit,
		async compareWithVersion(context, known) {
			const terms = await admit(context, known);
			await findVersion(database, known.fileId, known.versionId);
			return terms;
		},
	};
}

async function compareSent(
	parts: ComparisonParts,
	context: RequestContext,
	{ asked, find }: { asked: ComparisonInput; find: (fileId: string) => Promise<KeptVersion> },
): Promise<Answer> {
	const kept = await findFileInUse(parts.database, asked.productId, asked.fileId);
	const rules = rulesFor(asked.rules, kept);
	await requireSameType(kept, asked.file);
	const version = await find(kept.id);
	requireRulesOf(version, kept, rules);
	const sides = { kept, version, other: sentSide(parts, asked.file), rules };
	return compareOrQueue(parts, context, {
		...sides,
		isReported: wantsReport(asked),
		productId: asked.productId,
		operation: 'compare',
		file: asked.file,
		isAsynchronous: isAsynchronous(asked),
	});
}

type ToMake = Comparing & {
	readonly productId: string;
	readonly operation: NewComparison['operation'];
	readonly otherVersionId?: string;
	readonly file?: Upload;
	readonly isAsynchronous: boolean;
};

async function compareOrQueue(
	parts: ComparisonParts,
	context: RequestContext,
	asked: ToMake,
): Promise<Answer> {
	const { productId, kept, version, operation, otherVersionId, file, rules, isReported } = asked;
	const row = { operation, ...(otherVersionId && { otherVersionId }) };
	if (asked.isAsynchronous) {
		const request = { productId, publicUrl: context.publicUrl, rules, isReported };
		const sides = { fileId: kept.id, versionId: version.id, ...(file && { file }) };
		return accepted(
			context,
			productId,
			await parts.queue.ask(context, { ...row, ...sides, request }),
		);
	}
	const waited = {
		...row,
		fileId: kept.id,
		startedAt: isoTime(parts.clock),
		version: () => Promise.resolve(version),
		...(file && { sent: { fileName: file.fileName, hash: file.object.hash } }),
	};
	return madeWhileWaiting(parts, context, waited, () => answerOf(parts, context, asked));
}

/** For respond-async: queues a Keep or Compare once its other side is known. */
function laterFor(
	parts: ComparisonParts,
	context: RequestContext,
	asked: Omit<ComparisonInput, 'fileId'>,
): ((toCompare: ToCompare) => Promise<Accepted<Model<'Comparison'>>>) | undefined {
	if (!isAsynchronous(asked)) return undefined;
	return async ({ kept, request }) => {
		const latest = await latestVersion(parts.database, kept.id);
		const row = { fileId: kept.id, versionId: latest.id, operation: 'keepOrCompare' } as const;
		const record = await parts.queue.ask(context, { ...row, request, file: asked.file });
		return accepted(context, asked.productId, record);
	};
}

function accepted(
	{ publicUrl }: RequestContext,
	productId: string,
	record: Model<'Comparison'>,
): Accepted<Model<'Comparison'>> {
	const file = `${publicUrl}/keeper/${productId}/files/${record.fileId}`;
	return new Accepted(record, `${file}/comparisons/${record.id}`);
}
