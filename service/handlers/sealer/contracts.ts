import type { Input, Model } from '../../../api/types';
import { isoTime, newId } from '../../../server/clock';
import {
	admitAll,
	type AreaAdmissions,
	type AreaHandlers,
	type Caller,
	type RequestContext,
	type Upload,
} from '../../operations/handler';
import { refuse } from '../../../server/refusal';
import { newEntry } from '../../log/record-kind';
import { listRange } from '../../operations/list-range';
import { storeOnce } from '../../operations/once';
import {
	sealerComparisonAdmissions,
	sealerComparisonHandlers,
	type ComparisonParts,
} from './comparisons';
import { conversionAdmissions, conversionHandlers, type ConversionParts } from './conversion';
import { templateRecord } from '../../contracts/record/entries';
import { readContractDetail } from '../../contracts/record/detail';
import { actorOf, listSteps } from '../../contracts/record/steps';
import { contractFileHandlers } from './files';
import { contractProofHandlers } from './proofs';
import type { FileVerifier } from '../../contracts/file-verification';
import { requireTemplate, requireTemplateInUse } from '../../contracts/record/in-use';
import { findTemplate, listContracts, listTemplates } from '../../contracts/record/records';
import { createContract, type CreatingParts } from '../../contracts/life/creating';
import { deleteContract, deleteTemplate } from '../../contracts/life/deleting';
import { withLinks } from '../../contracts/links/named-links';
import {
	cancelContract,
	declineContract,
	handOverContract,
	remindSigners,
	resendSigningLink,
} from '../../contracts/life/life';
import { ownSignatureHandlers } from '../../contracts/signatures/own-signatures';
import { fieldsText } from '../../contracts/record/placed-field';
import { placedFields } from '../../contracts/fields/placing';
import { requireSealable } from '../../contracts/fields/sealable';
import { sentFields, sentTexts } from '../../contracts/fields/sent';
import { signatureBytesMax } from '../../contracts/signatures/signature-image';
import { admitSigning, signContract } from '../../contracts/life/signing';
import { listSigningLinks, revokeSigningLink } from '../../contracts/links/signing-links';
import { standingOf, type Standing } from '../../contracts/record/standing';

export interface ContractParts extends CreatingParts, ComparisonParts, ConversionParts {
	readonly verifier: Pick<FileVerifier, 'verify' | 'terms'>;
	/** Called after a deletion, because reports end with their subject. */
	readonly onContentEnded: () => void;
}

export function contractHandlers(parts: ContractParts): AreaHandlers<'sealer'> {
	const { database, clock } = parts;
	return {
		createContract: (context, input) => createContract(parts, context, input),
		signContract: (
			{ caller, client, publicUrl },
			{ contract, moreFiles = [], fieldValues, ...input },
		) =>
			signContract(parts, {
				fieldValues: sentTexts(fieldValues),
				...input,
				caller,
				client,
				publicUrl,
				fileHashes: [contract, ...moreFiles].map(({ object }) => object.hash),
			}),
		listContracts: (_context, { productId, state, search, newestFirst, ...page }) =>
			listContracts(
				database,
				{ productId, state, search, now: isoTime(clock) },
				{ ...listRange(page), isNewestFirst: newestFirst },
			),
		listOwnContracts: ({ caller }, { productId, state, search, newestFirst, ...page }) =>
			listContracts(
				database,
				{ productId, signerEmail: caller.email, state, search, now: isoTime(clock) },
				{ ...listRange(page), isNewestFirst: newestFirst },
			),
		listSigningLinks: (_context, input) => listSigningLinks(parts, input, listRange(input)),
		revokeSigningLink: (context, input) =>
			revokeSigningLink(parts, { actor: actorOf(context), caller: context.caller }, input),
		async getContract(context, place) {
			const standing = await standingOf(database, place);
			requireReader(context.caller, standing);
			const record = await readContractDetail(database, standing);
			return withLinks(database, parts, context, { standing, record });
		},
		async listContractEvents(_context, input) {
			const { id } = await standingOf(database, input);
			return listSteps(database, id, listRange(input));
		},
		declineContract: (context, input) => declineContract(parts, context, input),
		cancelContract: (context, input) => cancelContract(parts, context, input),
		handOverContract: (context, input) => handOverContract(parts, context, input),
		async deleteContract(context, input) {
			await deleteContract(parts, context, input);
			parts.onContentEnded();
		},
		remindSigners: (context, input) => remindSigners(parts, context, input),
		resendSigningLink: (context, input) => resendSigningLink(parts, context, input),
		...templateHandlers(parts),
		verifyFile: ({ caller }, { productId, file }) =>
			parts.verifier.verify(file, { caller, productId }),
		...ownSignatureHandlers(parts),
		...contractProofHandlers(parts),
		...contractFileHandlers(parts),
		...sealerComparisonHandlers(parts),
		...conversionHandlers(parts),
	};
}

type TemplateOperation =
	| 'createTemplate'
	| 'listTemplates'
	| 'getTemplate'
	| 'deleteTemplate'
	| 'listTemplateContracts';

function templateHandlers(parts: ContractParts): Pick<AreaHandlers<'sealer'>, TemplateOperation> {
	const { database, clock } = parts;
	return {
		createTemplate: (context, input) => createTemplate(parts, context, input),
		listTemplates: (_context, input) => listTemplates(database, input.productId, listRange(input)),
		getTemplate: (_context, { productId, templateId }) =>
			requireTemplate(database, productId, templateId),
		async deleteTemplate({ caller }, input) {
			await deleteTemplate(parts, caller, input);
			parts.onContentEnded();
		},
		async listTemplateContracts(_context, { productId, templateId, ...page }) {
			await requireTemplate(database, productId, templateId);
			return listContracts(
				database,
				{ productId, templateId, now: isoTime(clock) },
				listRange(page),
			);
		},
	};
}

export function contractAdmissions(parts: ContractParts): AreaAdmissions<'sealer'> {
	const { database, clock, verifier } = parts;
	return {
		async createContract(_context, { productId, templateId }) {
			if (templateId !== undefined) await requireTemplateInUse(database, productId, templateId);
			return {};
		},
		signContract: ({ caller }, known) => admitSigning({ database, clock }, { caller, ...known }),
		createTemplate: admitAll,
		addSignature: () => Promise.resolve({ file: { sizeBytesMax: signatureBytesMax } }),
		verifyFile: () => Promise.resolve(verifier.terms),
		...sealerComparisonAdmissions(parts),
		...conversionAdmissions(),
	};
}

function requireReader(caller: Caller, { id, parties }: Standing): void {
	if (caller.roles.includes('SealerAdmin')) return;
	if (parties.some(({ email }) => email === caller.email)) return;
	throw refuse('Sealer_ContractNotFound', id);
}

async function createTemplate(
	{ database, clock, recordLog, threads }: ContractParts,
	context: RequestContext,
	{ productId, displayName, file, ...input }: Input<'sealer', 'createTemplate', Upload>,
): Promise<Model<'Template'>> {
	const fields = sentFields(input.fields);
	// A template without fields may be any file; whether it can be sealed is checked for each
	// contract.
	const places =
		fields.length === 0 ? undefined : await requireSealable(threads, file, { findsTags: false });
	const row = {
		id: newId(clock),
		product_id: productId,
		display_name: displayName,
		owner_email: context.caller.email,
		object_id: file.object.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		created_at: isoTime(clock),
		fields: fieldsText(placedFields({ files: [places], fields, values: [] })),
	};
	await file.object.makeDurable();
	const record = await storeOnce(database, context, async (transaction) => {
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
