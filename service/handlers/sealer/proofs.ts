/**
 * Proofs of contracts, signatures and templates. Admins of the product and the contract's own
 * signers may read a contract.
 */
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { entryColumns, statusOf } from '../../log/record-kind';
import type { AreaHandlers, Caller } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import {
	contractColumns,
	contractRecord,
	ownSignatureRecord,
	sealerDeletionRecord,
	signatureRecord,
	signedColumns,
	templateColumns,
	templateRecord,
} from '../../contracts/record/entries';
import { withMoreFiles } from '../../contracts/record/contract-files';
import { stepRecord, stepRows } from '../../contracts/record/steps';
import { ownSignature } from '../../contracts/signatures/own-signatures';

export interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

export interface ContractPlace {
	readonly productId: string;
	readonly contractId: string;
}

type ProofOperation =
	| 'getContractProof'
	| 'getSignatureProof'
	| 'getTemplateProof'
	| 'getTemplateDeletionProof'
	| 'getStepProof'
	| 'getOwnSignatureProof'
	| 'getSignatureDeletionProof';

export function contractProofHandlers(
	parts: ProofParts,
): Pick<AreaHandlers<'sealer'>, ProofOperation> {
	const { database, proofs } = parts;
	return {
		async getContractProof({ caller }, place) {
			const row = await readableContract(parts, caller, place);
			return proofs.of(contractRecord, row, `contract '${row.id}'`);
		},
		async getSignatureProof({ caller }, { position, ...place }) {
			const { id } = await readableContract(parts, caller, place);
			const row = await signature(database, id, position);
			return proofs.of(signatureRecord, row, `signature ${position} of contract '${id}'`);
		},
		async getTemplateProof(_context, place) {
			const row = await templateRow(database, place);
			return proofs.of(templateRecord, row, `template '${row.id}'`);
		},
		async getStepProof({ caller }, { stepId, ...place }) {
			const { id } = await readableContract(parts, caller, place);
			const row = await stepRows(database)
				.where('contract_steps.contract_id', '=', id)
				.where('contract_steps.id', '=', stepId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Sealer_StepNotFound', stepId);
			return proofs.of(stepRecord, row, `event '${stepId}' of contract '${id}'`);
		},
		async getOwnSignatureProof({ caller }, { signatureId }) {
			const row = await ownSignature(database, caller, signatureId);
			if (row.entry_sequence === null) {
				throw refuse('Sealer_SignatureGivenBySigning', signatureId);
			}
			return proofs.of(ownSignatureRecord, row, `signature '${signatureId}'`);
		},
		async getSignatureDeletionProof({ caller }, { signatureId }) {
			const { email } = await ownSignature(database, caller, signatureId);
			const row = await database
				.selectFrom('signatures')
				.innerJoin('log_entries', 'log_entries.sequence', 'signatures.deletion_sequence')
				.select(['signatures.id', 'signatures.deleted_at'])
				.select(entryColumns)
				.where('signatures.id', '=', signatureId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Core_NotDeleted', `signature '${signatureId}'`);
			const deletion = { ...row, what: 'signature', deleted_by_email: email } as const;
			return proofs.of(sealerDeletionRecord, deletion, `deletion of signature '${signatureId}'`);
		},
		async getTemplateDeletionProof(_context, place) {
			const { id } = await templateRow(database, place);
			const row = await database
				.selectFrom('templates')
				.innerJoin('log_entries', 'log_entries.sequence', 'templates.deletion_sequence')
				.select(['templates.id', 'templates.deleted_at', 'templates.deleted_by_email'])
				.select(entryColumns)
				.where('templates.id', '=', id)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Core_NotDeleted', `template '${id}'`);
			const deletion = { ...row, what: 'template' } as const;
			return proofs.of(sealerDeletionRecord, deletion, `deletion of template '${id}'`);
		},
	};
}

interface TemplatePlace {
	readonly productId: string;
	readonly templateId: string;
}

async function templateRow(database: Database, { productId, templateId }: TemplatePlace) {
	const row = await database
		.selectFrom('templates')
		.innerJoin('log_entries', 'log_entries.sequence', 'templates.log_sequence')
		.select(templateColumns)
		.select('templates.deleted_at')
		.select(entryColumns)
		.where('templates.product_id', '=', productId)
		.where('templates.id', '=', templateId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
	return row;
}

/** A template whose file is read; refuses a deleted or corrupted one. */
export async function soundTemplate(database: Database, place: TemplatePlace) {
	const row = await templateRow(database, place);
	if (row.deleted_at !== null) throw refuse('Sealer_Deleted', `template '${row.id}'`);
	if (statusOf(templateRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `template '${row.id}'`);
	}
	return row;
}

/** A contract with its signers; not found unless the caller may read it. */
export async function readableContract(
	{ database }: ProofParts,
	caller: Caller,
	{ productId, contractId }: ContractPlace,
) {
	const row = await database
		.selectFrom('contracts')
		.innerJoin('log_entries', 'log_entries.sequence', 'contracts.log_sequence')
		.select(contractColumns)
		.select(entryColumns)
		.where('contracts.product_id', '=', productId)
		.where('contracts.id', '=', contractId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_ContractNotFound', contractId);
	const signers = await database
		.selectFrom('contract_signers')
		.select(['position', 'email', 'address', 'role', 'code'])
		.where('contract_id', '=', contractId)
		.orderBy('position')
		.execute();
	const own = comparableEmail(caller.email);
	const mayRead =
		caller.roles.includes('SealerAdmin') || signers.some(({ email }) => email === own);
	if (!mayRead) throw refuse('Sealer_ContractNotFound', contractId);
	return withMoreFiles(database, { ...row, signers });
}

/** The signature of the signer at a position, counted from 1. */
async function signature(database: Database, contractId: string, place: string) {
	const row = /^[1-9]\d{0,3}$/.test(place)
		? await database
				.selectFrom('contract_signers')
				.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
				.innerJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
				.select(signedColumns)
				.select(entryColumns)
				.where('contract_signers.contract_id', '=', contractId)
				.where('contract_signers.position', '=', Number(place) - 1)
				.executeTakeFirst()
		: undefined;
	if (row === undefined) throw refuse('Sealer_SignatureNotFound', place);
	return row;
}
