/**
 * Records refused or delayed mails as steps of their contract; a mail that is given up is also an
 * event.
 */
import type { Transaction } from '../../database/database';
import type { Trouble, Troubles } from '../../mail/outbox';
import { addContractEvent } from '../record/events';
import { recordSteps, type StepParts } from '../record/steps';

export function mailTroubles(parts: StepParts): Troubles {
	return {
		record: (transaction, trouble) => record(transaction, parts, trouble),
		wake: () => parts.recordLog.wake(),
	};
}

async function record(transaction: Transaction, parts: StepParts, trouble: Trouble): Promise<void> {
	const { kind, contractId, signerEmail, recipient, fault } = trouble;
	await recordSteps(transaction, parts, contractId, [
		{
			kind: `Mail${kind}`,
			...(signerEmail !== undefined && { signerEmail }),
			detail: signerEmail === undefined ? `${recipient}: ${fault}` : fault,
		},
	]);
	if (kind === 'Delayed') return;
	await addContractEvent(transaction, parts.clock, {
		type: 'contract.undelivered',
		contractId,
		signerEmail,
	});
}
