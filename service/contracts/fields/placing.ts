/**
 * Places the fields of a new contract or template: sent ones, the template's, and those of text
 * tags. Gives each a name and a size; refuses, by name, the first that its signer cannot fill in
 * or that lies on no page.
 */
import { fieldsMax, fieldTypes, kindOf, type FieldType } from '../../../api/sealer/contract-fields';
import { refuse } from '../../../server/refusal';
import type { FoundTag, PageSize, PdfPlaces } from '../../sealing/pdf/text-tags';
import type { SignerRole } from '../record/contract';
import { detailsFault } from './details';
import { checkedText, type SentText } from './texts';
import { isFilledBySigning, type PlacedField } from '../record/placed-field';
import { nameLengthMax, type SentField } from './sent';

export interface Placing {
	/** For each file; undefined for one that is not sealed as a PDF. */
	readonly files: readonly (PdfPlaces | undefined)[];
	readonly fields: readonly SentField[];
	readonly values: readonly SentText[];
	/** Roles of the signers in order; undefined for a template. */
	readonly roles?: readonly SignerRole[];
	/**
	 * True if the contract is signed when it is created, so that nobody can fill in fields later.
	 */
	readonly isSignedAtOnce?: boolean;
}

export function placedFields(placing: Placing): readonly PlacedField[] {
	const { files, fields, values, isSignedAtOnce = false } = placing;
	requirePdfs(files, fields);
	const tagged = files.flatMap((places, at) =>
		(places?.tags ?? []).map((tag) => inFile(at + 1, fieldOfTag(tag, places?.pages ?? []))),
	);
	const sent = fields.map(({ fileNumber = 1, ...field }) =>
		inFile(fileNumber, sized(field, files[fileNumber - 1]?.pages ?? [])),
	);
	const all = named([...sent, ...tagged]);
	if (all.length > fieldsMax) {
		const rule = `are ${all.length} with those of text tags; at most ${fieldsMax} can be`;
		throw refuse('Request_Invalid', 'fields', rule);
	}
	for (const field of all) requireField(field, placing);
	const filled = withValues(all, values);
	const asked = filled.filter((field) => isSignedAtOnce && isLeftEmpty(field));
	if (asked.length > 0) {
		throw refuse('Sealer_FieldsMissing', asked.map(({ name }) => name).join(', '));
	}
	return filled;
}

/** Refuses fields on a file that is no PDF, or is none of the contract. */
function requirePdfs(
	files: readonly (PdfPlaces | undefined)[],
	fields: readonly SentField[],
): void {
	const strange = fields.find(({ fileNumber = 1 }) => files[fileNumber - 1] === undefined);
	if (strange === undefined) return;
	const { fileNumber = 1 } = strange;
	const which = files.length > 1 ? `file ${fileNumber}` : 'this file';
	const rule =
		fileNumber > files.length
			? `name file ${fileNumber}, and the contract has ${files.length}`
			: `can be placed on PDFs alone, of at most 64 MiB; ${which} is none`;
	throw refuse('Request_Invalid', 'fields', rule);
}

/** Its number is left out of the first file, as in contracts from before there were several. */
function inFile(fileNumber: number, field: Unnamed): Unnamed {
	return fileNumber === 1 ? field : { ...field, fileNumber };
}

function isLeftEmpty(field: PlacedField): boolean {
	return field.required && field.value === undefined && !isFilledBySigning(field);
}

type Unnamed = Omit<PlacedField, 'name'> & { readonly name: string | undefined };

/** Stands for a page that does not exist; requireField refuses its fields later. */
const noPage: PageSize = { width: 595, height: 842 };

function sized(field: Omit<SentField, 'fileNumber'>, pages: readonly PageSize[]): Unnamed {
	const page = pages[field.page - 1] ?? noPage;
	const usual = kindOf(field.type);
	const lines = field.type === 'Radio' ? (field.options?.length ?? 1) : 1;
	const { width = usual.width / page.width } = field;
	const { height = (lines * usual.height) / page.height } = field;
	const { name, required = usual.required, ...rest } = field;
	return { ...rest, name, required, width: rounded(width), height: rounded(height) };
}

/** Minimum sizes of fields from tags, in points: a tag is often shorter than what replaces it. */
const leastSizes: Readonly<Partial<Record<FieldType, PageSize>>> = {
	Signature: { width: 120, height: 36 },
	Date: { width: 95, height: 0 },
};

/** Braces and capitals are a little higher than the text box. */
const coverFactor = 1.25;

const tagOptions = ['name', 'required', 'width', 'height', 'options', 'min', 'max'];

