/**
 * Settings of the mail server and the sender. A password is never sent unencrypted: with one, TLS
 * is required except to this machine.
 */
import { mailLanguages } from '../../api/sealer/models';
import { SettingRefused, type EnvironmentSettings } from '../../server/config/environment';
import { emailFault } from '../../server/email-address';
import { isLoopback } from '../../server/networks';
import type { Sender } from './composing';

export const mailSettings = {
	smtpUrl: {
		variable: 'SMTP_URL',
		type: 'string',
		protocols: ['smtp', 'smtps'],
		isSecret: true,
		otherwise: 'mails are files in `outbox/` of `SEALKEEPER_DATA`',
		meaning:
			'server that mails are handed to: `smtp://USER:PASSWORD@HOST:PORT`, by STARTTLS where it offers that and, with a password, always, or `smtps://` by TLS; needs `MAIL_FROM`',
	},
	mailFrom: {
		variable: 'MAIL_FROM',
		type: 'string',
		otherwise: '`Sealkeeper <no-reply@sealkeeper.local>`, without `SMTP_URL`',
		meaning: 'whom mails come from: an address, or `NAME <ADDRESS>`',
	},
	mailLanguage: {
		variable: 'MAIL_LANGUAGE',
		enum: mailLanguages,
		default: 'English',
		meaning: 'language of mails, but those about contracts that name another',
	},
	mailsPerOrganisationDayMax: {
		variable: 'MAILS_PER_ORGANISATION_DAY_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 10_000,
		meaning:
			'mails of an organisation in 24 hours; a request that asks for one more is refused, such as a contract, a reminder or an invitation',
	},
	mailsPerRecipientDayMax: {
		variable: 'MAILS_PER_RECIPIENT_DAY_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 1_000,
		meaning: 'the same of mails of an organisation to one address',
	},
	mailAttachmentMebibytesMax: {
		variable: 'MAIL_ATTACHMENT_MEBIBYTES_MAX',
		type: 'integer',
		minimum: 0,
		maximum: 100,
		default: 10,
		meaning:
			'largest sealed file that goes with the mail that all have signed; a larger one is behind a link',
	},
} as const satisfies EnvironmentSettings;

export interface SmtpSettings {
	readonly host: string;
	readonly port: number;
	/** TLS from the first byte, as with smtps://. */
	readonly isTls: boolean;
	/** Sends nothing if the server does not offer STARTTLS. */
	readonly demandsTls: boolean;
	readonly user: string | undefined;
	readonly password: string | undefined;
}

export interface Mailing {
	/** Undefined: mails are files in a folder. */
	readonly smtp: SmtpSettings | undefined;
	readonly sender: Sender;
}

const local: Sender = { name: 'Sealkeeper', address: 'no-reply@sealkeeper.local' };

const urlRule =
	'SMTP_URL must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ before the host and :PORT behind it where they are needed, and no more; marks such as @ and / in a password are written as %40 and %2F';

export function readMailing(smtpUrl: string | undefined, mailFrom: string | undefined): Mailing {
	const sender = mailFrom === undefined ? undefined : readSender(mailFrom);
	if (smtpUrl === undefined) return { smtp: undefined, sender: sender ?? local };
	if (sender === undefined) {
		throw new SettingRefused('MAIL_FROM must be set where SMTP_URL is: whom mails come from');
	}
	return { smtp: readSmtp(smtpUrl), sender };
}

function readSmtp(text: string): SmtpSettings {
	const url = URL.parse(text);
	if (url === null || !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
		throw new SettingRefused(urlRule);
	}
	const host = url.hostname.replace(/^\[|\]$/g, '');
	if (host === '') throw new SettingRefused(urlRule);
	const isTls = url.protocol === 'smtps:';
	const usualPort = isTls ? 465 : 587;
	const user = decoded(url.username);
	const password = decoded(url.password);
	return {
		host,
		port: url.port === '' ? usualPort : Number(url.port),
		isTls,
		user,
		password,
		demandsTls: user !== undefined && !isLoopback(host),
	};
}

function decoded(text: string): string | undefined {
	if (text === '') return undefined;
	try {
		return decodeURIComponent(text);
	} catch {
		throw new SettingRefused(urlRule);
	}
}

/** `ann@harbour.example`, or `Harbour <ann@harbour.example>`. */
function readSender(text: string): Sender {
	const [, name = '', inBrackets, alone] =
		/^(?:([^<>]*?)\s*<([^<>]*)>|(\S+))$/.exec(text.trim()) ?? [];
	const address = inBrackets ?? alone ?? '';
	const fault = emailFault(address);
	if (fault !== undefined)
		throw new SettingRefused(
			`MAIL_FROM ${fault}, with a name before it as in Harbour <ann@harbour.example> or without`,
		);
	return { name: name.replace(/^"(.*)"$/, '$1'), address };
}
