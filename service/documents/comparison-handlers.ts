/** The keeper's operations that compare, and those on the reports that were made. */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import type { RecordLog } from '../log/record-log';
import type { AreaAdmissions, AreaHandlers, RequestContext, Upload } from '../operations/handler';
import { listRange } from '../operations/list-range';
import { Comparisons, usualLimits } from '../comparison/running/comparisons';
import { approvalOf } from './approval-of';
import {
	compare,
	figuresOf,
	keptSide,
	linkOf,
	sentSide,
	type Comparing,
	type ComparingParts,
} from './comparing';
import { listReports, revokeReport, type ReportParts } from './diff-reports';
import { requireFolderInUse } from './folders';
import { keepOrCompare } from './keep-or-compare';
import { findFile, findFileInUse } from './kept-files';
import { findVersion, latestVersion, originalVersion, type KeptVersion } from './kept-versions';
import { Places } from './places';
import { wantsReport } from './report-wish';
import { rulesFor } from './rule-check';
import { requireSameType } from './upload-type';

interface Parts extends ReportParts {
	readonly recordLog: RecordLog;
	readonly reportLifetimeDays: number;
	readonly onContentEnded: () => void;
	readonly comparisonsMax: number;
	readonly comparisonMebibytesMax: number;
}

type WithFile = 'compareWithLatest' | 'compareWithOriginal' | 'compareWithVersion';

/** A kept version and a file that was sent. */
interface Asked {
	readonly productId: string;
	readonly fileId: string;
	readonly file: Upload;
	readonly rules?: Readonly<Record<string, unknown>>;
	readonly generateDiffFile?: boolean;
	readonly mustGenerateCompareResult?: boolean;
	readonly mustGenerateFileDiff?: boolean;
}

export function comparisonHandlers(
	parts: Parts,
): Pick<
	AreaHandlers<'keeper'>,
	WithFile | 'keepOrCompare' | 'compareVersions' | 'listReports' | 'revokeReport'
> {
	const { database } = parts;
	const limits = { ...usualLimits, memoryMebibytes: parts.comparisonMebibytesMax };
	const comparing = { ...parts, comparisons: new Comparisons(limits) };
	const places = new Places(parts.comparisonsMax, (placesMax) =>
		refuse('Keeper_ComparisonsTooMany', placesMax),
	);
	const sent = (
		context: RequestContext,
		asked: Asked,
		find: (fileId: string) => Promise<KeptVersion>,
	) =>
		places.hold(context.caller.organisationId, () =>
			compareSent(comparing, context, { asked, find }),
		);
	return {
		keepOrCompare: (context, input) =>
			places.hold(context.caller.organisationId, () => keepOrCompare(comparing, context, input)),
		compareWithLatest: (context, input) =>
			sent(context, input, (fileId) => latestVersion(database, fileId)),
		compareWithOriginal: (context, input) =>
			sent(context, input, (fileId) => originalVersion(database, fileId)),
		compareWithVersion: (context, input) =>
			sent(context, input, (fileId) => findVersion(database, fileId, input.versionId)),
		compareVersions: (context, input) =>
			places.hold(context.caller.organisationId, async () => {
				const kept = await findFileInUse(database, input.productId, input.fileId);
				const version = await findVersion(database, kept.id, input.versionId);
				const other = await findVersion(database, kept.id, input.otherVersionId);
				const rules = rulesFor(input.rules, kept);
				const sides = { kept, version, other: await keptSide(parts, other), rules };
				const isReported = wantsReport(input);
				return answerOf(comparing, context, { ...input, ...sides, isReported });
			}),
		async listReports(_context, input) {
			const file = await findFile(database, input.productId, input.fileId);
			return listReports(parts, file.id, listRange(input));
		},
		async revokeReport(_context, { productId, fileId, reportId }) {
			const file = await findFile(database, productId, fileId);
			const report = await revokeReport(parts, { fileId: file.id, reportId });
			parts.onContentEnded();
			return report;
		},
	};
}

export function comparisonAdmissions({
	database,
}: Parts): Pick<AreaAdmissions<'keeper'>, WithFile | 'keepOrCompare'> {
	const admit = async (_context: unknown, known: { productId: string; fileId: string }) => {
		await findFileInUse(database, known.productId, known.fileId);
		return {};
	};
	return {
		async keepOrCompare(_context, { productId, folderId }) {
			if (folderId !== undefined) await requireFolderInUse(database, productId, folderId);
			return {};
		},
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
	parts: ComparingParts,
	context: RequestContext,
	{ asked, find }: { asked: Asked; find: (fileId: string) => Promise<KeptVersion> },
): Promise<Model<'CompareResponse'>> {
	const kept = await findFileInUse(parts.database, asked.productId, asked.fileId);
	const rules = rulesFor(asked.rules, kept);
	await requireSameType(kept, asked.file);
	const version = await find(kept.id);
	const isReported = wantsReport(asked);
	const other = sentSide(parts, asked.file);
	const sides = { kept, version, other, rules };
	return answerOf(parts, context, { productId: asked.productId, ...sides, isReported });
}

/** Compares, and says with it what the approved version is to what was sent. */
async function answerOf(
	parts: ComparingParts,
	context: RequestContext,
	asked: Comparing & { readonly productId: string },
): Promise<Model<'CompareResponse'>> {
	const outcome = await compare(parts, context, asked);
	return {
		...figuresOf(outcome),
		version: asked.version.version,
		...(await approvalOf(parts, context, { ...asked, outcome })),
		...(await linkOf(parts, context, { ...asked, outcome })),
	};
}
