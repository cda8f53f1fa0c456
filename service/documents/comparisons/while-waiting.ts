/**
 * Makes a comparison while its caller waits, and records it. If the caller disconnects, the
 * comparison stops, because nobody would get its answer, and is recorded as Cancelled.
 */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { RequestContext } from '../../operations/handler';
import { insertLeft, insertMade, type ComparisonAnswer, type NewComparison } from './rows';

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
}

export interface AwaitedComparison extends Pick<
	NewComparison,
	'fileId' | 'operation' | 'otherVersionId' | 'sent'
> {
	/** The version compared with; the older one of two versions. */
	readonly version: () => Promise<{ readonly id: string }>;
	readonly startedAt: string;
}

/**
 * Makes the comparison and records its result; `make` must call `onKept` if it keeps a version.
 */
export async function madeWhileWaiting<Answer extends ComparisonAnswer | undefined>(
	{ database, clock }: Parts,
	{ caller, leaving }: RequestContext,
	{ version, ...asked }: AwaitedComparison,
	make: (onKept: (versionId: string) => void) => Promise<Answer>,
): Promise<Answer> {
	const whose = { organisationId: caller.organisationId, createdByEmail: caller.email };
	const row = { ...asked, ...whose };
	let keptVersionId: string | undefined;
	let answer: Answer;
	try {
		answer = await make((versionId) => (keptVersionId = versionId));
	} catch (fault) {
		if (leaving().aborted) {
			await insertLeft(database, clock, { ...row, versionId: (await version()).id, keptVersionId });
		}
		throw fault;
	}
	if (answer === undefined) return answer;
	const made = { ...row, versionId: await versionOf(answer, version), answer };
	return { ...answer, comparisonId: await insertMade(database, clock, made) };
}

async function versionOf(
	answer: ComparisonAnswer,
	version: AwaitedComparison['version'],
): Promise<string> {
	return 'versionId' in answer ? answer.versionId : (await version()).id;
}
