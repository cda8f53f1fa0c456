/** Texts of the mails of an organisation. */
import { pageTexts } from '../parts/language/shared-texts';

export const texts = pageTexts({
	'The mails of your organisation, for its administrators. Without a mail server they leave nowhere and are read here.':
		[
			'Die E-Mails Ihrer Organisation, für ihre Administratoren. Ohne Mailserver gehen sie nirgendwohin und werden hier gelesen.',
			'Les e-mails de votre organisation, pour ses administrateurs. Sans serveur de messagerie, ils ne partent nulle part et se lisent ici.',
		],
	'To the mails': ['Zu den E-Mails', 'Vers les e-mails'],
	'To all mails': ['Zu allen E-Mails', 'Vers tous les e-mails'],

	// the list
	mail: ['E-Mail', 'e-mail'],
	mails: ['E-Mails', 'e-mails'],
	'No mail was written yet: the first one asks somebody to sign a contract, or brings somebody a key.':
		[
			'Es wurde noch keine E-Mail geschrieben: Die erste bittet jemanden, einen Vertrag zu unterschreiben, oder bringt jemandem einen Schlüssel.',
			'Aucun e-mail n’a encore été écrit\u00a0: le premier demande à quelqu’un de signer un contrat, ou apporte une clé à quelqu’un.',
		],
	Written: ['Geschrieben', 'Écrit'],
	Waiting: ['Wartet', 'En attente'],
	Refused: ['Abgewiesen', 'Rejeté'],

	// one mail
	Attached: ['Angehängt', 'Joint'],
	'the link': ['den Link', 'le lien'],
	'The mail as its recipient sees it': [
		'Die E-Mail, wie ihr Empfänger sie sieht',
		'L’e-mail tel que son destinataire le voit',
	],
	'Forms of the mail': ['Formen der E-Mail', 'Formes de l’e-mail'],
	'As it looks': ['Wie sie aussieht', 'Tel qu’il se présente'],
	'Plain text': ['Reiner Text', 'Texte brut'],
	'It has not left yet': ['Sie ist noch nicht abgegangen', 'Il n’est pas encore parti'],
	'What it says can be read once it lies in the outbox folder.': [
		'Was sie sagt, kann gelesen werden, sobald sie im Ausgangsordner liegt.',
		'Son contenu pourra être lu dès qu’il se trouvera dans le dossier d’envoi.',
	],
	'What it says is not kept here': [
		'Was sie sagt, wird hier nicht aufbewahrt',
		'Son contenu n’est pas conservé ici',
	],
	'A mail server has taken it, or it lies in the outbox folder of another process or of another machine.':
		[
			'Ein Mailserver hat sie angenommen, oder sie liegt im Ausgangsordner eines anderen Prozesses oder eines anderen Rechners.',
			'Un serveur de messagerie l’a pris, ou il se trouve dans le dossier d’envoi d’un autre processus ou d’une autre machine.',
		],
});
