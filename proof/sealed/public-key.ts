/**
 * Checking signatures with the public keys of certificates, by the means that a browser and Node have in
 * common. A kind of key or of signature that they do not know is told as unknown, never as right or wrong.
 */
import { derPart, derParts, oidText, readDer } from '../der';

export type SignatureOutcome = 'right' | 'wrong' | 'unknown';

export interface SignatureInHand {
	/** SubjectPublicKeyInfo, DER. */
	readonly publicKey: Uint8Array;
	readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512';
	readonly signature: Uint8Array;
	readonly signed: Uint8Array;
	/** How an ECDSA signature is written: DER in certificates and CMS, plain numbers in a JWS. */
	readonly form: 'der' | 'plain';
}

const kinds = {
	rsa: '1.2.840.113549.1.1.1',
	ec: '1.2.840.10045.2.1',
	ed25519: '1.3.101.112',
} as const;

const curves: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
	'1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
	'1.3.132.0.34': { name: 'P-384', bytes: 48 },
	'1.3.132.0.35': { name: 'P-521', bytes: 66 },
};

const tags = { integer: 0x02, oid: 0x06, sequence: 0x30 } as const;

interface Way {
	readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
	readonly use: { readonly name: string; readonly hash?: string };
	readonly signature: Uint8Array;
}

export async function checkSignature(hand: SignatureInHand): Promise<SignatureOutcome> {
	const way = wayOf(hand);
	if (way === undefined) return 'unknown';
	// Copies, for what is handed in may lie in memory that is shared.
	const spki = new Uint8Array(hand.publicKey);
	const key = await crypto.subtle
		.importKey('spki', spki, way.key, false, ['verify'])
		.catch(() => undefined);
	if (key === undefined) return 'unknown';
	const [signature, signed] = [new Uint8Array(way.signature), new Uint8Array(hand.signed)];
	return (await crypto.subtle.verify(way.use, key, signature, signed)) ? 'right' : 'wrong';
}

/** Nothing for a kind that is not known here. */
function wayOf({ publicKey, hash, signature, form }: SignatureInHand): Way | undefined {
	const algorithm = derPart(readDer(publicKey), 0, tags.sequence);
	const kind = oidText(derPart(algorithm, 0, tags.oid));
	if (kind === kinds.rsa) {
		const key = { name: 'RSASSA-PKCS1-v1_5', hash };
		return { key, use: { name: key.name }, signature };
	}
	if (kind === kinds.ed25519)
		return { key: { name: 'Ed25519' }, use: { name: 'Ed25519' }, signature };
	if (kind !== kinds.ec) return undefined;
	const parameters = derParts(algorithm)[1];
	const curve = parameters?.tag === tags.oid ? curves[oidText(parameters)] : undefined;
	if (curve === undefined) return undefined;
	return {
		key: { name: 'ECDSA', namedCurve: curve.name },
		use: { name: 'ECDSA', hash },
		signature: form === 'plain' ? signature : plainNumbers(signature, curve.bytes),
	};
}

/** The two numbers of an ECDSA signature side by side; what is no such signature is wrong as one. */
function plainNumbers(signature: Uint8Array, bytes: number): Uint8Array {
	const plain = new Uint8Array(2 * bytes);
	const pair = readDer(signature);
	if (pair.tag !== tags.sequence) return new Uint8Array();
	const numbers = derParts(pair);
	for (const [at, { tag, content }] of numbers.entries()) {
		const [first = 0, second = 0] = content;
		const isShortest = first < 0x80 && (first !== 0 || second >= 0x80 || content.length === 1);
		const digits = first === 0 ? content.subarray(1) : content;
		if (at > 1 || tag !== tags.integer || !isShortest || digits.length > bytes) {
			return new Uint8Array();
		}
		plain.set(digits, (at + 1) * bytes - digits.length);
	}
	return numbers.length === 2 ? plain : new Uint8Array();
}
