/**
 * What who signs or approves by a link consents to, in each language the page has: the words the page shows
 * are those the record holds.
 */
import type { mailLanguages } from './models';

type Language = (typeof mailLanguages)[number];

type Consents = Readonly<Record<'Signer' | 'Approver', string>>;

export const consents: Readonly<Record<Language, Consents>> = {
	English: {
		Signer:
			'I have read this document and sign it electronically. My signature here binds me as one on paper does.',
		Approver: 'I have read this document and approve it as it is.',
	},
	German: {
		Signer:
			'Ich habe dieses Dokument gelesen und unterschreibe es elektronisch. Meine Unterschrift hier bindet mich wie eine auf Papier.',
		Approver: 'Ich habe dieses Dokument gelesen und gebe es so frei, wie es ist.',
	},
	French: {
		Signer:
			'J’ai lu ce document et je le signe par voie électronique. Ma signature ici m’engage comme une signature sur papier.',
		Approver: 'J’ai lu ce document et je l’approuve tel quel.',
	},
};
