/**
 * Texts of the mails with a link to a key, or with one that signs in, by language. `{from}` and the like are placeholders.
 */
import type { Language } from '../mail/language';

const english = {
	hello: 'Hello,',
	invitation: 'Your invitation to "{organisation}"',
	newKey: 'A new API key for "{organisation}"',
	invites: '{from} invites you to work in the organisation "{organisation}".',
	offers: '{from} offers you a new API key for the organisation "{organisation}".',
	open: 'Open this link and press the button there to see your API key, once:',
	title: 'Your API key',
	button: 'Get the key',
	shownOnce: 'It is shown once.',
	yours:
		'The link is yours alone: anyone who has it can get the key in your place, so do not pass it on.',
	worksUntil: 'It works until {time}.',
	ignore: 'If you do not know the sender, you can ignore this mail; nothing happens then.',
	copyAddress: 'If the button does not work, copy this address into your browser:',
	openToAccept: 'Open this link to accept:',
	invitationTitle: 'Your invitation',
	invitationButton: 'See the invitation',
	signIn: 'Your link to sign in to "{organisation}"',
	signsIn: 'Somebody, probably you, wants to sign in to "{organisation}" with this address.',
	openToSignIn: 'Open this link to sign in:',
	signInTitle: 'Sign in',
	signInButton: 'Sign in',
	worksOnce: 'It works once.',
	yoursToSignIn: 'Anyone who has the link can sign in in your place, so do not pass it on.',
	ignoreSignIn: 'If it was not you, you can ignore this mail; nothing happens then.',
} as const;

export type KeyMailText = keyof typeof english;
type KeyMailTexts = Readonly<Record<KeyMailText, string>>;

const german: KeyMailTexts = {
	hello: 'Guten Tag,',
	invitation: 'Ihre Einladung zu „{organisation}“',
	newKey: 'Ein neuer API-Schlüssel für „{organisation}“',
	invites: '{from} lädt Sie ein, in der Organisation „{organisation}“ mitzuarbeiten.',
	offers: '{from} bietet Ihnen einen neuen API-Schlüssel für die Organisation „{organisation}“ an.',
	open: 'Öffnen Sie diesen Link und drücken Sie dort die Schaltfläche, um Ihren API-Schlüssel einmal zu sehen:',
	title: 'Ihr API-Schlüssel',
	button: 'Schlüssel abholen',
	shownOnce: 'Er wird einmal gezeigt.',
	yours:
		'Der Link gehört nur Ihnen: Wer ihn hat, kann den Schlüssel an Ihrer Stelle abholen. Geben Sie ihn deshalb nicht weiter.',
	worksUntil: 'Der Link gilt bis {time}.',
	ignore:
		'Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun; dann geschieht auch nichts.',
	copyAddress: 'Falls die Schaltfläche nicht reagiert, öffnen Sie diese Adresse im Browser:',
	openToAccept: 'Öffnen Sie diesen Link, um die Einladung anzunehmen:',
	invitationTitle: 'Ihre Einladung',
	invitationButton: 'Einladung ansehen',
	signIn: 'Ihr Link zum Anmelden bei „{organisation}“',
	signsIn: 'Jemand, vermutlich Sie, möchte sich mit dieser Adresse bei „{organisation}“ anmelden.',
	openToSignIn: 'Öffnen Sie diesen Link, um sich anzumelden:',
	signInTitle: 'Anmelden',
	signInButton: 'Anmelden',
	worksOnce: 'Er gilt einmal.',
	yoursToSignIn:
		'Wer den Link hat, kann sich an Ihrer Stelle anmelden. Geben Sie ihn deshalb nicht weiter.',
	ignoreSignIn: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun; dann geschieht auch nichts.',
};

const french: KeyMailTexts = {
	hello: 'Bonjour,',
	invitation: 'Votre invitation à «\u00a0{organisation}\u00a0»',
	newKey: 'Une nouvelle clé d’API pour «\u00a0{organisation}\u00a0»',
	invites: '{from} vous invite à travailler dans l’organisation «\u00a0{organisation}\u00a0».',
	offers:
		'{from} vous propose une nouvelle clé d’API pour l’organisation «\u00a0{organisation}\u00a0».',
	open: 'Ouvrez ce lien et appuyez sur le bouton qui s’y trouve pour voir votre clé d’API, une seule fois\u00a0:',
	title: 'Votre clé d’API',
	button: 'Obtenir la clé',
	shownOnce: 'Elle n’est montrée qu’une fois.',
	yours:
		'Ce lien est à vous seul : quiconque le possède peut obtenir la clé à votre place. Ne le transmettez donc à personne.',
	worksUntil: 'Le lien est valable jusqu’au {time}.',
	ignore:
		'Si vous ne connaissez pas l’expéditeur, vous pouvez ignorer ce message\u00a0; il ne se passera rien.',
	copyAddress: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
	openToAccept: 'Ouvrez ce lien pour accepter l’invitation\u00a0:',
	invitationTitle: 'Votre invitation',
	invitationButton: 'Voir l’invitation',
	signIn: 'Votre lien de connexion à «\u00a0{organisation}\u00a0»',
	signsIn:
		'Quelqu’un, sans doute vous, souhaite se connecter à «\u00a0{organisation}\u00a0» avec cette adresse.',
	openToSignIn: 'Ouvrez ce lien pour vous connecter\u00a0:',
	signInTitle: 'Connexion',
	signInButton: 'Se connecter',
	worksOnce: 'Il ne sert qu’une fois.',
	yoursToSignIn:
		'Quiconque possède ce lien peut se connecter à votre place. Ne le transmettez donc à personne.',
	ignoreSignIn:
		'Si ce n’était pas vous, vous pouvez ignorer ce message\u00a0; il ne se passera rien.',
};

export const keyMailTexts: Readonly<Record<Language, KeyMailTexts>> = {
	English: english,
	German: german,
	French: french,
};
