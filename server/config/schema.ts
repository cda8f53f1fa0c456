/**
 * Settings as data: one JSON Schema gives check, TypeScript type, defaults, table for the
 * documents, and messages.
 */
import { addressesOf } from './host-list';
import Ajv, { type ErrorObject } from 'ajv';
import { isNetwork } from '../networks';

interface Described {
	/** Shown in the table of settings. */
	readonly meaning: string;
	/** Shown as default if there is no plain one. */
	readonly otherwise?: string;
	/** The rule in words, if the schema does not say it well: `must be ...`. */
	readonly rule?: string;
	/** The value may contain a secret, so no message repeats it. */
	readonly isSecret?: boolean;
}

export interface WholeNumberSetting extends Described {
	readonly type: 'integer';
	readonly minimum: number;
	readonly maximum: number;
	readonly default?: number;
}

export interface TextSetting extends Described {
	readonly type: 'string';
	readonly pattern?: string;
	/** The text is a URL with one of these protocols. */
	readonly protocols?: readonly string[];
	/** The text is a comma-separated list of addresses and networks. */
	readonly networks?: true;
	readonly default?: string;
}

export interface ChoiceSetting extends Described {
	readonly enum: readonly string[];
	readonly default?: string;
}

export interface ListSetting extends Described {
	readonly type: 'array';
	readonly items: Omit<ChoiceSetting, 'meaning'> | Omit<ObjectSetting, 'meaning'>;
	readonly minItems?: number;
	readonly uniqueItems?: boolean;
	readonly default?: readonly string[];
}

export interface ObjectSetting extends Described {
	readonly type: 'object';
	readonly properties: Readonly<Record<string, Setting>>;
	readonly required: readonly string[];
}

/** Settings possible in the environment. */
export type PlainSetting = WholeNumberSetting | TextSetting | ChoiceSetting;

/** Settings possible in a file. */
export type Setting = PlainSetting | ListSetting | ObjectSetting;

/** The TypeScript type of the values a schema admits. */
export type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Choice)[] }
	? Choice
	: Schema extends { readonly type: 'integer' }
		? number
		: Schema extends { readonly type: 'array'; readonly items: infer Items }
			? readonly ValueOf<Items>[]
			: Schema extends { readonly type: 'object'; readonly properties: infer Properties }
				? { readonly [Name in keyof Properties]: ValueOf<Properties[Name]> }
				: string;

/** Why a value is refused: the path of the setting, and the fault. */
export interface SettingFault {
	readonly place: string;
	readonly sentence: string;
}

const ajv = new Ajv({ useDefaults: true, verbose: true, strict: true, allowUnionTypes: true });
ajv.addVocabulary(['meaning', 'otherwise', 'rule', 'isSecret']);
ajv.addKeyword({
	keyword: 'protocols',
	type: 'string',
	validate: (protocols: readonly string[], text: string) =>
		addressesOf(text).every(
			(one) =>
				URL.canParse(one) && protocols.some((protocol) => new URL(one).protocol === `${protocol}:`),
		),
});

ajv.addKeyword({
	keyword: 'networks',
	type: 'string',
	validate: (_isList: true, text: string) => listOf(text).every(isNetwork),
});

/** Splits a list separated by commas. */
export function listOf(text: string): readonly string[] {
	return text.split(',').map((part) => part.trim());
}

/** Compiles a check; it also sets defaults in the checked value. */
export function checkOf(schema: object): (value: unknown) => SettingFault | undefined {
	const isValid = ajv.compile(schema);
	return (value) => {
		if (isValid(value)) return undefined;
		const [fault] = isValid.errors ?? [];
		if (fault === undefined) throw new Error('a value was refused without a fault');
		return faultOf(schema, fault);
	};
}

function faultOf(schema: object, { instancePath, keyword, params, parentSchema }: ErrorObject) {
	const steps = instancePath.split('/').slice(1);
	const within = (name: unknown) => placeName([...steps, String(name)]);
	if (keyword === 'required') {
		return { place: within(params['missingProperty']), sentence: 'is missing' };
	}
	if (keyword === 'additionalProperties') {
		// The name is truncated, because somebody may have put a secret there.
		const place = within(params['additionalProperty']).slice(0, 100);
		return { place, sentence: 'is not known; leave it out' };
	}
	const ruled = ruledPart(schema, steps);
	if (ruled !== undefined) return ruled;
	return { place: placeName(steps), sentence: ruleOf(parentSchema ?? {}) };
}

/** The outermost part on the path with its own rule, which says enough. */
function ruledPart(schema: object, steps: readonly string[]): SettingFault | undefined {
	let part: unknown = schema;
	for (const [index, step] of steps.entries()) {
		part = partOf(part, step);
		if (isRuled(part)) return { place: placeName(steps.slice(0, index + 1)), sentence: part.rule };
	}
	return undefined;
}

function partOf(schema: unknown, step: string): unknown {
	const { items, properties } = schema as {
		readonly items?: unknown;
		readonly properties?: Readonly<Record<string, unknown>>;
	};
	return items ?? properties?.[step];
}

function isRuled(part: unknown): part is { readonly rule: string } {
	return typeof part === 'object' && part !== null && 'rule' in part;
}

/** `transit[0].email` */
function placeName(steps: readonly string[]): string {
	const name = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
	return name.replace(/^\./, '');
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** The rule of a schema, as the end of a sentence. */
export function ruleOf(schema: object): string {
	const { rule, type, minimum, maximum, protocols, ...rest } = schema as Partial<
		Omit<WholeNumberSetting, 'type'> & Omit<TextSetting, 'type'>
	> & { readonly type?: string; readonly enum?: readonly string[] };
	if (rule !== undefined) return rule;
	if (rest.enum !== undefined) return `must be one of ${rest.enum.join(', ')}`;
	if (protocols !== undefined) {
		const starts = protocols.map((protocol) => `${protocol}://`);
		return `must be an address beginning with ${alternatives.format(starts)}`;
	}
	if (type === 'integer') return `must be a whole number from ${minimum} to ${maximum}`;
	return { object: 'must be an object', array: 'must be a list' }[type ?? ''] ?? 'must be a text';
}
