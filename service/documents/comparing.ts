/**
 * Compares a kept version with a file that was sent or with another kept version, at the level of the
 * file, and keeps the report when one was asked for. How two files are compared is left to
 * comparison.ts, who may ask to the handlers.
 */
import type { Model } from '../../api/types';
import { isoTime } from '../../server/clock';
import type { RequestContext, Upload } from '../operations/handler';
import { compareFiles, type ComparedFile } from './comparison';
import { keepReport, type ReportParts } from './diff-reports';
import { isTextual } from './file-type';
import type { KeptVersion } from './kept-versions';
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

export async function compare(
	parts: ComparingParts,
	{ caller, leaving, publicUrl }: RequestContext,
	{ kept, version, other, isReported }: Comparing,
): Promise<Model<'CompareResponse'>> {
	const { similarity, report } = await compareFiles(
		{
			...{ kept: await versionBytes(parts, version), sent: other.file },
			...{ type: kept.fileType, level: kept.accuracyLevel },
			facts:
				isReported && isTextual(kept.fileType)
					? {
							...{ displayName: kept.displayName, level: kept.accuracyLevel },
							kept: {
								...{ fileName: version.fileName, version: version.version },
								date: version.createdAt,
							},
							sent: { fileName: other.fileName, date: other.date },
						}
					: undefined,
		},
		parts.processes,
		{ owner: caller.organisationId, signal: leaving() },
	);
	if (report === undefined) return { accuracy: similarity };
	const { id, token, expiresAt } = await keepReport(parts, {
		caller,
		fileId: kept.id,
		fileName: `${kept.displayName} - differences.html`,
		html: report,
		lifetimeDays: parts.reportLifetimeDays,
	});
	return {
		accuracy: similarity,
		fileUrl: `${publicUrl}/reports/${token}`,
		...{ reportId: id, expires: expiresAt },
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
