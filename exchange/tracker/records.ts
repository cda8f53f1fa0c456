/**
 * Checks if a value is a record of a model. Integers are bigint, as exact-json.ts reads them;
 * unknown fields are ignored.
 */
import type { ModelField } from '../../api/language/description';
import { models, type ModelName } from '../../api/models';
import type { Model } from '../../api/types';

type Fields = Readonly<Record<string, ModelField>>;

/** True if the value has every field of the model with its type; null counts as absent. */
export function isRecord<Name extends ModelName>(name: Name, value: unknown): value is Model<Name> {
	return hasFields(models[name], value);
}

/** An object's own field, never an inherited one; undefined if it has none. */
export function own(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
	return (value as Readonly<Record<string, unknown>>)[name];
}

function hasFields(fields: Fields, value: unknown): boolean {
	return Object.entries(fields).every(([name, field]) => {
		const found = own(value, name) ?? undefined;
		if (found === undefined) return field.optional === true;
		if (field.many !== true) return isValue(field, found);
		return Array.isArray(found) && found.every((entry) => isValue(field, entry));
	});
}

function isValue({ type, choices, fields }: ModelField, value: unknown): boolean {
	switch (type) {
		case 'integer':
			return typeof value === 'bigint';
		case 'number':
			return typeof value === 'bigint' || Number.isFinite(value);
		case 'boolean':
			return typeof value === 'boolean';
		case 'pair':
			return (
				Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string')
			);
		case 'object':
			return hasFields(fields ?? {}, value);
		case 'string':
			// PostgreSQL cannot store text with a zero byte.
			return (
				typeof value === 'string' &&
				!value.includes('\0') &&
				(choices === undefined || choices.includes(value))
			);
	}
}
