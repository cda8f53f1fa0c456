import type { Format } from '../../core/format';

export const text = {
	name: 'text',
	kind: 'text',
	isText: true,
	load: async () => (await import('./text-comparer.js')).textComparer,
} as const satisfies Format;
