/**
 * Verifies a file: a sealed file is checked in a separate thread by its own content, any other is
 * looked up as the file of a contract. Contracts are only reported to callers who may see them.
 * The file is not kept.
 */
import type { Model } from '../../api/types';
import { isoTime, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import {
	checkedNothing,
	type CheckedSeal,
	type TimeStampDetails,
} from '../../proof/sealed/sealed-file';
import type { SealedRecord } from '../../proof/sealed/sealed-record';
import type { Database } from '../database/database';
import { logVerifierKey } from '../log/signer';
import { HeldFiles } from '../objects/held-files';
import type { ReadableFile } from '../objects/staged-object';
import type { Caller, Upload, UploadTerms } from '../operations/handler';
import { SealingThreads, SealingLimitError } from '../sealing/running/sealing-threads';
import { findSeal } from './record/seals';
import { sealCertificates } from './record/seal-certificates';
import { standingOf } from './record/standing';

type Verification = Model<'FileVerification'>;

export interface VerifierParts {
	readonly database: Database;
	readonly clock: Clock;
}

/** The caller whose contracts are searched for the file. */
export interface Requester {
	readonly caller: Caller;
	readonly productId: string;
}

/** The page and the `seal` command check larger files, which they read in parts. */
const fileBytesMax = 128 * 1024 * 1024;
const heldBytesMax = 512 * 1024 * 1024;
const contractIdsMax = 100;

const tooMuch = checkedNothing('Undecided', ['it takes more time or memory than a check may']);

export class FileVerifier {
	/** Separate threads, so that verifying never delays sealing. */
	private readonly threads = new SealingThreads();
	/** Anonymous callers have their own share of the memory. */
	private readonly held = new HeldFiles(heldBytesMax);
	private readonly heldOfAnonymous = new HeldFiles(heldBytesMax / 2);

	constructor(private readonly parts: VerifierParts) {}

	readonly terms: UploadTerms = { file: { sizeBytesMax: fileBytesMax, heldIn: this.held } };
	readonly anonymousTerms: UploadTerms = {
		file: { sizeBytesMax: fileBytesMax, heldIn: this.heldOfAnonymous },
	};

	async verify({ object }: Upload<ReadableFile>, requester?: Requester): Promise<Verification> {
		const { hash: fileHash, sizeBytes } = object;
		const checked = await this.checked(object);
		const contractIds = requester === undefined ? [] : await this.contractsOf(fileHash, requester);
		const [contractId] = contractIds;
		const isKeptSeal = await this.keepsSealed(checked, fileHash);
		const common = { fileHash, sizeBytes, contractIds, faults: checked.faults };
		const isKept = isKeptSeal || contractId !== undefined;
		if (checked.outcome !== 'NotSealed') {
			return { ...common, verdict: checked.outcome, isKept, ...(await this.sealDetails(checked)) };
		}
		if (requester === undefined || contractId === undefined) {
			return { ...common, verdict: 'Unknown', isKept, signers: [] };
		}
		const place = { productId: requester.productId, contractId };
		return {
			...common,
			verdict: 'Contract',
			isKept,
			...(await this.keptContract(place, fileHash)),
		};
	}

	close(): Promise<void> {
		return this.threads.close();
	}

	private async checked(file: ReadableFile): Promise<CheckedSeal> {
		const blocks: Uint8Array[] = [];
		for await (const block of file.read()) blocks.push(block);
		const trusted = { logs: [await logVerifierKey(this.parts.database)], certificates: [] };
		const asked = this.threads.run(() => ({ kind: 'check', blocks, trusted }));
		const checked = await asked.catch((fault: unknown) => {
			if (fault instanceof SealingLimitError) return tooMuch;
			throw fault;
		});
		return this.withOwnSeal(checked, file.hash);
	}

	/** A file is sealed once, so that a second sealed form of it is none of this service. */
	private async withOwnSeal(checked: CheckedSeal, fileHash: string): Promise<CheckedSeal> {
		if (checked.outcome !== 'Sealed' || checked.record === undefined) return checked;
		const own = await this.sealOf(checked.record);
		// A database restored from a backup may lack the seal.
		if ((own ?? fileHash) === fileHash) return checked;
		const fault = 'the log of this service holds another sealed file of this contract';
		return { ...checked, outcome: 'NotInLog', faults: [fault] };
	}

	/** The seal's own data, and whether this service knows its log and certificate. */
	private async sealDetails({ seal, record, log, isLogKnown }: CheckedSeal) {
		return {
			...(seal !== undefined && {
				seal: {
					...seal,
					timeStamp: wireTimeStamp(seal.timeStamp),
					isSelfSigned: seal.issuers.length === 0,
					isExpired: seal.validUntil < isoTime(this.parts.clock),
					isOwn: await this.isOwnSeal(seal.certificateHash),
					sealedDate: seal.sealedAt,
				},
			}),
			...(record !== undefined && {
				log: { vkey: record.vkey, isKnown: isLogKnown, isProven: log !== undefined },
				contract: { ...record.contract, creationDate: record.contract.createdAt },
			}),
			signers: (record?.signers ?? []).map(({ address, signedAt, suppliedByEmail }) => ({
				signerEmail: address,
				signedDate: signedAt,
				suppliedByEmail,
			})),
		};
	}

	private async isOwnSeal(certificateHash: string): Promise<boolean> {
		const named = sealCertificates(this.parts.database);
		const row = await named
			.where('seal_certificates.hash', '=', certificateHash)
			.executeTakeFirst();
		return row !== undefined;
	}

	private async keepsSealed({ record }: CheckedSeal, fileHash: string): Promise<boolean> {
		return record !== undefined && (await this.sealOf(record)) === fileHash;
	}

	/** Hash of the sealed file of this service. */
	private async sealOf({ contract: { id, fileNumber = 1 } }: SealedRecord) {
		const row = await findSeal(this.parts.database, id, fileNumber);
		return row?.file_hash;
	}

	/**
	 * Contracts with this file hash: all of the product for an admin, else those the caller signs.
	 */
	private async contractsOf(
		fileHash: string,
		{ caller, productId }: Requester,
	): Promise<readonly string[]> {
		const own = comparableEmail(caller.email);
		let asked = this.parts.database
			.selectFrom('contracts')
			.select('id')
			.where('product_id', '=', productId)
			.where(({ or, eb, selectFrom }) =>
				or([
					eb('file_hash', '=', fileHash),
					eb(
						'id',
						'in',
						selectFrom('contract_files').select('contract_id').where('file_hash', '=', fileHash),
					),
				]),
			)
			.where('deleted_at', 'is', null)
			.orderBy('id', 'desc')
			.limit(contractIdsMax);
		if (!caller.roles.includes('SealerAdmin')) {
			asked = asked.where(({ exists, selectFrom }) =>
				exists(
					selectFrom('contract_signers')
						.select('contract_signers.position')
						.whereRef('contract_signers.contract_id', '=', 'contracts.id')
						.where('contract_signers.email', '=', own),
				),
			);
		}
		return (await asked.execute()).map(({ id }) => id);
	}

	private async keptContract(
		place: { readonly productId: string; readonly contractId: string },
		hash: string,
	) {
		const { database } = this.parts;
		const { id, displayName, ownerEmail, files } = await standingOf(database, place);
		const file = files.find(({ fileHash }) => fileHash === hash);
		if (file === undefined) throw new Error('a contract found by a file must have the file');
		const { fileName, fileHash } = file;
		const { created_at: creationDate } = await database
			.selectFrom('contracts')
			.select('created_at')
			.where('id', '=', id)
			.executeTakeFirstOrThrow();
		const rows = await database
			.selectFrom('contract_signers')
			.leftJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
			.select(['contract_signers.email', 'contract_signers.address'])
			.select(['contract_signers.signed_at', 'signatures.supplied_by_email'])
			.where('contract_signers.contract_id', '=', id)
			.where('contract_signers.role', '!=', 'CopyRecipient')
			.orderBy('contract_signers.position')
			.execute();
		return {
			contract: { id, displayName, ownerEmail, fileName, fileHash, creationDate },
			signers: rows.map(({ address, email, signed_at: signedAt, supplied_by_email: supplier }) => ({
				signerEmail: address,
				signedDate: signedAt ?? undefined,
				suppliedByEmail: supplier === null || supplier === email ? undefined : supplier,
			})),
		};
	}
}

function wireTimeStamp(said: TimeStampDetails | undefined) {
	if (said === undefined) return undefined;
	const { time: date, authority, issuers, certificateHash } = said;
	return { date, authority, issuers, certificateHash };
}
