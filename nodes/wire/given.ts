/**
 * Checks the parameters of one item before anything is sent: what was given must have a value of its
 * kind. Only what was not given has its default, so that no order is placed, and no amount moved,
 * because an expression gave nothing.
 *
 *   a parameter                       is given
 *   in the panel, by an expression    always
 *   in the panel, fixed               unless it is left empty
 *   of 'Options', or of an entry      always; an option left empty is refused, a member of an
 *     of a list such as 'Signers'       entry only if its expression gives nothing
 *   not shown with the others         never
 */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { chosenIn, isRecord, isTool, readRaw, refuseItem, type Item } from './item';
import { parametersOf } from './kinds';
import type { AnyOperationScreen, Kind, NodeScreen } from './screen';

/** A parameter with its name for people and its value. */
interface Given {
	readonly label: string;
	readonly property: INodeProperties;
	readonly kind: Kind;
	readonly value: unknown;
}

/** Refuses the first parameter that was given and has no value of its kind. */
export function requireGiven(item: Item, screen: NodeScreen, operation: AnyOperationScreen): void {
	const { properties, kinds } = parametersOf(screen, operation);
	for (const property of properties) {
		if (!isShown(item, property.displayOptions?.show)) continue;
		const { name } = property;
		const raw: unknown = item.context.getNodeParameter(name, item.itemIndex, '', {
			rawExpressions: true,
		});
		const value = readRaw(item, name);
		for (const given of givenIn(item, { property, raw, value }, kinds)) requireValue(item, given);
	}
}

interface Parameter {
	readonly property: INodeProperties;
	/** As it stands in the panel. */
	readonly raw: unknown;
	/** What it gives for the item. */
	readonly value: unknown;
}

function givenIn(
	item: Item,
	{ property, raw, value }: Parameter,
	kinds: ReadonlyMap<string, Kind>,
): readonly Given[] {
	const kindOf = (each: INodeProperties) => kinds.get(each.name) ?? 'text';
	if (property.type === 'collection') {
		const added = isRecord(value) ? value : {};
		return members(property)
			.filter((option) => option.name in added && isShown(item, option.displayOptions?.show))
			.flatMap((option) => {
				const given = { property: option, value: added[option.name] };
				return option.type === 'fixedCollection'
					? entriesIn({ ...given, raw: within(raw, option.name) }, kindOf)
					: [{ ...given, label: option.displayName, kind: kindOf(option) }];
			});
	}
	if (property.type === 'fixedCollection') return entriesIn({ property, raw, value }, kindOf);
	const isGiven = isExpression(raw) || !isNothing(chosenIn(value));
	return isGiven ? [{ label: property.displayName, property, kind: kindOf(property), value }] : [];
}

/** Members of the entries of a list, such as the e-mail address of a signer. */
function entriesIn(
	{ property, raw, value }: Parameter,
	kindOf: (property: INodeProperties) => Kind,
): readonly Given[] {
	const [of] = (property.options ?? []) as INodePropertyCollection[];
	if (of === undefined) return [];
	const listed = within(raw, of.name);
	if (isExpression(listed) || isExpression(raw)) {
		const entries = within(value, of.name);
		if (!Array.isArray(entries) || entries.length === 0) {
			return [{ label: property.displayName, property, kind: 'texts', value: entries }];
		}
	}
	const values = listOf(within(value, of.name));
	return values.flatMap((entry, index) =>
		of.values.flatMap((member) => {
			const label = `${of.displayName} ${index + 1}: ${member.displayName}`;
			const [given, shown] = [
				within(entry, member.name),
				within(listOf(listed)[index], member.name),
			];
			const isGiven = isExpression(shown) || !isNothing(given);
			return isGiven ? [{ label, property: member, kind: kindOf(member), value: given }] : [];
		}),
	);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const within = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);

function members({ options = [] }: INodeProperties): readonly INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

type Conditions = Readonly<Record<string, readonly unknown[] | undefined>>;

