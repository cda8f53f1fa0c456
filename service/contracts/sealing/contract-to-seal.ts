/**
 * A file of a completed contract with the data of its seal, read from the records with their proofs;
 * refused if a record is corrupted. A PDF is sealed in itself; other files, and PDFs that cannot be, in
 * an archive with a signed manifest.
 */
import { Readable } from 'node:stream';
import { fileNameFrom } from '../../../api/file-names';
import type { ByteReply } from '../../../server/http/files/file-reply';
import type { Database } from '../../database/database';
import { chosenFile, filesOf, withMoreFiles, type ContractFile } from '../record/contract-files';
import {
	contractColumns,
	contractRecord,
	signatureRecord,
	signedColumns,
	type ContractRow,
} from '../record/entries';
import { textsIn } from '../record/placed-field';
import { sealCertificateRecord, type SealCertificateRow } from '../record/seal-certificates';
import { entryColumns, type EntryOfRecord } from '../../log/record-kind';
import { logVerifierKey } from '../../log/signer';
import type { ObjectStore } from '../../objects/object-store';
import type { RecordProofs } from '../../proofs/record-proofs';
import { archivedBytesMax, manifestFileName, sealedArchive } from '../../sealing/archive';
import { wholeBrandOf } from '../../brand/brand';
import { pictureBytesMax, signaturePicture } from '../../sealing/pictures';
import { fillPlace, roomBeside } from '../../sealing/pdf/signature-place';
import { isPdf, sealedPdfBytesMax } from '../../sealing/pdf/structure';
import {
	recordFileName,
	recordFormat,
	type CodeProof,
	type SealRecord,
} from '../../sealing/pdf/record';
import type { SealingThreads } from '../../sealing/running/sealing-threads';
import { sealedBy } from '../../sealing/sealing-key';
import { hasAny, includes, joined, noEvidence, type SealEvidence } from '../../sealing/evidence';
import type { Evidence } from '../../sealing/revocation';
import type { PdfToSeal } from '../../sealing/pdf/sealed-pdf';
import { stampsOf } from './stamps-of';
import { signedManifest } from '../../sealing/signature/manifest';
import { signedData, type SealingKey } from '../../sealing/signature/signed-data';
import type { Stamp } from '../../sealing/time-stamping';

export interface ContractParts {
	readonly database: Database;
	readonly objects: Pick<ObjectStore, 'read'>;
	readonly proofs: RecordProofs;
	readonly threads: SealingThreads;
	/** Public address of the service, without a trailing slash. */
	readonly publicUrl: () => string;
}

export interface SealedContract {
	readonly fileName: string;
	readonly bytes: AsyncIterable<Uint8Array>;
	readonly level: 'B-B' | 'B-T' | 'B-LT' | 'Manifest';
	/** For a PDF, if a time stamping authority is set. */
	readonly stamp: Stamp | undefined;
	/** For a PDF: why revocation data of its certificates is incomplete. */
	readonly revocationFault: string | undefined;
}

/** Time-stamps a signature; undefined if no authority is set. */
export type Stamper = (signature: Uint8Array, roomBytes: number) => Promise<Stamp | undefined>;

export interface SealTerms {
	readonly key: SealingKey;
	readonly time: Date;
	readonly stamper: Stamper;
	readonly evidence: SealEvidence | undefined;
}

type Contract = Awaited<ReturnType<typeof contractRow>> & Pick<ContractRow, 'moreFiles'>;
type Signature = Awaited<ReturnType<typeof signatureRows>>[number];

export class ContractToSeal {
	private constructor(
		private readonly parts: ContractParts,
		private readonly contract: Contract,
		private readonly file: ContractFile,
		private readonly signatures: readonly Signature[],
		private readonly record: Omit<SealRecord, 'activeParts'>,
	) {}

