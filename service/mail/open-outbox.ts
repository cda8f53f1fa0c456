import path from 'node:path';
import { FolderCarrier } from './folder-carrier';
import type { Carrier } from './mail';
import { Outbox, type OutboxParts } from './outbox';
import { SmtpCarrier } from './smtp-carrier';
import type { Mailing } from './smtp-settings';

export interface MailPlace {
	readonly dataFolder: string;
	readonly mailing: Mailing;
	readonly mailsPerOrganisationDayMax: number;
	readonly mailsPerRecipientDayMax: number;
}

export function outboxFolder({ dataFolder }: Pick<MailPlace, 'dataFolder'>): string {
	return path.join(dataFolder, 'outbox');
}

/**
 * The folder whose mails may be shown; undefined if a server is set, even if old mails lie there.
 */
export function readableFolder({ dataFolder, mailing }: CarrierPlace): string | undefined {
	return mailing.smtp === undefined ? outboxFolder({ dataFolder }) : undefined;
}

export function openOutbox(
	place: MailPlace,
	parts: Omit<OutboxParts, 'carrier' | 'mailLimits'>,
): Outbox {
	const mailLimits = {
		perOrganisationMax: place.mailsPerOrganisationDayMax,
		perRecipientMax: place.mailsPerRecipientDayMax,
	};
	return new Outbox({ ...parts, carrier: carrierOf(place), mailLimits });
}

type CarrierPlace = Pick<MailPlace, 'dataFolder' | 'mailing'>;

function carrierOf({ dataFolder, mailing: { smtp, sender } }: CarrierPlace): Carrier {
	if (smtp === undefined) return new FolderCarrier(outboxFolder({ dataFolder }), sender);
	return new SmtpCarrier({ smtp, sender });
}
