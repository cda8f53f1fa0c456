import type { Format } from '../../core/format';

const load = async () => (await import('./comparer.js')).officeComparer;

export const docx = {
	name: 'a document (DOCX)',
	kind: 'document',
	entry: 'word/document',
	load,
} as const satisfies Format;

export const odt = {
	name: 'a document (ODT)',
	kind: 'document',
	mediaType: 'application/vnd.oasis.opendocument.text',
	load,
} as const satisfies Format;
