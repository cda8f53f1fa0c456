/**
 * The key and the name with which a log signs checkpoints. The first start makes both unless they
 * are set; the database stores name and public key, and another key is refused: it would look like
 * a fork.
 */
import {
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	randomBytes,
	sign,
	type JsonWebKey,
	type KeyObject,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fromBase64 } from '../../proof/bytes';
import { formatCheckpoint } from '../../proof/checkpoint';
import { formatNote } from '../../proof/signed-note';
import {
	ed25519Type,
	formatVerifierKey,
	verifierKey,
	type VerifierKey,
} from '../../proof/verifier-key';
import { present } from '../../server/at';
import { replaceFile } from '../../server/durable-files';
import { assertPrivate } from '../../server/private-files';
import type { Database } from '../database/database';

export const logKeyFile = 'log-key.json';

export class Signer {
	constructor(
		readonly verifierKey: VerifierKey,
		private readonly key: KeyObject,
	) {}

	get origin(): string {
		return this.verifierKey.name;
	}

	/** The public key in the form others pin. */
	get vkey(): string {
		return formatVerifierKey(this.verifierKey);
	}

	/** The signed note of a checkpoint. */
	checkpoint(treeSize: number, rootHash: Uint8Array): string {
		const { name, keyId } = this.verifierKey;
		const text = formatCheckpoint({ origin: name, treeSize, rootHash });
		const signature = sign(null, Buffer.from(text), this.key);
		return formatNote({ text, signatures: [{ name, keyId, signature }] });
	}
}

export interface LogPlace {
	readonly dataFolder: string;
	/** The configured name, if set. */
	readonly logOrigin: string | undefined;
	/** The configured key in the form of its file, if set. */
	readonly logKey: string | undefined;
}

/** Opens the log's key; refuses one that differs from the database's. */
export async function openSigner(database: Database, place: LogPlace): Promise<Signer> {
	const known = await identityOf(database);
	const key = await keyOf(place, known !== undefined);
	const publicKey = rawPublicKey(key);
	const origin = place.logOrigin ?? known?.origin ?? newOrigin();
	await database
		.insertInto('log_identity')
		.values({ name: 'log', origin, public_key: publicKey.toString('base64') })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const noted = (await identityOf(database)) ?? { origin, public_key: '' };
	if (noted.public_key !== publicKey.toString('base64')) {
		throw new Error(
			`the log's key is not the one of this database: put back the ${logKeyFile} that belongs to it, from its data folder or a backup of it, or set LOG_KEY to it`,
		);
	}
	if (place.logOrigin !== undefined && place.logOrigin !== noted.origin) {
		throw new Error(
			`LOG_ORIGIN is ${place.logOrigin}, and the log of this database signs as ${noted.origin}: a log keeps its name, so set it to that or leave it out`,
		);
	}
	return new Signer(await verifierKey(noted.origin, ed25519Type, publicKey), key);
}

/** Name and public key of the log; undefined before the first start. */
export function identityOf(database: Database) {
	return database
		.selectFrom('log_identity')
		.select(['origin', 'public_key'])
		.where('name', '=', 'log')
		.executeTakeFirst();
}

/** The public key of the log in the form others pin. */
export async function logVerifierKey(database: Database): Promise<string> {
	const identity = await identityOf(database);
	const { origin, public_key: text } = present(identity, 'the identity of the log');
	const publicKey = present(fromBase64(text), 'the public key of the log');
	return formatVerifierKey(await verifierKey(origin, ed25519Type, publicKey));
}

async function keyOf({ dataFolder, logKey }: LogPlace, isKnown: boolean): Promise<KeyObject> {
	if (logKey !== undefined) return parseKey(logKey, 'LOG_KEY');
	const file = path.join(dataFolder, logKeyFile);
	if (fs.existsSync(file)) {
		assertPrivate(file);
		return parseKey(fs.readFileSync(file, 'utf8'), file);
	}
	if (isKnown) {
		throw new Error(
			`the log's key is gone: put ${logKeyFile} back from a backup, or, for one more process on this database, set LOG_KEY_FILE to that of the first`,
		);
	}
	return makeLogKey(dataFolder);
}

/** Writes a new key into a folder. */
export async function makeLogKey(folder: string): Promise<KeyObject> {
	const { privateKey } = generateKeyPairSync('ed25519');
	const text = `${JSON.stringify(privateKey.export({ format: 'jwk' }), null, '\t')}\n`;
	await replaceFile(path.join(folder, logKeyFile), text);
	return privateKey;
}

function parseKey(text: string, source: string): KeyObject {
	try {
		const key = createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' });
		if (key.asymmetricKeyType === 'ed25519') return key;
	} catch {
		// The original error could contain the key.
	}
	throw new Error(`${source} holds no Ed25519 key as a private JWK (kty, crv, x and d)`);
}

function rawPublicKey(key: KeyObject): Buffer {
	const { x } = createPublicKey(key).export({ format: 'jwk' });
	return Buffer.from(present(x, 'x of an Ed25519 key'), 'base64url');
}

function newOrigin(): string {
	return `sealkeeper/log/${randomBytes(12).toString('hex')}`;
}
