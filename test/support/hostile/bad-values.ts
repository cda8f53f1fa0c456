/**
 * What callers get wrong, by kind of field: values no field of that kind takes, each with the code
 * it is refused with. Worked out from the description alone, so that a new field is tried as well.
 */
import fc from 'fast-check';
import type {
	Field,
	IntegerField,
	PairsField,
	StringField,
} from '../../../api/language/description';

export interface BadValues {
	readonly what: string;
	readonly values: fc.Arbitrary<unknown>;
	/** `Request_Invalid` when absent. */
	readonly code?: string;
}

const word = fc.string({ minLength: 1, maxLength: 20 });

const notEmails = [
	'nobody',
	'@',
	'ann@',
	'@harbour.test',
	'ann@harbour@test',
	'ann b@harbour.test',
	'ann@-harbour.test',
	'ann@harbour..test',
	'ann@harbour.test, ben@harbour.test',
	'Ann <ann@harbour.test>',
	'"ann"@harbour.test',
	'ann(comment)@harbour.test',
	'ann@[127.0.0.1]',
	'ann@127.0.0.1',
	'ann@localhost',
	'.ann@harbour.test',
	'jürgen@harbour.test',
	'аnn@harbour.test',
	'ann\u200b@harbour.test',
	'ann@\u202eharbour.test',
	'ann@har\u00adbour.test',
	'ann＠harbour.test',
	'ann@xn--a.test',
	`${'a'.repeat(65)}@harbour.test`,
	`ann@${'b'.repeat(64)}.test`,
];

const notMoments = [
	'yesterday',
	'1769851800000',
	'2026-1-31',
	'2026-02-30',
	'2026-02-30T10:00:00Z',
	'2026-01-31 09:30',
	'2026-01-31T25:00:00Z',
	'2026-01-31T09:30:00+25:00',
	'2026-01-31T09:30:00 00:00',
	'31.01.2026',
];

/** Control characters of both blocks; NEL and DEL among them. */
const controls = fc.constantFrom(...'\u0000\u0001\u0007\u0008\t\n\u000b\r\u001b\u007f\u0085\u009f');

function wrongTexts(field: StringField): BadValues[] {
	const { choices, format, maxLength, pattern } = field;
	return [
		{ what: 'is empty', values: fc.constant('') },
		...(maxLength === undefined
			? []
			: [
					{
						what: 'is too long',
						values: fc.integer({ min: maxLength + 1, max: maxLength + 600 }).map(tooLong(format)),
					},
				]),
		...(choices === undefined
			? []
			: [
					{
						what: 'is none of the choices',
						values: fc.oneof(word, fc.constantFrom(...choices.map((choice) => `${choice} `))),
					},
				]),
		...(pattern === undefined
			? []
			: [{ what: 'is not in its form', values: fc.constantFrom('a b', '1 2', '- 1', '1. 5 e') }]),
		...(format === 'email'
			? [{ what: 'is no e-mail address', values: fc.constantFrom(...notEmails) }]
			: []),
		...(format === 'date-time'
			? [{ what: 'is no moment', values: fc.constantFrom(...notMoments) }]
			: []),
	];
}

function tooLong(format: StringField['format']): (length: number) => string {
	const end = format === 'email' ? '@harbour.test' : '';
	return (length) => 'a'.repeat(length - end.length) + end;
}

/** Texts that can travel in a body or a query but not in a header. */
const unreadable = ({ format }: StringField): readonly BadValues[] => [
	{ what: 'is blank', values: fc.constantFrom(' ', '   ', '\u00a0', '\u2003 ') },
	{
		what: 'has a control character',
		values: fc
			.tuple(word, format === 'lines' ? controls.filter((one) => one !== '\n') : controls, word)
			.map((parts) => parts.join('')),
	},
];

function wrongNumbers({ minimum, maximum, codes = {} }: IntegerField): {
	readonly what: string;
	readonly values: fc.Arbitrary<number>;
	readonly code?: string;
}[] {
	return [
		...(minimum === undefined
			? []
			: [
					{
						what: 'is too small',
						values: fc.oneof(
							fc.constant(minimum - 1),
							fc.integer({ min: -2_147_483_648, max: minimum - 1 }),
						),
						code: codes.minimum,
					},
				]),
		...(maximum === undefined
			? []
			: [
					{
						what: 'is too large',
						values: fc.integer({ min: 1, max: 1_000_000 }).map((more) => maximum + 1 + more * 2),
						code: codes.maximum,
					},
				]),
	];
}

/** No record has members that are not described. */
const withUnknownMember = {
	what: 'has a member of no name it knows',
	values: word.map((name): unknown => ({ [`not ${name}`]: true })),
};

/**
 * Wrong values of a field of a JSON body; `undefined` leaves the field out, and so does null where
 * it stands for that.
 */
