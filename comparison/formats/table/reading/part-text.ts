/** Decodes a part of an office file, piece by piece. */
import type { Zip } from '../../archive/zip-reading';

export async function* partText(zip: Zip, part: string): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	for await (const chunk of zip.chunks(part)) {
		const isUtf16 = chunk[0] === 0xff && chunk[1] === 0xfe;
		decoder ??= new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8');
		yield decoder.decode(chunk, { stream: true });
	}
}
