/**
 * Adds a contract: either signed at once with the signatures given, or with a mail to each
 * signer. Everything that belongs to a contract is one transaction, its mails included.
 */
import type { Input, Model } from '../../api/types';
import { isoTime, newId, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import type { Database, Transaction } from '../database/database';
import type { RequestContext, Upload } from '../operations/handler';
import { storeFor } from '../operations/storing';
import { newEntry } from '../log/record-kind';
import type { RecordLog } from '../log/record-log';
import type { Outbox } from '../mail/outbox';
import { refuse } from '../../server/refusal';
import { pairSigners, type Signer } from './contract';
import { contractRecord } from './contract-entries';
import { findTemplate, readContract } from './contract-records';
import { issueLink } from './sign-link';
import { signatureRequestMail } from './signature-request';
import { keepSignature, recordSignature } from './signatures';

export interface CreatingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly outbox: Outbox;
}

type ContractInput = Input<'sealer', 'createContract', Upload>;

interface NewContract {
	readonly id: string;
	readonly context: RequestContext;
	readonly input: ContractInput;
	readonly signers: readonly Signer<Upload>[];
}

/** E1. Refuses lists that do not fit together and a template of another product. */
export async function createContract(
	parts: CreatingParts,
	context: RequestContext,
	input: ContractInput,
): Promise<Model<'Contract'>> {
	const signatures = input.signatures ?? [];
	const signers = pairSigners(input.signerEmails, signatures);
	await makeDurable([input.file, ...signatures]);
	const contract: NewContract = { id: newId(parts.clock), context, input, signers };
	const record = await storeFor(parts.database, context.caller, async (transaction) => {
		await insertContract(transaction, parts, contract);
		await insertSigners(transaction, contract);
		for (const signer of signers) {
			if (signer.signature === undefined) {
				await askForSignature(transaction, parts, { contract, signer });
			} else {
				await signAtOnce(transaction, parts, {
					contract,
					email: signer.email,
					file: signer.signature,
				});
			}
		}
		return readContract(transaction, contract.id);
	});
	parts.recordLog.wake();
	parts.outbox.wake();
	return record;
}

/** Refuses a template that is not one of the product. */
export async function requireTemplate(
	connection: Database | Transaction,
	productId: string,
	templateId: string,
): Promise<void> {
	const template = await findTemplate(connection, productId, templateId);
	if (template === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
}

/** So many files at once, because each holds the descriptors of its shards meanwhile. */
const durableAtOnce = 4;

async function makeDurable(files: readonly Upload[]): Promise<void> {
	for (let at = 0; at < files.length; at += durableAtOnce) {
		const some = files.slice(at, at + durableAtOnce);
		await Promise.all(some.map(({ object }) => object.makeDurable()));
	}
}

async function insertContract(
	transaction: Transaction,
	{ clock, recordLog }: CreatingParts,
	{ id, context, input, signers }: NewContract,
): Promise<void> {
	const { productId, templateId, displayName, file } = input;
	if (templateId !== undefined) await requireTemplate(transaction, productId, templateId);
	const row = {
		id,
		product_id: productId,
		template_id: templateId ?? null,
		display_name: displayName,
		owner_email: context.caller.email,
		object_id: file.object.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		size_bytes: file.object.sizeBytes,
		created_at: isoTime(clock),
	};
	const placed = signers.map(({ email, address }, position) => ({ position, email, address }));
	const entry = newEntry(contractRecord, { ...row, signers: placed });
	const { sequence } = await recordLog.append(transaction, entry);
	await file.object.attach(transaction);
	await transaction
		.insertInto('contracts')
		.values({ ...row, log_sequence: sequence })
		.execute();
}

/** One row at a time, because a statement may not hold as many values as a long list needs. */
async function insertSigners(
	transaction: Transaction,
	{ id, signers }: NewContract,
): Promise<void> {
	for (const [position, { email, address }] of signers.entries()) {
		await transaction
			.insertInto('contract_signers')
			.values({
				contract_id: id,
				position,
				email,
				address,
				signature_id: null,
				log_sequence: null,
				signed_at: null,
			})
			.execute();
	}
}

async function askForSignature(
	transaction: Transaction,
	{ clock, outbox }: CreatingParts,
	{ contract, signer }: { readonly contract: NewContract; readonly signer: Signer<Upload> },
): Promise<void> {
	const { id, context, input } = contract;
	const { token, expiresAt } = await issueLink(transaction, clock, {
		contractId: id,
		email: signer.email,
	});
	await outbox.add(
		transaction,
		signatureRequestMail({
			address: signer.address,
			contractName: input.displayName,
			fileName: input.file.fileName,
			ownerEmail: context.caller.email,
			link: `${context.publicUrl}/sign/${token}`,
			expiresAt,
		}),
	);
}

async function signAtOnce(
	transaction: Transaction,
	parts: CreatingParts,
	signed: { readonly contract: NewContract; readonly email: string; readonly file: Upload },
): Promise<void> {
	const { contract, email, file } = signed;
	const { organisationId, email: callerEmail } = contract.context.caller;
	const suppliedBy = comparableEmail(callerEmail);
	const person = { organisationId, email };
	const signature = await keepSignature(transaction, parts.clock, { person, suppliedBy, file });
	const isRecorded = await recordSignature(transaction, parts, {
		contractId: contract.id,
		email,
		signature,
	});
	if (!isRecorded) throw new Error('a signer of a new contract cannot have signed before');
}
