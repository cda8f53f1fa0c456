/**
 * Texts of the mails about contracts, by language. `{name}` and the like are placeholders; a test
 * checks that each language has the same ones.
 */
import type { Language } from '../../mail/language';

const english = {
	hello: 'Hello,',
	pleaseSign: 'Please sign "{name}"',
	pleaseApprove: 'Please approve "{name}"',
	toRead: 'For you to read: "{name}"',
	reminder: 'Reminder: {subject}',
	asksToSign: '{owner} asks you to sign the contract "{name}".',
	asksToApprove: '{owner} asks you to approve the contract "{name}".',
	sendsToRead: '{owner} sends you the contract "{name}" to read. You are not asked to sign it.',
	notYet: 'You have not done so yet.',
	writes: '{person} writes:',
	openToSign: 'Open this link to read the contract and to sign it:',
	openToApprove: 'Open this link to read the contract and to approve it:',
	openToRead: 'Open this link to read the contract and to see how far it has come:',
	buttonToSign: 'Open the contract to sign',
	buttonToApprove: 'Open the contract to approve',
	buttonToRead: 'Open the contract to read',
	yours: 'The link is yours alone: anyone who has it can sign in your name, so do not pass it on.',
	yoursToRead:
		'The link is yours alone: anyone who has it can read the contract, so do not pass it on.',
	worksUntil: 'It works until {time}. You need no account.',
	codeMail: 'You are asked for a code there, which is mailed to you when you press the button.',
	codeGiven: 'You are asked for a code there, which {owner} tells you in another way than by mail.',
	codeSubject: 'Your code for "{name}"',
	codeFor: 'This code opens the contract "{name}" of {owner}:',
	codeUntil: 'It works once, until {time}, on the page where you asked for it.',
	codeYours:
		'Tell it to nobody. If you did not ask for it, somebody else has your link: tell {owner}.',
	ignore: 'If you do not know the sender or do not want to sign, you can ignore this mail.',
	ignoreReading: 'If you do not know the sender, you can ignore this mail.',
	copyAddress: 'If the button does not work, copy this address into your browser:',
	signedByAll: 'Signed by everybody: "{name}"',
	wasSigned: 'The contract "{name}" of {owner} has been signed by everybody.',
	copyForYou: 'You get a copy of the contract "{name}" of {owner}, which everybody has signed.',
	attached:
		'The sealed file is attached: {file}. Keep it: it proves by itself who signed what, and when.',
	linked:
		'The sealed file {file} proves by itself who signed what, and when. It is too large for a mail; fetch it here until {time}:',
	allLinked:
		'Each sealed file proves by itself who signed what, and when. Fetch them here until {time}:',
	buttonToFetch: 'Fetch the sealed file',
	readAgain: 'You can read the contract here until {time}:',
	fetchByCode:
		'Open this link until {time} to read the contract and to fetch the sealed file, which proves by itself who signed what, and when. You are asked for a code there again:',
	expired: 'Expired: "{name}"',
	hasExpired:
		'The contract "{name}" of {owner} can be signed no more, because its time is over. Not everybody has signed it.',
	takenBack: 'Taken back: "{name}"',
	wasTakenBack: 'The contract "{name}" of {owner} was taken back and can be signed no more.',
	declined: 'Declined: "{name}"',
	wasDeclined: 'The contract "{name}" of {owner} was declined and can be signed no more.',
	yoursNow: 'Yours to look after: "{name}"',
	handsOver: '{person} hands the contract "{name}" over to you.',
	toldToYou:
		'How it ends is told to you from now on. You can remind its signers, or take it back, in the console.',
	nothingMore: 'There is nothing more to do.',
} as const;

export type MailText = keyof typeof english;
export type MailTexts = Readonly<Record<MailText, string>>;

