/**
 * Generates JSON Schemas and examples from the description, for the documents and for
 * serialisation.
 */
import type { Field, ModelField, ReplyDescription } from '../../../api/language/description';
import { models, type ModelName } from '../../../api/models';

export type Schema = Record<string, unknown>;

type Fields = Readonly<Record<string, ModelField>>;

/** The fields of a model; throws for an unknown name. */
export function modelFields(name: string): Fields {
	if (!Object.hasOwn(models, name)) throw new Error(`no model named ${name}`);
	return models[name as ModelName];
}

export function modelSchema(fields: Fields): Schema {
	return {
		type: 'object',
		properties: Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, propertySchema(field)]),
		),
		required: Object.entries(fields)
			.filter(([, field]) => !field.optional)
			.map(([name]) => name),
	};
}

function propertySchema(field: ModelField): Schema {
	const { many, beyond } = field;
	const description = beyond ? `${field.description}; beyond the specification` : field.description;
	const single = singleSchema(field);
	return many ? { type: 'array', items: single, description } : { ...single, description };
}

function singleSchema({ type, choices, format, fields }: ModelField): Schema {
	switch (type) {
		case 'object':
			return fields === undefined ? { type, additionalProperties: true } : modelSchema(fields);
		case 'pair':
			return { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 };
		case 'string':
		case 'integer':
		case 'number':
		case 'boolean':
			return { type, ...(choices && { enum: choices }), ...(format && { format }) };
	}
}

export function fieldSchema(field: Field): Schema {
	const earlier = field.formerly?.join(' or ');
	const description = field.description + (earlier === undefined ? '' : `; formerly ${earlier}`);
	const single = singleFieldSchema(field);
	if (!field.many) return { ...single, description };
	const { type, itemsMax: maxItems } = field;
	const minItems = type === 'object' ? 1 : undefined;
	return withoutAbsent({ type: 'array', items: single, minItems, maxItems, description });
}

/** The JSON Schema of a record that allows no other fields. */
export function fieldsSchema(fields: Readonly<Record<string, Field>>): Schema {
	const all = Object.entries(fields);
	return {
		type: 'object',
		additionalProperties: false,
		properties: Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)])),
		required: all.filter(([, field]) => field.required).map(([name]) => name),
	};
}

function singleFieldSchema(field: Field): Schema {
	switch (field.type) {
		case 'file':
			return { type: 'string', format: 'binary' };
		case 'boolean':
			return { type: 'boolean' };
		case 'object':
			return fieldsSchema(field.fields);
		case 'record':
			return { ...modelSchema(modelFields(field.model)), additionalProperties: false };
		case 'pairs':
			return {
				type: 'object',
				maxProperties: field.itemsMax,
				propertyNames: { pattern: field.names.expression },
				additionalProperties: { type: 'string', minLength: 1, maxLength: field.maxLength },
			};
		case 'integer':
			return withoutAbsent({
				type: 'integer',
				minimum: field.minimum,
				maximum: field.maximum,
				default: field.default,
			});
		case 'string':
			return withoutAbsent({
				type: 'string',
				minLength: field.minLength,
				maxLength: field.maxLength,
				format: field.format,
				pattern: field.pattern?.expression,
				enum: field.choices,
				default: field.default,
			});
	}
}

function withoutAbsent(schema: Schema): Schema {
	return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** An example record: all required properties, and optional ones with an example. */
export function modelExample(fields: Fields): Schema {
	const shown = Object.entries(fields).filter(
		([, field]) => !field.optional || field.example !== undefined,
	);
	return Object.fromEntries(shown.map(([name, field]) => [name, propertyExample(field)]));
}

function propertyExample(field: ModelField): unknown {
	const { many, example, choices, fields, type } = field;
	const single =
		example ?? (fields === undefined ? undefined : modelExample(fields)) ?? choices?.[0];
	const value = single ?? (type === 'boolean' ? false : undefined);
	if (value === undefined) throw new Error(`nothing shows what this is: ${field.description}`);
	return many ? [value] : value;
}

/** The JSON Schema of a reply's record or list item; empty for other replies. */
export function recordSchema(reply: ReplyDescription): Schema {
	return 'model' in reply ? modelSchema(modelFields(reply.model)) : {};
}
