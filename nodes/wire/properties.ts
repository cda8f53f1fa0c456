/**
 * Generates the parameters of a node from its screens and `api/`: resource, operations, fields,
 * Return All and Limit, and the collection 'Options'. `values.ts` reads them back.
 */
import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import type { EndpointDescription, Field, PairsField } from '../../api/language/description';
import { productLabel } from './products';
import { simpleRecordOf, simplifyProperty } from './output';
import {
	endpointOf,
	parameterName,
	type AnyOperationScreen,
	type FieldScreen,
	type NodeScreen,
	type ShownField,
} from './screen';

const byName = (one: { name: string }, other: { name: string }) =>
	one.name.localeCompare(other.name, 'en');

const productOption: INodeProperties = {
	displayName: productLabel,
	name: 'productId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getProducts' },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The product to work in, in place of the one in the credential',
};

const pagingProperties: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

function resourceProperty(screen: NodeScreen): INodeProperties {
	const options = Object.entries(screen.resources).map(([value, name]) => ({ name, value }));
	const property: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: options.sort(byName),
		default: '',
	};
	return { ...property, default: Object.keys(screen.resources)[0] };
}

function operationOption(screen: NodeScreen, operation: AnyOperationScreen): INodePropertyOptions {
	return {
		name: operation.name,
		value: operation.operation,
		action: operation.action,
		description: operation.description ?? endpointOf(screen.area, operation.endpoint).summary,
	};
}

function operationProperty(screen: NodeScreen, resource: string): INodeProperties {
	const operations = screen.operations.filter((operation) => operation.resource === resource);
	const property: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map((operation) => operationOption(screen, operation)).sort(byName),
		default: '',
	};
	return { ...property, default: operations[0]?.operation };
}

/** Properties that follow from a field's type; a file is named by its binary field. */
function typedPart(
	field: Field,
	screen: ShownField,
): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
	switch (field.type) {
		case 'file':
			return {
				type: 'string',
				default: field.many === true ? '' : (screen.initial ?? 'data'),
				description:
					field.many === true
						? 'Names of the input fields that contain the binary file data, or IDs of stored files, in order. Comma-separated list or an expression that gives an array.'
						: 'Name of the input field that contains the binary file data, or the ID of a stored file',
				hint: field.description,
			};
		case 'boolean':
			return { type: 'boolean', default: screen.initial ?? false };
		case 'integer':
			if (screen.isMoment === true) return { type: 'dateTime', default: '' };
			return {
				type: 'number',
				typeOptions: {
					numberPrecision: 0,
					...(field.minimum === undefined ? {} : { minValue: field.minimum }),
					...(field.maximum === undefined ? {} : { maxValue: field.maximum }),
				},
				default: screen.initial ?? field.minimum ?? 0,
			};
		case 'string':
			if (field.format === 'date-time') return { type: 'dateTime', default: '' };
			return stringPart(field.choices, screen);
		case 'record':
			return { type: 'json', default: '{}' };
		case 'pairs':
			return pairsPart(field);
		case 'object':
			throw new Error('no node asks for a list of records');
	}
}

function pairsPart({
	names,
	maxLength,
}: PairsField): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
	const text = { type: 'string', default: '' } as const;
	const name = { displayName: 'Name', name: 'name', description: `It ${names.words}` };
	const of = `A text of up to ${maxLength} characters`;
	const value = { displayName: 'Value', name: 'value', description: of };
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Pair',
		default: {},
		options: [
			{
				displayName: 'Pair',
				name: 'pair',
				values: [
					{ ...name, ...text },
					{ ...value, ...text },
				],
			},
		],
	};
}

function stringPart(
	choices: readonly string[] | undefined,
	screen: ShownField,
): Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties> {
	if (screen.search !== undefined) {
		return {
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: screen.search, searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: screen.idExample ?? 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
				},
				...nameMode(screen),
			],
		};
	}
	if (choices !== undefined) {
		return {
			type: 'options',
			options: choiceOptions(choices, screen),
			default: screen.initial ?? choices[0] ?? '',
		};
	}
	return { type: 'string', default: screen.initial ?? '' };
}

/**
 * Choices with descriptions keep the order of `api/`, others are sorted by name. n8n requires five
 * or more to be sorted by name, so numbers keep their order.
 */
function choiceOptions(
	choices: readonly string[],
	{ sentences, names }: ShownField,
): INodePropertyOptions[] {
	const nameOf = (choice: string) => names?.[choice] ?? choice;
	if (sentences === undefined) {
		return choices.map((choice) => ({ name: nameOf(choice), value: choice })).sort(byName);
	}
	return choices.map((choice, index) => ({
		name: choices.length < 5 ? nameOf(choice) : `${index + 1}. ${nameOf(choice)}`,
		value: choice,
		description: sentences[choice],
	}));
}

