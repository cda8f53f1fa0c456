/**
 * Compares a sent file with a kept one at level High, and keeps the report if one was asked for.
 */
import type { Model } from '../../../api/types';
import { isoTime, newSecret, type Clock } from '../../../server/clock';
import type { Change } from '../../../comparison/core/comparison';
import type { Level } from '../../../comparison/core/level';
import { figuresOf, type Outcome } from '../../../comparison/core/outcome';
import type { Comparisons } from '../../../comparison/worker/comparisons';
import type { Database } from '../../database/database';
import type { ObjectStore } from '../../objects/object-store';
import type { RequestContext, Upload } from '../../operations/handler';
import type { ReportOwner } from '../../reports/diff-reports';
import { reportAddress, reportLink } from '../../reports/report-link';

const level: Level = 'High';

export interface ComparingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: ObjectStore;
	readonly comparisons: Comparisons;
	readonly reportLifetimeDays: number;
}

/** A kept file that was checked against the log. */
export interface KeptSide {
	readonly objectId: string;
	readonly fileName: string;
	readonly createdAt: string;
	/** Names the report and its file. */
	readonly displayName: string;
	readonly of: ReportOwner;
}

export type SentSide = Pick<Upload, 'fileName'> & {
	readonly object: Pick<Upload['object'], 'hash' | 'sizeBytes' | 'read'>;
};

type Answer = Model<'SealerCompareResponse'>;

export async function compareFiles(
	parts: ComparingParts,
	context: RequestContext,
	asked: { readonly kept: KeptSide; readonly sent: SentSide; readonly isReported: boolean },
): Promise<Answer> {
	const token = newSecret();
	const address = reportAddress(context.publicUrl, token);
	const outcome = await outcomeOf(parts, context, { ...asked, address });
	const { ignored: _none, ...figures } = figuresOf(outcome);
	const { of, displayName } = asked.kept;
	const { reportId: _unused, ...link } = await reportLink(parts, context, {
		of,
		displayName,
		token,
		report: outcome.report,
		lifetimeDays: parts.reportLifetimeDays,
	});
	return { ...figures, changedText: outcome.changes.flatMap(textOf), ...link };
}

function textOf({ newText, oldText }: Change): readonly string[] {
	const text = newText ?? oldText;
	return text === undefined ? [] : [text];
}

async function outcomeOf(
	{ objects, comparisons, clock }: ComparingParts,
	{ caller, leaving }: RequestContext,
	{
		kept: { objectId, fileName, createdAt, displayName },
		sent,
		isReported,
		address,
	}: Parameters<typeof compareFiles>[2] & { readonly address: string },
): Promise<Outcome> {
	const { hash, sizeBytes } = await objects.describe(objectId);
	const read = async () => (await objects.read(objectId)).bytes;
	const { object } = sent;
	const facts = {
		displayName,
		level,
		address,
		kept: { fileName, date: createdAt },
		sent: { fileName: sent.fileName, date: isoTime(clock) },
	};
	return comparisons.run(
		{
			kept: { fileName, sizeBytes, hash, read },
			sent: {
				fileName: sent.fileName,
				sizeBytes: object.sizeBytes,
				hash: object.hash,
				read: () => Promise.resolve(object.read()),
			},
			level,
			rules: {},
			facts: isReported ? facts : undefined,
		},
		{ owner: caller.organisationId, signal: leaving() },
	);
}
