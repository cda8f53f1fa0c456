/**
 * Messages for every error code that a link's endpoints can answer, for signers in their language: those of any call
 * stand in the table of all pages, and what signers alone are told stands here. The type covers all codes, so a new code
 * without a text does not compile. Pure.
 */
import type { sharedErrors } from '../../../api/errors';
import type { signing } from '../../../api/sealer/signing';
import { generalRefusals } from '../../parts/refusals/general-refusals';
import { filledRow, type RefusalRow, type Told } from '../../parts/refusals/refusal-row';
import { shownNumber } from './numbers';
import type { Text } from './english';
import type { Values, Wording } from './texts';

type Signing = typeof signing;

type OfLinks = {
	[O in keyof Signing]: Signing[O]['caller'] extends 'LINK' ? Signing[O]['errors'][number] : never;
}[keyof Signing];

/** The page uses no key. */
type OfKeys = `Auth_${string}`;

type General = typeof generalRefusals;

/** What everybody is told in the same words: the rows that have English ones as well. */
type ToldToAll = {
	[Code in keyof General]: General[Code] extends readonly [string, string, string] ? Code : never;
}[keyof General];

/** `unreachable`: no answer, or an answer of a proxy. */
export type LinkFault =
	| Exclude<OfLinks | (typeof sharedErrors)[number], OfKeys | ToldToAll>
	| 'unreachable';

type Arguments = readonly unknown[];

type TextParts = readonly [happened: Text, change: Text, values?: Values, by?: number];

type Row = TextParts | ((args: Arguments, wording: Wording) => TextParts);

const pageAndService: TextParts = ['notUnderstood', 'loadAnew'];
/** For codes of a service that is newer than the page. */
const unknown: TextParts = ['serviceFault', 'waitAMoment'];

export const linkFaults: Readonly<Record<LinkFault, Row>> = {
	unreachable: ['noAnswer', 'checkConnection'],
	Sealer_LinkUnknown: ['linkUnknown', 'linkAgain'],
	Sealer_LinkEnded: (args, wording) => [
		...(['linkEnded', 'useNewestMail'] as const),
		{ reason: linkEnd(String(args[0]), wording) },
	],
	Sealer_ContractEnded: (args, wording) => [
		...(['ended', 'useNewestMail'] as const),
		{ reason: contractEnd(String(args[0]), wording) },
	],
	Sealer_CodeNeeded: ['codeNeeded', 'enterCode'],
	Sealer_CodeNotNeeded: pageAndService,
	Sealer_CodeNotMailed: pageAndService,
	Sealer_CodeWrong: ([left]) => {
		const count = Number(left);
		return ['codeWrong', 'codeTries', { count }, count];
	},
	Sealer_CodeEnded: ['codeOver', 'codeAnew'],
	Sealer_CodeLocked: ['codeLocked', 'askNewLink'],
	Sealer_CodeMailsTooMany: ['codesMany', 'waitHour'],
	Core_MailsTooMany: ['codesMany', 'waitHour'],
	Sealer_AlreadySigned: ['alreadySigned', 'nothingToDo'],
	Sealer_NotYourTurn: ['notYourTurn', 'turnMail'],
	Sealer_NotASigner: ['notSigner', 'askIfWrong'],
	Sealer_ContractNotSigned: ['notAllSigned', 'sealedLater'],
	Sealer_SealNotReady: ['allSigned', 'sealing'],
	Sealer_TextUnreadable: ['textNotShown', 'readFirst'],
	Sealer_SignatureInvalid: (args, wording) => [
		...(['badSignature', 'badSignatureHow'] as const),
		{ reason: pictureFault(String(args[1]), wording) },
	],
	Sealer_NoEarlierSignature: ['noEarlier', 'giveOne'],
	Sealer_FieldInvalid: ([name, said], wording) => [
		...(['fieldWrong', 'changeField'] as const),
		{ name: String(name), reason: fieldFault(String(said), wording) },
	],
	Sealer_FieldsMissing: ([names]) => ['stillEmpty', 'goneThrough', { names: String(names) }],
	Core_RecordCorrupted: ['corrupted', 'tellSender'],
	Sealer_FileNotFound: pageAndService,
	Storage_QuotaExceeded: ['quotaFull', 'tellSender'],

	Request_FileEmpty: ['pictureEmpty', 'chooseOther'],
	Request_TooLarge: ([field, limitBytes], { locale }) => {
		const limit = sizeText(Number(limitBytes), locale);
		return field === 'signature'
			? ['pictureLarge', 'chooseSmaller', { limit }]
			: ['sentLarge', 'sendLess', { limit }];
	},
	Request_Invalid: ([field], { text }) => {
		const name = entries[String(field)];
		return name === undefined
			? pageAndService
			: ['entryWrong', 'changeEntry', { name: text(name) }];
	},
	Request_TooMany: ([seconds]) => {
		const count = Number(seconds);
		return ['tooOften', 'waitSeconds', { count }, count];
	},
	Request_TooManyPipelined: ['tooOften', 'waitAMoment'],
	// Only the token can make an address too long.
	Request_AddressTooLong: ['linkUnknown', 'linkAgain'],
	Request_HeadTooLarge: ['linkUnknown', 'linkAgain'],
	Request_UnsupportedEncoding: pageAndService,
	Request_ExpectationFailed: pageAndService,
	Core_Unhandled: ([id]) => ['serviceFault', 'tellNumber', { number: String(id) }],
};

