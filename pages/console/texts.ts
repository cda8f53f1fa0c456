/** Texts of the console's first page and its search. */
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	'Good day, {name}': ['Guten Tag, {name}', 'Bonjour {name}'],
	'Waiting for your signature': ['Wartet auf Ihre Unterschrift', 'En attente de votre signature'],
	'Nothing waits for you.': ['Nichts wartet auf Sie.', 'Rien ne vous attend.'],
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
	'Contracts with you': ['Verträge mit Ihnen', 'Contrats avec vous'],
	'Nothing has “{text}” in its name.': [
		'Nichts hat „{text}“ im Namen.',
		'Rien ne contient «\u00a0{text}\u00a0» dans son nom.',
	],
	'Documents to look at': ['Dokumente zum Ansehen', 'Documents à examiner'],
	'{document} has a version that nobody approved': [
		'{document} hat eine Fassung, die niemand freigegeben hat',
		'{document} a une version que personne n’a approuvée',
	],
	'n8n is on its way: {step}': ['n8n ist unterwegs: {step}', 'n8n arrive\u00a0: {step}'],
	'n8n is ready: {address}': ['n8n ist bereit: {address}', 'n8n est prêt\u00a0: {address}'],
	'The service needs you': ['Der Dienst braucht Sie', 'Le service a besoin de vous'],
	'See what does not work': ['Ansehen, was nicht geht', 'Voir ce qui ne fonctionne pas'],
	'Try it with a sample document': [
		'Mit einem Musterdokument probieren',
		'Essayer avec un document exemple',
	],
	'Try it with a sample asset': ['Mit einem Musterwert probieren', 'Essayer avec un actif exemple'],
	'Remove the samples': ['Die Muster entfernen', 'Retirer les exemples'],
	'{program} needs you': ['{program} braucht Sie', '{program} a besoin de vous'],
	'It has not said since {time} what waits there. See whether it runs.': [
		'Seit {time} hat es nicht gesagt, was dort wartet. Sehen Sie nach, ob es läuft.',
		'Depuis {time}, il n’a pas dit ce qui attend là-bas. Vérifiez s’il fonctionne.',
	],
	'Open alarms: {alarms}. Transfers held for review: {held}. Payouts waiting for approval: {payouts}.':
		[
			'Offene Alarme: {alarms}. Zur Prüfung angehaltene Überträge: {held}. Auszahlungen, die auf Freigabe warten: {payouts}.',
			'Alarmes ouvertes\u00a0: {alarms}. Transferts retenus pour vérification\u00a0: {held}. Versements en attente d’approbation\u00a0: {payouts}.',
		],
	'See to it there': ['Dort nachsehen', 'Voir sur place'],
	'reported by {user}': ['gemeldet von {user}', 'signalé par {user}'],
	'To the start': ['Zum Start', 'Vers l’accueil'],
});
