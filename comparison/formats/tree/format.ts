import type { Format } from '../../core/format';

export const json = {
	name: 'JSON',
	kind: 'tree',
	isText: true,
	endings: ['json', 'geojson', 'ipynb', 'jsonl', 'ndjson'],
	load: async () => (await import('./comparers.js')).jsonComparer,
} as const satisfies Format;

export const yaml = {
	name: 'YAML',
	kind: 'tree',
	isText: true,
	endings: ['yaml', 'yml'],
	load: async () => (await import('./comparers.js')).yamlComparer,
} as const satisfies Format;

export const xml = {
	name: 'XML',
	kind: 'tree',
	isText: true,
	endings: ['xml', 'svg', 'xsd', 'xsl'],
	load: async () => (await import('./comparers.js')).xmlComparer,
} as const satisfies Format;
