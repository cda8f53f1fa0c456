/**
 * Verifies signatures with public keys of certificates, using Web Crypto, which browsers and
 * Node.js both have. For unsupported kinds of keys or signatures the outcome is unknown, never
 * right or wrong.
 */
import { derPart, derParts, oidText, readDer } from '../der';

export type SignatureOutcome = 'right' | 'wrong' | 'unknown';

export interface SignatureToCheck {
	/** SubjectPublicKeyInfo, DER. */
	readonly publicKey: Uint8Array;
	readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512';
	readonly signature: Uint8Array;
	readonly signed: Uint8Array;
	/** Encoding of an ECDSA signature: DER in certificates and CMS, plain numbers in a JWS. */
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

interface VerifyParameters {
	readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
	readonly use: { readonly name: string; readonly hash?: string };
	readonly signature: Uint8Array;
}

export async function checkSignature(input: SignatureToCheck): Promise<SignatureOutcome> {
	const parameters = verifyParameters(input);
	if (parameters === undefined) return 'unknown';
	// Copies, because Web Crypto rejects shared memory.
	const spki = new Uint8Array(input.publicKey);
	const key = await crypto.subtle
		.importKey('spki', spki, parameters.key, false, ['verify'])
		.catch(() => undefined);
	if (key === undefined) return 'unknown';
	const [signature, signed] = [new Uint8Array(parameters.signature), new Uint8Array(input.signed)];
	return (await crypto.subtle.verify(parameters.use, key, signature, signed)) ? 'right' : 'wrong';
}

/** Undefined for an unsupported kind of key. */
function verifyParameters({
	publicKey,
	hash,
	signature,
	form,
}: SignatureToCheck): VerifyParameters | undefined {
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

/**
 * Converts a DER-encoded ECDSA signature to its two numbers side by side. Returns an invalid
 * signature if the encoding is wrong.
 */
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
