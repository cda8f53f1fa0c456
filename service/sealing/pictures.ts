/**
 * Signature pictures for the certificate page: decoded, resized and encoded as PNG, so that
 * nothing else of a file gets into the sealed one. Returns undefined for a file that is no picture
 * or has too many pixels.
 */
import sharp from 'sharp';

/** Larger files are named on the page but not shown. */
export const pictureBytesMax = 20 * 1024 * 1024;

const pixelsMax = 1e8;
const shown = { width: 780, height: 276 };

/** PNG, JPEG and WebP by their first bytes; other formats could contain programs. */
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
		// It only begins like a picture.
		return undefined;
	}
}
