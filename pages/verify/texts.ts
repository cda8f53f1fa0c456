/** Texts of verifying a sealed file. */
import { pageTexts } from '../parts/language/shared-texts';
import { textTable } from '../parts/language/text-table';

export const texts = pageTexts({
	'Verify a file': ['Eine Datei prüfen', 'Vérifier un fichier'],
	'Choose a file that Sealkeeper sealed, a PDF or a ZIP. It is checked here, in this browser, and is sent nowhere.':
		[
			'Wählen Sie eine Datei, die Sealkeeper versiegelt hat, ein PDF oder ein ZIP. Sie wird hier geprüft, in diesem Browser, und nirgendwohin gesendet.',
			'Choisissez un fichier scellé par Sealkeeper, un PDF ou un ZIP. Il est vérifié ici, dans ce navigateur, et n’est envoyé nulle part.',
		],
	'Sealed file': ['Versiegelte Datei', 'Fichier scellé'],
	'Choose it, or drop it here.': [
		'Wählen Sie sie, oder ziehen Sie sie hierher.',
		'Choisissez-le, ou déposez-le ici.',
	],
	'Compare it with more': ['Mit mehr vergleichen', 'Comparer avec plus'],
	'The contract as it was signed (optional)': [
		'Der Vertrag, wie er unterschrieben wurde (freiwillig)',
		'Le contrat tel qu’il a été signé (facultatif)',
	],
	'A second file, to learn whether it is the one that was signed.': [
		'Eine zweite Datei, um zu erfahren, ob sie die unterschriebene ist.',
		'Un second fichier, pour savoir si c’est celui qui a été signé.',
	],
	'Public key of the log (optional)': [
		'Öffentlicher Schlüssel des Protokolls (freiwillig)',
		'Clé publique du journal (facultatif)',
	],
	'As you were given it by another way than this page. Without it the log is compared with the one of this server.':
		[
			'Wie Sie ihn auf anderem Weg als über diese Seite erhalten haben. Ohne ihn wird das Protokoll mit dem dieses Servers verglichen.',
			'Telle que vous l’avez reçue par une autre voie que cette page. Sans elle, le journal est comparé à celui de ce serveur.',
		],

	// the verdict
	'This file carries no seal of Sealkeeper.': [
		'Diese Datei trägt kein Siegel von Sealkeeper.',
		'Ce fichier ne porte pas de sceau de Sealkeeper.',
	],
	'It may still be a contract: choose the sealed file above, and this one below as the second file.':
		[
			'Sie kann trotzdem ein Vertrag sein: Wählen Sie oben die versiegelte Datei und unten diese als die zweite.',
			'Il peut tout de même être un contrat\u00a0: choisissez en haut le fichier scellé, et celui-ci en bas comme second fichier.',
		],
	'This file is whole, and was signed as it says.': [
		'Diese Datei ist unversehrt und so unterschrieben, wie sie sagt.',
		'Ce fichier est intact, et a été signé comme il le dit.',
	],
	'This file is whole, and not the one you asked for.': [
		'Diese Datei ist unversehrt, aber nicht die, nach der Sie fragen.',
		'Ce fichier est intact, mais ce n’est pas celui que vous demandez.',
	],
	'This file is not what was sealed.': [
		'Diese Datei ist nicht, was versiegelt wurde.',
		'Ce fichier n’est pas ce qui a été scellé.',
	],
	'It was changed after it was sealed. Do not believe what it shows or what stands below.': [
		'Sie wurde nach dem Versiegeln geändert. Glauben Sie nicht, was sie zeigt und was unten steht.',
		'Il a été modifié après avoir été scellé. Ne croyez ni ce qu’il montre ni ce qui figure ci-dessous.',
	],
	'This file was signed by somebody else.': [
		'Diese Datei wurde von jemand anderem unterschrieben.',
		'Ce fichier a été signé par quelqu’un d’autre.',
	],
	'The signature in it is not one of those who sealed the contract. Whoever signed it could change what it shows. Ask for the sealed file again where the contract was signed.':
		[
			'Die Unterschrift darin stammt von niemandem, der den Vertrag versiegelt hat. Wer sie leistete, konnte ändern, was die Datei zeigt. Bitten Sie dort, wo der Vertrag unterschrieben wurde, erneut um die versiegelte Datei.',
			'La signature qu’il contient n’est pas de ceux qui ont scellé le contrat. Qui l’a signé a pu changer ce qu’il montre. Redemandez le fichier scellé là où le contrat a été signé.',
		],
	'The log does not know this file.': [
		'Das Protokoll kennt diese Datei nicht.',
		'Le journal ne connaît pas ce fichier.',
	],
	'No byte was changed since somebody sealed it, but the log that is asked here does not confirm what it says. If it comes from another installation, check it there, or give the public key of that log under “Compare it with more”.':
		[
			'Kein Byte wurde geändert, seit jemand sie versiegelt hat, aber das Protokoll, das hier gefragt wird, bestätigt nicht, was sie sagt. Kommt sie von einer anderen Installation, prüfen Sie sie dort, oder geben Sie unter „Mit mehr vergleichen“ den öffentlichen Schlüssel jenes Protokolls an.',
			'Aucun octet n’a changé depuis que quelqu’un l’a scellé, mais le journal interrogé ici ne confirme pas ce qu’il dit. S’il vient d’une autre installation, vérifiez-le là-bas, ou indiquez la clé publique de ce journal sous «\u00a0Comparer avec plus\u00a0».',
		],
	'Who sealed this file cannot be decided here.': [
		'Wer diese Datei versiegelt hat, lässt sich hier nicht entscheiden.',
		'On ne peut pas décider ici qui a scellé ce fichier.',
	],
	'All of it fits together, but whoever makes such a file can make a log as well. Give the public key of the log, as its operator publishes it, under “Compare it with more”.':
		[
			'Alles daran passt zusammen, aber wer eine solche Datei macht, kann auch ein Protokoll machen. Geben Sie unter „Mit mehr vergleichen“ den öffentlichen Schlüssel des Protokolls an, wie sein Betreiber ihn veröffentlicht.',
			'Tout s’accorde, mais qui fabrique un tel fichier peut aussi fabriquer un journal. Indiquez sous «\u00a0Comparer avec plus\u00a0» la clé publique du journal, telle que son exploitant la publie.',
		],

	// its steps
	'{why}': ['{why}', '{why}'],
	'No byte of it was changed since it was sealed': [
		'Kein Byte wurde geändert, seit sie versiegelt wurde',
		'Aucun octet n’a changé depuis qu’il a été scellé',
	],
	'The contract in it is the one that was signed': [
		'Der Vertrag darin ist der, der unterschrieben wurde',
		'Le contrat qu’il contient est celui qui a été signé',
	],
	'The log that it names holds the contract, every signature and the certificate': [
		'Das Protokoll, das sie nennt, enthält den Vertrag, jede Unterschrift und das Zertifikat',
		'Le journal qu’il nomme contient le contrat, chaque signature et le certificat',
	],
	'That log is the one of this server': [
		'Dieses Protokoll ist das dieses Servers',
		'Ce journal est celui de ce serveur',
	],
	'That log is the one whose key you gave': [
		'Dieses Protokoll ist das, dessen Schlüssel Sie angegeben haben',
		'Ce journal est celui dont vous avez donné la clé',
	],
	'The second file is the contract that was signed': [
		'Die zweite Datei ist der Vertrag, der unterschrieben wurde',
		'Le second fichier est le contrat qui a été signé',
	],
	'The second file is another one than the contract that was signed': [
		'Die zweite Datei ist eine andere als der Vertrag, der unterschrieben wurde',
		'Le second fichier n’est pas le contrat qui a été signé',
	],

	// what it says
	'What was signed': ['Was unterschrieben wurde', 'Ce qui a été signé'],
	'What the file says': ['Was die Datei sagt', 'Ce que dit le fichier'],
	'BLAKE2b-256 of the contract': ['BLAKE2b-256 des Vertrags', 'BLAKE2b-256 du contrat'],
	'Asked for by': ['Erbeten von', 'Demandé par'],
	'key of the log': ['Schlüssel des Protokolls', 'clé du journal'],
	'Who signed': ['Wer unterschrieben hat', 'Qui a signé'],
	'signed {time}': ['unterschrieben {time}', 'a signé le {time}'],
	'approved {time}': ['freigegeben {time}', 'a approuvé le {time}'],
	'signed {time}, entered by {supplier} on their behalf': [
		'unterschrieben {time}, eingetragen von {supplier} in dessen Namen',
		'a signé le {time}, saisi en son nom par {supplier}',
	],
	'approved {time}, entered by {supplier} on their behalf': [
		'freigegeben {time}, eingetragen von {supplier} in dessen Namen',
		'a approuvé le {time}, saisi en son nom par {supplier}',
	],
	'Who sealed it': ['Wer sie versiegelt hat', 'Qui l’a scellé'],
	Certificate: ['Zertifikat', 'Certificat'],
	'Vouched for by': ['Dafür bürgt', 'Garanti par'],
	'nobody but itself: it is self-signed, and worth as much as you know of it': [
		'niemand außer ihm selbst: Es ist selbst signiert und so viel wert, wie Sie von ihm wissen',
		'personne que lui-même\u00a0: il est autosigné, et vaut ce que vous en savez',
	],
	'{one}, then by {next}': ['{one}, dann {next}', '{one}, puis {next}'],
	'{from} to {until}': ['{from} bis {until}', 'du {from} au {until}'],
	'{from} to {until}: expired since': [
		'{from} bis {until}: seither abgelaufen',
		'du {from} au {until}\u00a0: expiré depuis',
	],
	'SHA-256 of the certificate': ['SHA-256 des Zertifikats', 'SHA-256 du certificat'],
	Sealed: ['Versiegelt', 'Scellé'],
	'{time}, as who sealed it says': [
		'{time}, sagt, wer sie versiegelt hat',
		'{time}, selon qui l’a scellé',
	],
	'Time stamp': ['Zeitstempel', 'Horodatage'],
	'{time}, as a time stamping authority says: {authority}': [
		'{time}, sagt ein Zeitstempeldienst: {authority}',
		'{time}, selon une autorité d’horodatage\u00a0: {authority}',
	],
	'{time}, as a time stamping authority says: {authority}, vouched for by {issuers}': [
		'{time}, sagt ein Zeitstempeldienst: {authority}, für den bürgt: {issuers}',
		'{time}, selon une autorité d’horodatage\u00a0: {authority}, garantie par {issuers}',
	],
});

