/**
 * Mails with a link: an invitation, a new key for a user, or one that signs in. They never contain a key.
 */
import { markup } from '../../server/html/markup';
import { buttonStyle, logoPlace } from '../mail/dressing';
import { languageTag, timeText, type Language } from '../mail/language';
import type { WrittenMail } from '../mail/mail';
import { keyMailTexts, type KeyMailText } from './key-mail-texts';

/** Which text stands where, by the kind of the mail. */
const texts = {
	INVITATION: {
		subject: 'invitation',
		about: 'invites',
		open: 'openToAccept',
		title: 'invitationTitle',
		button: 'invitationButton',
		once: 'worksOnce',
		yours: 'yoursToSignIn',
		ignore: 'ignore',
	},
	NEW_KEY: {
		subject: 'newKey',
		about: 'offers',
		open: 'open',
		title: 'title',
		button: 'button',
		once: 'shownOnce',
		yours: 'yours',
		ignore: 'ignore',
	},
	SIGN_IN: {
		subject: 'signIn',
		about: 'signsIn',
		open: 'openToSignIn',
		title: 'signInTitle',
		button: 'signInButton',
		once: 'worksOnce',
		yours: 'yoursToSignIn',
		ignore: 'ignoreSignIn',
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, KeyMailText>>>>;

export interface KeyMail {
	readonly kind: keyof typeof texts;
	readonly address: string;
	readonly organisationName: string;
	/** Who asked for the mail; of one to sign in, its reader. */
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
	return {
		recipient: mail.address,
		subject: say(texts[kind].subject),
		text: textBody(mail, say),
		html: htmlBody(mail, say),
	};
}

function textBody({ kind, link }: KeyMail, say: Say): string {
	const { about, open, yours, ignore } = texts[kind];
	return `${say('hello')}

${say(about)}

${say(open)}
${link}

${say(yours)}
${say('worksUntil')}

${say(ignore)}
`;
}

function htmlBody({ kind, link, language }: KeyMail, say: Say): string {
	const { about, title, button, once, yours, ignore } = texts[kind];
	return markup`<!doctype html>
<html lang="${languageTag(language)}">
<body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${logoPlace}<h1 style="margin:0 0 16px;font-size:22px">${say(title)}</h1>
<p><bdi>${say(about)}</bdi></p>
<p style="margin:24px 0"><a href="${link}" target="_blank" rel="noreferrer" ${buttonStyle}>${say(button)}</a></p>
<p>${say(once)} ${say(yours)} ${say('worksUntil')}</p>
<p style="color:#5b6472;font-size:14px">${say(ignore)} ${say('copyAddress')}<br><span style="word-break:break-all">${link}</span></p>
</div>
</body>
</html>
`.text;
}