/** A third mode, if the operation looks up names. */
function nameMode({ nameExample, nameLabel = 'By Name' }: ShownField): INodePropertyMode[] {
	const mode = { name: 'name', type: 'string' } as const;
	return nameExample === undefined
		? []
		: [{ ...mode, displayName: nameLabel, placeholder: nameExample }];
}

function fieldProperty(fieldName: string, field: Field, screen: ShownField): INodeProperties {
	return {
		displayName: screen.label,
		name: parameterName(fieldName, screen),
		...(field.required === true ? { required: true } : {}),
		...shownWhere(screen),
		description: screen.description ?? field.description,
		...(screen.placeholder === undefined ? {} : { placeholder: screen.placeholder }),
		...typedPart(field, screen),
	};
}

function shownWhere({ as, where }: ShownField): Pick<INodeProperties, 'displayOptions'> {
	if (where === undefined) return {};
	const show: Record<string, string[]> = {};
	// From inside the collection, parameters outside need a slash.
	const above = as === 'option' ? '/' : '';
	for (const [name, values] of Object.entries(where)) show[above + name] = [...values];
	return { displayOptions: { show } };
}

function propertiesOfField(
	endpoint: EndpointDescription,
	fieldName: string,
	screen: FieldScreen,
): readonly INodeProperties[] {
	const field = endpoint.fields[fieldName];
	if (screen.as === 'own') return screen.properties;
	if (screen.as === 'items') return shownOf(field, screen, 'parameter');
	if (screen.as === 'parameter' && field !== undefined) {
		return [fieldProperty(fieldName, field, screen)];
	}
	return screen.as === 'paging' && fieldName === 'limit' ? pagingProperties : [];
}

/** Fields of a record that are shown as parameters, or as options. */
function shownOf(
	field: Field | undefined,
	{ fields }: Extract<FieldScreen, { as: 'items' }>,
	as: ShownField['as'],
): INodeProperties[] {
	const described = field?.type === 'object' ? field.fields : {};
	return Object.entries(fields).flatMap(([name, shown]) => {
		const inner = described[name];
		return inner === undefined || shown.as !== as ? [] : [fieldProperty(name, inner, shown)];
	});
}

function optionsOfOperation(
	endpoint: EndpointDescription,
	operation: AnyOperationScreen,
): readonly INodeProperties[] {
	const options = Object.entries(operation.fields).flatMap(([fieldName, screen]) => {
		const field = endpoint.fields[fieldName];
		if (screen.as === 'product') return [productOption];
		if (screen.as === 'items') return shownOf(field, screen, 'option');
		if (screen.as !== 'option' || field === undefined) return [];
		return [fieldProperty(fieldName, field, screen)];
	});
	return [...options, ...(operation.options ?? [])].sort((one, other) =>
		one.displayName.localeCompare(other.displayName, 'en'),
	);
}

/** The parameters of one operation. */
export function operationProperties(
	screen: NodeScreen,
	operation: AnyOperationScreen,
): INodeProperties[] {
	const endpoint = endpointOf(screen.area, operation.endpoint);
	const properties = [
		...(operation.before ?? []),
		...Object.entries(operation.fields).flatMap(([fieldName, fieldScreen]) =>
			propertiesOfField(endpoint, fieldName, fieldScreen),
		),
		...(operation.after ?? []),
		...(simpleRecordOf(screen, operation) === undefined ? [] : [simplifyProperty]),
	];
	const options = optionsOfOperation(endpoint, operation);
	if (options.length > 0) {
		properties.push({
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [...options],
		});
	}
	const show = { resource: [operation.resource], operation: [operation.operation] };
	return properties.map((property) => shownWith(show, property));
}

/** The further conditions come last: an expression among them shows the parameter at once. */
function shownWith(
	show: DisplayRule,
	{ displayOptions, ...property }: INodeProperties,
): INodeProperties {
	return { ...property, displayOptions: { show: { ...show, ...displayOptions?.show } } };
}

type DisplayRule = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** All parameters of a node, in the order they are shown. */
export function nodeProperties(screen: NodeScreen): INodeProperties[] {
	return [
		resourceProperty(screen),
		...Object.keys(screen.resources).map((resource) => operationProperty(screen, resource)),
		...screen.operations.flatMap((operation) => operationProperties(screen, operation)),
	];
}
