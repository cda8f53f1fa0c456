/**
 * Reads the parameters of one item as values of the wire. Missing values and wrong types are
 * refused here, with the label of the field; the service checks limits and rules.
 */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Field } from '../../api/language/description';
import { isShown, requireGiven } from './given';
import { chosenIn, isRecord, readFlag, readRaw, readText, refuseItem, type Item } from './item';
import { momentIn, momentText } from './moment';
import { wireFile, type WireFile } from './call/multipart';
import { productIdFor } from './products';
import { isStoredFileId, storedFile } from './stored-file';
import {
	endpointOf,
	parameterName,
	type AnyOperationScreen,
	type NodeScreen,
	type ShownField,
} from './screen';
import type { WireValue, WireValues } from './call/wire-values';

const read = (item: Item, path: string) => chosenIn(readRaw(item, path));

/** Undefined for an option that was not added. */
function readTruth(item: Item, path: string): boolean | undefined {
	return read(item, path) === undefined ? undefined : readFlag(item, path);
}

/** What an expression such as `$('Fetch').item.binary.data` gives. */
function isBinary(value: unknown): value is IBinaryData {
	return isRecord(value) && 'mimeType' in value && 'data' in value;
}

/** The file of an input field, or of an expression that gives a file, ready to be streamed. */
export async function readFile(item: Item, field: string | IBinaryData): Promise<WireFile> {
	const { helpers } = item.context;
	const binary = helpers.assertBinaryData(item.itemIndex, field);
	try {
		return await wireFile(helpers, binary);
	} catch (error) {
		const { fileName = 'file' } = binary;
		const place = typeof field === 'string' ? `input field '${field}'` : 'the expression';
		throw refuseItem(
			item,
			`n8n no longer has '${fileName}', the file in ${place} of item ${item.itemIndex}`,
			`What it met: ${error instanceof Error ? error.message : String(error)}. n8n deletes the files of executions that it prunes, also of one that waited long. Keep executions longer (EXECUTIONS_DATA_MAX_AGE), or fetch the file anew behind the wait.`,
		);
	}
}

/** The file of the named input field, of an expression, or of the storage product. */
export async function readBinary(item: Item, path: string, label: string): Promise<WireFile> {
	const given = read(item, path);
	if (isBinary(given)) return await readFile(item, given);
	return await readNamed(item, requireValue(item, readString(item, path), label));
}

async function readNamed(item: Item, field: string): Promise<WireFile> {
	const { context, itemIndex } = item;
	const isOfItem = context.getInputData()[itemIndex]?.binary?.[field] !== undefined;
	return isOfItem || !isStoredFileId(field)
		? await readFile(item, field)
		: await storedFile(context, itemIndex, field);
}

async function readFiles(item: Item, path: string): Promise<readonly WireFile[] | undefined> {
	const fields = readTexts(item, path);
	return fields && (await Promise.all(fields.map((field) => readNamed(item, field))));
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
	const text = readText(item, path);
	if (!Array.isArray(given) && text === '') return undefined;
	const texts = Array.isArray(given) ? given.map(String) : text.split(',');
	return texts.map((each) => each.trim());
}

/** An object from an expression, or JSON text. */
function readObject(item: Item, path: string, label: string): IDataObject | undefined {
	const given = read(item, path);
	if (given === undefined || given === '') return undefined;
	const value = typeof given === 'string' ? parsed(given) : given;
	if (isRecord(value)) return value as IDataObject;
	throw refuseItem(
		item,
		`'${label}' is not a JSON object`,
		`Enter in '${label}' an object such as {"ignorePatterns": ["^Printed on .*$"]}.`,
	);
}

/** The entries of a list of names and values; the service says which of them it does not take. */
function readPairs(item: Item, path: string, label: string): IDataObject | undefined {
	const given = read(item, path);
	if (given === undefined) return undefined;
	const entries: unknown = isRecord(given) ? given.pair : undefined;
	const pairs = (Array.isArray(entries) ? entries : []).map(
		({ name, value }: IDataObject) => [pairText(name), pairText(value)] as const,
	);
	const names = pairs.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (names.length > 0 && twice === undefined) return Object.fromEntries(pairs);
	throw refuseItem(
		item,
		twice === undefined ? `'${label}' is empty` : `'${label}' has '${twice}' twice`,
		`Give in '${label}' pairs with a name of their own each, or remove it.`,
	);
}

function pairText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
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
	const text = readMoment(item, path);
	if (text === undefined) return undefined;
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
			if (field.many === true) return await readFiles(item, screen.path);
			return await readBinary(item, screen.path, screen.label);
		case 'boolean':
			return readTruth(item, screen.path);
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
		case 'pairs':
			return readPairs(item, screen.path, screen.label);
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

/** All values of the operation, except those its own code reads. */
export async function readValues(
	item: Item,
	node: NodeScreen,
	operation: AnyOperationScreen,
): Promise<WireValues> {
	requireGiven(item, node, operation);
	const endpoint = endpointOf(node.area, operation.endpoint);
	const values: Record<string, WireValue | undefined> = {};
	for (const [fieldName, screen] of Object.entries(operation.fields)) {
		const field = endpoint.fields[fieldName];
		const where = 'where' in screen ? screen.where : undefined;
		if (field === undefined || !isShown(item, where)) continue;
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
