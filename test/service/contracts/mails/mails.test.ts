/**
 * The mails about contracts: every text in every language, times in the zone that is asked for, names that
 * stay names, and HTML that is read in the dark and on a small phone, in a real browser.
 */
import type { Browser } from 'playwright-core';
import { mailTexts, type MailText } from '../../../../service/contracts/mails/texts';
import {
	outcomeMail,
	signatureRequestMail,
	signingCodeMail,
} from '../../../../service/contracts/mails/mails';
import {
	isTimeZone,
	languageTag,
	timeText,
	type Language,
} from '../../../../service/mail/language';
import type { WrittenMail } from '../../../../service/mail/mail';
import { openBrowser } from '../../../support/servers/chromium';
import { violations } from '../../../support/servers/watched-page';

const languages = Object.keys(mailTexts) as Language[];
const keys = Object.keys(mailTexts.English) as MailText[];
const link = `https://seal.test/sign/${'x'.repeat(43)}`;
const time = '2026-12-20T23:30:00.000Z';

const evil =
	'Lease\r\nBcc: everybody@mails.test\u202egnp.exe\u2066 <img src=x onerror="alert(1)"> {owner}';

function about(language: Language, contractName = 'Lease 2027') {
	return {
		...{ address: 'ben@signers.test', ownerEmail: 'ann@harbour.test', contractName, language },
		timeZone: 'Europe/Berlin',
	};
}

function request(
	language: Language,
	contractName?: string,
	message: string | null = null,
): WrittenMail {
	return signatureRequestMail({
		...about(language, contractName),
		...{ link, expiresAt: time, message, role: 'Signer', code: null, isReminder: false },
	});
}

const sealed = { fileName: 'Lease (sealed).pdf' };
const behindLink = { ...sealed, link: link.replace('sign', 'sealed'), expiresAt: time };

/** One of each kind. */
function allMails(language: Language): readonly WrittenMail[] {
	const named = about(language);
	const asked = {
		link,
		expiresAt: time,
		message: 'Please read page 2.',
		code: null,
		isReminder: true,
	};
	return [
		request(language),
		signatureRequestMail({ ...named, ...asked, role: 'Signer' }),
		signatureRequestMail({ ...named, ...asked, role: 'Approver' }),
		signatureRequestMail({
			...named,
			...asked,
			role: 'CopyRecipient',
			code: null,
			isReminder: false,
		}),
		signatureRequestMail({ ...named, ...asked, role: 'Signer', code: 'Mail' }),
		signatureRequestMail({ ...named, ...asked, role: 'Signer', code: 'Given' }),
		signingCodeMail({ ...named, code: '042042', expiresAt: time }),
		...(
			[
				{ kind: 'Completed', sealed },
				{ kind: 'Completed', sealed: behindLink, isCopy: true, reading: { link, expiresAt: time } },
				{ kind: 'Completed', sealed: undefined, reading: { link, expiresAt: time } },
				{ kind: 'Expired' },
				{ kind: 'Cancelled', reasonText: 'A new one comes.' },
				{ kind: 'Declined', reasonText: 'The rent is wrong.', declinedBy: 'ben@signers.test' },
			] as const
		).map((ended): WrittenMail => outcomeMail({ ...named, ...ended })),
	];
}

test.each<[Language, string, string]>([
	['English', 'For you to read: "Lease 2027"', 'You are not asked to sign it.'],
	['German', 'Zum Lesen: „Lease 2027“', 'Unterschreiben sollen Sie ihn nicht.'],
	['French', 'À lire : « Lease 2027 »', 'Vous n’avez pas à le signer.'],
])('%s shows a contract to who gets a copy, and asks them nothing', (language, subject, words) => {
	const asked = { link, expiresAt: time, message: null, code: null, isReminder: false };
	const mail = signatureRequestMail({ ...about(language), ...asked, role: 'CopyRecipient' });
	expect(mail.subject.replaceAll('\u00a0', ' ')).toBe(subject);
	expect(mail.text).toContain(words);
	expect(mail.text).toContain(`\n${link}\n`);
	expect(mail.html).toContain(`href="${link}"`);
	const texts = mailTexts[language];
	for (const asks of [texts.yours, texts.ignore, texts.openToSign, texts.buttonToSign]) {
		expect(mail.text + mail.html).not.toContain(asks);
	}
});

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test.each(languages)(
	'%s says everything with the same things put in, and nothing twice',
	(language) => {
		for (const key of keys) {
			expect([key, placesIn(mailTexts[language][key])]).toEqual([
				key,
				placesIn(mailTexts.English[key]),
			]);
		}
		const texts = keys.map((key) => mailTexts[language][key]);
		expect(new Set(texts).size).toBe(texts.length);
		if (language !== 'English') {
			const same = keys.filter((key) => mailTexts[language][key] === mailTexts.English[key]);
			expect(same).toEqual([]);
		}
		for (const { subject, text, html } of allMails(language)) {
			expect([subject, text, html].join()).not.toMatch(/\{\w+\}|undefined/);
			expect(html).toContain(`<html lang="${languageTag(language)}">`);
		}
	},
);

test.each<[Language, string | undefined, string]>([
	['English', undefined, '20 December 2026 at 23:30 UTC'],
	['English', 'Europe/Berlin', '21 December 2026 at 00:30 CET (Europe/Berlin)'],
	['German', 'Europe/Berlin', '21. Dezember 2026 um 00:30 MEZ (Europe/Berlin)'],
	['French', 'America/New_York', '20 décembre 2026 à 18:30 UTC−5 (America/New_York)'],
])('%s in %s tells a time as a reader there does', (language, zone, text) => {
	expect(timeText(time, language, zone).replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(text);
});

test.each([
	['Europe/Berlin', true],
	['UTC', true],
	['Mars/Olympus', false],
	['+01:00', false],
	['', false],
])('%s is a time zone: %p', (name, isZone) => {
	expect(isTimeZone(name)).toBe(isZone);
});

test('names with line breaks, HTML, and marks that turn or hide text stay inert names', () => {
	const { subject, text, html } = request('English', evil, 'One\u202e\r\n<b>Two</b>\u0000');
	const name = 'Lease Bcc: everybody@mails.testgnp.exe <img src=x onerror="alert(1)"> {owner}';
	expect(subject).toBe(`Please sign "${name}"`);
	expect(text).toContain(`the contract "${name}".`);
	expect(text).toContain('> One\n> <b>Two</b>');
	expect(html).toContain('<bdi>Lease Bcc: everybody@mails.testgnp.exe &lt;img src=x');
	expect(html).not.toMatch(/<img|<b>|[\u0000\u202a-\u202e\u2066-\u2069]/);
});

describe('in a browser', () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser.close());

	test.each(['light', 'dark'] as const)(
		'every mail is read on a phone of 320 px, %s',
		async (colorScheme) => {
			const viewport = { width: 320, height: 640 };
			const page = await browser.newPage({ viewport, colorScheme });
			for (const mail of [...allMails('German'), request('French', 'W'.repeat(200))]) {
				await page.setContent(mail.html);
				const width = await page.evaluate<number>('document.documentElement.scrollWidth');
				expect(width).toBeLessThanOrEqual(viewport.width);
				expect(await violations(page)).toEqual([]);
			}
			const ground = await page.evaluate<string>(
				"getComputedStyle(document.querySelector('.sheet')).backgroundColor",
			);
			expect(ground).toBe(colorScheme === 'dark' ? 'rgb(30, 36, 45)' : 'rgb(255, 255, 255)');
			await page.close();
		},
	);
});
