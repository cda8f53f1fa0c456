/**
 * Compares a kept version with a file that was sent or with another kept version, at the level of the
 * file, and keeps the report when one was asked for. How two files are compared is left to
 * `service/comparison`, who may ask and which version it is to the handlers.
 */
import type { Model } from '../../api/types';
import { isoTime } from '../../server/clock';
import type { RequestContext, Upload } from '../operations/handler';
import type { Outcome } from '../comparison/outcome';
import type { ReportFacts } from '../comparison/report/page';
import type { CompareRules } from '../comparison/rules';
import type { ComparedFile, Comparisons } from '../comparison/running/comparisons';
import { keepReport, type ReportParts } from './diff-reports';
import { unlessDeleted } from './kept-files';
import type { KeptVersion } from './kept-versions';

export interface ComparingParts extends ReportParts {
	readonly reportLifetimeDays: number;
	readonly comparisons: Comparisons;
}

/** What a kept version is compared with. */
export interface OtherSide {
	readonly file: ComparedFile;
	/** When it was sent or kept, ISO 8601. */
	readonly date: string;
}

export interface Comparing {
	readonly kept: Model<'KeeperFile'>;
	readonly version: KeptVersion;
	readonly other: OtherSide;
	readonly rules: CompareRules;
	readonly isReported: boolean;
}

export async function compare(
	parts: ComparingParts,
	{ caller, leaving }: Pick<RequestContext, 'caller' | 'leaving'>,
	{ kept, version, other, rules, isReported }: Comparing,
): Promise<Outcome> {
	return unlessDeleted(parts.database, kept.id, async () =>
		parts.comparisons.run(
			{
				...{ kept: await versionBytes(parts, version), sent: other.file },
				...{ level: kept.accuracyLevel, rules },
				facts: isReported ? factsOf({ kept, version, other }) : undefined,
			},
			{ owner: caller.organisationId, signal: leaving() },
		),
	);
}

function factsOf({ kept, version, other }: Omit<Comparing, 'isReported' | 'rules'>): ReportFacts {
	const { fileName, createdAt: date } = version;
	return {
		...{ displayName: kept.displayName, level: kept.accuracyLevel },
		kept: { fileName, version: version.version, date },
		sent: { fileName: other.file.fileName, date: other.date },
	};
}

/** What an answer says of a report. */
export type ReportLink = Pick<
	Model<'CompareResponse'>,
	'fileUrl' | 'reportId' | 'expires' | 'proofUrl'
>;

/** Keeps the report of a finding, when it has one. */
export async function linkOf(
	parts: ComparingParts,
	{ caller, publicUrl }: Pick<RequestContext, 'caller' | 'publicUrl'>,
	made: Pick<Comparing, 'kept' | 'version'> & {
		readonly productId: string;
		readonly outcome: Pick<Outcome, 'report'>;
	},
): Promise<ReportLink> {
	const { kept, version, productId, outcome } = made;
	if (outcome.report === undefined) return {};
	const { id, token, expiresAt } = await keepReport(parts, {
		caller,
		fileId: kept.id,
		fileName: `${kept.displayName} - differences.html`,
		html: outcome.report.html,
		lifetimeDays: parts.reportLifetimeDays,
	});
	const versionUrl = `${publicUrl}/keeper/${productId}/files/${kept.id}/versions/${version.id}`;
	return {
		fileUrl: `${publicUrl}/reports/${token}`,
		...{ reportId: id, expires: expiresAt },
		proofUrl: `${versionUrl}/proof`,
	};
}

/** What an answer says of an outcome: all of it but the report, which has an address of its own. */
export function figuresOf(found: Outcome) {
	const { outcome, identical, accuracy, method, unit, counts, summary } = found;
	const { changes, notes, ignored } = found;
	const measures = { outcome, equal: outcome === 'equal', identical, accuracy, method, unit };
	return { ...measures, ...counts, changes, notes, ignored, summary };
}

export function sentSide({ clock }: ReportParts, { object, fileName }: Upload): OtherSide {
	const { sizeBytes, hash } = object;
	const file = { fileName, sizeBytes, hash, read: () => Promise.resolve(object.read()) };
	return { file, date: isoTime(clock) };
}

export async function keptSide(parts: ReportParts, version: KeptVersion): Promise<OtherSide> {
	return { file: await versionBytes(parts, version), date: version.createdAt };
}

async function versionBytes(
	{ objects }: ReportParts,
	{ objectId, fileName }: KeptVersion,
): Promise<ComparedFile> {
	const { sizeBytes, hash } = await objects.describe(objectId);
	return { fileName, sizeBytes, hash, read: async () => (await objects.read(objectId)).bytes };
}
