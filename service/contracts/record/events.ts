/** Events of a contract, with its state at that moment; its signers receive them, too. */
import type { Clock } from '../../../server/clock';
import { addProductEvent } from '../../events/product-event';
import type { Transaction } from '../../database/database';
import { contractStatus } from './contract';

export type ContractEventType =
	| 'contract.created'
	| 'contract.opened'
	| 'contract.signed'
	| 'contract.declined'
	| 'contract.expired'
	| 'contract.cancelled'
	| 'contract.completed'
	| 'contract.undelivered';

export interface ContractEvent {
	readonly type: ContractEventType;
	readonly contractId: string;
	/** The signer who acted or whom a mail did not reach; normalised address. */
	readonly signerEmail?: string;
	readonly reason?: string;
}

export async function addContractEvent(
	transaction: Transaction,
	clock: Clock,
	{ type, contractId, signerEmail, reason }: ContractEvent,
): Promise<void> {
	const contract = await transaction
		.selectFrom('contracts')
		.select(['product_id', 'display_name'])
		.where('id', '=', contractId)
		.executeTakeFirstOrThrow();
	const signers = await transaction
		.selectFrom('contract_signers')
		.select(['email', 'signed_at', 'role'])
		.where('contract_id', '=', contractId)
		.execute();
	const signed = signers.filter(({ signed_at }) => signed_at !== null);
	const counted = signers.filter(({ role }) => role !== 'CopyRecipient');
	await addProductEvent(transaction, clock, {
		type,
		productId: contract.product_id,
		subject: contractId,
		audience: signers.map(({ email }) => email),
		data: {
			contractId,
			displayName: contract.display_name,
			contractStatus: contractStatus(signed.length, counted.length),
			...(signerEmail !== undefined && { signerEmail }),
			...(reason !== undefined && { reason }),
		},
	});
}
