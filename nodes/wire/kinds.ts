/** The parameters of an operation, with the kind of value that each of them takes. */
import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../api/language/description';
import { operationProperties } from './properties';
import {
	endpointOf,
	parameterName,
	type AnyOperationScreen,
	type Kind,
	type NodeScreen,
	type ShownField,
} from './screen';

/** The parameters of an operation, and the kind of each by its name. */
interface Parameters {
	readonly properties: readonly INodeProperties[];
	readonly kinds: ReadonlyMap<string, Kind>;
}

/** Items of one operation come by the thousand. */
const known = new WeakMap<AnyOperationScreen, Parameters>();

export function parametersOf(screen: NodeScreen, operation: AnyOperationScreen): Parameters {
	const found = known.get(operation) ?? made(screen, operation);
	known.set(operation, found);
	return found;
}

function made(screen: NodeScreen, operation: AnyOperationScreen): Parameters {
	const properties = operationProperties(screen, operation);
	const ofTypes = properties.flatMap(kindsIn);
	return { properties, kinds: new Map([...ofTypes, ...kindsOfFields(screen, operation)]) };
}

function kindsOfFields(
	screen: NodeScreen,
	operation: AnyOperationScreen,
): Array<readonly [string, Kind]> {
	const { fields } = endpointOf(screen.area, operation.endpoint);
	const kinds = Object.entries(operation.fields).flatMap(([name, shown]) => {
		const field = fields[name];
		if (shown.as === 'own') return Object.entries(shown.kinds ?? {});
		if (shown.as === 'parameter' || shown.as === 'option') return [kindIn(name, field, shown)];
		if (shown.as !== 'items' || field?.type !== 'object') return [];
		return Object.entries(shown.fields).map(([inner, each]) =>
			kindIn(inner, field.fields[inner], each),
		);
	});
	return [...Object.entries(operation.kinds ?? {}), ...kinds];
}

/** By the type of the parameter, and of those within it. */
function kindsIn(property: INodeProperties): Array<readonly [string, Kind]> {
	const within = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [[property.name, byType[property.type] ?? 'text'], ...within.flatMap(kindsIn)];
}

const byType: Readonly<Record<string, Kind>> = {
	boolean: 'truth',
	number: 'number',
	dateTime: 'moment',
	json: 'object',
};

function kindIn(
	name: string,
	field: Field | undefined,
	shown: ShownField,
): readonly [string, Kind] {
	return [parameterName(name, shown), kindOf(field, shown)];
}

function kindOf(field: Field | undefined, { isMoment }: ShownField): Kind {
	if (field?.many === true && (field.type === 'string' || field.type === 'file')) return 'texts';
	if (field?.type === 'string') {
		return field.format === 'date-time' ? 'moment' : 'text';
	}
	if (field?.type === 'integer' && isMoment === true) return 'moment';
	return byFieldType[field?.type ?? 'string'];
}

const byFieldType: Readonly<Record<Field['type'], Kind>> = {
	boolean: 'truth',
	file: 'file',
	integer: 'number',
	object: 'text',
	pairs: 'text',
	record: 'object',
	string: 'text',
};
