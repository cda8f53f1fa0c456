/**
 * Signs a contract: for a key's owner, and for a signer who came by the link in the mail. Both
 * send the contract file itself, so that everybody signs the very same one.
 */
import type { Model } from '../../api/types';
import type { Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { Caller, Upload, UploadTerms } from '../operations/handler';
import { storeFor } from '../operations/storing';
import type { RecordLog } from '../log/record-log';
import { refuse } from '../../server/refusal';
import { readContract } from './contract-records';
import {
	keepSignature,
	lastSignature,
	recordSignature,
	requireAsUsed,
	type StoredSignature,
} from './signatures';

export interface SigningParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

export interface Signing {
	readonly caller: Caller;
	readonly productId: string;
	readonly contractId: string;
	/** Only measured. */
	readonly contract: Upload;
	readonly signature?: Upload;
	readonly reuseLastSignature?: boolean;
}

/**
 * What a signer may send is at most so much larger than the contract: a signature may be a photo, or
 * a copy of the contract that was signed elsewhere.
 */
const marginBytes = 16 * 1024 * 1024;

/**
 * Refuses, before anything is sent, an unknown contract and a caller who is not a signer, has signed
 * already, or has no earlier signature to use again.
 */
export async function admitSigning(
	{ database }: Pick<SigningParts, 'database'>,
	signing: Pick<Signing, 'caller' | 'productId' | 'contractId' | 'reuseLastSignature'>,
): Promise<UploadTerms> {
	const { caller, reuseLastSignature } = signing;
	const { contractSizeBytes } = await requireTurn(database, signing);
	if (reuseLastSignature === true) await requireLastSignature(database, caller);
	const sizeBytesMax = contractSizeBytes + marginBytes;
	return {
		contract: { sizeBytesMax, isKept: false },
		signature: { sizeBytesMax, isKept: reuseLastSignature !== true },
	};
}

/**
 * E2 and E3. Refuses, in this order: no signature to sign with, or two; an unknown contract, a
 * caller who is not a signer or has signed already, another file, no earlier signature, and what is
 * not as the log has it.
 */
export async function signContract(
	parts: SigningParts,
	signing: Signing,
): Promise<Model<'Contract'>> {
	const { signature: newSignature, reuseLastSignature = false } = signing;
	if ((newSignature !== undefined) === reuseLastSignature) {
		const change = reuseLastSignature
			? 'was sent with reuseLastSignature; leave one of the two out'
			: 'is missing; send it, or set reuseLastSignature to true';
		throw refuse('Request_Invalid', 'signature', change);
	}
	await newSignature?.object.makeDurable();
	const record = await storeFor(parts.database, signing.caller, async (transaction) => {
		const { address, contractHash } = await requireTurn(transaction, signing);
		const { caller, contractId, contract } = signing;
		if (contractHash !== contract.object.hash) throw refuse('Sealer_ContractDoesNotMatch');
		const signature = await signatureFor(transaction, parts.clock, { caller, file: newSignature });
		const isRecorded = await recordSignature(transaction, parts, {
			contractId,
			email: caller.email,
			signature,
		});
		if (!isRecorded) throw refuse('Sealer_AlreadySigned', address);
		return readContract(transaction, contractId);
	});
	parts.recordLog.wake();
	return record;
}

/** What is signed by whom, once the caller may sign this contract now. */
async function requireTurn(
	connection: Database | Transaction,
	{ caller, productId, contractId }: Pick<Signing, 'caller' | 'productId' | 'contractId'>,
) {
	const recorded = await connection
		.selectFrom('contracts')
		.select(['file_hash', 'size_bytes'])
		.where('id', '=', contractId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	const isInReach = caller.contractId === undefined || caller.contractId === contractId;
	if (recorded === undefined || !isInReach) throw refuse('Sealer_ContractNotFound', contractId);
	const signer = await connection
		.selectFrom('contract_signers')
		.select(['address', 'signed_at'])
		.where('contract_id', '=', contractId)
		.where('email', '=', caller.email)
		.executeTakeFirst();
	if (signer === undefined) throw refuse('Sealer_NotASigner');
	if (signer.signed_at !== null) throw refuse('Sealer_AlreadySigned', signer.address);
	const { blockchainStatus } = await readContract(connection, contractId);
	if (blockchainStatus === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `contract '${contractId}'`);
	}
	return {
		address: signer.address,
		contractHash: recorded.file_hash,
		contractSizeBytes: recorded.size_bytes,
	};
}

async function signatureFor(
	transaction: Transaction,
	clock: Clock,
	{ caller, file }: { readonly caller: Caller; readonly file: Upload | undefined },
): Promise<StoredSignature> {
	if (file === undefined) return requireLastSignature(transaction, caller);
	const person = { organisationId: caller.organisationId, email: caller.email };
	return keepSignature(transaction, clock, { person, suppliedBy: caller.email, file });
}

async function requireLastSignature(
	connection: Database | Transaction,
	{ organisationId, email }: Caller,
): Promise<StoredSignature> {
	const last = await lastSignature(connection, { organisationId, email });
	if (last === undefined) throw refuse('Sealer_NoEarlierSignature', email);
	await requireAsUsed(connection, last);
	return last;
}