/** True if the other parameters of the item have values with which it is shown. */
export function isShown(item: Item, conditions: Conditions = {}): boolean {
	return Object.entries(conditions).every(([path, values = []]) => {
		// From inside the collection, parameters outside have a slash.
		const value = String(chosenIn(readRaw(item, path.replace('/', '')))).trim();
		return values.some((each) => String(each) === value);
	});
}

function isExpression(raw: unknown): boolean {
	const text = chosenIn(raw);
	return typeof text === 'string' && text.startsWith('=');
}

function isNothing(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function requireValue(item: Item, given: Given): void {
	const value = chosenIn(given.value);
	const { kind, label } = given;
	if (isNothing(value)) throw refuseGiven(item, given, `'${label}' is empty (${printed(value)})`);
	if (kind === 'texts' && (Array.isArray(value) || typeof value === 'string')) {
		return requireEntries(item, given, Array.isArray(value) ? value : value.split(','));
	}
	if (!isOf[kind](value, given.property)) {
		throw refuseGiven(item, given, `'${label}' is ${printed(value)}, ${wrong[kind]}`);
	}
	const choices = choicesOf(given.property);
	if (choices.length > 0 && !choices.includes(String(value).trim())) {
		const others = choices.join(', ');
		throw refuseGiven(item, given, `'${label}' is ${printed(value)}, which is none of ${others}`);
	}
}

function requireEntries(item: Item, given: Given, entries: readonly unknown[]): void {
	for (const [index, entry] of entries.entries()) {
		if (isText(entry) && !isNothing(entry)) continue;
		const what = isNothing(entry) ? 'is empty' : 'is no text';
		const message = `Entry ${index + 1} of '${given.label}' ${what} (${printed(entry)})`;
		throw refuseGiven(item, given, message);
	}
}

const isText = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

const isOf: Readonly<Record<Kind, (value: unknown, property: INodeProperties) => boolean>> = {
	text: isText,
	texts: isText,
	file: (value) => typeof value === 'string' || (isRecord(value) && 'mimeType' in value),
	truth: (value) => /^(true|false)$/i.test(String(value).trim()) && !Array.isArray(value),
	number: (value, { typeOptions }) =>
		isText(value) && Number(value) >= (typeOptions?.minValue ?? -Infinity),
	moment: (value) =>
		isText(value) ||
		(value instanceof Date && !Number.isNaN(value.getTime())) ||
		(isRecord(value) && 'toISO' in value),
	object: (value) => typeof value === 'string' || isRecord(value),
};

const wrong: Readonly<Record<Kind, string>> = {
	text: 'which is no text',
	texts: 'which is no list of texts',
	file: 'which is neither the name of an input field nor a file',
	truth: 'which is neither true nor false',
	number: 'which is no number that it takes',
	moment: 'which is no moment',
	object: 'which is no JSON object',
};

const cures: Readonly<Record<Kind, string>> = {
	text: 'a text',
	texts: 'a list of texts, or one text with commas',
	file: 'the name of an input field that contains a file, or the ID of a stored file',
	truth: 'true or false',
	number: 'a number',
	moment: 'a date and a time in ISO 8601, or milliseconds since 1970',
	object: 'a JSON object',
};

function choicesOf({ type, options = [] }: INodeProperties): readonly string[] {
	if (type !== 'options') return [];
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}

function refuseGiven(item: Item, { label, kind, property }: Given, message: string) {
	const choices = choicesOf(property);
	const what = choices.length > 0 ? `one of ${choices.join(', ')}` : cures[kind];
	const where = isTool(item.context.getNode())
		? ''
		: `, or remove it; if it is an expression, check what it gives for item ${item.itemIndex}`;
	return refuseItem(item, message, `Nothing was sent. Give in '${label}' ${what}${where}.`);
}

/** A value as an error shows it. */
function printed(value: unknown): string {
	const text = value === undefined ? 'undefined' : (JSON.stringify(value) ?? String(value));
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
