/**
 * Reads a PKCS #12 container (`.p12`, `.pfx`) in the form that OpenSSL 3 writes: private key,
 * certificate and chain. Older encryption is refused with the command to convert it; a wrong
 * password has its own message.
 */
import {
	createDecipheriv,
	createPrivateKey,
	createPublicKey,
	pbkdf2Sync,
	X509Certificate,
	type KeyObject,
} from 'node:crypto';
import { DerFault, derPart, derParts, oidText, readDer, type DerValue } from '../../../proof/der';
import { tags } from './der-writing';
import { isSealingKey, type SealingKey } from './signed-data';

const oids = {
	data: '1.2.840.113549.1.7.1',
	encryptedData: '1.2.840.113549.1.7.6',
	keyBag: '1.2.840.113549.1.12.10.1.1',
	shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
	certificateBag: '1.2.840.113549.1.12.10.1.3',
	x509: '1.2.840.113549.1.9.22.1',
	pbes2: '1.2.840.113549.1.5.13',
	pbkdf2: '1.2.840.113549.1.5.12',
} as const;

const digests: Readonly<Record<string, string>> = {
	'1.2.840.113549.2.7': 'sha1',
	'1.2.840.113549.2.9': 'sha256',
	'1.2.840.113549.2.10': 'sha384',
	'1.2.840.113549.2.11': 'sha512',
};

const ciphers: Readonly<Record<string, { readonly name: string; readonly keyBytes: number }>> = {
	'2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
	'2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
	'2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
};

/** More would delay a start by minutes. */
const iterationsMax = 10_000_000;

const explicit = 0xa0;

export class ContainerFault extends Error {
	override readonly name = 'ContainerFault';
}

interface Content {
	readonly keys: KeyObject[];
	readonly certificates: X509Certificate[];
}

/** Throws a ContainerFault that says what is wrong with the file or the password. */
export function readKeyContainer(file: Uint8Array, password: string): SealingKey {
	try {
		return keyOf(contentOf(file, password));
	} catch (fault) {
		if (!(fault instanceof DerFault)) throw fault;
		throw new ContainerFault('it is no PKCS #12 container in DER, or a damaged one');
	}
}

function contentOf(file: Uint8Array, password: string): Content {
	const content: Content = { keys: [], certificates: [] };
	const authenticated = dataOf(derParts(readDer(file))[1]);
	for (const part of derParts(readDer(authenticated))) {
		for (const bag of derParts(safeOf(part, password))) takeBag(bag, password, content);
	}
	return content;
}

function keyOf({ keys, certificates }: Content): SealingKey {
	const [privateKey] = keys;
	if (privateKey === undefined) throw new ContainerFault('it holds no private key');
	if (!isSealingKey(privateKey)) throw new ContainerFault('its key is neither RSA nor EC');
	const publicKey = createPublicKey(privateKey);
	const own = certificates.find((certificate) => certificate.publicKey.equals(publicKey));
	if (own === undefined) throw new ContainerFault('it holds no certificate of its key');
	const chain = certificates.filter((certificate) => certificate !== own);
	return { privateKey, certificate: own.raw, chain: chain.map(({ raw }) => raw) };
}

/** Decrypts a part if needed. */
function safeOf(part: DerValue, password: string): DerValue {
	const type = oidText(derPart(part, 0, tags.oid));
	if (type === oids.data) return readDer(dataOf(part));
	if (type !== oids.encryptedData) throw new ContainerFault('a part of it is of an unknown kind');
	const info = derPart(derPart(derPart(part, 1, explicit), 0, tags.sequence), 1, tags.sequence);
	const [, algorithm, encrypted] = derParts(info);
	if (algorithm === undefined || encrypted === undefined) {
		throw new ContainerFault('a part of it holds nothing');
	}
	return decrypted(algorithm, encrypted.content, password);
}

function dataOf(part: DerValue | undefined): Uint8Array {
	if (part === undefined) throw new ContainerFault('it holds nothing');
	return derPart(derPart(part, 1, explicit), 0, tags.octetString).content;
}

function takeBag(bag: DerValue, password: string, { keys, certificates }: Content): void {
	const value = derParts(derPart(bag, 1, explicit))[0];
	if (value === undefined) return;
	switch (oidText(derPart(bag, 0, tags.oid))) {
		case oids.keyBag:
		case oids.shroudedKeyBag:
			keys.push(privateKeyOf(value.whole, password));
			return;
		case oids.certificateBag:
			if (oidText(derPart(value, 0, tags.oid)) !== oids.x509) return;
			certificates.push(certificateOf(dataOf(value)));
			return;
		default:
		// Other bags, such as revocation lists and secrets, are ignored.
	}
}

function certificateOf(encoded: Uint8Array): X509Certificate {
	try {
		const certificate = new X509Certificate(encoded);
		// Node.js decodes the key when it is first asked for.
		certificate.publicKey.export({ format: 'der', type: 'spki' });
		return certificate;
	} catch {
		throw new ContainerFault('it holds a certificate that cannot be read');
	}
}

function privateKeyOf(encoded: Uint8Array, passphrase: string): KeyObject {
	try {
		const key = Buffer.from(encoded);
		return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
	} catch {
		throw new ContainerFault('its password is another one, or its key is encrypted in an old way');
	}
}

function decrypted(algorithm: DerValue, encrypted: Uint8Array, password: string): DerValue {
	if (oidText(derPart(algorithm, 0, tags.oid)) !== oids.pbes2) {
		throw new ContainerFault(
			'it is encrypted in an old way: write it anew with `openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW`',
		);
	}
	const [derivation, encryption] = derParts(derPart(algorithm, 1, tags.sequence));
	if (derivation === undefined || encryption === undefined) {
		throw new ContainerFault('a part of it does not say how it is encrypted');
	}
	const cipher = ciphers[oidText(derPart(encryption, 0, tags.oid))];
	if (cipher === undefined) throw new ContainerFault('it is not encrypted by AES');
	const key = derivedKey(derivation, password, cipher.keyBytes);
	const vector = derPart(encryption, 1, tags.octetString).content;
	try {
		const decipher = createDecipheriv(cipher.name, key, vector);
		return readDer(Buffer.concat([decipher.update(encrypted), decipher.final()]));
	} catch {
		// The padding is right for one wrong password in 256; what is decrypted then is no DER.
		throw new ContainerFault('its password is another one');
	}
}

function derivedKey(derivation: DerValue, password: string, keyBytes: number): Buffer {
	if (oidText(derPart(derivation, 0, tags.oid)) !== oids.pbkdf2) {
		throw new ContainerFault('its key is not derived by PBKDF2');
	}
	const [salt, iterations, ...others] = derParts(derPart(derivation, 1, tags.sequence));
	const count = Array.from(iterations?.content ?? []).reduce((sum, byte) => sum * 256 + byte, 0);
	if (salt === undefined || count < 1 || count > iterationsMax) {
		throw new ContainerFault(`its key is derived in ${count} rounds, not in 1 to ${iterationsMax}`);
	}
	const pseudoRandom = others.find(({ tag }) => tag === tags.sequence);
	const digest =
		pseudoRandom === undefined ? 'sha1' : digests[oidText(derPart(pseudoRandom, 0, tags.oid))];
	if (digest === undefined) throw new ContainerFault('its key is derived by an unknown hash');
	return pbkdf2Sync(password, salt.content, count, keyBytes, digest);
}
