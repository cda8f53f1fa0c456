/** Texts of the comparison of two files. */
import { comparisonTexts } from '../parts/comparison/texts';
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	...comparisonTexts,
	'What differs between two files, as a person sees it. Neither is kept on the server; the report is erased after a day.':
		[
			'Was zwischen zwei Dateien für einen Menschen anders ist. Keine wird auf dem Server aufbewahrt; der Bericht wird nach einem Tag gelöscht.',
			'Ce qui diffère entre deux fichiers, aux yeux d’une personne. Aucun n’est conservé sur le serveur\u00a0; le rapport est effacé après un jour.',
		],
	'Without a key, files of at most {sizeMebibytes} MiB, {times} times a minute.': [
		'Ohne Schlüssel Dateien bis {sizeMebibytes} MiB, {times}-mal in der Minute.',
		'Sans clé, des fichiers de {sizeMebibytes} Mio au plus, {times} fois par minute.',
	],
	'Use an API key': ['Einen API-Schlüssel verwenden', 'Utiliser une clé d’API'],
	'Kept file': ['Aufbewahrte Datei', 'Fichier conservé'],
	'Such as the older one: choose it, or drop it here.': [
		'Etwa die ältere: Wählen Sie sie, oder ziehen Sie sie hierher.',
		'Par exemple le plus ancien\u00a0: choisissez-le, ou déposez-le ici.',
	],
	'Sent file': ['Gesendete Datei', 'Fichier envoyé'],
	'Such as the newer one: choose it, or drop it here.': [
		'Etwa die neuere: Wählen Sie sie, oder ziehen Sie sie hierher.',
		'Par exemple le plus récent\u00a0: choisissez-le, ou déposez-le ici.',
	],
	Accuracy: ['Genauigkeit', 'Précision'],
	'Leave something out': ['Etwas auslassen', 'Ignorer quelque chose'],
	'{file}, the kept file, has more than {sizeMebibytes} MiB. Compare it by an API key.': [
		'{file}, die aufbewahrte Datei, hat mehr als {sizeMebibytes} MiB. Vergleichen Sie sie mit einem API-Schlüssel.',
		'{file}, le fichier conservé, dépasse {sizeMebibytes} Mio. Comparez-le avec une clé d’API.',
	],
	'{file}, the sent file, has more than {sizeMebibytes} MiB. Compare it by an API key.': [
		'{file}, die gesendete Datei, hat mehr als {sizeMebibytes} MiB. Vergleichen Sie sie mit einem API-Schlüssel.',
		'{file}, le fichier envoyé, dépasse {sizeMebibytes} Mio. Comparez-le avec une clé d’API.',
	],
	'{file}, the kept file: {why}': [
		'{file}, die aufbewahrte Datei: {why}',
		'{file}, le fichier conservé\u00a0: {why}',
	],
	'{file}, the sent file: {why}': [
		'{file}, die gesendete Datei: {why}',
		'{file}, le fichier envoyé\u00a0: {why}',
	],
	'The comparison was cancelled.': [
		'Der Vergleich wurde abgebrochen.',
		'La comparaison a été annulée.',
	],
	'The comparison is under way': ['Der Vergleich läuft', 'La comparaison est en cours'],
	'Sending and comparing…': ['Wird gesendet und verglichen …', 'Envoi et comparaison…'],
	'{sent} compared with {kept}': ['{sent} verglichen mit {kept}', '{sent} comparé à {kept}'],
});