/** The field stands on the lower edge of its tag and is at least as wide. */
function fieldOfTag(tag: FoundTag, pages: readonly PageSize[]): Unnamed {
	const type = fieldTypes.find((one) => one.toLowerCase() === tag.type);
	if (type === undefined) throw new Error(`tags have no type ${tag.type}`);
	const { options } = tag;
	const unknown = Object.keys(options).find((option) => !tagOptions.includes(option));
	if (unknown !== undefined) {
		const rule = `has an option ${unknown}, and knows ${tagOptions.join(', ')}`;
		throw refuse('Sealer_FieldInvalid', tag.text, rule);
	}
	const { name } = options;
	if (name !== undefined && (name === '' || name.length > nameLengthMax)) {
		const rule = `has a name that is empty or longer than ${nameLengthMax} characters`;
		throw refuse('Sealer_FieldInvalid', tag.text, rule);
	}
	const page = pages[tag.page - 1] ?? noPage;
	const least = leastSizes[type] ?? { width: 0, height: 0 };
	const width = points(tag, 'width') ?? Math.max(tag.width, least.width);
	const height = points(tag, 'height') ?? Math.max(tag.height * coverFactor, least.height);
	const bottom = tag.y + tag.height;
	return {
		name,
		type,
		signer: tag.signer,
		page: tag.page,
		x: rounded(tag.x / page.width),
		y: rounded(Math.max(0, bottom - height) / page.height),
		width: rounded(Math.min(width, page.width - tag.x) / page.width),
		height: rounded(Math.min(height, bottom) / page.height),
		required: requiredBy(tag, type),
		...detailsOf(tag),
		tag: {
			width: rounded(tag.width / page.width),
			height: rounded((tag.height * coverFactor) / page.height),
		},
	};
}

/** Options of a choice stand between bars, such as `options=monthly|yearly`. */
function detailsOf({ options: { options, min, max } }: FoundTag) {
	return {
		...(options !== undefined && { options: options.split('|').map((option) => option.trim()) }),
		...(min !== undefined && { min }),
		...(max !== undefined && { max }),
	};
}

function points({ text, options }: FoundTag, option: 'width' | 'height'): number | undefined {
	const given = options[option];
	if (given === undefined) return undefined;
	const number = /^\d{1,4}$/.test(given) ? Number(given) : 0;
	if (number > 0) return number;
	throw refuse('Sealer_FieldInvalid', text, `has a ${option} that is no whole number of points`);
}

function requiredBy({ text, options }: FoundTag, type: FieldType): boolean {
	const given = options['required']?.toLowerCase();
	if (given === undefined) return kindOf(type).required;
	if (given === 'true' || given === 'false') return given === 'true';
	throw refuse('Sealer_FieldInvalid', text, 'is required by neither true nor false');
}

/** Rounds to less than a hundredth of a point. */
function rounded(share: number): number {
	return Math.round(share * 1e5) / 1e5;
}

/** Names unnamed fields by type and number. */
function named(fields: readonly Unnamed[]): readonly PlacedField[] {
	const taken = new Set<string>();
	for (const { name } of fields) {
		if (name === undefined) continue;
		if (taken.has(name)) throw refuse('Sealer_FieldInvalid', name, 'has the name of another one');
		taken.add(name);
	}
	const counts = new Map<FieldType, number>();
	return fields.map((field) => {
		if (field.name !== undefined) return { ...field, name: field.name };
		let name: string;
		do {
			const count = (counts.get(field.type) ?? 0) + 1;
			counts.set(field.type, count);
			name = `${field.type} ${count}`;
		} while (taken.has(name));
		return { ...field, name };
	});
}

function withValues(
	fields: readonly PlacedField[],
	values: readonly SentText[],
): readonly PlacedField[] {
	const texts = new Map<string, string>();
	for (const { name, value } of values) {
		if (!fields.some((field) => field.name === name)) {
			throw refuse('Sealer_FieldInvalid', name, 'is none of this contract');
		}
		if (texts.has(name)) throw refuse('Sealer_FieldInvalid', name, 'is given more than once');
		texts.set(name, value);
	}
	return fields.map((field) => {
		const { value: ownValue, ...rest } = field;
		const value = (texts.get(field.name) ?? ownValue ?? '').trim();
		// The signer fills in an empty field.
		return value === '' ? rest : { ...rest, value: checkedText(field, value) };
	});
}

/** Rounding may move an edge this far beyond the page. */
const slack = 1e-4;

function requireField(field: PlacedField, { files, roles }: Placing): void {
	const places = files[(field.fileNumber ?? 1) - 1];
	const fault =
		placeFault(field, places?.pages.length ?? 0) ??
		signerFault(field, roles) ??
		detailsFault(field);
	if (fault !== undefined) throw refuse('Sealer_FieldInvalid', field.name, fault);
}

function placeFault({ page, ...field }: PlacedField, pageCount: number): string | undefined {
	if (page > pageCount) {
		const count = pageCount === 1 ? 'has one page' : `has ${pageCount} pages`;
		return `names page ${page}, and the document ${count}`;
	}
	const isInside = field.x + field.width <= 1 + slack && field.y + field.height <= 1 + slack;
	return isInside ? undefined : `goes beyond the edge of page ${page}`;
}

function signerFault(
	{ type, signer }: PlacedField,
	roles: readonly SignerRole[] | undefined,
): string | undefined {
	if (roles === undefined) return undefined;
	const role = roles[signer - 1];
	if (role === undefined) return `is of signer ${signer}, and there are ${roles.length}`;
	if (role === 'CopyRecipient') return `is of signer ${signer}, who only gets a copy`;
	return role === 'Approver' && type === 'Signature'
		? `is of signer ${signer}, who approves without a signature`
		: undefined;
}
