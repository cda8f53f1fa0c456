/**
 * Compares two files that were sent. Nothing of them stays but the report that was asked for, which
 * belongs to no record and is removed after a day.
 */
import { openLimits } from '../../../api/keeper/two-files';
import type { Input, Model } from '../../../api/types';
import { newSecret } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import { checkedRules } from '../../../comparison/core/rule-check';
import { figuresOf } from '../../../comparison/core/outcome';
import type { Caller, RequestContext, Upload, UploadTerms } from '../../operations/handler';
import { reportAddress, reportLink } from '../../reports/report-link';
import { askedBy, sentSide, type ComparingParts } from './comparing';

const reportDays = 1;

/** What the reports of all callers without a key may take of the buckets together. */
const openStoredBytesMax = 1024 ** 3;

/** Callers without a key store as an organisation without a name. */
export async function admitTwoFiles(
	{ objects }: Pick<ComparingParts, 'objects'>,
	{ organisationId }: Caller,
): Promise<UploadTerms> {
	if (organisationId !== '') return { kept: { isSpooled: true }, sent: { isSpooled: true } };
	const { storedBytes } = await objects.usage(organisationId);
	if (storedBytes >= openStoredBytesMax) {
		throw refuse('Storage_QuotaExceeded', storedBytes, openStoredBytesMax);
	}
	const terms = { isSpooled: true, sizeBytesMax: openLimits.fileMebibytesMax * 1024 ** 2 };
	return { kept: terms, sent: terms };
}

export async function compareTwoFiles(
	parts: ComparingParts,
	context: RequestContext,
	asked: Input<'keeper', 'compareTwoFiles', Upload>,
): Promise<Model<'CompareResponse'>> {
	const token = newSecret();
	const kept = sentSide(parts, asked.kept);
	const sent = sentSide(parts, asked.sent);
	const [name, otherName] = [asked.kept.fileName, asked.sent.fileName];
	const displayName = name === otherName ? name : `${name} and ${otherName}`;
	const facts = {
		displayName,
		level: asked.accuracy,
		address: reportAddress(context.publicUrl, token),
		kept: { fileName: name },
		sent: { fileName: otherName, date: sent.date },
	};
	const outcome = await parts.comparisons.run(
		{
			kept: kept.file,
			sent: sent.file,
			level: asked.accuracy,
			rules: checkedRules(asked.rules ?? {}),
			facts: asked.generateDiffFile === true ? facts : undefined,
		},
		askedBy(context),
	);
	const { reportId: _none, ...link } = await reportLink(parts, context, {
		displayName,
		token,
		report: outcome.report,
		lifetimeDays: reportDays,
	});
	return { ...figuresOf(outcome), ...link };
}
