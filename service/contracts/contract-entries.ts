/** What the log says of contracts, of the signatures given to them, and of templates. */
import type { RecordKind } from '../log/record-kind';

export interface SignerRow {
	readonly position: number;
	readonly email: string;
	readonly address: string;
}

export interface ContractRow {
	readonly id: string;
	readonly product_id: string;
	readonly template_id: string | null;
	readonly display_name: string;
	readonly owner_email: string;
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly size_bytes: number;
	readonly created_at: string;
	/** In the order of their positions. */
	readonly signers: readonly SignerRow[];
}

export const contractColumns = [
	'contracts.id',
	'contracts.product_id',
	'contracts.template_id',
	'contracts.display_name',
	'contracts.owner_email',
	'contracts.object_id',
	'contracts.file_name',
	'contracts.file_hash',
	'contracts.size_bytes',
	'contracts.created_at',
] as const;

export const contractRecord: RecordKind<ContractRow> = {
	kindOf: () => 'contract',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			productId: row.product_id,
			displayName: row.display_name,
			fileHash: row.file_hash,
			signerEmails: row.signers.map(({ email }) => email),
			templateId: row.template_id,
		}),
		(row) => ({
			id: row.id,
			productId: row.product_id,
			templateId: row.template_id,
			displayName: row.display_name,
			ownerEmail: row.owner_email,
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			sizeBytes: row.size_bytes,
			createdAt: row.created_at,
			signers: row.signers.map(({ position, email, address }) => [position, email, address]),
		}),
	],
};

/** A signer who has signed, with the signature. */
export interface SignedRow {
	readonly contract_id: string;
	readonly position: number;
	readonly email: string;
	readonly signed_at: string | null;
	readonly signature_id: string | null;
	readonly signature_organisation_id: string | null;
	readonly signature_email: string | null;
	readonly signature_object_id: string | null;
	readonly signature_file_name: string | null;
	readonly signature_file_hash: string | null;
	readonly signature_created_at: string | null;
	readonly supplied_by_email: string | null;
}

export const signedColumns = [
	'contract_signers.contract_id',
	'contract_signers.position',
	'contract_signers.email',
	'contract_signers.address',
	'contract_signers.signed_at',
	'signatures.id as signature_id',
	'signatures.organisation_id as signature_organisation_id',
	'signatures.email as signature_email',
	'signatures.object_id as signature_object_id',
	'signatures.file_name as signature_file_name',
	'signatures.file_hash as signature_file_hash',
	'signatures.created_at as signature_created_at',
	'signatures.supplied_by_email',
] as const;

export const signatureRecord: RecordKind<SignedRow> = {
	kindOf: () => 'contract-signature',
	subjectOf: ({ contract_id }) => contract_id,
	forms: [
		(row) => ({
			contractId: row.contract_id,
			email: row.email,
			signatureHash: row.signature_file_hash,
			signedAt: row.signed_at,
		}),
		(row) => ({
			contractId: row.contract_id,
			position: row.position,
			email: row.email,
			signedAt: row.signed_at,
			signature: {
				id: row.signature_id,
				organisationId: row.signature_organisation_id,
				email: row.signature_email,
				objectId: row.signature_object_id,
				fileName: row.signature_file_name,
				fileHash: row.signature_file_hash,
				createdAt: row.signature_created_at,
				suppliedByEmail: row.supplied_by_email,
			},
		}),
	],
};

export interface TemplateRow {
	readonly id: string;
	readonly product_id: string;
	readonly display_name: string;
	readonly owner_email: string;
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly created_at: string;
}

export const templateColumns = [
	'templates.id',
	'templates.product_id',
	'templates.display_name',
	'templates.owner_email',
	'templates.object_id',
	'templates.file_name',
	'templates.file_hash',
	'templates.created_at',
] as const;

export const templateRecord: RecordKind<TemplateRow> = {
	kindOf: () => 'template',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			productId: row.product_id,
			displayName: row.display_name,
			fileHash: row.file_hash,
		}),
		(row) => ({
			id: row.id,
			productId: row.product_id,
			displayName: row.display_name,
			ownerEmail: row.owner_email,
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			createdAt: row.created_at,
		}),
	],
};