const german: MailTexts = {
	hello: 'Guten Tag,',
	pleaseSign: 'Bitte unterschreiben: „{name}“',
	pleaseApprove: 'Bitte freigeben: „{name}“',
	toRead: 'Zum Lesen: „{name}“',
	reminder: 'Erinnerung: {subject}',
	asksToSign: '{owner} bittet Sie, den Vertrag „{name}“ zu unterschreiben.',
	asksToApprove: '{owner} bittet Sie, den Vertrag „{name}“ freizugeben.',
	sendsToRead:
		'{owner} sendet Ihnen den Vertrag „{name}“ zum Lesen. Unterschreiben sollen Sie ihn nicht.',
	notYet: 'Das steht noch aus.',
	writes: '{person} schreibt:',
	openToSign: 'Mit diesem Link können Sie den Vertrag lesen und unterschreiben:',
	openToApprove: 'Mit diesem Link können Sie den Vertrag lesen und freigeben:',
	openToRead: 'Mit diesem Link können Sie den Vertrag lesen und sehen, wie weit er ist:',
	buttonToSign: 'Vertrag öffnen und unterschreiben',
	buttonToApprove: 'Vertrag öffnen und freigeben',
	buttonToRead: 'Vertrag öffnen und lesen',
	yours:
		'Der Link gehört nur Ihnen: Wer ihn hat, kann in Ihrem Namen unterschreiben. Geben Sie ihn deshalb nicht weiter.',
	yoursToRead:
		'Der Link gehört nur Ihnen: Wer ihn hat, kann den Vertrag lesen. Geben Sie ihn deshalb nicht weiter.',
	worksUntil: 'Er gilt bis {time}. Ein Konto brauchen Sie nicht.',
	codeMail:
		'Dort werden Sie nach einem Code gefragt, der Ihnen auf Knopfdruck per E-Mail gesendet wird.',
	codeGiven:
		'Dort werden Sie nach einem Code gefragt, den {owner} Ihnen auf anderem Weg als per E-Mail mitteilt.',
	codeSubject: 'Ihr Code für „{name}“',
	codeFor: 'Dieser Code öffnet den Vertrag „{name}“ von {owner}:',
	codeUntil: 'Er gilt einmal, bis {time}, auf der Seite, auf der Sie ihn angefordert haben.',
	codeYours:
		'Geben Sie ihn nicht weiter. Wenn Sie ihn nicht angefordert haben, hat jemand anderes Ihren Link: Sagen Sie es {owner}.',
	ignore:
		'Wenn Sie den Absender nicht kennen oder nicht unterschreiben möchten, brauchen Sie nichts zu tun.',
	ignoreReading: 'Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
	copyAddress: 'Falls die Schaltfläche nicht reagiert, öffnen Sie diese Adresse im Browser:',
	signedByAll: 'Von allen unterschrieben: „{name}“',
	wasSigned: 'Den Vertrag „{name}“ von {owner} haben alle unterschrieben.',
	copyForYou:
		'Sie erhalten eine Kopie des Vertrags „{name}“ von {owner}, den alle unterschrieben haben.',
	attached:
		'Die gesiegelte Datei liegt bei: {file}. Heben Sie sie auf: Sie belegt für sich allein, wer was wann unterschrieben hat.',
	linked:
		'Die gesiegelte Datei {file} belegt für sich allein, wer was wann unterschrieben hat. Sie ist zu groß für eine E-Mail; bis {time} können Sie sie hier abrufen:',
	allLinked:
		'Jede gesiegelte Datei belegt für sich allein, wer was wann unterschrieben hat. Bis {time} können Sie sie hier abrufen:',
	buttonToFetch: 'Gesiegelte Datei abrufen',
	readAgain: 'Bis {time} können Sie den Vertrag hier lesen:',
	fetchByCode:
		'Mit diesem Link können Sie bis {time} den Vertrag lesen und die gesiegelte Datei abrufen; sie belegt für sich allein, wer was wann unterschrieben hat. Dort werden Sie wieder nach einem Code gefragt:',
	expired: 'Abgelaufen: „{name}“',
	hasExpired:
		'Der Vertrag „{name}“ von {owner} kann nicht mehr unterschrieben werden, weil seine Frist vorbei ist. Nicht alle haben unterschrieben.',
	takenBack: 'Zurückgezogen: „{name}“',
	wasTakenBack:
		'Der Vertrag „{name}“ von {owner} wurde zurückgezogen und kann nicht mehr unterschrieben werden.',
	declined: 'Abgelehnt: „{name}“',
	wasDeclined:
		'Der Vertrag „{name}“ von {owner} wurde abgelehnt und kann nicht mehr unterschrieben werden.',
	yoursNow: 'Jetzt in Ihrer Hand: „{name}“',
	handsOver: '{person} übergibt Ihnen den Vertrag „{name}“.',
	toldToYou:
		'Von jetzt an erfahren Sie, wie er ausgeht. In der Konsole können Sie die Unterzeichner erinnern oder ihn zurückziehen.',
	nothingMore: 'Mehr ist nicht zu tun.',
};

