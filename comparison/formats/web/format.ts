import type { Format } from '../../core/format';

export const html = {
	name: 'HTML',
	kind: 'page',
	isText: true,
	endings: ['htm', 'html', 'xhtml'],
	load: async () => (await import('./html-comparer.js')).htmlComparer,
} as const satisfies Format;