	/** `certificate` is the one the contract will be sealed with. */
	static async read(
		parts: ContractParts,
		{ contractId, fileNumber }: { readonly contractId: string; readonly fileNumber: number },
		certificate: SealCertificateRow & EntryOfRecord,
	): Promise<ContractToSeal> {
		const contract = await withMoreFiles(
			parts.database,
			await contractRow(parts.database, contractId),
		);
		const files = filesOf(contract);
		const file = chosenFile({ id: contractId, files }, fileNumber);
		const signatures = await signatureRows(parts.database, contractId);
		const { proofs } = parts;
		const signers = await partyRows(parts.database, contractId);
		const contractProof = await proofs.of(
			contractRecord,
			{ ...contract, signers },
			`contract '${contractId}'`,
		);
		const named = `seal certificate '${certificate.hash}'`;
		const certificateProof = await proofs.of(sealCertificateRecord, certificate, named);
		const signatureProofs: string[] = [];
		for (const row of signatures) {
			const name = `signature ${row.position + 1} of contract '${contractId}'`;
			signatureProofs.push(await textOf(await proofs.of(signatureRecord, row, name)));
		}
		return new ContractToSeal(parts, contract, file, signatures, {
			...contents(contract, { file, files }, signatures),
			log: {
				vkey: await logVerifierKey(parts.database),
				entryUrl: `${parts.publicUrl()}/explorer/records/${contractId}`,
			},
			proofs: {
				contract: await textOf(contractProof),
				certificate: await textOf(certificateProof),
				signatures: signatureProofs,
			},
		});
	}

	get organisationId(): string {
		return this.contract.organisation_id;
	}

	/** Seals the contract; throws if the certificate was revoked. */
	async sealed(terms: SealTerms): Promise<SealedContract> {
		const { key, time, evidence } = terms;
		const own = (await evidence?.ofSealer(key)) ?? noEvidence;
		if (this.file.sizeBytes <= sealedPdfBytesMax) {
			const bytes = await this.fileBytes();
			const isReadable =
				isPdf(bytes) && (await this.parts.threads.run(() => ({ kind: 'read', bytes }))).isReadable;
			if (isReadable) return this.sealedPdf(bytes, terms, own);
		}
		return this.archived(key, time);
	}

	private async sealedPdf(
		bytes: Uint8Array,
		terms: SealTerms,
		own: Evidence,
	): Promise<SealedContract> {
		const { key, time, evidence } = terms;
		const pictures = await this.pictures();
		const fields = stampsOf(this.contract, this.file.fileNumber, this.signatures);
		const named = sealedBy(key);
		const { logo: { png: logo } = {} } = await wholeBrandOf(
			this.parts.database,
			this.organisationId,
		);
		const toSeal = { bytes, record: this.record, pictures, logo, fields, sealedBy: named, time };
		let authority = (await evidence?.ofLastAuthority()) ?? noEvidence;
		let made = await this.stampedPdf({ ...toSeal, store: joined(own, authority) }, terms);
		if (!includes(authority, made.by)) {
			authority = made.by;
			made = await this.stampedPdf({ ...toSeal, store: joined(own, authority) }, terms);
		}
		const { stamp, by } = made;
		const faults = [...own.faults, ...by.faults];
		if (!includes(authority, by)) faults.push('the authority stamps with ever other certificates');
		const isStamped = stamp !== undefined && 'token' in stamp;
		const isLasting = own.isWhole && by.isWhole && faults.length === 0 && hasAny(own, by);
		const stem = this.file.fileName.replace(/\.pdf$/i, '');
		return {
			fileName: fileNameFrom(stem, ' (sealed).pdf'),
			bytes: Readable.from([made.bytes]),
			level: isStamped ? (isLasting ? 'B-LT' : 'B-T') : 'B-B',
			stamp,
			revocationFault: faults.length === 0 ? undefined : faults.join('; '),
		};
	}

