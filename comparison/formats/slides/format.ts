import type { Format } from '../../core/format';

export const pptx = {
	name: 'a presentation (PPTX)',
	kind: 'slides',
	entry: 'ppt/presentation.xml',
	load: async () => (await import('./comparer.js')).slidesComparer,
} as const satisfies Format;
