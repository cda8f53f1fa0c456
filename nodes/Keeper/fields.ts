/**
 * Fields that several operations of the Keeper node show alike; where each stands is in `screen.ts`.
 */
import type { INodeProperties } from 'n8n-workflow';
import { levelMeanings } from '../../api/comparison-levels';
import type { ShownField } from '../wire/screen';

export const folder: ShownField = { as: 'parameter', label: 'Folder', search: 'searchFolders' };

/** Where a schedule keeps its documents; it need not be there before the first run. */
export const folderOrName: ShownField = {
	...folder,
	nameExample: 'e.g. Watched documents',
	description:
		'The folder the document is kept in. By name the oldest folder of exactly that name is taken, and one is made where there is none.',
};

export const accuracy = {
	label: 'Accuracy',
	initial: 'High',
	sentences: levelMeanings,
} as const;

export const compareWith: ShownField = {
	as: 'parameter',
	label: 'Compare With',
	initial: 'Latest',
	sentences: {
		Latest: 'The version kept last: what is new since then',
		Original: 'The first version: all that has changed in the end',
		Approved:
			'The version approved last, or the first as long as none is: what nobody has seen yet',
	},
};

export const file: ShownField = { as: 'parameter', label: 'File', search: 'searchFiles' };

export const version: ShownField = { as: 'parameter', label: 'Version ID' };

/** The interface has had three names for one switch. */
export const otherNames = {
	mustGenerateCompareResult: { as: 'absent', why: 'another name of generateDiffFile' },
	mustGenerateFileDiff: { as: 'absent', why: 'another name of generateDiffFile' },
} as const;

export const generateDiffFile: ShownField = {
	as: 'parameter',
	label: 'Generate Diff File',
	description: 'Whether to make a report of the differences, where the type of the file has one',
};

/** What comparisons leave out, as JSON. */
export const rules: ShownField = { as: 'option', label: 'Rules' };

export const isDeleted: ShownField = {
	as: 'option',
	label: 'Deleted',
	description: 'Whether to get the deleted ones, in place of those in use',
};

export const outputField: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'outputField',
	type: 'string',
	default: 'data',
	required: true,
	description: 'Name of the output field to put the binary file data in',
};

export const input: ShownField = {
	as: 'parameter',
	label: 'Input Data Field Name',
	name: 'inputField',
};

export const diffFile: readonly INodeProperties[] = [
	{
		displayName: 'Download Diff File',
		name: 'downloadDiffFile',
		type: 'boolean',
		displayOptions: { show: { generateDiffFile: [true] } },
		default: true,
		description: 'Whether to fetch the diff report and put it in the output item as a file',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'outputField',
		type: 'string',
		displayOptions: { show: { generateDiffFile: [true], downloadDiffFile: [true] } },
		default: 'diff',
		required: true,
		description: 'Name of the output field to put the diff report in',
	},
];
