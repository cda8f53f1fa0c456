/**
 * The sealed form of a contract that is not a PDF: a ZIP with the signed file, its record, and the
 * record's signed manifest. The file is streamed.
 */
import { Zip, ZipPassThrough } from 'fflate';

/** The limit of a ZIP without the ZIP64 extension, with room for the other files. */
export const archivedBytesMax = 4_000_000_000;

export const manifestFileName = 'sealkeeper-manifest.jws';

export interface ArchivedFile {
	readonly name: string;
	readonly bytes: AsyncIterable<Uint8Array>;
}

export async function* sealedArchive(
	files: readonly ArchivedFile[],
	time: Date,
): AsyncGenerator<Uint8Array> {
	const made: Uint8Array[] = [];
	const zip = new Zip((fault, part) => {
		if (fault !== null) throw fault;
		made.push(part);
	});
	for (const { name, bytes } of files) {
		const entry = new ZipPassThrough(name);
		entry.mtime = time;
		zip.add(entry);
		for await (const part of bytes) {
			entry.push(part);
			yield* made.splice(0);
		}
		entry.push(new Uint8Array(), true);
		yield* made.splice(0);
	}
	zip.end();
	yield* made;
}
