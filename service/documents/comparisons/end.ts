/**
 * Makes a comparison while its caller waits, and records it. One whose caller leaves before it is done is
 * ended, for nobody would have its answer, and leaves a record as well, so that whoever looks for it later
 * finds out what became of it.
 */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { RequestContext } from '../../operations/handler';
import { insertLeft, insertMade, type ComparisonAnswer, type NewComparison } from './rows';

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
}

/** A comparison that is made while its caller waits. */
export interface WaitedFor extends Pick<
	NewComparison,
	'fileId' | 'operation' | 'otherVersionId' | 'sent'
> {
	/** What it is made with; the older one of two. */
	readonly version: () => Promise<{ readonly id: string }>;
	readonly startedAt: string;
}

/** Makes it, and records what came of it; `onKept` is to be told what was kept of it in between. */
export async function madeWhileWaiting<Answer extends ComparisonAnswer | undefined>(
	{ database, clock }: Parts,
	{ caller, leaving }: RequestContext,
	{ version, ...asked }: WaitedFor,
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

async function versionOf(answer: ComparisonAnswer, version: WaitedFor['version']): Promise<string> {
	return 'versionId' in answer ? answer.versionId : (await version()).id;
}
