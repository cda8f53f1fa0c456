/**
 * The rule for e-mail addresses: which are valid, messages for invalid ones, and the normalised
 * form in which they are stored and compared. A domain may be in any script and is compared in its
 * DNS form, so that look-alikes differ.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

const lengthMax = 254;
const localLengthMax = 64;
const labelLengthMax = 63;

/** Invisible or indistinguishable: controls, zero-width and direction marks, lone surrogates. */
const invisible = /\p{C}|\p{Default_Ignorable_Code_Point}/u;

/** Characters that only occur around an address, in quotes, or between two addresses. */
const surrounding = /[\s"(),:;<>[\\\]]/u;

/** Excludes what would be decoded on the way to the DNS, such as %41. */
const domainCharacters = /^[a-z0-9.\u{80}-\u{10ffff}-]+$/iu;
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

interface Parts {
	readonly local: string;
	/** In ASCII and lower case, the DNS form. */
	readonly domain: string;
}

/** Why a text is no address, to follow the name of its field; undefined if it is one. */
export function emailFault(text: string): string | undefined {
	const read = readParts(text);
	return typeof read === 'string' ? `must be an e-mail address ${read}` : undefined;
}

/** The normalised form for storing and comparing; of an invalid address just lower case. */
export function comparableEmail(text: string): string {
	const lower = text.toLowerCase();
	const parts = [text, lower].map(readParts).find((read) => typeof read !== 'string');
	return parts === undefined ? lower : `${parts.local.toLowerCase()}@${parts.domain}`;
}

export function isSameEmail(one: string, other: string): boolean {
	return comparableEmail(one) === comparableEmail(other);
}

/** The parts of an address, or the fault. */
function readParts(text: string): Parts | string {
	if (text.length > lengthMax) return tooLong;
	if (invisible.test(text)) return 'without invisible characters';
	if (surrounding.test(text.normalize())) {
		return 'by itself, without blanks, quotes, brackets, comments, a name or a second address';
	}
	const [local = '', written = '', ...more] = text.split('@');
	if (local === '' || written === '' || more.length > 0)
		return 'with one @, as ann@harbour.example';
	const fault = localFault(local);
	if (fault !== undefined) return fault;
	const domain = asciiDomain(written);
	if (domain === undefined) return 'with the name of a domain after the @, as harbour.example';
	return local.length + 1 + domain.length > lengthMax ? tooLong : { local, domain };
}

const tooLong = `of at most ${lengthMax} characters, counted with its domain in ASCII`;

function localFault(local: string): string | undefined {
	if (/[^\x21-\x7e]/.test(local)) {
		return 'with only ASCII characters before the @, because many mail servers take no others; use another address of this mailbox';
	}
	if (local.length > localLengthMax)
		return `with at most ${localLengthMax} characters before the @`;
	const isDotted = local.split('.').every((part) => part !== '');
	return isDotted ? undefined : 'whose dots before the @ stand singly between other characters';
}

/** The DNS form of a domain in any script; undefined if it is invalid. */
function asciiDomain(written: string): string | undefined {
	const composed = written.normalize();
	if (!domainCharacters.test(composed)) return undefined;
	const domain = domainToASCII(composed);
	const labels = domain.split('.');
	const isName = labels.every((part) => part.length <= labelLengthMax && label.test(part));
	// A number at the end means an IP address.
	const isOfMachine = /^\d+$/.test(labels.at(-1) ?? '');
	// A label with xn-- need not be valid Punycode.
	const isReadable = !/(?:^|\.)xn--/.test(domainToUnicode(domain));
	return isName && labels.length > 1 && !isOfMachine && isReadable ? domain : undefined;
}
