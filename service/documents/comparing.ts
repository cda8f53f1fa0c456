/**
 * Compares a kept version with a file that was sent or with another kept version, at the level of the
 * file, and keeps the report when one was asked for. How two files are compared is left to
 * comparison.ts, who may ask and which version it is to the handlers.
 */
import type { Model } from '../../api/types';
import { isoTime } from '../../server/clock';
import type { RequestContext, Upload } from '../operations/handler';
import { compareFiles, type ComparedFile } from './comparison';
import { keepReport, type ReportParts } from './diff-reports';
import { isTextual } from './file-type';
import type { KeptVersion } from './kept-versions';
import type { ReportFacts } from './report';
import type { TextProcesses } from './text-processes';

export interface ComparingParts extends ReportParts {
	readonly reportLifetimeDays: number;
	readonly processes: TextProcesses;
}

/** What a kept version is compared with. */
export interface OtherSide {
	readonly file: ComparedFile;
	readonly fileName: string;
	/** When it was sent or kept, ISO 8601. */
	readonly date: string;
}

export interface Comparing {
	readonly kept: Model<'KeeperFile'>;
	readonly version: KeptVersion;
	readonly other: OtherSide;
	readonly isReported: boolean;
}

/** What two files come to; nothing of it is stored. */
export interface Finding {
	readonly isEqual: boolean;
	/** Byte for byte. */
	readonly isIdentical: boolean;
	readonly accuracy: number;
	readonly html?: string;
}

export async function compare(
	parts: ComparingParts,
	{ caller, leaving }: Pick<RequestContext, 'caller' | 'leaving'>,
	{ kept, version, other, isReported }: Comparing,
): Promise<Finding> {
	const keptSide = await versionBytes(parts, version);
	const facts =
		isReported && isTextual(kept.fileType) ? factsOf({ kept, version, other }) : undefined;
	const { similarity, report } = await compareFiles(
		{
			...{ kept: keptSide, sent: other.file, facts },
			...{ type: kept.fileType, level: kept.accuracyLevel },
		},
		parts.processes,
		{ owner: caller.organisationId, signal: leaving() },
	);
	return {
		isEqual: similarity === 1,
		isIdentical: keptSide.hash === other.file.hash,
		accuracy: similarity,
		html: report,
	};
}

function factsOf({ kept, version, other }: Omit<Comparing, 'isReported'>): ReportFacts {
	const { fileName, createdAt: date } = version;
	return {
		...{ displayName: kept.displayName, level: kept.accuracyLevel },
		kept: { fileName, version: version.version, date },
		sent: { fileName: other.fileName, date: other.date },
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
		readonly finding: Finding;
	},
): Promise<ReportLink> {
	const { kept, version, productId, finding } = made;
	if (finding.html === undefined) return {};
	const { id, token, expiresAt } = await keepReport(parts, {
		caller,
		fileId: kept.id,
		fileName: `${kept.displayName} - differences.html`,
		html: finding.html,
		lifetimeDays: parts.reportLifetimeDays,
	});
	const versionUrl = `${publicUrl}/keeper/${productId}/files/${kept.id}/versions/${version.id}`;
	return {
		fileUrl: `${publicUrl}/reports/${token}`,
		...{ reportId: id, expires: expiresAt },
		proofUrl: `${versionUrl}/proof`,
	};
}

export function sentSide({ clock }: ReportParts, { object, fileName }: Upload): OtherSide {
	const { sizeBytes, hash } = object;
	const file = { sizeBytes, hash, read: () => Promise.resolve(object.read()) };
	return { file, fileName, date: isoTime(clock) };
}

export async function keptSide(parts: ReportParts, version: KeptVersion): Promise<OtherSide> {
	const { fileName, createdAt: date } = version;
	return { file: await versionBytes(parts, version), fileName, date };
}

async function versionBytes(
	{ objects }: ReportParts,
	{ objectId }: KeptVersion,
): Promise<ComparedFile> {
	const { sizeBytes, hash } = await objects.describe(objectId);
	return { sizeBytes, hash, read: async () => (await objects.read(objectId)).bytes };
}
