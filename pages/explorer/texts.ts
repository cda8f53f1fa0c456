/** Texts of the log, its checkpoints and entries, and of checking a proof. */
import { pageTexts } from '../parts/language/shared-texts';
import { textTable } from '../parts/language/text-table';

export const texts = pageTexts({
	'Log explorer': ['Das Protokoll', 'Le journal'],
	'The log': ['Protokoll', 'Journal'],
	Checkpoints: ['Checkpoints', 'Points de contrôle'],
	checkpoints: ['Checkpoints', 'points de contrôle'],
	Entries: ['Einträge', 'Entrées'],
	entries: ['Einträge', 'entrées'],
	'Check a proof': ['Nachweis prüfen', 'Vérifier une preuve'],
	'To the log': ['Zum Protokoll', 'Vers le journal'],

	// the log
	'Every record is entered into a log that can only grow. Its size, its growth, its signatures and each entry you open are checked in this browser; what else stands here is what the server says.':
		[
			'Jede Aufzeichnung wird in ein Protokoll eingetragen, das nur wachsen kann. Seine Größe, sein Wachstum, seine Unterschriften und jeder Eintrag, den Sie öffnen, werden in diesem Browser geprüft; was sonst hier steht, sagt der Server.',
			'Chaque enregistrement est inscrit dans un journal qui ne peut que croître. Sa taille, sa croissance, ses signatures et chaque entrée que vous ouvrez sont vérifiées dans ce navigateur\u00a0; le reste est ce que dit le serveur.',
		],
	'Find a record': ['Aufzeichnung finden', 'Trouver un enregistrement'],
	'Id of a record': ['ID einer Aufzeichnung', 'Identifiant d’un enregistrement'],
	'Public key': ['Öffentlicher Schlüssel', 'Clé publique'],
	'the public key': ['den öffentlichen Schlüssel', 'la clé publique'],
	'{count}, as the server says': ['{count}, sagt der Server', '{count}, selon le serveur'],
	'Last entry': ['Letzter Eintrag', 'Dernière entrée'],
	'None yet': ['Noch keiner', 'Aucun pour l’instant'],
	'{time}, as the server says': ['{time}, sagt der Server', '{time}, selon le serveur'],
	'{time}, as the log says': ['{time}, sagt das Protokoll', '{time}, selon le journal'],
	'Newest checkpoint': ['Neuester Checkpoint', 'Dernier point de contrôle'],
	'Not checked, or a signature of it does not hold': [
		'Nicht geprüft, oder eine Unterschrift darunter stimmt nicht',
		'Non vérifié, ou l’une de ses signatures n’est pas valable',
	],
	'Signed by the log alone': ['Vom Protokoll allein unterschrieben', 'Signé par le journal seul'],
	'Signed by the log and {witnesses}': [
		'Unterschrieben vom Protokoll und {witnesses}',
		'Signé par le journal et {witnesses}',
	],

	// whether it goes on from what was seen
	'This browser sees this log for the first time.': [
		'Dieser Browser sieht dieses Protokoll zum ersten Mal.',
		'Ce navigateur voit ce journal pour la première fois.',
	],
	'It keeps the checkpoint of {count} entries and will check at your next visit that the log has only grown.':
		[
			'Er merkt sich den Checkpoint von {count} Einträgen und prüft bei Ihrem nächsten Besuch, dass das Protokoll nur gewachsen ist.',
			'Il retient le point de contrôle de {count} entrées et vérifiera à votre prochaine visite que le journal n’a fait que croître.',
		],
	'The log goes on from what this browser saw.': [
		'Das Protokoll setzt fort, was dieser Browser gesehen hat.',
		'Le journal poursuit ce que ce navigateur a vu.',
	],
	'On {time} it had {count} entries. All of them are still there, and {grown} came since.': [
		'Am {time} hatte es {count} Einträge. Sie sind alle noch da, und {grown} sind hinzugekommen.',
		'Le {time}, il avait {count} entrées. Toutes sont encore là, et {grown} s’y sont ajoutées.',
	],
	none: ['keine', 'aucune'],
	'The checkpoint that the server shows does not hold.': [
		'Der Checkpoint, den der Server zeigt, stimmt nicht.',
		'Le point de contrôle que montre le serveur n’est pas valable.',
	],
	'This was noticed on {time}. {meaning}': [
		'Das wurde am {time} bemerkt. {meaning}',
		'Cela a été remarqué le {time}. {meaning}',
	],
	'both checkpoints': ['beide Checkpoints', 'les deux points de contrôle'],
	'{copy} both checkpoints, to show them to others, or {begin} with the log as it is now, if you know why.':
		[
			'Beide Checkpoints, um sie anderen zu zeigen: {copy} Oder {begin} mit dem Protokoll, wie es jetzt ist, wenn Sie wissen, warum.',
			'Les deux points de contrôle, pour les montrer à d’autres\u00a0: {copy} Ou {begin} avec le journal tel qu’il est, si vous savez pourquoi.',
		],
	'begin anew': ['neu beginnen', 'recommencer'],
	'Entries that were there are gone: an old backup was restored, or somebody removed them.': [
		'Einträge, die da waren, sind weg: Eine alte Sicherung wurde zurückgespielt, oder jemand hat sie entfernt.',
		'Des entrées qui étaient là ont disparu\u00a0: une ancienne sauvegarde a été restaurée, ou quelqu’un les a supprimées.',
	],
	'What was entered has been changed, or others are shown another history. The two checkpoints together prove it.':
		[
			'Was eingetragen war, wurde geändert, oder andere bekommen eine andere Geschichte gezeigt. Die beiden Checkpoints zusammen beweisen es.',
			'Ce qui était inscrit a été modifié, ou une autre histoire est montrée à d’autres. Les deux points de contrôle ensemble le prouvent.',
		],
	'Another log has taken its place, or somebody else answers in its name.': [
		'Ein anderes Protokoll ist an seine Stelle getreten, oder jemand anderes antwortet in seinem Namen.',
		'Un autre journal a pris sa place, ou quelqu’un d’autre répond en son nom.',
	],
	'What the server shows is not signed by the log it says it is.': [
		'Was der Server zeigt, ist nicht von dem Protokoll unterschrieben, als das er es ausgibt.',
		'Ce que montre le serveur n’est pas signé par le journal qu’il prétend être.',
	],

	// alarms
	'It has been so since {time}.': ['So ist es seit {time}.', 'Il en est ainsi depuis le {time}.'],
	'The witness {name} has seen more of this log than there is.': [
		'Der Zeuge {name} hat mehr von diesem Protokoll gesehen, als es gibt.',
		'Le témoin {name} a vu de ce journal plus qu’il n’y en a.',
	],
	'The witness {name} has seen another history of this log.': [
		'Der Zeuge {name} hat eine andere Geschichte dieses Protokolls gesehen.',
		'Le témoin {name} a vu une autre histoire de ce journal.',
	],
	'The chain holds a larger tree than this log has.': [
		'Die Chain hat einen größeren Baum als dieses Protokoll.',
		'La chaîne contient un arbre plus grand que celui de ce journal.',
	],
	'Entries that were there are gone, as after an old backup was put back.': [
		'Einträge, die da waren, sind weg, wie nach dem Zurückspielen einer alten Sicherung.',
		'Des entrées qui étaient là ont disparu, comme après la restauration d’une ancienne sauvegarde.',
	],
	'The chain holds another root than this log has.': [
		'Die Chain hat eine andere Wurzel als dieses Protokoll.',
		'La chaîne contient une autre racine que celle de ce journal.',
	],
	'What was entered has been changed, or this is not the log that was anchored.': [
		'Was eingetragen war, wurde geändert, oder das ist nicht das Protokoll, das verankert wurde.',
		'Ce qui était inscrit a été modifié, ou ce n’est pas le journal qui a été ancré.',
	],

	// restorations and witnesses
	Restorations: ['Wiederherstellungen', 'Restaurations'],
	'The operator went on with a database that lacked signed entries': [
		'Der Betreiber machte mit einer Datenbank weiter, der unterschriebene Einträge fehlten',
		'L’exploitant a continué avec une base à laquelle manquaient des entrées signées',
	],
	Accepted: ['Angenommen', 'Acceptée'],
	'Entries signed': ['Unterschriebene Einträge', 'Entrées signées'],
	'Entries restored': ['Wiederhergestellte Einträge', 'Entrées restaurées'],
	Witnesses: ['Zeugen', 'Témoins'],
	Witness: ['Zeuge', 'Témoin'],
	'None is asked to cosign the log: it vouches for itself alone.': [
		'Keiner ist gebeten, das Protokoll mit zu unterschreiben: Es bürgt allein für sich.',
		'Aucun n’est prié de cosigner le journal\u00a0: il ne répond que de lui-même.',
	],
	'Each cosigns that the log has only grown': [
		'Jeder bestätigt mit seiner Unterschrift, dass das Protokoll nur gewachsen ist',
		'Chacun cosigne que le journal n’a fait que croître',
	],
	'the public key of {name}': [
		'den öffentlichen Schlüssel von {name}',
		'la clé publique de {name}',
	],
	'How it stands': ['Stand', 'État'],
	Since: ['Seit', 'Depuis'],
	'Entries cosigned': ['Mit unterschriebene Einträge', 'Entrées cosignées'],
	'Not asked yet': ['Noch nicht gefragt', 'Pas encore sollicité'],
	Cosigns: ['Unterschreibt mit', 'Cosigne'],
	'Does not cosign': ['Unterschreibt nicht mit', 'Ne cosigne pas'],
	'Has seen more of this log': [
		'Hat mehr von diesem Protokoll gesehen',
		'A vu davantage de ce journal',
	],
	'Has seen another history of this log': [
		'Hat eine andere Geschichte dieses Protokolls gesehen',
		'A vu une autre histoire de ce journal',
	],

	// anchors
	Anchors: ['Verankerung', 'Ancrage'],
	'The roots of this log are written to no chain.': [
		'Die Wurzeln dieses Protokolls werden auf keine Chain geschrieben.',
		'Les racines de ce journal ne sont écrites sur aucune chaîne.',
	],
	Contract: ['Contract', 'Contrat'],
	'the address of the contract': ['die Adresse des Contracts', 'l’adresse du contrat'],
	'on chain {chain}': ['auf Chain {chain}', 'sur la chaîne {chain}'],
	'Newest anchor': ['Neuester Anker', 'Dernier ancrage'],
	'None is confirmed yet': ['Noch keiner ist bestätigt', 'Aucun n’est encore confirmé'],
	'On the way': ['Unterwegs', 'En route'],
	'{count} entries': ['{count} Einträge', '{count} entrées'],
	'Chain last asked': ['Chain zuletzt gefragt', 'Chaîne interrogée'],
	'What holds it up': ['Was sie aufhält', 'Ce qui le retient'],
	'{what}, since {time}': ['{what}, seit {time}', '{what}, depuis le {time}'],
	'The chain does not answer, or not in a way that can be understood': [
		'Die Chain antwortet nicht, oder nicht verständlich',
		'La chaîne ne répond pas, ou pas de façon compréhensible',
	],
	'The node is of another chain than the contract': [
		'Der Knoten gehört zu einer anderen Chain als der Contract',
		'Le nœud est d’une autre chaîne que le contrat',
	],
	'There is no contract of this log at the address': [
		'An der Adresse ist kein Contract dieses Protokolls',
		'Il n’y a pas de contrat de ce journal à cette adresse',
	],
	'The contract holds a larger tree than this log has': [
		'Der Contract hat einen größeren Baum als dieses Protokoll',
		'Le contrat contient un arbre plus grand que celui de ce journal',
	],
	'The contract holds another root than this log has': [
		'Der Contract hat eine andere Wurzel als dieses Protokoll',
		'Le contrat contient une autre racine que celle de ce journal',
	],
	'An anchor that was confirmed has left the chain': [
		'Ein bestätigter Anker ist aus der Chain verschwunden',
		'Un ancrage confirmé a quitté la chaîne',
	],
	'The account that writes anchors cannot pay': [
		'Das Konto, das Anker schreibt, kann nicht bezahlen',
		'Le compte qui écrit les ancrages ne peut pas payer',
	],
	'The chain asks for a higher fee than is allowed': [
		'Die Chain verlangt eine höhere Gebühr, als erlaubt ist',
		'La chaîne demande des frais plus élevés que permis',
	],
	'The node does not take the transaction': [
		'Der Knoten nimmt die Transaktion nicht an',
		'Le nœud n’accepte pas la transaction',
	],
	'The root of {count} entries, in block {block} of chain {chain} with {confirmations} confirmations, {time}; transaction {hash}':
		[
			'Die Wurzel von {count} Einträgen, in Block {block} der Chain {chain} mit {confirmations} Bestätigungen, {time}; Transaktion {hash}',
			'La racine de {count} entrées, au bloc {block} de la chaîne {chain} avec {confirmations} confirmations, le {time}\u00a0; transaction {hash}',
		],
	'transaction of the anchor': ['Transaktion des Ankers', 'transaction de l’ancrage'],
	'{anchor} of the contract {contract}, as this server says; any node of the chain tells whether it is so':
		[
			'{anchor} des Contracts {contract}, sagt dieser Server; jeder Knoten der Chain sagt, ob es so ist',
			'{anchor} du contrat {contract}, selon ce serveur\u00a0; tout nœud de la chaîne dit s’il en est ainsi',
		],

	// checkpoints
	'With each block the log signs how many entries it has and the root of their tree. Who keeps one can show later that nothing before it was changed.':
		[
			'Mit jedem Block unterschreibt das Protokoll, wie viele Einträge es hat und die Wurzel ihres Baums. Wer einen Checkpoint aufbewahrt, kann später zeigen, dass davor nichts geändert wurde.',
			'À chaque bloc, le journal signe le nombre de ses entrées et la racine de leur arbre. Qui garde un point de contrôle peut montrer plus tard que rien n’a été modifié auparavant.',
		],
	'Root of the tree': ['Wurzel des Baums', 'Racine de l’arbre'],
	'root of {count} entries': ['Wurzel von {count} Einträgen', 'racine de {count} entrées'],
	'Signed by': ['Unterschrieben von', 'Signé par'],
	'Not checked': ['Nicht geprüft', 'Non vérifié'],
	'the log': ['Protokoll', 'le journal'],
	'Last entry, as the server says': [
		'Letzter Eintrag, sagt der Server',
		'Dernière entrée, selon le serveur',
	],
	'Nothing has been entered yet, so there is no checkpoint.': [
		'Noch ist nichts eingetragen, also gibt es keinen Checkpoint.',
		'Rien n’a encore été inscrit, donc il n’y a pas de point de contrôle.',
	],
	'There is no checkpoint of so few entries.': [
		'Von so wenigen Einträgen gibt es keinen Checkpoint.',
		'Il n’y a pas de point de contrôle d’aussi peu d’entrées.',
	],
	'Of {first} to {last} entries': [
		'Von {first} bis {last} Einträgen',
		'De {first} à {last} entrées',
	],

	// entries
	Entry: ['Eintrag', 'Entrée'],
	'Entry {index}': ['Eintrag {index}', 'Entrée {index}'],
	Kind: ['Art', 'Type'],
	Record: ['Aufzeichnung', 'Enregistrement'],
	'Record {id}': ['Aufzeichnung {id}', 'Enregistrement {id}'],
	'the id of the record': ['die ID der Aufzeichnung', 'l’identifiant de l’enregistrement'],
	Entered: ['Eingetragen', 'Inscription'],
	Commitment: ['Commitment', 'Engagement'],
	commitment: ['Commitment', 'engagement'],
	'commitment of entry {index}': [
		'Commitment des Eintrags {index}',
		'engagement de l’entrée {index}',
	],
	'All entries': ['Alle Einträge', 'Toutes les entrées'],
	'Nothing has been entered yet.': ['Noch ist nichts eingetragen.', 'Rien n’a encore été inscrit.'],
	'In the order of the log, as the server says; an entry you open is checked': [
		'In der Reihenfolge des Protokolls, sagt der Server; ein Eintrag, den Sie öffnen, wird geprüft',
		'Dans l’ordre du journal, selon le serveur\u00a0; une entrée que vous ouvrez est vérifiée',
	],
	'Entries of a record': ['Einträge einer Aufzeichnung', 'Entrées d’un enregistrement'],
	'No entry has this id. A record of this moment is entered within a second; an id has 24 characters.':
		[
			'Kein Eintrag hat diese ID. Eine Aufzeichnung von eben wird binnen einer Sekunde eingetragen; eine ID hat 24 Zeichen.',
			'Aucune entrée n’a cet identifiant. Un enregistrement d’à l’instant est inscrit en une seconde\u00a0; un identifiant a 24 caractères.',
		],
	'Entries of {id}, as the server says; an entry you open is checked': [
		'Einträge von {id}, sagt der Server; ein Eintrag, den Sie öffnen, wird geprüft',
		'Entrées de {id}, selon le serveur\u00a0; une entrée que vous ouvrez est vérifiée',
	],

	// the proof of an entry
	'Its proof': ['Sein Nachweis', 'Sa preuve'],
	'{status}: the record is no longer what was entered': [
		'{status}: Die Aufzeichnung ist nicht mehr, was eingetragen wurde',
		'{status}\u00a0: l’enregistrement n’est plus ce qui a été inscrit',
	],
	'{hash}, and nobody can tell any more to what': [
		'{hash}, und niemand kann mehr sagen, wozu',
		'{hash}, et plus personne ne peut dire à quoi',
	],
	'Text in the log': ['Text im Protokoll', 'Texte dans le journal'],
	Anchor: ['Anker', 'Ancrage'],
	'It is not under a checkpoint yet, or this browser cannot check it.': [
		'Er steht noch unter keinem Checkpoint, oder dieser Browser kann ihn nicht prüfen.',
		'Elle n’est encore sous aucun point de contrôle, ou ce navigateur ne peut pas la vérifier.',
	],
	'The entry stands in the log.': [
		'Der Eintrag steht im Protokoll.',
		'L’entrée figure dans le journal.',
	],
	'This was worked out in this browser, hash by hash.': [
		'Das wurde in diesem Browser ausgerechnet, Hash für Hash.',
		'Cela a été calculé dans ce navigateur, empreinte par empreinte.',
	],
	'The proof of this entry does not hold.': [
		'Der Nachweis dieses Eintrags stimmt nicht.',
		'La preuve de cette entrée n’est pas valable.',
	],
	'Leaf {hash}': ['Blatt {hash}', 'Feuille {hash}'],
	leaf: ['Blatt', 'feuille'],
	root: ['Wurzel', 'racine'],
	'From the leaf to the root': ['Vom Blatt zur Wurzel', 'De la feuille à la racine'],
	'Root in the checkpoint {hash} (base64 {base64})': [
		'Wurzel im Checkpoint {hash} (Base64 {base64})',
		'Racine dans le point de contrôle {hash} (base64 {base64})',
	],
	'{origin} has signed a tree of {size} entries': [
		'{origin} hat einen Baum von {size} Einträgen unterschrieben',
		'{origin} a signé un arbre de {size} entrées',
	],
	'The leaf is the hash of the text above': [
		'Das Blatt ist der Hash des Textes oben',
		'La feuille est l’empreinte du texte ci-dessus',
	],
	'{count} hashes lead from entry {index} to the root that was signed': [
		'{count} Hashes führen vom Eintrag {index} zur Wurzel, die unterschrieben wurde',
		'{count} empreintes mènent de l’entrée {index} à la racine signée',
	],
	'The hashes do not lead from entry {index} to the root that was signed': [
		'Die Hashes führen nicht vom Eintrag {index} zur Wurzel, die unterschrieben wurde',
		'Les empreintes ne mènent pas de l’entrée {index} à la racine signée',
	],
	'Entry {index} is in the tree of {size} entries that was anchored, too': [
		'Der Eintrag {index} ist auch in dem Baum von {size} Einträgen, der verankert wurde',
		'L’entrée {index} est aussi dans l’arbre de {size} entrées qui a été ancré',
	],
	'Entry {index} is not in the tree of {size} entries that was anchored': [
		'Der Eintrag {index} ist nicht in dem Baum von {size} Einträgen, der verankert wurde',
		'L’entrée {index} n’est pas dans l’arbre de {size} entrées qui a été ancré',
	],
	Step: ['Schritt', 'Étape'],
	'Joined with': ['Verbunden mit', 'Réunie à'],
	'{hash} on the left': ['{hash} links', '{hash} à gauche'],
	'{hash} on the right': ['{hash} rechts', '{hash} à droite'],
	'neighbour of step {step}': ['Nachbar des Schritts {step}', 'voisine de l’étape {step}'],
	Gives: ['Ergibt', 'Donne'],
	'hash of step {step}': ['Hash des Schritts {step}', 'empreinte de l’étape {step}'],

	// checking a proof
	'A proof shows that a record stands in the log as it was entered. It is checked here, in this browser, with the public key of the log; nothing you choose is sent anywhere.':
		[
			'Ein Nachweis zeigt, dass eine Aufzeichnung im Protokoll steht, wie sie eingetragen wurde. Er wird hier geprüft, in diesem Browser, mit dem öffentlichen Schlüssel des Protokolls; nichts, was Sie wählen, wird irgendwohin gesendet.',
			'Une preuve montre qu’un enregistrement figure dans le journal tel qu’il a été inscrit. Elle est vérifiée ici, dans ce navigateur, avec la clé publique du journal\u00a0; rien de ce que vous choisissez n’est envoyé.',
		],
	'Choose the proof first, a file that ends in .tlog-proof.': [
		'Wählen Sie zuerst den Nachweis, eine Datei, die auf .tlog-proof endet.',
		'Choisissez d’abord la preuve, un fichier qui finit par .tlog-proof.',
	],
	'Give the public key of the log first.': [
		'Geben Sie zuerst den öffentlichen Schlüssel des Protokolls an.',
		'Indiquez d’abord la clé publique du journal.',
	],
	Proof: ['Nachweis', 'Preuve'],
	'The file that ends in {ending}. Choose it, or drop it here.': [
		'Die Datei, die auf {ending} endet. Wählen Sie sie, oder ziehen Sie sie hierher.',
		'Le fichier qui finit par {ending}. Choisissez-le, ou déposez-le ici.',
	],
	'The file it is about (optional)': [
		'Die Datei, um die es geht (freiwillig)',
		'Le fichier dont il s’agit (facultatif)',
	],
	'The contract, document or stored file; its hash is compared with the one that was entered.': [
		'Der Vertrag, das Dokument oder die gespeicherte Datei; ihr Hash wird mit dem eingetragenen verglichen.',
		'Le contrat, le document ou le fichier stocké\u00a0; son empreinte est comparée à celle qui a été inscrite.',
	],
	Check: ['Prüfen', 'Vérifier'],
	'Public key of the log': ['Öffentlicher Schlüssel des Protokolls', 'Clé publique du journal'],
	'As you were given it by the operator, by another way than this page. It looks like name+1a2b3c4d+A…':
		[
			'Wie Sie ihn vom Betreiber erhalten haben, auf anderem Weg als über diese Seite. Er sieht aus wie name+1a2b3c4d+A…',
			'Telle que l’exploitant vous l’a donnée, par une autre voie que cette page. Elle ressemble à name+1a2b3c4d+A…',
		],
	'Take the key this server shows': [
		'Den Schlüssel nehmen, den dieser Server zeigt',
		'Prendre la clé que montre ce serveur',
	],
	'Take the keys this server shows': [
		'Die Schlüssel nehmen, die dieser Server zeigt',
		'Prendre les clés que montre ce serveur',
	],
	'Public keys of witnesses (optional)': [
		'Öffentliche Schlüssel von Zeugen (freiwillig)',
		'Clés publiques de témoins (facultatif)',
	],
	'One a line. A witness has seen that the log grew and never forked.': [
		'Einer je Zeile. Ein Zeuge hat gesehen, dass das Protokoll wuchs und sich nie spaltete.',
		'Une par ligne. Un témoin a vu que le journal a crû sans jamais bifurquer.',
	],
	'How many of them must have signed': [
		'Wie viele von ihnen unterschrieben haben müssen',
		'Combien d’entre eux doivent avoir signé',
	],
	'all {count}': ['alle {count}', 'les {count}'],

	// its steps
	'The keys to check with can be used': [
		'Die Schlüssel zum Prüfen sind brauchbar',
		'Les clés de vérification sont utilisables',
	],
	'The file is a proof': ['Die Datei ist ein Nachweis', 'Le fichier est une preuve'],
	'The log has signed the checkpoint with that key': [
		'Das Protokoll hat den Checkpoint mit diesem Schlüssel unterschrieben',
		'Le journal a signé le point de contrôle avec cette clé',
	],
	'Enough witnesses have signed it, too': [
		'Genug Zeugen haben ihn auch unterschrieben',
		'Assez de témoins l’ont signé aussi',
	],
	'The entry is in the tree of the checkpoint': [
		'Der Eintrag ist im Baum des Checkpoints',
		'L’entrée est dans l’arbre du point de contrôle',
	],
	'The content is the one that was entered': [
		'Der Inhalt ist der, der eingetragen wurde',
		'Le contenu est celui qui a été inscrit',
	],
	'{origin} has signed a tree of {size} entries with that key': [
		'{origin} hat mit diesem Schlüssel einen Baum von {size} Einträgen unterschrieben',
		'{origin} a signé avec cette clé un arbre de {size} entrées',
	],
	'No witness was asked for': ['Nach keinem Zeugen wurde gefragt', 'Aucun témoin n’était demandé'],
	'It was signed by {signed} of {known} known witnesses, too': [
		'{signed} von {known} bekannten Zeugen haben ihn auch unterschrieben',
		'{signed} des {known} témoins connus l’ont signé aussi',
	],
	'Entry {index} is in that tree': [
		'Der Eintrag {index} ist in diesem Baum',
		'L’entrée {index} est dans cet arbre',
	],
	'The content shown below is the one that was entered': [
		'Der Inhalt unten ist der, der eingetragen wurde',
		'Le contenu ci-dessous est celui qui a été inscrit',
	],
	'The content was erased; that there was an entry still stands': [
		'Der Inhalt wurde gelöscht; dass es einen Eintrag gab, gilt weiter',
		'Le contenu a été effacé\u00a0; il reste établi qu’il y a eu une entrée',
	],
	'The file you chose is the one that was entered': [
		'Die gewählte Datei ist die, die eingetragen wurde',
		'Le fichier choisi est celui qui a été inscrit',
	],

	// what is wrong with a proof
	'The proof has not the form that it must have': [
		'Der Nachweis hat nicht die Form, die er haben muss',
		'La preuve n’a pas la forme attendue',
	],
	'One of the keys to check with cannot be used': [
		'Einer der Schlüssel zum Prüfen ist nicht brauchbar',
		'L’une des clés de vérification est inutilisable',
	],
	'The checkpoint is of another log than the key': [
		'Der Checkpoint gehört zu einem anderen Protokoll als der Schlüssel',
		'Le point de contrôle est d’un autre journal que la clé',
	],
	'A signature was not made with the key it names': [
		'Eine Unterschrift ist nicht mit dem Schlüssel gemacht, den sie nennt',
		'Une signature n’a pas été faite avec la clé qu’elle nomme',
	],
	'Fewer witnesses have signed than you asked for': [
		'Weniger Zeugen haben unterschrieben, als Sie verlangen',
		'Moins de témoins ont signé que vous n’en demandez',
	],
	'The entry is not in the tree that was signed': [
		'Der Eintrag ist nicht in dem Baum, der unterschrieben wurde',
		'L’entrée n’est pas dans l’arbre signé',
	],
	'The content in the proof is not the one that was entered': [
		'Der Inhalt im Nachweis ist nicht der, der eingetragen wurde',
		'Le contenu de la preuve n’est pas celui qui a été inscrit',
	],
	'The proof is about another record': [
		'Im Nachweis geht es um eine andere Aufzeichnung',
		'La preuve porte sur un autre enregistrement',
	],
	'The file you chose is not the one that was entered': [
		'Die gewählte Datei ist nicht die, die eingetragen wurde',
		'Le fichier choisi n’est pas celui qui a été inscrit',
	],

	// its outcome
	'Valid, but for its content': ['Gültig, bis auf den Inhalt', 'Valable, sauf le contenu'],
	'Not valid': ['Nicht gültig', 'Non valable'],
	'This was worked out in this browser, with the key this server shows.': [
		'Das wurde in diesem Browser ausgerechnet, mit dem Schlüssel, den dieser Server zeigt.',
		'Cela a été calculé dans ce navigateur, avec la clé que montre ce serveur.',
	],
	'This was worked out in this browser, with the key above.': [
		'Das wurde in diesem Browser ausgerechnet, mit dem Schlüssel oben.',
		'Cela a été calculé dans ce navigateur, avec la clé ci-dessus.',
	],
	'What is proven': ['Was nachgewiesen ist', 'Ce qui est prouvé'],
	'{index} of {size} in {origin}': [
		'{index} von {size} in {origin}',
		'{index} sur {size} dans {origin}',
	],
	'What was entered': ['Was eingetragen wurde', 'Ce qui a été inscrit'],
	'Against whom': ['Gegen wen', 'Contre qui'],
	'Against everybody who has not the key of the log: nobody else could have made this proof, and no byte of it can be changed.':
		[
			'Gegen alle, die den Schlüssel des Protokolls nicht haben: Niemand sonst hätte diesen Nachweis machen können, und kein Byte daran lässt sich ändern.',
			'Contre tous ceux qui n’ont pas la clé du journal\u00a0: personne d’autre n’aurait pu faire cette preuve, et aucun octet ne peut en être changé.',
		],
	'Not against this server itself: the key was its own word. Paste the key you were given by another way, and it proves against a server that shows a key of its own making.':
		[
			'Nicht gegen diesen Server selbst: Der Schlüssel ist sein eigenes Wort. Fügen Sie den Schlüssel ein, den Sie auf anderem Weg erhalten haben; dann beweist er auch gegen einen Server, der einen selbst gemachten Schlüssel zeigt.',
			'Pas contre ce serveur lui-même\u00a0: la clé n’est que sa parole. Collez la clé reçue par une autre voie, et la preuve vaut contre un serveur qui montre une clé de sa fabrication.',
		],
	'Not against the operator of the log, who holds its key and could keep two histories: no known witness has signed. Who compares checkpoints with others, or asks for witnesses, notices that.':
		[
			'Nicht gegen den Betreiber des Protokolls, der dessen Schlüssel hat und zwei Geschichten führen könnte: Kein bekannter Zeuge hat unterschrieben. Wer Checkpoints mit anderen vergleicht oder nach Zeugen fragt, bemerkt das.',
			'Pas contre l’exploitant du journal, qui en détient la clé et pourrait tenir deux histoires\u00a0: aucun témoin connu n’a signé. Qui compare des points de contrôle avec d’autres, ou demande des témoins, le remarque.',
		],
	'Not yet against the operator of the log: the keys of the witnesses were this server’s word, too, and it could have made them. Compare them with those the witnesses publish.':
		[
			'Noch nicht gegen den Betreiber des Protokolls: Auch die Schlüssel der Zeugen sind das Wort dieses Servers, und er könnte sie gemacht haben. Vergleichen Sie sie mit denen, die die Zeugen veröffentlichen.',
			'Pas encore contre l’exploitant du journal\u00a0: les clés des témoins sont aussi la parole de ce serveur, qui a pu les fabriquer. Comparez-les à celles que publient les témoins.',
		],
	'Against the operator of the log as well, as long as that witness does not work with them: a witness signs one history and no other.':
		[
			'Auch gegen den Betreiber des Protokolls, solange dieser Zeuge nicht mit ihm zusammenarbeitet: Ein Zeuge unterschreibt eine Geschichte und keine andere.',
			'Contre l’exploitant du journal aussi, tant que ce témoin n’est pas de connivence\u00a0: un témoin signe une histoire et aucune autre.',
		],
	'Against the operator of the log as well, as long as these {count} witnesses do not work with them: a witness signs one history and no other.':
		[
			'Auch gegen den Betreiber des Protokolls, solange diese {count} Zeugen nicht mit ihm zusammenarbeiten: Ein Zeuge unterschreibt eine Geschichte und keine andere.',
			'Contre l’exploitant du journal aussi, tant que ces {count} témoins ne sont pas de connivence\u00a0: un témoin signe une histoire et aucune autre.',
		],
});

