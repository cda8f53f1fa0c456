import type { CompareEntry, Format } from '../../core/format';

export const zip = {
	name: 'a ZIP archive',
	kind: 'archive',
	begins: [
		[0x50, 0x4b, 0x03, 0x04],
		[0x50, 0x4b, 0x05, 0x06],
	],
	load: async (compareEntry: CompareEntry) =>
		(await import('./archive-comparer.js')).archiveComparer(compareEntry),
} as const satisfies Format;