export type TextName = keyof typeof texts;

/** What the check finds wrong, as `proof/sealed/` says it. */
export const faultTexts = textTable({
	'a certificate of its time stamp cannot be checked here': [
		'ein Zertifikat ihres Zeitstempels lässt sich hier nicht prüfen',
		'un certificat de son horodatage ne peut pas être vérifié ici',
	],
	'a signature is proven twice': [
		'eine Unterschrift ist zweimal nachgewiesen',
		'une signature est prouvée deux fois',
	],
	'its certificate is not the one that was signed with': [
		'ihr Zertifikat ist nicht das, mit dem unterschrieben wurde',
		'son certificat n’est pas celui de la signature',
	],
	'its key is of a kind that cannot be checked here': [
		'ihr Schlüssel ist von einer Art, die sich hier nicht prüfen lässt',
		'sa clé est d’un type qui ne peut pas être vérifié ici',
	],
	'its record cannot be found': [
		'ihre Aufzeichnung ist nicht zu finden',
		'son enregistrement est introuvable',
	],
	'its record has not the form that a record has': [
		'ihre Aufzeichnung hat nicht die Form einer Aufzeichnung',
		'son enregistrement n’a pas la forme attendue',
	],
	'its record or its manifest is missing': [
		'ihre Aufzeichnung oder ihr Manifest fehlt',
		'il manque son enregistrement ou son manifeste',
	],
	'its seal cannot be read': ['ihr Siegel ist nicht zu lesen', 'son sceau est illisible'],
	'its signature has not the form that a seal has': [
		'ihre Unterschrift hat nicht die Form eines Siegels',
		'sa signature n’a pas la forme d’un sceau',
	],
	'its signature is not where the file says': [
		'ihre Unterschrift steht nicht, wo die Datei es sagt',
		'sa signature n’est pas là où le fichier le dit',
	],
	'its time stamp brings no certificate of its own': [
		'ihr Zeitstempel bringt kein eigenes Zertifikat mit',
		'son horodatage n’apporte pas de certificat',
	],
	'its time stamp has not the form that one has': [
		'ihr Zeitstempel hat nicht die Form eines Zeitstempels',
		'son horodatage n’a pas la forme attendue',
	],
	'its time stamp is about something else': [
		'in ihrem Zeitstempel geht es um etwas anderes',
		'son horodatage porte sur autre chose',
	],
	'its time stamp is signed in a way that cannot be checked here': [
		'ihr Zeitstempel ist auf eine Weise unterschrieben, die sich hier nicht prüfen lässt',
		'son horodatage est signé d’une façon qui ne peut pas être vérifiée ici',
	],
	'its time stamp was not signed with the key of its authority': [
		'ihr Zeitstempel ist nicht mit dem Schlüssel seines Dienstes unterschrieben',
		'son horodatage n’a pas été signé avec la clé de son autorité',
	],
	'its time stamp was signed with another certificate than it names': [
		'ihr Zeitstempel ist mit einem anderen Zertifikat unterschrieben, als er nennt',
		'son horodatage a été signé avec un autre certificat que celui qu’il nomme',
	],
	'the key of its time stamp is of a kind that cannot be checked here': [
		'der Schlüssel ihres Zeitstempels ist von einer Art, die sich hier nicht prüfen lässt',
		'la clé de son horodatage est d’un type qui ne peut pas être vérifié ici',
	],
	'something was written behind its signature': [
		'hinter ihre Unterschrift wurde etwas geschrieben',
		'quelque chose a été écrit après sa signature',
	],
	'the archive has not the form it was sealed in': [
		'das Archiv hat nicht die Form, in der es versiegelt wurde',
		'l’archive n’a pas la forme dans laquelle elle a été scellée',
	],
	'the bytes of the file are not those that were sealed': [
		'die Bytes der Datei sind nicht die, die versiegelt wurden',
		'les octets du fichier ne sont pas ceux qui ont été scellés',
	],
	'the certificate of the seal cannot be read': [
		'das Zertifikat des Siegels ist nicht zu lesen',
		'le certificat du sceau est illisible',
	],
	'the certificate of {subject} is not signed by {issuer}': [
		'das Zertifikat von {subject} ist nicht von {issuer} unterschrieben',
		'le certificat de {subject} n’est pas signé par {issuer}',
	],
	'a certificate beside that of the seal, {subject}, vouches for none': [
		'ein Zertifikat neben dem des Siegels, {subject}, bürgt für keines',
		'un certificat à côté de celui du sceau, {subject}, n’en garantit aucun',
	],
	'the contract has another name or owner in the log': [
		'der Vertrag hat im Protokoll einen anderen Namen oder Eigentümer',
		'le contrat a un autre nom ou propriétaire dans le journal',
	],
	'the contract in it is not the one that was signed': [
		'der Vertrag darin ist nicht der, der unterschrieben wurde',
		'le contrat qu’il contient n’est pas celui qui a été signé',
	],
	'the contract in the log is another one': [
		'der Vertrag im Protokoll ist ein anderer',
		'le contrat du journal en est un autre',
	],
	'the contract in the log names no signers': [
		'der Vertrag im Protokoll nennt keine Unterzeichner',
		'le contrat du journal ne nomme pas de signataires',
	],
	'the contract in the log names somebody in an unknown way': [
		'der Vertrag im Protokoll nennt jemanden auf unbekannte Weise',
		'le contrat du journal nomme quelqu’un d’une manière inconnue',
	],
	'the digits of its signature were changed': [
		'die Ziffern ihrer Unterschrift wurden geändert',
		'les chiffres de sa signature ont été modifiés',
	],
	'the log names no certificate': [
		'das Protokoll nennt kein Zertifikat',
		'le journal ne nomme pas de certificat',
	],
	'the log has another signature than that of {address}': [
		'das Protokoll hat eine andere Unterschrift als die von {address}',
		'le journal a une autre signature que celle de {address}',
	],
	'the log has other words than those that {address} filled in': [
		'das Protokoll hat andere Angaben als die von {address}',
		'le journal a d’autres mots que ceux saisis par {address}',
	],
	'the log says another thing of the code that {address} entered': [
		'das Protokoll sagt von dem Code, den {address} eingegeben hat, etwas anderes',
		'le journal dit autre chose du code saisi par {address}',
	],
	'the manifest has not the form that a seal has': [
		'das Manifest hat nicht die Form eines Siegels',
		'le manifeste n’a pas la forme d’un sceau',
	],
	'the place of its seal cannot be found': [
		'die Stelle ihres Siegels ist nicht zu finden',
		'l’emplacement de son sceau est introuvable',
	],
	'the record is not the one that the manifest signs': [
		'die Aufzeichnung ist nicht die, die das Manifest unterschreibt',
		'l’enregistrement n’est pas celui que signe le manifeste',
	],
	'there is not one proof for each signature': [
		'es gibt nicht für jede Unterschrift einen Nachweis',
		'il n’y a pas une preuve pour chaque signature',
	],
	'there is no signature of {address}': [
		'eine Unterschrift von {address} gibt es nicht',
		'il n’y a pas de signature de {address}',
	],
	'{count} bytes were appended after it was sealed': [
		'nach dem Versiegeln wurden {count} Byte angehängt',
		'{count} octets ont été ajoutés après le sceau',
	],
	'{count} bytes were appended after it was sealed; up to there it is whole': [
		'nach dem Versiegeln wurden {count} Byte angehängt; bis dahin ist sie unversehrt',
		'{count} octets ont été ajoutés après le sceau\u00a0; jusque-là il est intact',
	],
	'its log {name} is not the one that is known here': [
		'ihr Protokoll {name} ist nicht das, das hier bekannt ist',
		'son journal {name} n’est pas celui qui est connu ici',
	],
	'whether the log {name} is that of who sealed it cannot be told without the public key of the log':
		[
			'ob das Protokoll {name} dem gehört, der sie versiegelt hat, lässt sich ohne den öffentlichen Schlüssel des Protokolls nicht sagen',
			'sans la clé publique du journal, on ne peut dire si le journal {name} est celui de qui l’a scellé',
		],
	'it was signed by somebody else: {subject}, by a certificate from {from} that the log does not name':
		[
			'jemand anderes hat sie unterschrieben: {subject}, mit einem Zertifikat vom {from}, das das Protokoll nicht nennt',
			'quelqu’un d’autre l’a signé\u00a0: {subject}, avec un certificat du {from} que le journal ne nomme pas',
		],
});
