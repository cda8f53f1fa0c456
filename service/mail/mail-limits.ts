/**
 * Limits of mails that a request causes, so that a user, or who has their key, cannot make the service write to
 * strangers without end. All mails of an organisation count; those that the program sends by itself, such as
 * how a contract ended, are never refused. Requests at one moment do not see each other's mails, so together they
 * may exceed a limit by what they send.
 */
import { dayMs, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import { refuse } from '../../server/refusal';
import type { Transaction } from '../database/database';

/** In 24 hours. */
export interface MailLimits {
	readonly perOrganisationMax: number;
	/** Mails of one organisation to one address. */
	readonly perRecipientMax: number;
}

export interface AskedMails {
	readonly organisationId: string;
	/** An address for each mail. */
	readonly recipients: readonly string[];
}

export async function requireMailsAllowed(
	transaction: Transaction,
	parts: { readonly clock: Clock; readonly mailLimits: MailLimits },
	{ organisationId, recipients }: AskedMails,
): Promise<void> {
	const { perOrganisationMax, perRecipientMax } = parts.mailLimits;
	const since = new Date(parts.clock.now() - dayMs).toISOString();
	const mails = transaction
		.selectFrom('mails')
		.select(({ fn }) => fn.countAll().as('count'))
		.where('organisation_id', '=', organisationId)
		.where('created_at', '>', since);
	const all = await mails.executeTakeFirstOrThrow();
	if (Number(all.count) + recipients.length > perOrganisationMax) {
		throw refuse('Core_MailsTooMany', perOrganisationMax, 'this organisation');
	}
	for (const recipient of recipients) {
		const same = mails.where('recipient_form', '=', comparableEmail(recipient));
		const { count } = await same.executeTakeFirstOrThrow();
		if (Number(count) < perRecipientMax) continue;
		throw refuse('Core_MailsTooMany', perRecipientMax, `this organisation to ${recipient}`);
	}
}
