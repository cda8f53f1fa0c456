/**
 * Signatures as pictures for the certificate page: decoded, made small and written anew as PNG, so that
 * nothing else of a file gets into the sealed one. A file that is no picture, or one of too many pixels,
 * gives none.
 */
import sharp from 'sharp';

/** Larger ones are named on the page and not shown. */
export const pictureBytesMax = 20 * 1024 * 1024;

const pixelsMax = 1e8;
const shown = { width: 780, height: 276 };

/** PNG, JPEG and WebP by their first bytes: other things a picture may be drawn from are programs. */
const beginnings: readonly RegExp[] = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^RIFF[^]{4}WEBP/];

export async function signaturePicture(bytes: Buffer): Promise<Buffer | undefined> {
	const head = bytes.toString('latin1', 0, 12);
	if (!beginnings.some((beginning) => beginning.test(head))) return undefined;
	try {
		return await sharp(bytes, { limitInputPixels: pixelsMax })
			.rotate()
			.resize({ ...shown, fit: 'inside', withoutEnlargement: true })
			.toColourspace('srgb')
			.png()
			.toBuffer();
	} catch {
		// It only begins like one.
		return undefined;
	}
}
