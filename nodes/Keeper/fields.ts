/** Fields that several operations of the Keeper node share. */
import { accuracyLevels, levelMeanings, textUnits } from '../../api/comparison/levels';
import type { ShownField } from '../wire/screen';

export const folder: ShownField = { as: 'parameter', label: 'Folder', search: 'searchFolders' };

/** For a scheduled workflow; the folder need not exist before the first run. */
export const folderOrName: ShownField = {
	...folder,
	nameExample: 'e.g. Watched documents',
	description:
		'The folder the document is kept in. By name the oldest folder of exactly that name is taken, and one is made where there is none.',
};

export const accuracy = {
	label: 'Accuracy',
	initial: 'High',
	sentences: Object.fromEntries(
		accuracyLevels.map((level) => [
			level,
			`${levelMeanings[level]}; texts are counted in ${textUnits[level]}s`,
		]),
	),
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

/** Asynchronous calls are chosen by the option Wait. */
export const asynchronous = {
	prefer: { as: 'absent', why: 'sent where the option Wait says how long to wait' },
	respondAsync: { as: 'absent', why: 'another name of the header Prefer' },
} as const;

/** Rules of comparisons, as JSON. */
export const rules: ShownField = { as: 'option', label: 'Rules' };

export const isDeleted: ShownField = {
	as: 'option',
	label: 'Deleted',
	description: 'Whether to get the deleted ones, in place of those in use',
};

export const input: ShownField = {
	as: 'parameter',
	label: 'Input Data Field Name',
	name: 'inputField',
};
