/**
 * Reads the parameters of one item as values of the wire. Missing values and wrong types are
 * refused here, with the label of the field; the service checks limits and rules.
 */
import {
	NodeOperationError,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';
import type { Field } from '../../api/language/description';
import { momentIn, momentText } from './moment';
import { wireFile, type WireFile } from './call/multipart';
import { productIdFor } from './products';
import { isStoredFileId, storedFile } from './stored-file';
import {
	endpointOf,
	parameterName,
	type AnyOperationScreen,
	type FieldScreen,
	type NodeScreen,
	type ShownField,
} from './screen';
import type { WireValue, WireValues } from './call/wire-values';

/** One input item of a running node. */
export interface Item {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
}

/** A refusal of the node itself, before any call is made. */
export function refuseItem(item: Item, message: string, description: string): NodeOperationError {
	return new NodeOperationError(item.context.getNode(), message, {
		itemIndex: item.itemIndex,
		description,
	});
}

function isLocator(value: unknown): value is { readonly value: unknown } {
	return typeof value === 'object' && value !== null && '__rl' in value && 'value' in value;
}

/** A parameter of its own, or an entry of the collection 'Options' as `options.name`. */
function read(item: Item, path: string): unknown {
	const [name = path, option] = path.split('.');
	const whole: unknown = item.context.getNodeParameter(name, item.itemIndex, '');
	const entries = new Map<string, unknown>(Object.entries(whole ?? {}));
	const value = option === undefined ? whole : entries.get(option);
	return isLocator(value) ? value.value : value;
}

/** True if a record is given by name instead of id. */
export function isNamed(item: Item, path: string): boolean {
	const given: unknown = item.context.getNodeParameter(path, item.itemIndex, '');
	return isLocator(given) && 'mode' in given && given.mode === 'name';
}

/** Text of a parameter, trimmed; numbers of an expression count as their digits. */
export function readText(item: Item, path: string): string {
	const value = read(item, path);
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value.trim() : '';
}

/** Text forms of truth values, as the service accepts them. */
const truth = /^(true|1)$/i;
const flag = /^(true|false|1|0|)$/i;

export function readFlag(item: Item, path: string): boolean {
	return truth.test(String(read(item, path)).trim());
}

/** Undefined for an option that was not added. */
function readTruth(item: Item, path: string, label: string): boolean | undefined {
	const value = read(item, path);
	if (value === undefined) return undefined;
	if (flag.test(String(value ?? '').trim())) return readFlag(item, path);
	throw refuseItem(
		item,
		`'${label}' is ${String(value)}, which is neither true nor false`,
		`Enter in '${label}' an expression that gives true or false.`,
	);
}

/** What an expression such as `$('Fetch').item.binary.data` gives. */
function isBinary(value: unknown): value is IBinaryData {
	return typeof value === 'object' && value !== null && 'mimeType' in value && 'data' in value;
}

/** The file of an input field, or of an expression that gives a file, ready to be streamed. */
export async function readFile(item: Item, field: string | IBinaryData): Promise<WireFile> {
	const { helpers } = item.context;
	return await wireFile(helpers, helpers.assertBinaryData(item.itemIndex, field));
}

/** The file of the named input field, of an expression, or of the storage product. */
export async function readBinary(item: Item, path: string, label: string): Promise<WireFile> {
	const given = read(item, path);
	if (isBinary(given)) return await readFile(item, given);
	const field = requireValue(item, readString(item, path), label);
	const { context, itemIndex } = item;
	const isOfItem = context.getInputData()[itemIndex]?.binary?.[field] !== undefined;
	return isOfItem || !isStoredFileId(field)
		? await readFile(item, field)
		: await storedFile(context, itemIndex, field);
}

function readWhole(item: Item, path: string, label: string): number | undefined {
	const text = readText(item, path);
	if (text === '') return undefined;
	if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
		throw refuseItem(
			item,
			`'${label}' is ${text}, which is not a whole number up to ${Number.MAX_SAFE_INTEGER}`,
			`Enter a whole number in '${label}', without a fraction or a thousands separator.`,
		);
	}
	return Number(text);
}

/** Undefined if empty; a required field is then refused. */
function readString(item: Item, path: string): string | undefined {
	const text = readText(item, path);
	return text === '' ? undefined : text;
}

/** A list from an expression, or one text with commas. */
function readTexts(item: Item, path: string): readonly string[] | undefined {
	const given = read(item, path);
	const texts = Array.isArray(given) ? given.map(String) : readText(item, path).split(',');
	const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
	return filled.length === 0 ? undefined : filled;
}

