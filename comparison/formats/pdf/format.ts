import type { Format } from '../../core/format';

/** A PDF may have other bytes before its mark; readers search the first 1,024. */
const markWithinBytes = 1024;

export const pdf = {
	name: 'PDF',
	kind: 'pdf',
	hasMark: ({ buffer, byteOffset, length }: Uint8Array) =>
		Buffer.from(buffer, byteOffset, Math.min(length, markWithinBytes)).includes('%PDF-'),
	load: async () => (await import('./comparer.js')).pdfComparer,
} as const satisfies Format;