/** Names of the inputs, by their field on the wire. */
const entries: Readonly<Record<string, Text>> = {
	reason: 'entryReason',
	signature: 'entrySignature',
	consent: 'entryConsent',
	fieldValues: 'entryFields',
	code: 'yourCode',
};

interface Refused {
	readonly code: string;
	/** The arguments of the service's message. */
	readonly args: Arguments;
}

export function refusalText({ code, args }: Refused, wording: Wording): Told {
	const row = (linkFaults as Readonly<Record<string, Row | undefined>>)[code];
	const ofAll = (generalRefusals as Readonly<Record<string, RefusalRow | undefined>>)[code];
	const told = row === undefined && ofAll ? filledRow(ofAll, { ...args }, wording) : undefined;
	if (told !== undefined) return told;
	const saying = typeof row === 'function' ? row(args, wording) : row;
	const [happened, change, values, by] = saying ?? unknown;
	return { happened: wording.text(happened, values, by), change: wording.text(change, values, by) };
}

type Reasons = readonly (readonly [RegExp, Text])[];

/** Finds the text for a reason of the service. */
function reasonIn(reasons: Reasons, said: string): Text | undefined {
	return reasons.find(([words]) => words.test(said))?.[1];
}

const linkEnds: Reasons = [
	[/expired/, 'linkOverReason'],
	[/revoked/, 'linkRevokedReason'],
	[/replaced/, 'linkReplacedReason'],
];

function linkEnd(said: string, { text }: Wording): string {
	return text(reasonIn(linkEnds, said) ?? 'endedReason');
}

const contractEnds: Reasons = [
	[/declined/, 'declinedReason'],
	[/cancelled/, 'cancelledReason'],
	[/expired/, 'expiredReason'],
];

function contractEnd(said: string, { text }: Wording): string {
	return text(reasonIn(contractEnds, said) ?? 'endedReason');
}

const pictureFaults: Reasons = [
	[/one dot/, 'isDot'],
	[/nothing on its paper/, 'isBlank'],
	[/broken or incomplete/, 'isBroken'],
	[/^is no PNG/, 'isNoPicture'],
	[/pixels along a side|larger than/, 'isHuge'],
	[/too many strokes/, 'hasManyStrokes'],
];

function pictureFault(said: string, { language, text }: Wording): string {
	return language === 'English' ? said : text(reasonIn(pictureFaults, said) ?? 'unsuited');
}

function fieldFault(said: string, { text, language }: Wording): string {
	const [, limit] = /at most (\d+) characters/.exec(said) ?? [];
	if (limit !== undefined) return text('fieldLong', { limit: Number(limit) });
	const [, letters] = /cannot show: (.+);/.exec(said) ?? [];
	if (letters !== undefined) return text('fieldLetters', { letters });
	const [, least] = /number from (\S+) on/.exec(said) ?? [];
	if (least !== undefined) return text('fieldLeast', { least: shownNumber(least, language) });
	const [, most] = /number up to (\S+)/.exec(said) ?? [];
	if (most !== undefined) return text('fieldMost', { most: shownNumber(most, language) });
	if (/takes a number/.test(said)) return text('fieldNumber');
	return text(/one line/.test(said) ? 'fieldLine' : 'fieldUnsuited');
}

/** Formats a size for the locale. */
function sizeText(sizeBytes: number, locale: string): string {
	const [unit, ofBytes] = sizeBytes < 1e6 ? ['kilobyte', 1e3] : ['megabyte', 1e6];
	const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
	return new Intl.NumberFormat(locale, style).format(sizeBytes / ofBytes);
}
