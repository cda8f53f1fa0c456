/**
 * Mails with a link to a key: an invitation, or a new key for a user. They never contain a key.
 */
import { markup } from '../../server/html/markup';
import { languageTag, timeText, type Language } from '../mail/language';
import type { WrittenMail } from '../mail/mail';
import { keyMailTexts, type KeyMailText } from './key-mail-texts';

export interface KeyMail {
	readonly kind: 'INVITATION' | 'NEW_KEY';
	readonly address: string;
	readonly organisationName: string;
	/** Who asked for the mail. */
	readonly fromEmail: string;
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
	readonly language: Language;
}

/** A text of the mail with its placeholders filled in. */
type Say = (key: KeyMailText) => string;

export function keyMail(mail: KeyMail): WrittenMail {
	const { kind, language, organisationName: organisation, fromEmail: from } = mail;
	const values = { organisation, from, time: timeText(mail.expiresAt, language) };
	const say: Say = (key) =>
		keyMailTexts[language][key].replace(
			/\{(organisation|from|time)\}/g,
			(_, name: keyof typeof values) => values[name],
		);
	const about = say(kind === 'INVITATION' ? 'invites' : 'offers');
	return {
		recipient: mail.address,
		subject: say(kind === 'INVITATION' ? 'invitation' : 'newKey'),
		text: textBody(mail, say, about),
		html: htmlBody(mail, say, about),
	};
}

function textBody({ link }: KeyMail, say: Say, about: string): string {
	return `${say('hello')}

${about}

${say('open')}
${link}

${say('yours')}
${say('worksUntil')}

${say('ignore')}
`;
}

function htmlBody({ link, language }: KeyMail, say: Say, about: string): string {
	return markup`<!doctype html>
<html lang="${languageTag(language)}">
<body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px">${say('title')}</h1>
<p><bdi>${about}</bdi></p>
<p style="margin:24px 0"><a href="${link}" target="_blank" rel="noreferrer" style="display:inline-block;padding:12px 24px;background:#1f5fd0;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600">${say('button')}</a></p>
<p>${say('shownOnce')} ${say('yours')} ${say('worksUntil')}</p>
<p style="color:#5b6472;font-size:14px">${say('ignore')} ${say('copyAddress')}<br><span style="word-break:break-all">${link}</span></p>
</div>
</body>
</html>
`.text;
}
