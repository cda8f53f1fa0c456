import type { RecordKind } from '../../log/record-kind';
import { furtherFile, type FileColumns, type FileRow } from './contract-files';

export interface SignerRow {
	readonly position: number;
	readonly email: string;
	readonly address: string;
	readonly role: string;
	readonly code: string | null;
}

export interface ContractRow extends FileColumns {
	readonly id: string;
	readonly product_id: string;
	readonly template_id: string | null;
	readonly display_name: string;
	readonly owner_email: string;
	readonly created_at: string;
	readonly message: string | null;
	readonly expires_at: string | null;
	readonly signing_order: string;
	readonly reminder_days: number | null;
	/** JSON. */
	readonly fields: string | null;
	/** Ordered by position. */
	readonly signers: readonly SignerRow[];
	/** Ordered by number. */
	readonly moreFiles: readonly FileRow[];
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
	'contracts.message',
	'contracts.expires_at',
	'contracts.signing_order',
	'contracts.reminder_days',
	'contracts.fields',
] as const;

/**
 * Left out if null, as in entries from before there were fields; adding or removing fields later
 * still changes the entry.
 */
function placed({ fields }: { readonly fields: string | null }) {
	return fields === null ? {} : { fields };
}

export const contractRecord: RecordKind<ContractRow> = {
	kindOf: () => 'contract',
	subjectOf: ({ id }) => id,
	forms: [
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
			message: row.message,
			expiresAt: row.expires_at,
			signingOrder: row.signing_order,
			reminderDays: row.reminder_days,
			signers: row.signers.map(({ position, email, address, role, code }) => [
				...[position, email, address, role],
				// Left out if null, as in entries from before there were codes.
				...(code === null ? [] : [code]),
			]),
			...placed(row),
			// Left out if there are none, as in entries from before there were any.
			...(row.moreFiles.length > 0 && { moreFiles: row.moreFiles.map(furtherFile) }),
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
	/** JSON. */
	readonly field_values: string | null;
	/** JSON. */
	readonly code_proof: string | null;
}

export const signedColumns = [
	'contract_signers.contract_id',
	'contract_signers.position',
	'contract_signers.email',
	'contract_signers.address',
	'contract_signers.role',
	'contract_signers.signed_at',
	'contract_signers.field_values',
	'contract_signers.code',
	'contract_signers.code_proof',
	'signatures.id as signature_id',
	'signatures.organisation_id as signature_organisation_id',
	'signatures.email as signature_email',
	'signatures.object_id as signature_object_id',
	'signatures.file_name as signature_file_name',
	'signatures.file_hash as signature_file_hash',
	'signatures.created_at as signature_created_at',
	'signatures.supplied_by_email',
] as const;

/** Left out if null, as in entries from before there were any. */
function beside({ field_values: fieldValues, code_proof: codeProof }: SignedRow) {
	return {
		...(fieldValues !== null && { fieldValues }),
		...(codeProof !== null && { codeProof }),
	};
}

export const signatureRecord: RecordKind<SignedRow> = {
	kindOf: () => 'contract-signature',
	subjectOf: ({ contract_id }) => contract_id,
	forms: [
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
			...beside(row),
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
	/** JSON. */
	readonly fields: string | null;
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
	'templates.fields',
] as const;

export const templateRecord: RecordKind<TemplateRow> = {
	kindOf: () => 'template',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			productId: row.product_id,
			displayName: row.display_name,
			ownerEmail: row.owner_email,
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			createdAt: row.created_at,
			...placed(row),
		}),
	],
};

/** A signature that was added by itself. */
export interface OwnSignatureRow {
	readonly id: string;
	readonly organisation_id: string;
	readonly email: string;
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly supplied_by_email: string | null;
	readonly created_at: string;
}

export const ownSignatureColumns = [
	'signatures.id',
	'signatures.organisation_id',
	'signatures.email',
	'signatures.object_id',
	'signatures.file_name',
	'signatures.file_hash',
	'signatures.supplied_by_email',
	'signatures.created_at',
] as const;

export const ownSignatureRecord: RecordKind<OwnSignatureRow> = {
	kindOf: () => 'signature',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			organisationId: row.organisation_id,
			email: row.email,
			objectId: row.object_id,
			fileName: row.file_name,
			fileHash: row.file_hash,
			suppliedByEmail: row.supplied_by_email,
			createdAt: row.created_at,
		}),
	],
};

/** Deletion of a template or a signature; the deletion of a contract is a step. */
export interface DeletionRow {
	readonly what: 'template' | 'signature';
	readonly id: string;
	readonly deleted_at: string | null;
	readonly deleted_by_email: string | null;
}

export const sealerDeletionRecord: RecordKind<DeletionRow> = {
	kindOf: ({ what }) => `${what}-deletion`,
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			deletedByEmail: row.deleted_by_email,
			deletedAt: row.deleted_at,
		}),
	],
};
