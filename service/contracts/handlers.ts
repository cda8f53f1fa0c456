/** The sealer's operations: wire values in, wire values out, rules in the files beside. */
import type { Input, Model } from '../../api/types';
import { isoTime, newId } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import {
	admitAll,
	type AreaAdmissions,
	type AreaHandlers,
	type Caller,
	type RequestContext,
	type Upload,
} from '../operations/handler';
import { newEntry } from '../log/record-kind';
import { listRange } from '../operations/list-range';
import { storeFor } from '../operations/storing';
import type { RecordProofs } from '../proofs/record-proofs';
import { templateRecord } from './contract-entries';
import { contractProofHandlers } from './contract-proofs';
import { findTemplate, listContracts, listTemplates } from './contract-records';
import { createContract, requireTemplate, type CreatingParts } from './creating';
import { admitSigning, signContract } from './signing';
import { listSigningLinks, revokeSigningLink } from './signing-links';

export interface ContractParts extends CreatingParts {
	readonly proofs: RecordProofs;
}

export function contractHandlers(parts: ContractParts): AreaHandlers<'sealer'> {
	const { database } = parts;
	return {
		createContract: (context, input) => createContract(parts, context, input),
		signContract: ({ caller }, input) =>
			signContract(parts, { caller: signerOf(caller), ...input }),
		listContracts: (_context, input) =>
			listContracts(database, { productId: input.productId }, listRange(input)),
		listOwnContracts: ({ caller }, input) =>
			listContracts(
				database,
				{ productId: input.productId, signerEmail: signerOf(caller).email },
				listRange(input),
			),
		listSigningLinks: (_context, input) => listSigningLinks(parts, input, listRange(input)),
		revokeSigningLink: (_context, input) => revokeSigningLink(parts, input),
		createTemplate: (context, input) => createTemplate(parts, context, input),
		listTemplates: (_context, input) => listTemplates(database, input.productId, listRange(input)),
		...contractProofHandlers(parts),
	};
}

export function contractAdmissions({ database }: ContractParts): AreaAdmissions<'sealer'> {
	return {
		async createContract(_context, { productId, templateId }) {
			if (templateId !== undefined) await requireTemplate(database, productId, templateId);
			return {};
		},
		signContract: ({ caller }, known) =>
			admitSigning({ database }, { caller: signerOf(caller), ...known }),
		createTemplate: admitAll,
	};
}

/** Signers are named in the form of today, and the caller's address may be of an older version. */
function signerOf(caller: Caller): Caller {
	return { ...caller, email: comparableEmail(caller.email) };
}

async function createTemplate(
	{ database, clock, recordLog }: ContractParts,
	{ caller }: RequestContext,
	{ productId, displayName, file }: Input<'sealer', 'createTemplate', Upload>,
): Promise<Model<'Template'>> {
	const row = {
		id: newId(clock),
		product_id: productId,
		display_name: displayName,
		owner_email: caller.email,
		object_id: file.object.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		created_at: isoTime(clock),
	};
	await file.object.makeDurable();
	const record = await storeFor(database, caller, async (transaction) => {
		const { sequence } = await recordLog.append(transaction, newEntry(templateRecord, row));
		await file.object.attach(transaction);
		await transaction
			.insertInto('templates')
			.values({ ...row, log_sequence: sequence })
			.execute();
		return findTemplate(transaction, productId, row.id);
	});
	if (record === undefined) throw new Error('a template just added must be found');
	recordLog.wake();
	return record;
}
