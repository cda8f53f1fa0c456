/** Texts of what happened lately. */
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	'What happened lately': ['Was zuletzt geschah', 'Ce qui s’est passé récemment'],
	'Nothing yet.': ['Noch nichts.', 'Rien pour l’instant.'],
	'{thing} was sent to be signed': [
		'{thing} wurde zur Unterschrift gesendet',
		'{thing} a été envoyé pour signature',
	],
	'{thing} was opened by a signer': [
		'{thing} wurde von jemandem geöffnet, der unterschreibt',
		'{thing} a été ouvert par un signataire',
	],
	'{thing} was signed by a signer': [
		'{thing} hat eine weitere Unterschrift',
		'{thing} a une signature de plus',
	],
	'{thing} was declined': ['{thing} wurde abgelehnt', '{thing} a été refusé'],
	'{thing} can be signed no more: its time is over': [
		'{thing} kann nicht mehr unterschrieben werden: Die Frist ist vorbei',
		'{thing} ne peut plus être signé\u00a0: son délai est écoulé',
	],
	'{thing} was taken back': ['{thing} wurde zurückgezogen', '{thing} a été retiré'],
	'{thing} is signed by everybody and sealed': [
		'{thing} ist von allen unterschrieben und gesiegelt',
		'{thing} est signé par tous et scellé',
	],
	'A mail about {thing} was refused': [
		'Eine E-Mail zu {thing} wurde abgewiesen',
		'Un e-mail au sujet de {thing} a été refusé',
	],
	'{thing} was added': ['{thing} wurde hinzugefügt', '{thing} a été ajouté'],
	'{thing} has a new version': ['{thing} hat eine neue Fassung', '{thing} a une nouvelle version'],
	'A difference was found in {thing}': [
		'In {thing} wurde ein Unterschied gefunden',
		'Une différence a été trouvée dans {thing}',
	],
	'{thing} was created': ['{thing} wurde angelegt', '{thing} a été créé'],
	'{amount} of {thing} were issued': [
		'{amount} von {thing} wurden ausgegeben',
		'{amount} de {thing} ont été émis',
	],
	'{amount} of {thing} were transferred': [
		'{amount} von {thing} wurden übertragen',
		'{amount} de {thing} ont été transférés',
	],
	'{amount} of {thing} were burned': [
		'{amount} von {thing} wurden verbraucht',
		'{amount} de {thing} ont été consommés',
	],
	'{amount} of {thing} were taken back': [
		'{amount} von {thing} wurden zurückgenommen',
		'{amount} de {thing} ont été repris',
	],
	'{thing} was stored': ['{thing} wurde gespeichert', '{thing} a été stocké'],
	'Shards of {thing} are not in their buckets': [
		'Teile von {thing} sind nicht in ihren Buckets',
		'Des fragments de {thing} ne sont pas dans leurs buckets',
	],
	'Every shard of {thing} is in its bucket again': [
		'Alle Teile von {thing} sind wieder in ihren Buckets',
		'Tous les fragments de {thing} sont de nouveau dans leurs buckets',
	],
});
