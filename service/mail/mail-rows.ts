/**
 * The mails as rows, and their states:
 *
 *   a mail    entered by                                    left by
 *   waiting   adding it; an attempt that must be repeated;  a claim when it is due -> claimed
 *             the end of the process that claimed it
 *   claimed   the claim of one process                      the attempt -> sent, refused, waiting
 *   sent      the server accepted it, or it is in the       never
 *             folder
 *   refused   the server will never accept it, or did not   never
 *             for three days
 *
 * The text of sent and refused mails is deleted, because it may contain a link to sign.
 */
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database, Transaction } from '../database/database';
import type { WaitingMail } from './mail';

export interface RowParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
}

/** The due mail that has waited longest. */
function dueMail({ database, clock }: RowParts) {
	return database
		.selectFrom('mails')
		.select('sequence')
		.where('sent_at', 'is', null)
		.where('refused_at', 'is', null)
		.where('claimed_by', 'is', null)
		.where('next_at', '<=', isoTime(clock))
		.orderBy('next_at')
		.orderBy('sequence')
		.limit(1);
}

/** Claims the due mail that has waited longest; the attempt counts from now on. */
export async function claimMail(parts: RowParts): Promise<WaitingMail | undefined> {
	const { processId } = parts.session;
	const row = await parts.database
		.updateTable('mails')
		.set(({ eb }) => ({ claimed_by: processId, attempts: eb('attempts', '+', 1) }))
		.where('sequence', '=', dueMail(parts))
		// If two processes claim it at once, the second one finds the row claimed.
		.where('claimed_by', 'is', null)
		.returningAll()
		.executeTakeFirst();
	if (row === undefined) return undefined;
	return {
		id: row.id,
		sequence: row.sequence,
		attempts: row.attempts,
		createdAt: row.created_at,
		recipient: row.recipient,
		subject: row.subject,
		text: row.text_body,
		html: row.html_body,
		organisationId: row.organisation_id ?? undefined,
		...(row.contract_id !== null && { contractId: row.contract_id }),
		...(row.signer_email !== null && { signerEmail: row.signer_email }),
		...(row.attachment_id !== null && {
			attachment: { objectId: row.attachment_id, fileName: row.attachment_name ?? '' },
		}),
	};
}

/** True if a mail is due; a failed claim may only mean that another process was first. */
export async function isAnyDue(parts: RowParts): Promise<boolean> {
	return (await dueMail(parts).executeTakeFirst()) !== undefined;
}

/** Releases the claims of dead processes. */
export async function releaseMails({ database, session }: RowParts): Promise<void> {
	const claims = await database
		.selectFrom('mails')
		.select('claimed_by')
		.distinct()
		.where('sent_at', 'is', null)
		.where('refused_at', 'is', null)
		.where('claimed_by', 'is not', null)
		.execute();
	for (const { claimed_by: processId } of claims) {
		if (processId === null || (await session.isAlive(processId))) continue;
		await database
			.updateTable('mails')
			.set({ claimed_by: null })
			.where('claimed_by', '=', processId)
			.where('sent_at', 'is', null)
			.execute();
	}
}

/** Marks a mail as sent, whatever else happened to the row meanwhile. */
export async function markSent(database: Database, clock: Clock, id: string): Promise<void> {
	await database
		.updateTable('mails')
		.set({ sent_at: isoTime(clock), refused_at: null, last_error: null, ...over })
		.where('id', '=', id)
		.execute();
}

/** Marks a mail as refused; returns false if it was sent meanwhile. */
export async function markRefused(
	transaction: Transaction,
	clock: Clock,
	{ id, fault }: { readonly id: string; readonly fault: string },
): Promise<boolean> {
	const done = await transaction
		.updateTable('mails')
		.set({ refused_at: isoTime(clock), last_error: fault, ...over })
		.where('id', '=', id)
		.where('sent_at', 'is', null)
		.where('refused_at', 'is', null)
		.executeTakeFirst();
	return done.numUpdatedRows === 1n;
}

const over = { text_body: '', html_body: '', next_at: null, claimed_by: null };

/** Schedules the next attempt. */
export async function markWaiting(
	transaction: Database | Transaction,
	{ session }: Pick<RowParts, 'session'>,
	mail: Pick<WaitingMail, 'id' | 'attempts'> & {
		readonly fault: string;
		readonly nextAt: string;
	},
): Promise<void> {
	const { id, attempts, fault, nextAt } = mail;
	await transaction
		.updateTable('mails')
		.set({ claimed_by: null, attempts, last_error: fault, next_at: nextAt })
		.where('id', '=', id)
		.where('claimed_by', '=', session.processId)
		.execute();
}
