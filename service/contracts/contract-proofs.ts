/**
 * The sealer's operations that answer proofs: of contracts, of the signatures on them, of templates.
 * A contract is shown to the admins of its product and to its own signers.
 */
import { comparableEmail } from '../../server/email-address';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { entryColumns } from '../log/record-kind';
import type { AreaHandlers, Caller } from '../operations/handler';
import type { RecordProofs } from '../proofs/record-proofs';
import {
	contractColumns,
	contractRecord,
	signatureRecord,
	signedColumns,
	templateColumns,
	templateRecord,
} from './contract-entries';

interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

interface ContractPlace {
	readonly productId: string;
	readonly contractId: string;
}

type ProofOperation = 'getContractProof' | 'getSignatureProof' | 'getTemplateProof';

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
		async getTemplateProof(_context, { productId, templateId }) {
			const row = await database
				.selectFrom('templates')
				.innerJoin('log_entries', 'log_entries.sequence', 'templates.log_sequence')
				.select(templateColumns)
				.select(entryColumns)
				.where('templates.product_id', '=', productId)
				.where('templates.id', '=', templateId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
			return proofs.of(templateRecord, row, `template '${row.id}'`);
		},
	};
}

/** A contract of the product that the caller may read, with its signers. */
async function readableContract(
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
		.select(['position', 'email', 'address'])
		.where('contract_id', '=', contractId)
		.orderBy('position')
		.execute();
	const own = comparableEmail(caller.email);
	const mayRead =
		caller.roles.includes('SealerAdmin') || signers.some(({ email }) => email === own);
	if (!mayRead) throw refuse('Sealer_ContractNotFound', contractId);
	return { ...row, signers };
}

/** What the signer at a place, from 1 on, has signed. */
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
