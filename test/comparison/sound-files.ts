/** A pair of whole files of every format and of every way to write it, to be damaged. */
import sharp from 'sharp';
import { reportPairs } from './report-pairs';

export interface SoundFile {
	readonly fileName: string;
	readonly bytes: Uint8Array;
	/** Another version of it. */
	readonly other: Uint8Array;
}

export async function soundFiles(): Promise<readonly SoundFile[]> {
	const files: SoundFile[] = [];
	for (const [fileName, { kept, sent }] of await reportPairs()) {
		files.push({ fileName, bytes: await wholeOf(kept), other: await wholeOf(sent) });
	}
	const picture = files.find((file) => file.fileName === 'page.png');
	return [...files, ...(picture === undefined ? [] : await asOtherPictures(picture))];
}

async function wholeOf({ read }: { read: () => Promise<AsyncIterable<Uint8Array>> }) {
	const chunks: Uint8Array[] = [];
	for await (const chunk of await read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

function asOtherPictures({ bytes, other }: SoundFile): Promise<readonly SoundFile[]> {
	return Promise.all(
		(['jpeg', 'webp', 'tiff', 'gif'] as const).map(async (format) => ({
			fileName: `page.${format}`,
			bytes: await sharp(bytes).toFormat(format).toBuffer(),
			other: await sharp(other).toFormat(format).toBuffer(),
		})),
	);
}
