/** Checks sent comparison rules; refuses the first unusable one by name. */
import Ajv, { type ErrorObject } from 'ajv';
import { present } from '../../server/at';
import { refuse } from '../../server/refusal';
import type { CompareRules } from './rules';

/** Maximum entries of one list. */
const rulesMax = 100;
const textLengthMax = 1000;

const text = { type: 'string', minLength: 1, maxLength: textLengthMax };
const listOf = (items: object) => ({ type: 'array', items, maxItems: rulesMax });
const share = { type: 'number', minimum: 0, maximum: 1 };
const size = { type: 'number', exclusiveMinimum: 0, maximum: 1 };
const tolerance = { type: 'number', minimum: 0 };

const region = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1 },
		x: share,
		y: share,
		width: size,
		height: size,
	},
	required: ['x', 'y', 'width', 'height'],
	additionalProperties: false,
};

const rules = {
	ignorePatterns: listOf({ ...text, format: 'regular-expression' }),
	ignoreRegions: listOf(region),
	ignorePaths: listOf({ ...text, pattern: '^/' }),
	ignoreColumns: listOf(text),
	ignoreSelectors: listOf(text),
	onlySelectors: listOf(text),
	numberTolerance: tolerance,
	dateToleranceSeconds: tolerance,
	arrays: { enum: ['ordered', 'set'] },
	arrayKey: text,
	keyColumns: listOf(text),
	delimiter: { enum: ['comma', 'semicolon', 'tab', 'bar'] },
	decimalSign: { enum: ['point', 'comma'] },
	ignoreCase: { type: 'boolean' },
	ignoreWhiteSpace: { type: 'boolean' },
} satisfies Record<keyof Required<CompareRules>, object>;

const ajv = new Ajv({ strict: true, verbose: true });
ajv.addFormat('regular-expression', {
	type: 'string',
	validate: (pattern: string) => patternFault(pattern) === undefined,
});
const isValid = ajv.compile<CompareRules>({
	type: 'object',
	properties: rules,
	additionalProperties: false,
});

type Sent = Readonly<Record<string, unknown>>;

/** Returns valid rules; refuses the first invalid one by name. */
export function checkedRules(sent: Sent): CompareRules {
	const given: unknown = sent;
	if (isValid(given)) return given;
	const [fault] = isValid.errors ?? [];
	if (fault === undefined) throw new Error('a check that fails must name its fault');
	const sentence = present(sentences[fault.keyword], 'a sentence for a keyword')(fault);
	throw refuse('Request_Invalid', 'rules', `cannot be used: ${nameOf(fault)} ${sentence}`);
}

/**
 * Compiles the expression with the flags that comparers use; returns JavaScript's error message.
 */
function patternFault(pattern: string): string | undefined {
	try {
		new RegExp(pattern, 'gmu');
		return undefined;
	} catch (fault) {
		return fault instanceof Error ? fault.message.replace(/^.*: /su, '') : String(fault);
	}
}

/** `ignoreRegions[0].page` */
function nameOf({ keyword, instancePath, params }: ErrorObject): string {
	const steps = instancePath.split('/').slice(1);
	if (keyword === 'required') steps.push(String(params['missingProperty']));
	if (keyword === 'additionalProperties') {
		steps.push(String(params['additionalProperty']).slice(0, 100));
	}
	const [first = '', ...others] = steps;
	return others.reduce(
		(name, step) => name + (/^\d+$/.test(step) ? `[${step}]` : `.${step}`),
		first,
	);
}

const typeNames: Readonly<Record<string, string>> = {
	string: 'a string',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

/** By the keyword of the schema that a value does not meet. */
const sentences: Readonly<Record<string, (fault: ErrorObject) => string>> = {
	type: ({ params: { type } }) => `must be ${typeNames[String(type)] ?? String(type)}`,
	required: () => 'is missing',
	additionalProperties({ parentSchema }) {
		const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
		return `is not known; known are ${known.join(', ')}`;
	},
	enum: ({ params }) =>
		`must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`,
	minLength: () => 'must not be empty',
	maxLength: ({ params: { limit } }) => `must be at most ${limit} characters long`,
	maxItems: ({ params: { limit } }) => `must hold at most ${limit}`,
	minimum: ({ params: { limit } }) => `must be at least ${limit}`,
	exclusiveMinimum: ({ params: { limit } }) => `must be more than ${limit}`,
	maximum: ({ params: { limit } }) => `must be at most ${limit}`,
	pattern: () => 'must begin with /, as a JSON Pointer does',
	format: ({ data }) =>
		`must be a regular expression of JavaScript: ${patternFault(String(data)) ?? ''}`,
};