export type TextName = keyof typeof texts;

/** Sentences that this browser keeps and that the service says of witnesses, in English. */
export const saidTexts = textTable({
	'The log has another key than the one this browser saw.': [
		'Das Protokoll hat einen anderen Schlüssel als den, den dieser Browser gesehen hat.',
		'Le journal a une autre clé que celle que ce navigateur a vue.',
	],
	'The log was rolled back: it had {had} entries and has {has} now.': [
		'Das Protokoll wurde zurückgesetzt: Es hatte {had} Einträge und hat jetzt {has}.',
		'Le journal a été ramené en arrière\u00a0: il avait {had} entrées et en a maintenant {has}.',
	],
	'The log was forked: its first {had} entries are not the ones this browser saw.': [
		'Das Protokoll wurde gespalten: Seine ersten {had} Einträge sind nicht die, die dieser Browser gesehen hat.',
		'Le journal a bifurqué\u00a0: ses {had} premières entrées ne sont pas celles que ce navigateur a vues.',
	],
	"this database has {offered} entries of the log, and this log's own key has signed a tree of {told}: the database is older than what the log has shown, as after an old backup was restored":
		[
			'Diese Datenbank hat {offered} Einträge des Protokolls, und der eigene Schlüssel des Protokolls hat einen Baum von {told} unterschrieben: Die Datenbank ist älter als das, was das Protokoll gezeigt hat, wie nach dem Zurückspielen einer alten Sicherung',
			'Cette base a {offered} entrées du journal, et la clé même du journal a signé un arbre de {told}\u00a0: la base est plus ancienne que ce que le journal a montré, comme après la restauration d’une ancienne sauvegarde',
		],
	'the witness says it has cosigned {told} entries of this log, and this database has {offered}: the database is older than what the log has shown, as after an old backup was restored, or the witness does not say the truth':
		[
			'Der Zeuge sagt, er habe {told} Einträge dieses Protokolls mit unterschrieben, und diese Datenbank hat {offered}: Die Datenbank ist älter als das, was das Protokoll gezeigt hat, wie nach dem Zurückspielen einer alten Sicherung, oder der Zeuge sagt nicht die Wahrheit',
			'Le témoin dit avoir cosigné {told} entrées de ce journal, et cette base en a {offered}\u00a0: la base est plus ancienne que ce que le journal a montré, comme après la restauration d’une ancienne sauvegarde, ou le témoin ne dit pas vrai',
		],
	"this log's own key has signed a tree of {told} entries that is not the one in this database: two histories of this log exist":
		[
			'Der eigene Schlüssel des Protokolls hat einen Baum von {told} Einträgen unterschrieben, der nicht der in dieser Datenbank ist: Es gibt zwei Geschichten dieses Protokolls',
			'La clé même du journal a signé un arbre de {told} entrées qui n’est pas celui de cette base\u00a0: il existe deux histoires de ce journal',
		],
	'the witness says it has cosigned a tree of {told} entries that is not the one in this database: two histories of this log exist, or the witness does not say the truth':
		[
			'Der Zeuge sagt, er habe einen Baum von {told} Einträgen mit unterschrieben, der nicht der in dieser Datenbank ist: Es gibt zwei Geschichten dieses Protokolls, oder der Zeuge sagt nicht die Wahrheit',
			'Le témoin dit avoir cosigné un arbre de {told} entrées qui n’est pas celui de cette base\u00a0: il existe deux histoires de ce journal, ou le témoin ne dit pas vrai',
		],
});
