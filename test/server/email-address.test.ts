/** Which e-mail addresses are taken, why others are refused, and which are one address. */
import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { comparableEmail, emailFault, isSameEmail } from '../../server/email-address';

const local64 = 'a'.repeat(64);
const label63 = 'b'.repeat(63);

test.each([
	['ann@harbour.test', 'ann@harbour.test'],
	['Ann.Lee+tag@Harbour.TEST', 'ann.lee+tag@harbour.test'],
	["!#$%&'*+-/=?^_`{|}~@harbour.test", "!#$%&'*+-/=?^_`{|}~@harbour.test"],
	[`${local64}@${label63}.test`, `${local64}@${label63}.test`],
	['ann@münchen.test', 'ann@xn--mnchen-3ya.test'],
	['ann@MÜNCHEN.test', 'ann@xn--mnchen-3ya.test'],
	['ann@mu\u0308nchen.test', 'ann@xn--mnchen-3ya.test'],
	['ann@XN--MNCHEN-3YA.test', 'ann@xn--mnchen-3ya.test'],
	['ann@münchen。test', 'ann@xn--mnchen-3ya.test'],
	['ann@ｈａｒｂｏｕｒ.test', 'ann@harbour.test'],
	['ann@почта.рф', 'ann@xn--80a1acny.xn--p1ai'],
	['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
	['ann@مثال.إختبار', 'ann@xn--mgbh0fb.xn--kgbechtv'],
])('%s is taken, and compared as %s', (text, form) => {
	expect([emailFault(text), comparableEmail(text)]).toEqual([undefined, form]);
});

const invisible = /without invisible characters/;
const alone = /by itself, without blanks, quotes/;
const oneAt = /with one @/;
const ascii = /only ASCII characters before the @.*use another address/;
const domain = /the name of a domain after the @/;

test.each([
	['', oneAt],
	['nobody', oneAt],
	['@harbour.test', oneAt],
	['ann@', oneAt],
	['ann@harbour@test', oneAt],
	['ann＠harbour.test', oneAt],
	['ann\u200b@harbour.test', invisible],
	['ann@har\u200dbour.test', invisible],
	['ann@har\u00adbour.test', invisible],
	['ann@\u202etset.ruobrah', invisible],
	['\u2066ann@harbour.test', invisible],
	['ann@harbour.test\ufeff', invisible],
	['ann\u3164@harbour.test', invisible],
	['ann@harbour.test\r\nBcc: ben@harbour.test', invisible],
	['ann\ud800@harbour.test', invisible],
	['ann b@harbour.test', alone],
	['ann@harbour.test\u2003', alone],
	['"ann b"@harbour.test', alone],
	['ann(comment)@harbour.test', alone],
	['ann@[127.0.0.1]', alone],
	['ann@[IPv6:::1]', alone],
	['Ann <ann@harbour.test>', alone],
	['ann@harbour.test,ben@harbour.test', alone],
	['jürgen@harbour.test', ascii],
	['аnn@harbour.test', ascii],
	['.ann@harbour.test', /dots before the @/],
	['ann.@harbour.test', /dots before the @/],
	['ann..lee@harbour.test', /dots before the @/],
	[`a${local64}@harbour.test`, /at most 64 characters before the @/],
	[`ann@${`${label63}.`.repeat(4)}test`, /at most 254 characters/],
	[`${local64}@${`${'ü'.repeat(45)}.`.repeat(4)}test`, /at most 254 characters/],
	['ann@localhost', domain],
	['ann@127.0.0.1', domain],
	['ann@１２７.0.0.1', domain],
	['ann@0x7f.1', domain],
	['ann@-harbour.test', domain],
	['ann@harbour-.test', domain],
	['ann@harbour..test', domain],
	['ann@harbour.test.', domain],
	['ann@har_bour.test', domain],
	['ann@ha%72bour.tést', domain],
	['ann@xn--a.test', domain],
	[`ann@b${label63}.test`, domain],
])('%j is refused with its reason', (text, reason) => {
	expect(emailFault(text)).toMatch(/^must be an e-mail address /);
	expect(emailFault(text)).toMatch(reason);
});

test('domains that only look alike are different addresses', () => {
	const cyrillic = 'ann@hаrbour.test';
	expect(emailFault(cyrillic)).toBeUndefined();
	expect(isSameEmail(cyrillic, 'ann@harbour.test')).toBe(false);
	expect(comparableEmail(cyrillic)).toMatch(/^ann@xn--[a-z0-9-]+\.test$/);
});

const domains = fc
	.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
		minLength: 1,
		maxLength: 3,
	})
	.map((labels) => [...labels, 'test'].join('.'));
const addresses = fc
	.tuple(fc.stringMatching(/^[a-zA-Z0-9K]{1,9}$/), domains)
	.map((parts) => parts.join('@'));
const texts = fc.oneof(
	addresses,
	fc.emailAddress(),
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc.string({ unit: 'grapheme', maxLength: 60 }),
);

test('the form of a form is itself, and what is taken is taken in its form', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const form = comparableEmail(text);
			expect(comparableEmail(form)).toBe(form);
			if (emailFault(text) !== undefined) return;
			expect(emailFault(form)).toBeUndefined();
			expect(form).toMatch(/^[\x21-\x7e]+$/);
		}),
		{ numRuns: 2_000 },
	);
});

test('an address is the same in either case, composed or not, and in the script of its domain', () => {
	fc.assert(
		fc.property(addresses, (text) => {
			fc.pre(emailFault(text) === undefined);
			const form = comparableEmail(text);
			const [local = '', domain = ''] = form.split('@');
			const inScript = `${local}@${domainToUnicode(domain)}`;
			const spellings = [form, form.toUpperCase(), text.normalize('NFD'), text.normalize('NFC')];
			for (const spelling of [...spellings, inScript]) {
				expect([spelling, comparableEmail(spelling)]).toEqual([spelling, form]);
			}
		}),
		{ numRuns: 1_000 },
	);
});
