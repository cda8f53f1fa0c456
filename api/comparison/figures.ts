/** Result fields of a comparison: counts, differences with their places, what was left out. */
import type { ModelField } from '../language/description';

export const accuracy = {
	type: 'number',
	example: 0.98,
	description: 'Similarity from 0 to 1; 1 only for equal content at the level of the file',
} as const satisfies ModelField;

const count = (kind: string) =>
	({
		type: 'integer',
		beyond: true,
		example: kind === 'changed' ? 1 : 0,
		description: `How many of the unit were ${kind}`,
	}) as const satisfies ModelField;

/** A place in a file. Only the members that the file's format has are present. */
const place = {
	line: { type: 'integer', optional: true, example: 3, description: 'From 1' },
	column: {
		type: 'integer',
		optional: true,
		description: 'The character of the line, from 1, where words or characters are counted',
	},
	page: { type: 'integer', optional: true, description: 'From 1' },
	box: {
		type: 'object',
		optional: true,
		description: 'On the page, as shares of its width and height from the upper left corner',
		fields: {
			x: { type: 'number', example: 0.1, description: 'From the left' },
			y: { type: 'number', example: 0.2, description: 'From the top' },
			width: { type: 'number', example: 0.05, description: 'Of the box' },
			height: { type: 'number', example: 0.02, description: 'Of the box' },
		},
	},
	path: { type: 'string', optional: true, description: 'JSON Pointer, or the part of a document' },
	sheet: { type: 'string', optional: true, description: 'Name of the sheet of a workbook' },
	cell: { type: 'string', optional: true, description: 'A cell such as B7, or a row such as 7' },
	entry: { type: 'string', optional: true, description: 'Path of the entry of an archive' },
	offsetBytes: { type: 'integer', optional: true, description: 'Where the range of bytes begins' },
	sizeBytes: { type: 'integer', optional: true, description: 'How many bytes the range has' },
} as const satisfies Readonly<Record<string, ModelField>>;

/** Fields of a reply about two compared files. */
export const figures = {
	equal: {
		type: 'boolean',
		beyond: true,
		description: 'Whether nothing differs at the level of the file; true of a file kept as new',
	},
	identical: { type: 'boolean', beyond: true, description: 'Whether the bytes are the same' },
	method: {
		type: 'string',
		beyond: true,
		example: 'words',
		description: 'What was compared: words, cells, pixels, pieces of bytes and the like',
	},
	unit: {
		type: 'string',
		optional: true,
		beyond: true,
		example: 'line',
		description:
			'What the counts and changes are in; of texts it follows the level. Absent where nothing was counted',
	},
	added: count('added'),
	removed: count('removed'),
	changed: count('changed'),
	moved: count('moved'),
	changes: {
		type: 'object',
		many: true,
		beyond: true,
		description: 'The differences in the order of the document, at most 1,000 of them',
		fields: {
			kind: {
				type: 'string',
				choices: ['added', 'removed', 'changed', 'moved', 'formatted'],
				description: 'What happened',
			},
			kept: {
				type: 'object',
				optional: true,
				description: 'Where in the kept file',
				fields: place,
			},
			sent: {
				type: 'object',
				optional: true,
				description: 'Where in the file sent',
				fields: place,
			},
			oldText: { type: 'string', optional: true, example: 'two', description: 'What was there' },
			newText: { type: 'string', optional: true, example: '2', description: 'What is there now' },
		},
	},
	notes: {
		type: 'string',
		many: true,
		beyond: true,
		example: 'The file sent was read as UTF-16.',
		description: 'What a reader should know of the comparison',
	},
	ignored: {
		type: 'object',
		many: true,
		beyond: true,
		description: 'What each rule hid from the comparison',
		fields: {
			rule: { type: 'string', example: 'column Date', description: 'The rule' },
			kept: { type: 'integer', example: 2, description: 'How often in the kept file' },
			sent: { type: 'integer', example: 2, description: 'How often in the file sent' },
		},
	},
	summary: {
		type: 'string',
		beyond: true,
		example: '1 line changed.',
		description: 'The outcome in a sentence for people',
	},
} as const satisfies Readonly<Record<string, ModelField>>;
