/**
 * Consent texts for signing or approving by a link, in each language of the page. The record
 * stores the same words that the page shows.
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
