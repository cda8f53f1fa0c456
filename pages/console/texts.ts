/** Texts of the console's first page and its search. */
import { textTable } from '../parts/language/text-table';

export const texts = textTable({
	'Good day, {name}': ['Guten Tag, {name}', 'Bonjour {name}'],
	'Waiting for your signature': ['Wartet auf Ihre Unterschrift', 'En attente de votre signature'],
	'Waiting for others': ['Wartet auf andere', 'En attente des autres'],
	'Nothing waits for you.': ['Nichts wartet auf Sie.', 'Rien ne vous attend.'],
	Begin: ['Anfangen', 'Commencer'],
	'Send a contract': ['Einen Vertrag senden', 'Envoyer un contrat'],
	'Drop a PDF, say who signs, and put the fields onto its pages.': [
		'Eine PDF-Datei hineinziehen, sagen, wer unterschreibt, und die Felder auf ihre Seiten setzen.',
		'Déposez un PDF, dites qui signe et placez les champs sur ses pages.',
	],
	'See what differs between them as a person sees it; neither is kept.': [
		'Zeigt, was für einen Menschen anders ist; keine der beiden wird aufbewahrt.',
		'Montre ce qui diffère aux yeux d’une personne\u00a0; aucun des deux n’est conservé.',
	],
	'Watch documents': ['Dokumente im Blick behalten', 'Suivre des documents'],
	'Keep versions, see each difference, approve.': [
		'Fassungen aufbewahren, jeden Unterschied sehen, freigeben.',
		'Conserver les versions, voir chaque différence, approuver.',
	],
	'Look at assets': ['Werte ansehen', 'Consulter des actifs'],
	'Who holds what, and where it came from.': [
		'Wer was hält und woher es kam.',
		'Qui détient quoi, et d’où cela vient.',
	],
	'A name, or the e-mail address of a signer': [
		'Ein Name oder die E-Mail-Adresse eines Unterzeichners',
		'Un nom, ou l’adresse e-mail d’un signataire',
	],
	'Contracts with you': ['Verträge mit Ihnen', 'Contrats avec vous'],
	Files: ['Dateien', 'Fichiers'],
	'Nothing has “{text}” in its name.': [
		'Nichts hat „{text}“ im Namen.',
		'Rien ne contient «\u00a0{text}\u00a0» dans son nom.',
	],
	'To the start': ['Zum Start', 'Vers l’accueil'],
});
