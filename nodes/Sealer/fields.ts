/**
 * Contract fields that signers fill in, and their values: parameters and conversion to the wire.
 * Text tags in the PDF need neither.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldTypes, kindOf } from '../../api/sealer/contract-fields';
import { filesMax } from '../../api/sealer/contract-files';
import { refuseItem, type Item } from '../wire/item';
import type { WireValues } from '../wire/call/wire-values';

const share = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 4 },
	default: 0,
	description,
});

const fieldMembers: INodeProperties[] = [
	{
		displayName: 'File Number',
		name: 'fileNumber',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: filesMax, numberPrecision: 0 },
		default: 1,
		description: 'The file of the contract it stands on, 1 for the first',
	},
	share(
		'Height',
		'height',
		'As a share of the height of the page, such as 0.05; 0 for the usual one',
	),
	{
		displayName: 'Max',
		name: 'max',
		type: 'string',
		displayOptions: { show: { type: ['Number'] } },
		placeholder: 'e.g. 1000',
		default: '',
		description: 'The most that the number may be; empty for no limit',
	},
	{
		displayName: 'Min',
		name: 'min',
		type: 'string',
		displayOptions: { show: { type: ['Number'] } },
		placeholder: 'e.g. 0.5',
		default: '',
		description: 'The least that the number may be; empty for no limit',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		placeholder: 'e.g. Start date',
		default: '',
		description: 'What the signer reads; made of the type when empty',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'string',
		typeOptions: { rows: 4 },
		displayOptions: { show: { type: ['Radio', 'Select'] } },
		default: '',
		description: 'What the signer can choose, one option a line',
	},
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'The page it stands on, 1 for the first',
	},
	{
		displayName: 'Required',
		name: 'required',
		type: 'boolean',
		default: true,
		description: 'Whether nobody signs without filling it in',
	},
	{
		displayName: 'Signer',
		name: 'signer',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'Place of its signer among the signers, 1 for the first',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...fieldTypes].sort().map((type) => ({ name: type, value: type })),
		default: 'Signature',
		description: 'What is filled in; Signature and Date fill themselves in when the signer signs',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		description:
			'What stands in it and the signer does not change; empty for the signer to fill in',
	},
	share('Width', 'width', 'As a share of the width of the page, such as 0.3; 0 for the usual one'),
	share('X', 'x', 'Its left edge, as a share of the width of the page, such as 0.1'),
	share('Y', 'y', 'Its upper edge, as a share of the height of the page, such as 0.8'),
];

export const placedFieldProperties: readonly INodeProperties[] = [
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Field',
		default: {},
		description:
			'What signers fill in, at its place on the PDF. Text tags in the PDF, such as {{signature, r1}}, are found by themselves.',
		options: [{ displayName: 'Field', name: 'field', values: fieldMembers }],
	},
];

export const fieldValueProperties: readonly INodeProperties[] = [
	{
		displayName: 'Field Values',
		name: 'fieldValues',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Value',
		default: {},
		description: 'What fields of the contract hold, by their names',
		options: [
			{
				displayName: 'Value',
				name: 'fieldValue',
				values: [
					{
						displayName: 'Field Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Start date',
						default: '',
						description: 'Name of the field, as the template or the text tag has it',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'What stands in it; true or false in a checkbox',
					},
				],
			},
		],
	},
];

/** Entries of the collection; older workflows have none. */
function entriesOf({ context, itemIndex }: Item, path: string): readonly IDataObject[] {
	const entries: unknown = context.getNodeParameter(path, itemIndex, []);
	return Array.isArray(entries) ? (entries as IDataObject[]) : [];
}

/** `values` of the operations that place fields. */
export function readPlacedFields(item: Item): WireValues {
	const fields = entriesOf(item, 'fields.field').map(placedField);
	return fields.length === 0 ? {} : { fields };
}

/** Values of 0 or empty are left out, for the service's defaults, and those of other types. */
function placedField(entry: IDataObject): IDataObject {
	const { name, value, width, height, options, min, max, ...field } = entry;
	const type = fieldTypes.find((known) => known === field['type']);
	const details = type && kindOf(type).details;
	const lines = String(options ?? '').split('\n');
	const filled = Object.entries({
		name,
		value,
		width,
		height,
		...(details === 'range' && { min, max }),
		...(details === 'options' && {
			options: lines.map((line) => line.trim()).filter((line) => line !== ''),
		}),
	}).filter(([, given]) => given !== undefined && given !== '' && given !== 0);
	return { ...field, ...Object.fromEntries(filled) };
}

/** `values` of the operations that fill fields in. */
export function readFieldValues(item: Item): WireValues {
	const fieldValues = entriesOf(item, 'fieldValues.fieldValue').map(({ name, value }) => ({
		name: String(name ?? '').trim(),
		value: String(value ?? ''),
	}));
	const nameless = fieldValues.findIndex(({ name }) => name === '');
	if (nameless >= 0) {
		throw refuseItem(
			item,
			`Value ${nameless + 1} of 'Field Values' has no field name`,
			`Enter 'Field Name' of value ${nameless + 1}, or remove the entry.`,
		);
	}
	return fieldValues.length === 0 ? {} : { fieldValues };
}
