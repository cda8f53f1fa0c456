import { dressed, logoContentId } from './dressing';
import type { WaitingMail } from './mail';

export interface Sender {
	readonly name: string;
	readonly address: string;
}

/** The same id for every attempt, so that recipients can detect duplicates. */
export function messageId({ id }: Pick<WaitingMail, 'id'>, { address }: Sender): string {
	return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}

export function composed(mail: WaitingMail, sender: Sender) {
	const { attached, brand: { logo } = {} } = mail;
	return {
		from: sender,
		// Given as an object, so that it is never parsed as a list.
		to: { name: '', address: mail.recipient },
		subject: mail.subject,
		text: mail.text,
		html: dressed(mail.html, mail.brand),
		date: new Date(mail.createdAt),
		messageId: messageId(mail, sender),
		// Asks for no absence notices.
		headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
		attachments: [
			...(logo === undefined
				? []
				: [{ filename: 'logo.png', content: logo.png, cid: logoContentId }]),
			...(attached === undefined
				? []
				: [{ filename: attached.fileName, content: attached.content }]),
		],
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
