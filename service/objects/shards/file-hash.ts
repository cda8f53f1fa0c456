/**
 * Incremental BLAKE2b-256 (RFC 7693), the hash of files. Native if the platform has the module,
 * because uploads spend most time on hashing; else WebAssembly with the same digests. It is not a
 * truncated BLAKE2b-512, which Node.js has.
 */
import { createBLAKE2b } from 'hash-wasm';

export interface FileHash {
	update(bytes: Uint8Array): void;
	/** The digest, lower-case hex; may be called once. */
	digestHex(): string;
}

export type FileHashKind = 'native' | 'wasm';

const digestBytes = 32;
const native = loadNative();

/** The kind this machine uses. */
export const fileHashKind: FileHashKind = native === undefined ? 'wasm' : 'native';

function loadNative(): typeof import('@napi-rs/blake-hash') | undefined {
	try {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- an import could not fail
		return require('@napi-rs/blake-hash') as typeof import('@napi-rs/blake-hash');
	} catch {
		// The package throws if it has no binary for the platform.
		return undefined;
	}
}

/** A new hash; by default of the machine's kind. */
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