const french: MailTexts = {
	hello: 'Bonjour,',
	pleaseSign: 'À signer\u00a0: «\u00a0{name}\u00a0»',
	pleaseApprove: 'À approuver\u00a0: «\u00a0{name}\u00a0»',
	toRead: 'À lire\u00a0: «\u00a0{name}\u00a0»',
	reminder: 'Rappel : {subject}',
	asksToSign: '{owner} vous demande de signer le contrat «\u00a0{name}\u00a0».',
	asksToApprove: '{owner} vous demande d’approuver le contrat «\u00a0{name}\u00a0».',
	sendsToRead:
		'{owner} vous envoie le contrat «\u00a0{name}\u00a0» pour lecture. Vous n’avez pas à le signer.',
	notYet: 'Vous ne l’avez pas encore fait.',
	writes: '{person} écrit\u00a0:',
	openToSign: 'Ce lien vous permet de lire le contrat et de le signer\u00a0:',
	openToApprove: 'Ce lien vous permet de lire le contrat et de l’approuver\u00a0:',
	openToRead: 'Ce lien vous permet de lire le contrat et de voir où il en est\u00a0:',
	buttonToSign: 'Ouvrir le contrat et signer',
	buttonToApprove: 'Ouvrir le contrat et approuver',
	buttonToRead: 'Ouvrir le contrat et le lire',
	yours:
		'Ce lien est à vous seul : quiconque le possède peut signer en votre nom. Ne le transmettez donc à personne.',
	yoursToRead:
		'Ce lien est à vous seul\u00a0: quiconque le possède peut lire le contrat. Ne le transmettez donc à personne.',
	worksUntil: 'Il est valable jusqu’au {time}. Aucun compte n’est nécessaire.',
	codeMail:
		'Un code vous y sera demandé\u00a0; il vous est envoyé par e-mail quand vous appuyez sur le bouton.',
	codeGiven:
		'Un code vous y sera demandé\u00a0; {owner} vous le communique autrement que par e-mail.',
	codeSubject: 'Votre code pour «\u00a0{name}\u00a0»',
	codeFor: 'Ce code ouvre le contrat «\u00a0{name}\u00a0» de {owner}\u00a0:',
	codeUntil: 'Il sert une fois, jusqu’au {time}, sur la page où vous l’avez demandé.',
	codeYours:
		'Ne le communiquez à personne. Si vous ne l’avez pas demandé, quelqu’un d’autre a votre lien\u00a0: dites-le à {owner}.',
	ignore:
		'Si vous ne connaissez pas l’expéditeur ou ne souhaitez pas signer, vous pouvez ignorer ce message.',
	ignoreReading: 'Si vous ne connaissez pas l’expéditeur, vous pouvez ignorer ce message.',
	copyAddress: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
	signedByAll: 'Signé par tous\u00a0: «\u00a0{name}\u00a0»',
	wasSigned: 'Le contrat «\u00a0{name}\u00a0» de {owner} a été signé par tous.',
	copyForYou:
		'Vous recevez une copie du contrat «\u00a0{name}\u00a0» de {owner}, que tous ont signé.',
	attached:
		'Le fichier scellé est joint : {file}. Conservez-le : il prouve à lui seul qui a signé quoi, et quand.',
	linked:
		'Le fichier scellé {file} prouve à lui seul qui a signé quoi, et quand. Il est trop volumineux pour un message\u00a0; téléchargez-le ici jusqu’au {time}\u00a0:',
	allLinked:
		'Chaque fichier scellé prouve à lui seul qui a signé quoi, et quand. Téléchargez-les ici jusqu’au {time}\u00a0:',
	buttonToFetch: 'Télécharger le fichier scellé',
	readAgain: 'Vous pouvez lire le contrat ici jusqu’au {time}\u00a0:',
	fetchByCode:
		'Ce lien vous permet jusqu’au {time} de lire le contrat et de télécharger le fichier scellé, qui prouve à lui seul qui a signé quoi, et quand. Un code vous y sera demandé à nouveau\u00a0:',
	expired: 'Expiré\u00a0: «\u00a0{name}\u00a0»',
	hasExpired:
		'Le contrat «\u00a0{name}\u00a0» de {owner} ne peut plus être signé, car son délai est écoulé. Tous ne l’ont pas signé.',
	takenBack: 'Retiré\u00a0: «\u00a0{name}\u00a0»',
	wasTakenBack:
		'Le contrat «\u00a0{name}\u00a0» de {owner} a été retiré et ne peut plus être signé.',
	declined: 'Refusé\u00a0: «\u00a0{name}\u00a0»',
	wasDeclined:
		'Le contrat «\u00a0{name}\u00a0» de {owner} a été refusé et ne peut plus être signé.',
	yoursNow: 'Désormais entre vos mains\u00a0: «\u00a0{name}\u00a0»',
	handsOver: '{person} vous confie le contrat «\u00a0{name}\u00a0».',
	toldToYou:
		'Son issue vous sera désormais communiquée. Dans la console, vous pouvez relancer les signataires ou le retirer.',
	nothingMore: 'Il n’y a plus rien à faire.',
};

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
	English: english,
	German: german,
	French: french,
};
