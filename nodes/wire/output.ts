/**
 * What records look like in the output of a node: names in camel case, moments in ISO 8601 with zone, and
 * with Simplify only what people use, flat.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EndpointDescription, ModelField } from '../../api/language/description';
import { models } from '../../api/models';
import { endpointOf, type AnyOperationScreen, type NodeScreen } from './screen';
import { simpleRecords, type SimpleRecord } from './simple-records';

type Fields = Readonly<Record<string, ModelField>>;

const allModels: Readonly<Record<string, Fields>> = models;

/** n8n prescribes these words. */
export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Names of the models in an endpoint's replies. */
function modelsOf({ reply, otherReplies = [] }: EndpointDescription): string[] {
	return [reply, ...otherReplies].flatMap((each) =>
		each.kind === 'record' || each.kind === 'list' ? [each.model] : [],
	);
}

/** Fields of the records an operation outputs, in any of its replies. */
export function recordFields(endpoint: EndpointDescription, recordsIn?: string): Fields {
	const whole: Fields = Object.fromEntries(
		modelsOf(endpoint).flatMap((name) => Object.entries(allModels[name] ?? {})),
	);
	return recordsIn === undefined ? whole : (whole[recordsIn]?.fields ?? {});
}

/** The simple form of the records of a get operation; undefined if there is none. */
export function simpleRecordOf(
	screen: NodeScreen,
	{ operation, endpoint: name, recordsIn }: AnyOperationScreen,
): SimpleRecord | undefined {
	if (!operation.startsWith('get')) return undefined;
	const endpoint = endpointOf(screen.area, name);
	const within = recordsIn === undefined ? undefined : recordFields(endpoint, recordsIn);
	const [model = ''] = Object.keys(simpleRecords).filter((each) =>
		within === undefined ? modelsOf(endpoint)[0] === each : allModels[each] === within,
	);
	return simpleRecords[model];
}

/** Converts names and moments of a record. */
export function outputRecord(record: IDataObject, fields: Fields): IDataObject {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name.charAt(0).toLowerCase() + name.slice(1),
			valueInOutput(value, fields[name]),
		]),
	);
}

function valueInOutput(value: IDataObject[string], field: ModelField | undefined) {
	if (field?.isMoment === true) return isoMoment(value);
	if (field?.type !== 'object' || field.fields === undefined) return value;
	const { fields } = field;
	if (Array.isArray(value)) {
		const each: readonly unknown[] = value;
		return each.map((one) => (isRecord(one) ? outputRecord(one, fields) : one)) as IDataObject[];
	}
	return isRecord(value) ? outputRecord(value, fields) : value;
}

function isoMoment(value: IDataObject[string]): IDataObject[string] {
	const moment = typeof value === 'number' ? new Date(value) : undefined;
	return moment === undefined || Number.isNaN(moment.getTime()) ? value : moment.toISOString();
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the common fields of a record; missing ones are left out. */
export function simplified(record: IDataObject, fields: Fields, simple: SimpleRecord): IDataObject {
	const simpler: IDataObject = {};
	for (const [name, places] of Object.entries(simple)) {
		for (const place of places.split('|')) {
			const value = valueAt(record, place.split('.'), fields);
			if (value !== undefined && !(name in simpler)) simpler[name] = value;
		}
	}
	return simpler;
}

function valueAt(
	record: IDataObject,
	[name = '', ...inner]: readonly string[],
	fields: Fields,
): IDataObject[string] {
	const value = record[name];
	if (inner.length === 0) return valueInOutput(value, fields[name]);
	const within = fields[name]?.fields ?? {};
	if (Array.isArray(value)) {
		return value.flatMap((each) => {
			const found = isRecord(each) ? valueAt(each, inner, within) : undefined;
			return found === undefined ? [] : [found];
		}) as string[];
	}
	return isRecord(value) ? valueAt(value, inner, within) : undefined;
}
