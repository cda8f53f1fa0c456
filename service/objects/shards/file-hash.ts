/**
 * The hash of a file, BLAKE2b-256 (RFC 7693), as a running hash. It is native where the machine
 * has the native code, since hashing is what an upload spends most on, and WebAssembly elsewhere;
 * both give the same digest. It is not the first half of BLAKE2b-512, which Node.js has.
 */
import { createBLAKE2b } from 'hash-wasm';

export interface FileHash {
	update(bytes: Uint8Array): void;
	/** The digest as lower-case hex; the hash is spent afterwards. */
	digestHex(): string;
}

export type FileHashKind = 'native' | 'wasm';

const digestBytes = 32;
const native = loadNative();

/** The kind this machine hashes with. */
export const fileHashKind: FileHashKind = native === undefined ? 'wasm' : 'native';

function loadNative(): typeof import('@napi-rs/blake-hash') | undefined {
	try {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import could not fail
		return require('@napi-rs/blake-hash') as typeof import('@napi-rs/blake-hash');
	} catch {
		// The package throws where it has no code for the platform; WebAssembly serves there.
		return undefined;
	}
}

/** A fresh hash of the kind asked for, the machine's own kind without asking. */
export async function newFileHash(kind: FileHashKind = fileHashKind): Promise<FileHash> {
	if (kind === 'native') return nativeHash();
	const hasher = (await createBLAKE2b(digestBytes * 8)).init();
	return {
		update: (bytes) => void hasher.update(bytes),
		digestHex: () => hasher.digest('hex'),
	};
}

function nativeHash(): FileHash {
	if (native === undefined) throw new Error('this machine has no native hash');
	const parameters = new native.Blake2BParam();
	parameters.hashLength(digestBytes);
	const hasher = native.Blake2BHasher.withParams(parameters);
	return {
		update: (bytes) =>
			void hasher.update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
		digestHex: () => hasher.digest('hex'),
	};
}
