/**
 * Mails the sealed files to everybody a contract names, in the transaction that stored the last. A file
 * that is too large for a mail, and each of several, is sent as a link.
 */
import type { Transaction } from '../../database/database';
import { tellOutcome, type AskingParts } from '../links/asking';
import type { Party } from '../record/contract';
import { issueLink } from '../links/sign-link';
import { issueSealedLink } from '../links/sealed-links';
import type { LinkedFile } from '../mails/mails';
import type { MadeSeal } from '../record/seals';
import { standingOf } from '../record/standing';

export interface CompletedParts extends Pick<AskingParts, 'clock' | 'outbox' | 'mailLanguage'> {
	/** Public address of the service. */
	readonly publicUrl: () => string;
	readonly attachmentBytesMax: number;
}

export interface SealedFiles {
	readonly contractId: string;
	/** In the order of the files. */
	readonly seals: readonly MadeSeal[];
}

/** Sends nothing for a contract that was signed when it was created: nobody was asked. */
export async function tellCompleted(
	transaction: Transaction,
	parts: CompletedParts,
	{ contractId, seals }: SealedFiles,
): Promise<void> {
	const { product_id: productId } = await transaction
		.selectFrom('contracts')
		.select('product_id')
		.where('id', '=', contractId)
		.executeTakeFirstOrThrow();
	const standing = await standingOf(transaction, { productId, contractId });
	if (standing.expiresAt === null) return;
	// The signing link ends with the time to sign; a new one reads for a month.
	const readingLink = async ({ email }: Party) => {
		const reader = { contractId, email, expiresAt: null };
		const { token, expiresAt } = await issueLink(transaction, parts.clock, reader);
		return { link: `${parts.publicUrl()}/sign/${token}`, expiresAt };
	};
	const [first, ...others] = seals;
	if (first !== undefined && others.length === 0 && first.size_bytes <= parts.attachmentBytesMax) {
		const { file_name: fileName, object_id: objectId } = first;
		const ended = { kind: 'Completed', sealed: { fileName } } as const;
		const attachment = { objectId, fileName };
		await tellOutcome(transaction, parts, standing, ended, { attachment, readingLink });
		return;
	}
	const ended = {
		kind: 'Completed',
		sealed: await linkedFiles(transaction, parts, seals),
	} as const;
	await tellOutcome(transaction, parts, standing, ended, { readingLink });
}

/** A mail holds one attachment, so several files are fetched by a link each. */
async function linkedFiles(
	transaction: Transaction,
	{ clock, publicUrl }: CompletedParts,
	seals: readonly MadeSeal[],
): Promise<readonly LinkedFile[]> {
	const files: LinkedFile[] = [];
	for (const { contract_id: contractId, file_number: fileNumber, file_name: fileName } of seals) {
		const file = { contractId, fileNumber };
		const { token, expiresAt } = await issueSealedLink(transaction, clock, file);
		files.push({ fileName, link: `${publicUrl()}/sealed/${token}`, expiresAt });
	}
	return files;
}
