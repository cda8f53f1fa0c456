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
	return {
		from: sender,
		// Given as an object, so that it is never parsed as a list.
		to: { name: '', address: mail.recipient },
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		date: new Date(mail.createdAt),
		messageId: messageId(mail, sender),
		// Asks for no absence notices.
		headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
		...(mail.attached !== undefined && {
			attachments: [{ filename: mail.attached.fileName, content: mail.attached.content }],
		}),
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