export function badJson(
	field: Field,
	{ nullIsAbsent }: { readonly nullIsAbsent: boolean } = { nullIsAbsent: false },
): BadValues[] {
	if (field.many) return badLists(field, nullIsAbsent);
	const absent = field.required ? [{ what: 'is missing', values: fc.constant(undefined) }] : [];
	const list = fc.array(fc.jsonValue(), { maxLength: 3 });
	const none = nullIsAbsent && !field.required ? [] : [fc.constant(null)];
	const compound = [...none, list, fc.dictionary(word, fc.jsonValue())];
	const others = [...compound, fc.boolean()];
	if (field.type === 'string') {
		return [
			...absent,
			...wrongTexts(field),
			...unreadable(field),
			{ what: 'is of another type', values: fc.oneof(fc.integer(), ...others) },
			{ what: 'has half a character', values: fc.constantFrom('\ud800', 'a\udfffb', 'x\ud83d') },
		];
	}
	if (field.type === 'boolean') {
		const texts = fc.constantFrom('true', 'false', '', 0, 1);
		return [...absent, { what: 'is of another type', values: fc.oneof(texts, ...compound) }];
	}
	if (field.type === 'record') {
		const texts = fc.oneof(word, fc.constant('{}'), fc.integer());
		const wrong = fc.oneof(texts, fc.boolean(), list, ...none);
		return [...absent, { what: 'is of another type', values: wrong }, withUnknownMember];
	}
	if (field.type === 'pairs') {
		const wrong = fc.oneof(word, fc.integer(), fc.boolean(), list, ...none);
		return [...absent, { what: 'is of another type', values: wrong }, ...wrongPairs(field)];
	}
	if (field.type !== 'integer') throw new Error(`no ${field.type} travels in JSON`);
	const fraction = fc.integer({ min: 1, max: 1_000_000 }).map((whole) => whole + 0.5);
	return [
		...absent,
		...wrongNumbers(field),
		{ what: 'is of another type', values: fc.oneof(word, fc.constant('1'), ...others) },
		{ what: 'is a fraction', values: fraction },
	];
}

function wrongPairs({ itemsMax, maxLength }: PairsField): readonly BadValues[] {
	const notTexts = fc.constantFrom<unknown>(
		7,
		true,
		null,
		[],
		{},
		'',
		' ',
		'a'.repeat(maxLength + 1),
	);
	const many = Array.from({ length: itemsMax + 1 }, (_, at) => [`n${at}`, 'x'] as const);
	return [
		{ what: 'holds one that is no text', values: notTexts.map((text) => ({ order: text })) },
		{
			what: 'has a name not in its form',
			values: fc.constantFrom('', '1', 'a b', 'é', '_', 'a/b').map((name) => ({ [name]: 'x' })),
		},
		{ what: 'has too many pairs', values: fc.constant(Object.fromEntries(many)) },
	];
}

/** No list at all, or one with a wrong value in it. */
function badLists(field: Field, nullIsAbsent: boolean): BadValues[] {
	const single: readonly BadValues[] =
		field.type === 'object'
			? [{ what: 'is of another type', values: fc.oneof(word, fc.integer(), fc.constant(null)) }]
			: badJson({ ...field, many: undefined, required: true });
	const others = [fc.integer(), fc.boolean(), word, ...(nullIsAbsent ? [] : [fc.constant(null)])];
	const { type, itemsMax = 0 } = field;
	const counts =
		type !== 'object'
			? []
			: [
					{ what: 'is an empty list', values: fc.constant([]) },
					{ what: 'is too long', values: fc.constant(Array(itemsMax + 1).fill({})) },
				];
	return [
		...counts,
		{ what: 'is no list', values: fc.oneof(...others, fc.dictionary(word, fc.jsonValue())) },
		...single
			.filter(({ what }) => what !== 'is missing')
			.map(({ what, values, code }) => ({
				what: `holds one that ${what}`,
				values: values.map((value) => [value]),
				...(code !== undefined && { code }),
			})),
	];
}

/** Wrong texts of a field of a query. */
export function badQuery(field: Field): BadValues[] {
	if (field.type === 'string') return [...wrongTexts(field), ...unreadable(field)];
	if (field.type === 'boolean') {
		const values = fc.constantFrom('', 'yes', '2', '00', 'null', 'true ', 'T');
		return [{ what: 'is neither true nor false', values }];
	}
	if (field.type !== 'integer') throw new Error(`no ${field.type} travels in a query`);
	return wrongNotations(field);
}

function wrongNotations(field: IntegerField): BadValues[] {
	const notations = ['', ' ', 'ten', '1.5', '1e3', '0x10', ' 1', '1 ', '+1', '1,000', 'NaN', '１'];
	return [
		...wrongNumbers(field).map(({ values, ...rest }) => ({ ...rest, values: values.map(String) })),
		{ what: 'is no whole number', values: fc.constantFrom(...notations) },
	];
}

const notUtf8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0x63, 0x61, 0x66, 0xe9], [0xf0, 0x9f]];

/** Wrong texts of a text part of a form; bytes stand for what is no text at all. */
export function badPart(field: Field): BadValues[] {
	const bytes = { what: 'is no UTF-8', values: fc.constantFrom(...notUtf8).map(Buffer.from) };
	if (field.type === 'string') {
		const wrong = [...wrongTexts(field), ...unreadable(field), bytes];
		// One that may be empty is filled in or not for each of several.
		const right = field.minLength === 0 ? ['is empty', 'is blank', 'is not in its form'] : [];
		return wrong.filter(({ what }) => !right.includes(what));
	}
	if (field.type === 'record') {
		const texts = fc.constantFrom('', '{', '[]', '"{}"', '7', 'null', "{'a': 1}");
		const { what, values } = withUnknownMember;
		return [
			bytes,
			{ what: 'is no JSON object', values: texts },
			{ what, values: values.map((value) => JSON.stringify(value)) },
		];
	}
	if (field.type === 'integer') return [bytes, ...wrongNotations(field)];
	if (field.type !== 'boolean') throw new Error(`no ${field.type} travels as a text part`);
	const neither = ['', 'yes', 'no', '2', '00', 'null', 'true ', 'truefalse'];
	return [bytes, { what: 'is neither true nor false', values: fc.constantFrom(...neither) }];
}

/** Wrong texts of a header. */
export function badHeader(field: Field): BadValues[] {
	if (field.type !== 'string') throw new Error(`no ${field.type} travels in a header`);
	return wrongTexts(field).filter(
		({ what }) => field.minLength !== undefined || what !== 'is empty',
	);
}
