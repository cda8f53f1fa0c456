/**
 * Records what a signer did on the signing page, once each. The page reports it, so fetching the
 * address alone, as mail scanners do, records nothing.
 */
import type { linkViews } from '../../api/sealer/signing';
import { actorOf, recordSteps, type StepParts } from '../contracts/record/steps';
import type { SigningRequest } from '../contracts/links/sign-link';
import { lockContract } from '../contracts/record/standing';
import type { Database } from '../database/database';
import type { RequestContext } from '../operations/handler';
import { storeFor } from '../operations/storing';

type LinkView = (typeof linkViews)[number];

export async function addView(
	parts: StepParts & { readonly database: Database },
	context: Pick<RequestContext, 'caller' | 'client'>,
	{ request, view }: { readonly request: SigningRequest; readonly view: LinkView },
): Promise<void> {
	const { contractId, email } = request.caller;
	await storeFor(parts.database, context.caller, async (transaction) => {
		await lockContract(transaction, contractId);
		const earlier = await transaction
			.selectFrom('contract_steps')
			.select('id')
			.where('contract_id', '=', contractId)
			.where('kind', '=', view)
			.where('signer_email', '=', email)
			.executeTakeFirst();
		if (earlier !== undefined) return;
		const step = { kind: view, signerEmail: email, actor: actorOf(context) };
		await recordSteps(transaction, parts, contractId, [step]);
	});
	parts.recordLog.wake();
}
