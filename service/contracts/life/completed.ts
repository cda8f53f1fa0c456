/**
 * Mails the sealed file to everybody a contract names, in the transaction that stored it. A file
 * that is too large for a mail is sent as a link.
 */
import type { Transaction } from '../../database/database';
import { tellOutcome, type AskingParts } from '../links/asking';
import type { Party } from '../record/contract';
import { issueLink } from '../links/sign-link';
import { issueSealedLink } from '../links/sealed-links';
import type { MadeSeal } from '../record/seals';
import { standingOf } from '../record/standing';

export interface CompletedParts extends Pick<AskingParts, 'clock' | 'outbox' | 'mailLanguage'> {
	/** Public address of the service. */
	readonly publicUrl: () => string;
	readonly attachmentBytesMax: number;
}

/** Sends nothing for a contract that was signed when it was created: nobody was asked. */
export async function tellCompleted(
	transaction: Transaction,
	parts: CompletedParts,
	seal: MadeSeal,
): Promise<void> {
	const { product_id: productId } = await transaction
		.selectFrom('contracts')
		.select('product_id')
		.where('id', '=', seal.contract_id)
		.executeTakeFirstOrThrow();
	const standing = await standingOf(transaction, { productId, contractId: seal.contract_id });
	if (standing.expiresAt === null) return;
	const fileName = seal.file_name;
	// The signing link ends with the time to sign; a new one reads for a month.
	const readingLink = async ({ email }: Party) => {
		const reader = { contractId: standing.id, email, expiresAt: null };
		const { token, expiresAt } = await issueLink(transaction, parts.clock, reader);
		return { link: `${parts.publicUrl()}/sign/${token}`, expiresAt };
	};
	if (seal.size_bytes <= parts.attachmentBytesMax) {
		const ended = { kind: 'Completed', sealed: { fileName } } as const;
		const attachment = { objectId: seal.object_id, fileName };
		await tellOutcome(transaction, parts, standing, ended, { attachment, readingLink });
		return;
	}
	const { token, expiresAt } = await issueSealedLink(transaction, parts.clock, standing.id);
	const link = `${parts.publicUrl()}/sealed/${token}`;
	const ended = { kind: 'Completed', sealed: { fileName, link, expiresAt } } as const;
	await tellOutcome(transaction, parts, standing, ended, { readingLink });
}
