/** Texts of the exchange's pages: states of markets and transfers. */
import { pageTexts } from './language/shared-texts';

export const exchangeTexts = pageTexts({
	Trading: ['Handel läuft', 'En négociation'],
	'Cancelling only': ['Nur Stornos', 'Annulations seules'],
	Halted: ['Angehalten', 'Suspendu'],
	Settled: ['Erledigt', 'Réglé'],
	Planned: ['Geplant', 'Prévu'],
	'On its way': ['Unterwegs', 'En route'],
	'Not known yet whether it happened': [
		'Noch nicht bekannt, ob es geschah',
		'On ne sait pas encore si cela a eu lieu',
	],
	Refused: ['Abgelehnt', 'Refusé'],
	'Held until a person has looked': [
		'Angehalten, bis jemand nachgesehen hat',
		'Retenu jusqu’à ce que quelqu’un ait regardé',
	],
	'Waits for an approval': ['Wartet auf Freigabe', 'Attend une approbation'],
});
