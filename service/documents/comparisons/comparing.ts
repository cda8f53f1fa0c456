/**
 * Compares a kept version with a sent file or another version, at the level of the file, and keeps
 * the report if one was asked for.
 */
import type { Model } from '../../../api/types';
import { isoTime, newSecret } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { RequestContext } from '../../operations/handler';
import type { Level } from '../../../comparison/core/level';
import type { Outcome } from '../../../comparison/core/outcome';
import type { ReportFacts } from '../../../comparison/report/page';
import type { CompareRules } from '../../../comparison/core/rules';
import type { AskedFor, ComparedFile, Comparisons } from '../../../comparison/worker/comparisons';
import type { ReportParts } from '../../reports/diff-reports';
import { reportAddress, reportLink } from '../../reports/report-link';
import { unlessDeleted } from '../files/kept-files';
import type { KeptVersion, SentFile } from '../files/kept-versions';

export interface ComparingParts extends ReportParts {
	readonly reportLifetimeDays: number;
	readonly comparisons: Comparisons;
}

/** The side that a kept version is compared with. */
export interface OtherSide {
	readonly file: ComparedFile;
	/** Time of sending or keeping, ISO 8601. */
	readonly date: string;
}

export interface Comparing {
	readonly kept: Model<'KeeperFile'>;
	readonly version: KeptVersion;
	readonly other: OtherSide;
	readonly rules: CompareRules;
	readonly isReported: boolean;
}

/** The outcome, and the token of its report's address. */
export interface FoundOutcome extends Outcome {
	readonly token: string;
}

/** The caller, and a listener for progress. */
export interface ComparingContext extends Pick<
	RequestContext,
	'caller' | 'leaving' | 'publicUrl' | 'once'
> {
	readonly onProgress?: (share: number) => void;
	/** True for queued work. */
	readonly isPatient?: true;
}

export function askedBy({
	caller,
	leaving,
	...listening
}: Omit<ComparingContext, 'publicUrl'>): AskedFor {
	const { onProgress, isPatient } = listening;
	const asked = { owner: caller.organisationId, signal: leaving() };
	return { ...asked, ...(onProgress && { onProgress }), ...(isPatient && { isPatient }) };
}

export async function compare(
	parts: ComparingParts,
	context: ComparingContext,
	{ kept, version, other, rules, isReported }: Comparing,
): Promise<FoundOutcome> {
	const token = newSecret();
	const address = reportAddress(context.publicUrl, token);
	const outcome = await unlessDeleted(parts.database, kept.id, async () =>
		parts.comparisons.run(
			{
				kept: await versionBytes(parts, version),
				sent: other.file,
				level: kept.accuracyLevel,
				rules,
				...(version.prints && { printKey: version.prints.key }),
				facts: isReported ? { ...factsOf({ kept, version, other }), address } : undefined,
			},
			askedBy(context),
		),
	);
	return { ...outcome, token };
}

/** Returns why a new file could never be compared; undefined if it can. */
export function unreadableReason(
	{ comparisons, clock }: Pick<ComparingParts, 'comparisons' | 'clock'>,
	context: ComparingContext,
	first: { readonly file: SentFile; readonly level: Level; readonly rules: CompareRules },
): Promise<string | undefined> {
	const { file, ...order } = first;
	return comparisons.unreadableReason(sentSide({ clock }, file).file, order, askedBy(context));
}

function factsOf({
	kept,
	version,
	other,
}: Omit<Comparing, 'isReported' | 'rules'>): Omit<ReportFacts, 'address'> {
	const { fileName, createdAt: date } = version;
	return {
		displayName: kept.displayName,
		level: kept.accuracyLevel,
		kept: { fileName, version: version.version, date },
		sent: { fileName: other.file.fileName, date: other.date },
	};
}

/** Members of an answer about its report. */
export type ReportLink = Pick<
	Model<'CompareResponse'>,
	'fileUrl' | 'reportId' | 'expires' | 'files' | 'proofUrl'
>;

/** Keeps the report of an outcome, if it has one. */
export async function linkOf(
	parts: ComparingParts,
	context: Pick<RequestContext, 'caller' | 'publicUrl'>,
	made: Pick<Comparing, 'kept' | 'version'> & {
		readonly productId: string;
		readonly outcome: Pick<FoundOutcome, 'report' | 'token'>;
	},
): Promise<ReportLink> {
	const { kept, version, productId, outcome } = made;
	const link = await reportLink(parts, context, {
		of: { fileId: kept.id },
		displayName: kept.displayName,
		token: outcome.token,
		report: outcome.report,
		lifetimeDays: parts.reportLifetimeDays,
	});
	if (link.fileUrl === undefined) return {};
	const file = `${context.publicUrl}/keeper/${productId}/files/${kept.id}`;
	return { ...link, proofUrl: `${file}/versions/${version.id}/proof` };
}

export function sentSide(
	{ clock }: Pick<ReportParts, 'clock'>,
	{ object, fileName }: SentFile,
): OtherSide {
	const { sizeBytes, hash } = object;
	const file = { fileName, sizeBytes, hash, read: () => Promise.resolve(object.read()) };
	return { file, date: isoTime(clock) };
}

export async function keptSide(parts: ReportParts, version: KeptVersion): Promise<OtherSide> {
	return { file: await versionBytes(parts, version), date: version.createdAt };
}

async function versionBytes(
	{ objects }: ReportParts,
	{ id, objectId, fileName, hash, prints }: KeptVersion,
): Promise<ComparedFile> {
	const found = await objects.describe(objectId);
	const { sizeBytes } = found;
	const read = async () => (await objects.read(objectId)).bytes;
	if (prints === undefined) return { fileName, sizeBytes, hash: found.hash, read };
	if (found.hash !== prints.hash) throw refuse('Core_RecordCorrupted', `version '${id}'`);
	return { fileName, sizeBytes, hash, read, isPrinted: true };
}
