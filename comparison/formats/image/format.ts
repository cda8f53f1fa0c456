import type { Format } from '../../core/format';

/** PNG, JPEG, GIF, and TIFF in both orders of bytes. */
const begins = [
	[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
	[0xff, 0xd8, 0xff],
	[0x47, 0x49, 0x46, 0x38],
	[0x49, 0x49, 0x2a, 0x00],
	[0x4d, 0x4d, 0x00, 0x2a],
];

export const image = {
	name: 'a picture',
	kind: 'picture',
	begins,
	hasMark: ({ buffer, byteOffset, length }: Uint8Array) =>
		/^RIFF.{4}WEBP/s.test(Buffer.from(buffer, byteOffset, Math.min(length, 12)).toString('latin1')),
	load: async () => (await import('./image-comparer.js')).imageComparer,
} as const satisfies Format;
