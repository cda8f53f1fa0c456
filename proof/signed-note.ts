/**
 * Signed notes (C2SP signed-note): a text, an empty line, and one line per signature. Parsing
 * verifies nothing; `verifiedSignatures` does.
 */
import { concat, fromBase64, fromHex, toBase64, toHex, utf8 } from './bytes';
import { ProofFault } from './proof-fault';
import { cosignatureType, isKeyName, type VerifierKey } from './verifier-key';

export interface NoteSignature {
	readonly name: string;
	/** Lower-case hex of the four bytes before the signature. */
	readonly keyId: string;
	/** Without the key id. A witness's signature begins with its time. */
	readonly signature: Uint8Array;
}

export interface SignedNote {
	/** Including the final newline. */
	readonly text: string;
	readonly signatures: readonly NoteSignature[];
}

export interface VerifiedSignature {
	readonly key: VerifierKey;
	/** Time of a witness's signature in seconds since 1970; undefined for a log. */
	readonly timeSeconds: number | undefined;
}

/** Enough for a log and its witnesses, and few enough to check all. */
const signaturesMax = 100;
const keyIdBytes = 4;
const timeBytes = 8;
const ed25519SignatureBytes = 64;
/** The largest time of a JavaScript Date, in seconds. */
const timeSecondsMax = 8_640_000_000_000;

export function parseNote(note: string): SignedNote {
	if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.isWellFormed()) {
		throw malformed('holds a control character, such as a carriage return, or half a character');
	}
	const textEnd = note.lastIndexOf('\n\n') + 1;
	if (textEnd === 0) throw malformed('has no empty line between its text and its signatures');
	const lines = note.slice(textEnd + 1).split('\n');
	if (lines.pop() !== '') throw malformed('does not end with a newline');
	if (lines.length === 0) throw malformed('has no signature');
	if (lines.length > signaturesMax) throw malformed(`has more than ${signaturesMax} signatures`);
	return { text: note.slice(0, textEnd), signatures: lines.map(parseSignature) };
}

export function formatNote({ text, signatures }: SignedNote): string {
	return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** Parses one signature line, with or without its newline. */
export function parseSignature(line: string): NoteSignature {
	const [, name = '', encoded = ''] = /^\u2014 ([^ ]+) ([^ \n]+)\n?$/.exec(line) ?? [];
	const bytes = fromBase64(encoded);
	if (!isKeyName(name) || bytes === undefined || bytes.length <= keyIdBytes) {
		throw malformed(`has the line "${line.slice(0, 100)}" where a signature must stand`);
	}
	return { name, keyId: toHex(bytes.subarray(0, keyIdBytes)), signature: bytes.slice(keyIdBytes) };
}

/** Including the newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
	return `\u2014 ${name} ${toBase64(concat([fromHex(keyId) ?? new Uint8Array(), signature]))}\n`;
}

/** The text a witness signs for a note at a time. */
export function cosignedText(timeSeconds: number, text: string): string {
	return `cosignature/v1\ntime ${timeSeconds}\n${text}`;
}

/** A witness's signature as in a note: the time, then the signature of `cosignedText`. */
export function cosignature(timeSeconds: number, signature: Uint8Array): Uint8Array {
	const time = new Uint8Array(timeBytes);
	new DataView(time.buffer).setBigUint64(0, BigInt(timeSeconds));
	return concat([time, signature]);
}

/**
 * The signatures of known keys, each key once; others are skipped. Throws if a line has the name
 * and id of a known key but its signature is invalid.
 */
export async function verifiedSignatures(
	note: SignedNote,
	keys: readonly VerifierKey[],
): Promise<VerifiedSignature[]> {
	const verified = new Map<VerifierKey, VerifiedSignature>();
	for (const line of note.signatures) {
		const key = keys.find(({ name, keyId }) => name === line.name && keyId === line.keyId);
		if (key === undefined) continue;
		const signature = await verifiedSignature(key, note.text, line.signature);
		if (signature === undefined) {
			throw new ProofFault(
				'bad-signature',
				`The signature of ${key.name} was not made with its key`,
			);
		}
		if (!verified.has(key)) verified.set(key, signature);
	}
	return [...verified.values()];
}

async function verifiedSignature(
	key: VerifierKey,
	text: string,
	signature: Uint8Array,
): Promise<VerifiedSignature | undefined> {
	if (key.type !== cosignatureType) {
		const holds = await isMadeWith(key, text, signature);
		return holds ? { key, timeSeconds: undefined } : undefined;
	}
	const timeSeconds = timeOf(signature);
	if (timeSeconds === undefined) return undefined;
	const signed = cosignedText(timeSeconds, text);
	const holds = await isMadeWith(key, signed, signature.subarray(timeBytes));
	return holds ? { key, timeSeconds } : undefined;
}

function timeOf(signature: Uint8Array): number | undefined {
	if (signature.length !== timeBytes + ed25519SignatureBytes) return undefined;
	const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
	return time > BigInt(timeSecondsMax) ? undefined : Number(time);
}

async function isMadeWith(
	{ name, publicKey }: VerifierKey,
	text: string,
	signature: Uint8Array,
): Promise<boolean> {
	if (signature.length !== ed25519SignatureBytes) return false;
	const algorithm = { name: 'Ed25519' };
	const raw = new Uint8Array(publicKey);
	const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']).catch(() => {
		throw new ProofFault('bad-key', `The key of ${name} is no Ed25519 key`);
	});
	const [made, over] = [new Uint8Array(signature), new Uint8Array(utf8(text))];
	return crypto.subtle.verify(algorithm, key, made, over);
}

function malformed(fault: string): ProofFault {
	return new ProofFault('malformed', `The signed note ${fault}`);
}
