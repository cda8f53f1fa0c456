/** The mails that bring a key: every text in every language, and values that stay what they are. */
import { keyMail, type KeyMail } from '../../../service/accounts/key-mail';
import { keyMailTexts } from '../../../service/accounts/key-mail-texts';
import type { Language } from '../../../service/mail/language';

const languages = Object.keys(keyMailTexts) as Language[];
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const mail = (language: Language, kind: KeyMail['kind'] = 'INVITATION'): KeyMail => ({
	...{ kind, language, address: 'ben@first.test', organisationName: 'Harbour <b>&</b> {time}' },
	...{ fromEmail: 'ann@first.test', link: 'https://seal.test/keys/token' },
	expiresAt: '2026-12-20T23:30:00.000Z',
});

test.each(languages)('%s puts the same into each text as English', (language) => {
	for (const [key, text] of Object.entries(keyMailTexts.English)) {
		const other = keyMailTexts[language][key as keyof typeof keyMailTexts.English];
		expect([key, names(other)]).toEqual([key, names(text)]);
	}
});

test.each([
	['English', 'Your invitation to', '20 December 2026', 'lang="en"'],
	['German', 'Ihre Einladung zu', '20. Dezember 2026', 'lang="de"'],
	['French', 'Votre invitation à', '20 décembre 2026', 'lang="fr"'],
] as const)('in %s it names sender, organisation, link and time', (language, subject, day, tag) => {
	const { subject: line, text, html } = keyMail(mail(language));
	expect(line).toContain(subject);
	// What was put in is no text of ours.
	expect(line).toContain('Harbour <b>&</b> {time}');
	for (const said of ['ann@first.test', 'https://seal.test/keys/token', day, 'UTC']) {
		expect(text).toContain(said);
		expect(html).toContain(said);
	}
	expect(html).toContain(tag);
	expect(html).toContain('&lt;b&gt;');
	expect(keyMail(mail(language, 'NEW_KEY')).subject).not.toBe(line);
});