/** An object from an expression, or JSON text. */
function readObject(item: Item, path: string, label: string): IDataObject | undefined {
	const given = read(item, path);
	if (given === undefined || given === '') return undefined;
	const value = typeof given === 'string' ? parsed(given) : given;
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	throw refuseItem(
		item,
		`'${label}' is not a JSON object`,
		`Enter in '${label}' an object such as {"ignorePatterns": ["^Printed on .*$"]}.`,
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readMoment(item: Item, path: string): string | undefined {
	const text = momentText(read(item, path));
	return text === '' ? undefined : momentIn(item.context.getTimezone(), text);
}

function readMilliseconds(item: Item, path: string, label: string): number | undefined {
	const text = readMoment(item, path) ?? readText(item, path);
	if (text === '') return undefined;
	const moment = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
	if (Number.isSafeInteger(moment)) return moment;
	throw refuseItem(
		item,
		`'${label}' is ${text}, which is no moment`,
		`Enter a date and a time in '${label}', or milliseconds since 1970.`,
	);
}

function requireValue<Value>(item: Item, value: Value | undefined, label: string): Value {
	if (value === undefined) {
		throw refuseItem(
			item,
			`'${label}' is empty`,
			`Enter a value in '${label}'; if it is an expression, check what it gives for this item.`,
		);
	}
	return value;
}

async function readShown(
	item: Item,
	field: Field,
	screen: ShownField & { readonly path: string },
): Promise<WireValue | undefined> {
	switch (field.type) {
		case 'file':
			return await readBinary(item, screen.path, screen.label);
		case 'boolean':
			return readTruth(item, screen.path, screen.label);
		case 'integer':
			if (screen.isMoment === true) return readMilliseconds(item, screen.path, screen.label);
			return readWhole(item, screen.path, screen.label);
		case 'string':
			if (field.many) return readTexts(item, screen.path);
			return field.format === 'date-time'
				? readMoment(item, screen.path)
				: readString(item, screen.path);
		case 'record':
			return readObject(item, screen.path, screen.label);
		case 'object':
			throw new Error('no node asks for a list of records');
	}
}

/** This item as one record of the list. */
export async function readRecord(
	item: Item,
	node: NodeScreen,
	operation: AnyOperationScreen,
): Promise<IDataObject> {
	const endpoint = endpointOf(node.area, operation.endpoint);
	const record: IDataObject = {};
	for (const [fieldName, screen] of Object.entries(operation.fields)) {
		const field = endpoint.fields[fieldName];
		if (screen.as !== 'items' || field?.type !== 'object') continue;
		for (const [name, shown] of Object.entries(screen.fields)) {
			const inner = field.fields[name];
			if (inner === undefined) continue;
			const value = await readField(item, inner, [name, shown]);
			if (value !== undefined) record[name] = value as IDataObject[string];
		}
	}
	return record;
}

async function readField(
	item: Item,
	field: Field,
	[fieldName, screen]: readonly [string, ShownField],
): Promise<WireValue | undefined> {
	const name = parameterName(fieldName, screen);
	const path = screen.as === 'option' ? `options.${name}` : name;
	const value = await readShown(item, field, { ...screen, path });
	return field.required === true ? requireValue(item, value, screen.label) : value;
}

/** True if the field is shown with the current parameters. */
function isShown(item: Item, screen: FieldScreen): boolean {
	const where = 'where' in screen ? screen.where : undefined;
	return Object.entries(where ?? {}).every(([name, values]) =>
		values.includes(readText(item, name)),
	);
}

/** All values of the operation, except those its own code reads. */
export async function readValues(
	item: Item,
	node: NodeScreen,
	operation: AnyOperationScreen,
): Promise<WireValues> {
	const endpoint = endpointOf(node.area, operation.endpoint);
	const values: Record<string, WireValue | undefined> = {};
	for (const [fieldName, screen] of Object.entries(operation.fields)) {
		const field = endpoint.fields[fieldName];
		if (field === undefined || !isShown(item, screen)) continue;
		if (screen.as === 'product') {
			const { context, itemIndex } = item;
			const chosen = readText(item, 'options.productId');
			values[fieldName] = await productIdFor(context, node.area, { chosen, itemIndex });
		}
		if (screen.as === 'always') values[fieldName] = screen.value;
		if (screen.as === 'parameter' || screen.as === 'option') {
			values[fieldName] = await readField(item, field, [fieldName, screen]);
		}
	}
	return values;
}
