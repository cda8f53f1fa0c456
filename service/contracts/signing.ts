/**
 * Signs a contract: for a key's owner, and for a signer who came by the link in the mail. Both
 * send the contract file itself, so that everybody signs the very same one.
 */
import type { Model } from '../../api/types';
import type { Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { Caller, Upload } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import { refuse } from '../../server/refusal';
import { contractRecord } from './contract-records';
import { keepSignature, lastSignature, recordSignature, type StoredSignature } from './signatures';

export interface SigningParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export interface Signing {
	readonly caller: Caller;
	readonly productId: string;
	readonly contractId: string;
	readonly contract: Upload;
	readonly signature?: Upload;
	readonly reuseLastSignature?: boolean;
}

/**
 * E2 and E3. `reuseLastSignature` decides: when it is true, a signature sent with it is neither
 * used nor kept. Refuses, in this order: no signature to sign with, an unknown contract, a caller
 * who is not a signer or has signed already, another file, no earlier signature.
 */
export async function signContract(
	parts: SigningParts,
	signing: Signing,
): Promise<Model<'Contract'>> {
	const newSignature = signing.reuseLastSignature === true ? undefined : signing.signature;
	if (newSignature === undefined && signing.reuseLastSignature !== true) {
		const change = 'is missing; send it, or set reuseLastSignature to true';
		throw refuse('Request_Invalid', 'signature', change);
	}
	await newSignature?.object.makeDurable();
	const record = await parts.database.transaction().execute(async (transaction) => {
		const address = await requireTurn(transaction, signing);
		const { caller, contractId } = signing;
		const signature = await signatureFor(transaction, parts.clock, { caller, file: newSignature });
		const isRecorded = await recordSignature(transaction, parts, {
			contractId,
			email: caller.email,
			signature,
		});
		if (!isRecorded) throw refuse('Sealer_AlreadySigned', address);
		return contractRecord(transaction, contractId);
	});
	parts.recordLog.wake();
	return record;
}

/** The signer's address, once the caller may sign this contract now with this file. */
async function requireTurn(transaction: Transaction, signing: Signing): Promise<string> {
	const { caller, productId, contractId, contract } = signing;
	const recorded = await transaction
		.selectFrom('contracts')
		.select('file_hash')
		.where('id', '=', contractId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	const isInReach = caller.contractId === undefined || caller.contractId === contractId;
	if (recorded === undefined || !isInReach) throw refuse('Sealer_ContractNotFound', contractId);
	const signer = await transaction
		.selectFrom('contract_signers')
		.select(['address', 'signed_at'])
		.where('contract_id', '=', contractId)
		.where('email', '=', caller.email)
		.executeTakeFirst();
	if (signer === undefined) throw refuse('Sealer_NotASigner');
	if (signer.signed_at !== null) throw refuse('Sealer_AlreadySigned', signer.address);
	if (recorded.file_hash !== contract.object.hash) throw refuse('Sealer_ContractDoesNotMatch');
	return signer.address;
}

async function signatureFor(
	transaction: Transaction,
	clock: Clock,
	{ caller, file }: { readonly caller: Caller; readonly file: Upload | undefined },
): Promise<StoredSignature> {
	const person = { organisationId: caller.organisationId, email: caller.email };
	if (file !== undefined) return keepSignature(transaction, clock, { person, file });
	const last = await lastSignature(transaction, person);
	if (last === undefined) throw refuse('Sealer_NoEarlierSignature', caller.email);
	return last;
}
