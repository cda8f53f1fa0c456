/** A mail in the form in which it leaves: one recipient, a sender, and an id that stays through every attempt. */
import type { WaitingMail } from './mail';

export interface Sender {
	readonly name: string;
	readonly address: string;
}

/** Every attempt has the same id, so that whoever gets it twice can tell. */
export function messageId({ id }: Pick<WaitingMail, 'id'>, { address }: Sender): string {
	return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}

export function composed(mail: WaitingMail, sender: Sender) {
	return {
		from: sender,
		// As an object an address is never read as a list.
		to: { name: '', address: mail.recipient },
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		date: new Date(mail.createdAt),
		messageId: messageId(mail, sender),
		// Nobody's notice of absence is answered to us.
		headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
		...(mail.attached !== undefined && {
			attachments: [{ filename: mail.attached.fileName, content: mail.attached.content }],
		}),
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
