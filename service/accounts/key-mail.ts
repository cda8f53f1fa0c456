/**
 * The mails that bring a person to their key: an invitation, or a new key for a user. They hold a
 * link and never a key. Pure text; the outbox delivers it.
 */
import { markup, utcText } from '../html/markup';
import type { Mail } from '../mail/outbox';

export interface KeyMail {
	readonly kind: 'INVITATION' | 'NEW_KEY';
	readonly address: string;
	readonly organisationName: string;
	/** Who asked for the mail. */
	readonly fromEmail: string;
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

export function keyMail(mail: KeyMail): Mail {
	return {
		recipient: mail.address,
		subject:
			mail.kind === 'INVITATION'
				? `Your invitation to "${mail.organisationName}"`
				: `A new API key for "${mail.organisationName}"`,
		text: textBody(mail),
		html: htmlBody(mail),
	};
}

function about({ kind, organisationName, fromEmail }: KeyMail): string {
	return kind === 'INVITATION'
		? `${fromEmail} invites you to work in the organisation "${organisationName}".`
		: `${fromEmail} offers you a new API key for the organisation "${organisationName}".`;
}

const yours =
	'The link is yours alone: anyone who has it can get the key in your place, so do not pass it on.';
const ignore = 'If you do not know the sender, you can ignore this mail; nothing happens then.';

function textBody(mail: KeyMail): string {
	return `Hello,

${about(mail)}

Open this link and press the button there to see your API key, once:
${mail.link}

${yours}
It works until ${utcText(mail.expiresAt)}.

${ignore}
`;
}

function htmlBody(mail: KeyMail): string {
	const { link, expiresAt } = mail;
	return markup`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px">Your API key</h1>
<p><bdi>${about(mail)}</bdi></p>
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#1f5fd0;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600">Get the key</a></p>
<p>It is shown once. ${yours} It works until ${utcText(expiresAt)}.</p>
<p style="color:#5b6472;font-size:14px">${ignore} If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${link}</span></p>
</div>
</body>
</html>
`.text;
}
