/** The hash by which records name files, computed without holding the file in memory. */
import { Blake2b256 } from '../../proof/blake2b';

/** BLAKE2b-256 in lower-case hex; the page stays responsive. */
export async function fileHash(file: Blob): Promise<string> {
	const hash = new Blake2b256();
	const reader = file.stream().getReader();
	for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
		hash.update(piece.value);
	}
	return hash.digestHex();
}
