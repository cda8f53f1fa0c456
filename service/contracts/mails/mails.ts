/** The mails about a contract, as text and HTML, in the language and time zone of the contract. */
import { markup, type Markup } from '../../../server/html/markup';
import { buttonStyle, logoPlace } from '../../mail/dressing';
import { languageTag, timeText, type Language } from '../../mail/language';
import type { WrittenMail } from '../../mail/mail';
import type { SignerCode, SignerRole } from '../record/contract';
import { mailTexts, type MailText } from './texts';

/** What every mail contains. */
export interface About {
	readonly address: string;
	readonly contractName: string;
	readonly ownerEmail: string;
	readonly language: Language;
	/** IANA name; undefined means UTC. */
	readonly timeZone: string | undefined;
}

export interface SignatureRequest extends About {
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
	readonly message: string | null;
	readonly role: SignerRole;
	/** What the link asks for; null for nothing. */
	readonly code: SignerCode | null;
	/** True if the person was asked before. */
	readonly isReminder: boolean;
}

/** The sealed file: attached, or one or several behind links that expire. */
export type SealedFile = { readonly fileName: string } | readonly LinkedFile[];

export interface LinkedFile {
	readonly fileName: string;
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** Link by which a copy recipient, or a signer with a code, goes on reading. */
export interface ReadingLink {
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** How a contract ended, with the reason if somebody gave one. */
export type ContractOutcome = About & {
	/** True for a copy recipient. */
	readonly isCopy?: boolean;
	readonly reading?: ReadingLink | undefined;
} &
	/** Without the file for who enters a code to see it. */
	(
		| { readonly kind: 'Completed'; readonly sealed: SealedFile | undefined }
		| { readonly kind: 'Expired' }
		| { readonly kind: 'Cancelled'; readonly reasonText: string | undefined }
		| { readonly kind: 'Declined'; readonly reasonText: string; readonly declinedBy: string }
	);

/**
 * Invisible characters and those that change the text direction; joiners stay, because some
 * scripts need them.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text as one line, without invisible and direction characters. */
function line(text: string): string {
	return text.replace(/\s+/g, ' ').replace(unseen, '').trim();
}

/** The same for a text of several lines. */
function lines(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.map(line)
		.join('\n');
}

type Values = Readonly<Record<string, string>>;

/** The texts of one language with placeholders filled in, for plain text and HTML. */
class Wording {
	private readonly texts;
	private readonly values: Values;

	constructor(private readonly about: About) {
		this.texts = mailTexts[about.language];
		this.values = { name: line(about.contractName), owner: line(about.ownerEmail) };
	}

	time(isoTime: string): string {
		return timeText(isoTime, this.about.language, this.about.timeZone);
	}

	text(key: MailText, more: Values = {}): string {
		const values = { ...this.values, ...more };
		return this.texts[key].replace(/\{(\w+)\}/g, (_, name: string) => valueOf(values, name));
	}