	/** Makes the seal with its time stamp and the stamp's revocation data. */
	private async stampedPdf(toSeal: PdfToSeal, { key, stamper, evidence }: SealTerms) {
		const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'der' });
		const plainKey = { privateKey, certificate: key.certificate, chain: key.chain };
		const { place, signed } = await this.parts.threads.run(() => ({
			kind: 'seal',
			toSeal,
			key: plainKey,
		}));
		// Outside of the thread, so that no other file waits for the authority.
		const given = await stamper(signed.signature, roomBeside(signedData(key, signed)));
		const { stamp, by } = (await evidence?.ofStamp(given)) ?? { stamp: given, by: noEvidence };
		const token = stamp !== undefined && 'token' in stamp ? stamp.token : undefined;
		return { bytes: fillPlace(place, signedData(key, signed, token)), stamp, by };
	}

	private async archived(key: SealingKey, time: Date): Promise<SealedContract> {
		const { objectId, fileName: name, sizeBytes } = this.file;
		const record = `${JSON.stringify({ ...this.record, activeParts: [] }, null, '\t')}\n`;
		const said = [
			{ name: recordFileName, bytes: Readable.from([Buffer.from(record)]) },
			{ name: manifestFileName, bytes: Readable.from([Buffer.from(signedManifest(record, key))]) },
		];
		const isTooLarge = sizeBytes > archivedBytesMax;
		const file = isTooLarge
			? []
			: [{ name: `contract/${name}`, bytes: (await this.parts.objects.read(objectId)).bytes }];
		const bytes = sealedArchive([...file, ...said], time);
		const fileName = fileNameFrom(name, ' (sealed).zip');
		return { fileName, bytes, level: 'Manifest', stamp: undefined, revocationFault: undefined };
	}

	private async fileBytes(): Promise<Buffer> {
		return collect((await this.parts.objects.read(this.file.objectId)).bytes);
	}

	private async pictures(): Promise<(Uint8Array | undefined)[]> {
		const pictures: (Uint8Array | undefined)[] = [];
		for (const { signature_object_id: objectId } of this.signatures) {
			if (objectId === null) {
				pictures.push(undefined);
				continue;
			}
			const read = await this.parts.objects.read(objectId);
			if (read.sizeBytes > pictureBytesMax) {
				await read.bytes.return?.();
				pictures.push(undefined);
			} else pictures.push(await signaturePicture(await collect(read.bytes)));
		}
		return pictures;
	}
}

interface ChosenFile {
	readonly file: ContractFile;
	readonly files: readonly ContractFile[];
}

function contents(
	contract: Contract,
	{ file: { fileName, sizeBytes, fileHash, fileNumber }, files }: ChosenFile,
	signatures: readonly Signature[],
) {
	return {
		format: recordFormat,
		contract: {
			id: contract.id,
			displayName: contract.display_name,
			ownerEmail: contract.owner_email,
			fileName,
			sizeBytes,
			fileHash,
			createdAt: contract.created_at,
			...(files.length > 1 && { fileNumber, files: files.map(namedFile) }),
		},
		signers: signatures.map((row) => ({
			address: row.address,
			signedAt: row.signed_at ?? '',
			...(row.supplied_by_email !== null &&
				row.supplied_by_email !== row.email && { suppliedByEmail: row.supplied_by_email }),
			...signatureOf(row),
			...(row.field_values !== null && { fieldValues: textsIn(row.field_values) }),
			...(row.code_proof !== null && { codeProof: JSON.parse(row.code_proof) as CodeProof }),
		})),
	} as const;
}

function namedFile({ fileName, fileHash }: ContractFile) {
	return { fileName, fileHash };
}

function signatureOf({ signature_file_name: fileName, signature_file_hash: fileHash }: Signature) {
	return fileName === null || fileHash === null ? {} : { signature: { fileName, fileHash } };
}

function contractRow(database: Database, contractId: string) {
	return database
		.selectFrom('contracts')
		.innerJoin('products', 'products.id', 'contracts.product_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'contracts.log_sequence')
		.select(contractColumns)
		.select('products.organisation_id')
		.select(entryColumns)
		.where('contracts.id', '=', contractId)
		.executeTakeFirstOrThrow();
}

function signatureRows(database: Database, contractId: string) {
	return database
		.selectFrom('contract_signers')
		.leftJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		.select(signedColumns)
		.select(entryColumns)
		.where('contract_signers.contract_id', '=', contractId)
		.orderBy('contract_signers.position')
		.execute();
}

/** All parties, including copy recipients. */
function partyRows(database: Database, contractId: string) {
	return database
		.selectFrom('contract_signers')
		.select(['position', 'email', 'address', 'role', 'code'])
		.where('contract_id', '=', contractId)
		.orderBy('position')
		.execute();
}

async function textOf(reply: ByteReply): Promise<string> {
	return (await collect(await reply.read())).toString('utf8');
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	return Buffer.concat(chunks);
}