	/** Values are isolated by <bdi>, because their script may run the other way. */
	html(key: MailText, more: Values = {}): Markup {
		const values = { ...this.values, ...more };
		const pieces = this.texts[key].split(/\{(\w+)\}/);
		return markup`${pieces.map((piece, at) =>
			at % 2 === 0 ? markup`${piece}` : markup`<bdi>${valueOf(values, piece)}</bdi>`,
		)}`;
	}
}

function valueOf(values: Values, name: string): string {
	const value = values[name];
	if (value === undefined) throw new Error(`a mail has no ${name}`);
	return value;
}

const asked = {
	Signer: {
		subject: 'pleaseSign',
		asks: 'asksToSign',
		open: 'openToSign',
		button: 'buttonToSign',
		yours: 'yours',
		ignore: 'ignore',
	},
	Approver: {
		subject: 'pleaseApprove',
		asks: 'asksToApprove',
		open: 'openToApprove',
		button: 'buttonToApprove',
		yours: 'yours',
		ignore: 'ignore',
	},
	CopyRecipient: {
		subject: 'toRead',
		asks: 'sendsToRead',
		open: 'openToRead',
		button: 'buttonToRead',
		yours: 'yoursToRead',
		ignore: 'ignoreReading',
	},
} as const;

export function signatureRequestMail(request: SignatureRequest): WrittenMail {
	const { address, role, code, isReminder, link, language } = request;
	const wording = new Wording(request);
	const keys = asked[role];
	const plain = wording.text(keys.subject);
	const subject = isReminder ? wording.text('reminder', { subject: plain }) : plain;
	const until = { time: wording.time(request.expiresAt) };
	const message = request.message === null ? undefined : lines(request.message);
	const person = { person: line(request.ownerEmail) };
	return {
		recipient: address,
		subject,
		text: paragraphs([
			wording.text('hello'),
			sentences(wording.text(keys.asks), isReminder && wording.text('notYet')),
			message !== undefined && `${wording.text('writes', person)}\n${quoted(message)}`,
			`${wording.text(keys.open)}\n${link}`,
			code !== null && wording.text(`code${code}`),
			`${wording.text(keys.yours)}\n${wording.text('worksUntil', until)}`,
			wording.text(keys.ignore),
		]),
		html: framed(language, subject, [
			heading(subject),
			markup`<p>${wording.html(keys.asks)}${isReminder ? markup` ${wording.html('notYet')}` : ''}</p>`,
			message === undefined ? markup`` : said(wording.html('writes', person), message),
			button(link, wording.text(keys.button)),
			code === null ? markup`` : markup`<p>${wording.html(`code${code}`)}</p>`,
			markup`<p>${wording.text(keys.yours)} ${wording.html('worksUntil', until)}</p>`,
			markup`<p class="quiet" style="color:#5b6472;font-size:14px">${wording.text(keys.ignore)} ${wording.text('copyAddress')}<br><span style="word-break:break-all">${link}</span></p>`,
		]),
	};
}

export interface SigningCode extends About {
	readonly code: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** The code stands in the text alone: subjects are shown on locked screens, and kept when a mail is gone. */
export function signingCodeMail(mail: SigningCode): WrittenMail {
	const wording = new Wording(mail);
	const { code, address, language } = mail;
	const subject = wording.text('codeSubject');
	const until = { time: wording.time(mail.expiresAt) };
	return {
		recipient: address,
		subject,
		text: paragraphs([
			wording.text('hello'),
			`${wording.text('codeFor')}\n\n${code}`,
			wording.text('codeUntil', until),
			wording.text('codeYours'),
		]),
		html: framed(language, subject, [
			heading(subject),
			markup`<p>${wording.html('codeFor')}</p>`,
			markup`<p style="font-size:28px;font-weight:600;letter-spacing:4px">${code}</p>`,
			markup`<p>${wording.html('codeUntil', until)} ${wording.html('codeYours')}</p>`,
		]),
	};
}

export function outcomeMail(outcome: ContractOutcome): WrittenMail {
	const wording = new Wording(outcome);
	const { subject, sentence } = outcomeKeys(outcome);
	const title = wording.text(subject);
	const saying = sayingOf(outcome);
	const person = { person: line(saying?.by ?? '') };
	const file = outcome.kind === 'Completed' ? outcome.sealed : undefined;
	const sealed = file && sealedParts(wording, file);
	const readText = file === undefined ? 'fetchByCode' : 'readAgain';
	const reading = outcome.reading && readingParts(wording, outcome.reading, readText);
	return {
		recipient: outcome.address,
		subject: title,
		text: paragraphs([
			wording.text('hello'),
			wording.text(sentence),
			saying !== undefined && `${wording.text('writes', person)}\n${quoted(saying.text)}`,
			sealed?.text ?? false,
			reading?.text ?? false,
			wording.text('nothingMore'),
		]),
		html: framed(outcome.language, title, [
			heading(title),
			markup`<p>${wording.html(sentence)}</p>`,
			saying === undefined ? markup`` : said(wording.html('writes', person), saying.text),
			sealed?.html ?? markup``,
			reading?.html ?? markup``,
			markup`<p>${wording.text('nothingMore')}</p>`,
		]),
	};
}

/** Says who handed a contract over, to the colleague who looks after it now. */
export function handOverMail(about: About, by: string): WrittenMail {
	const wording = new Wording(about);
	const title = wording.text('yoursNow');
	const person = { person: line(by) };
	return {
		recipient: about.address,
		subject: title,
		text: paragraphs([
			wording.text('hello'),
			wording.text('handsOver', person),
			wording.text('toldToYou'),
		]),
		html: framed(about.language, title, [
			heading(title),
			markup`<p>${wording.html('handsOver', person)}</p>`,
			markup`<p>${wording.text('toldToYou')}</p>`,
		]),
	};
}

function outcomeKeys(outcome: ContractOutcome): {
	readonly subject: MailText;
	readonly sentence: MailText;
} {
	switch (outcome.kind) {
		case 'Completed':
			return {
				subject: 'signedByAll',
				sentence: outcome.isCopy === true ? 'copyForYou' : 'wasSigned',
			};
		case 'Expired':
			return { subject: 'expired', sentence: 'hasExpired' };
		case 'Cancelled':
			return { subject: 'takenBack', sentence: 'wasTakenBack' };
		case 'Declined':
			return { subject: 'declined', sentence: 'wasDeclined' };
	}
}

function sayingOf(
	outcome: ContractOutcome,
): { readonly by: string; readonly text: string } | undefined {
	if (outcome.kind === 'Declined') {
		return { by: outcome.declinedBy, text: lines(outcome.reasonText) };
	}
	if (outcome.kind !== 'Cancelled' || outcome.reasonText === undefined) return undefined;
	return { by: outcome.ownerEmail, text: lines(outcome.reasonText) };
}

function sealedParts(wording: Wording, sealed: SealedFile) {
	if ('fileName' in sealed) {
		const file = line(sealed.fileName);
		return {
			text: wording.text('attached', { file }),
			html: markup`<p>${wording.html('attached', { file })}</p>`,
		};
	}
	const [first, ...others] = sealed;
	if (first === undefined) throw new Error('a completed contract has a sealed file');
	const values = { file: line(first.fileName), time: wording.time(first.expiresAt) };
	if (others.length === 0) {
		return {
			text: `${wording.text('linked', values)}\n${first.link}`,
			html: markup`<p>${wording.html('linked', values)}</p>${button(first.link, wording.text('buttonToFetch'))}`,
		};
	}
	const listed = sealed.map(({ fileName, link }) => `${line(fileName)}\n${link}`);
	const buttons = sealed.map(({ fileName, link }) => button(link, line(fileName)));
	return {
		text: [wording.text('allLinked', values), ...listed].join('\n'),
		html: markup`<p>${wording.html('allLinked', values)}</p>${buttons}`,
	};
}

function readingParts(wording: Wording, { link, expiresAt }: ReadingLink, text: MailText) {
	const until = { time: wording.time(expiresAt) };
	return {
		text: `${wording.text(text, until)}\n${link}`,
		html: markup`<p>${wording.html(text, until)}</p>${button(link, wording.text('buttonToRead'))}`,
	};
}

function paragraphs(all: readonly (string | false)[]): string {
	return `${all.filter((each) => each !== false).join('\n\n')}\n`;
}

function sentences(...all: readonly (string | false)[]): string {
	return all.filter((each) => each !== false).join(' ');
}

/** Quotes each line of somebody else's text. */
function quoted(message: string): string {
	return message
		.split('\n')
		.map((each) => `> ${each}`)
		.join('\n');
}

function said(intro: Markup, text: string): Markup {
	return markup`<p>${intro}</p><blockquote class="said" style="margin:16px 0;padding-left:12px;border-left:3px solid #c5ccd6;white-space:pre-line"><bdi>${text}</bdi></blockquote>`;
}

function heading(text: string): Markup {
	return markup`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3"><bdi>${text}</bdi></h1>`;
}

function button(link: string, label: string): Markup {
	return markup`<p style="margin:24px 0"><a class="button" href="${link}" target="_blank" rel="noreferrer" ${buttonStyle}>${label}</a></p>`;
}

/**
 * Elements have inline colours, because some mail programs drop style sheets; this adds dark mode
 * for the others.
 */
const darkStyle = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14181f !important;color:#e6eaf0 !important}
.sheet{background:#1e242d !important}
.quiet{color:#a8b3c2 !important}
.said{border-color:#4a5666 !important}
}
@media (max-width:480px){.page{padding:8px !important}.sheet{padding:16px !important}.button{display:block !important;text-align:center}}`;

function framed(language: Language, title: string, body: readonly Markup[]): string {
	return markup`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div class="sheet" role="main" style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${logoPlace}${body}
</div>
</body>
</html>
`.text;
}
