/** A contract that is being prepared: who signs, and where. Pure, so that every step can be undone by the one before. */
import { givenCodeLengthMax, givenCodeLengthMin } from '../../../api/sealer/codes';
import { kindOf, optionsMin, type FieldType } from '../../../api/sealer/contract-fields';
import type { Input, Model } from '../../../api/types';
import { lineOf } from '../../parts/person-text';
import type { SayText, Values } from '../../parts/language/text-table';
import type { RecipientList } from './recipients';
import type { TextName } from './texts';

export type Sent = Input<'sealer', 'createContract', Blob>;
export type SignerRole = NonNullable<Sent['signerRoles']>[number];
export type SignerCode = NonNullable<Sent['signerCodes']>[number];
export type Language = NonNullable<Sent['language']>;

export interface Signer {
	readonly email: string;
	readonly role: SignerRole;
	/** What they enter at the link; nothing when absent. */
	readonly code?: SignerCode;
	/** That the sender tells them. */
	readonly givenCode?: string;
}

/** Sides are shares of the page. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface PlacedField extends Box {
	/** Of this draft; the server makes a name. */
	readonly id: number;
	readonly type: FieldType;
	/** Index in the signers. */
	readonly signer: number;
	/** Of the draft, from 1, which is meant when absent. */
	readonly fileNumber?: number;
	/** From 1. */
	readonly page: number;
	readonly required: boolean;
	/** What the signer reads; the server makes a name where it is empty. */
	readonly name?: string;
	/** Of a Select or a Radio, as they are entered: one a line. */
	readonly options?: string;
	/** Of a Number, as they are entered. */
	readonly min?: string;
	readonly max?: string;
}

export interface Draft {
	/** So that a contract that was sent without an answer is not sent twice. */
	readonly key: string;
	readonly file: File | undefined;
	/** After the first; a draft that was kept by an earlier version has none. */
	readonly moreFiles?: readonly File[];
	/** Of the template that it began with. */
	readonly templateId?: string | undefined;
	readonly name: string;
	/** Who else gets the same, in place of the signers without an address. */
	readonly list?: RecipientList | undefined;
	readonly signers: readonly Signer[];
	readonly isSequential: boolean;
	readonly fields: readonly PlacedField[];
	readonly message: string;
	readonly expiresInDays: string;
	readonly reminderDays: string;
	readonly language: Language | '';
}

export function emptyDraft(key: string): Draft {
	return {
		key,
		file: undefined,
		name: '',
		signers: [{ email: '', role: 'Signer' }],
		isSequential: false,
		fields: [],
		message: '',
		expiresInDays: '',
		reminderDays: '',
		language: '',
	};
}

/** An upright page, in points. */
const upright = { width: 595, height: 842 };

/** The size a field has when it is put down, or its options change, as shares of an upright page. */
function usualSize(type: FieldType, options = ''): Pick<Box, 'width' | 'height'> {
	const { width, height } = kindOf(type);
	const lines = type === 'Radio' ? Math.max(optionsIn(options).length, optionsMin) : 1;
	return { width: width / upright.width, height: (lines * height) / upright.height };
}

function optionsIn(options: string): readonly string[] {
	return options
		.split('\n')
		.map((option) => option.trim())
		.filter((option) => option !== '');
}

/** Changes the options of a choice; a Radio grows and shrinks with them. */
export function withOptions(draft: Draft, id: number, options: string): Draft {
	const changed = withChanged(draft, id, (field) => ({ ...field, options }));
	const field = changed.fields.find((one) => one.id === id);
	if (field?.type !== 'Radio') return changed;
	return withBox(changed, id, { height: usualSize('Radio', options).height });
}

export function toolName(type: FieldType): TextName {
	return type === 'Date' ? 'Date of signing' : type;
}

export function labelOf(
	say: SayText<TextName>,
	draft: Draft,
	{ type, signer: place, fileNumber: file = 1, page }: PlacedField,
): string {
	const [field, signer] = [say(toolName(type)), signerName(say, draft, place)];
	return filesOf(draft).length > 1
		? say('{field} of {signer}, document {file}, page {page}', { field, signer, file, page })
		: say('{field} of {signer}, page {page}', { field, signer, page });
}

/** The documents in their order. */
export function filesOf({ file, moreFiles = [] }: Draft): readonly File[] {
	return file === undefined ? [] : [file, ...moreFiles];
}

export function signerName(say: SayText<TextName>, { signers }: Draft, place: number): string {
	const email = signers[place]?.email.trim() ?? '';
	return email === '' ? say('Signer {place}', { place: place + 1 }) : lineOf(email);
}

export interface Spot {
	readonly fileNumber: number;
	readonly page: number;
	/** Where its middle comes, as shares of the page. */
	readonly x: number;
	readonly y: number;
}

/** Puts a field of a signer down, within the page. */
export function withField(
	draft: Draft,
	{ type, signer }: { readonly type: FieldType; readonly signer: number },
	{ fileNumber, page, x, y }: Spot,
): Draft {
	const { width, height } = usualSize(type);
	const id = draft.fields.reduce((highest, field) => Math.max(highest, field.id), 0) + 1;
	const box = inPage({ x: x - width / 2, y: y - height / 2, width, height });
	const { required } = kindOf(type);
	const field = { id, type, signer, fileNumber, page, required, ...box };
	return { ...draft, fields: [...draft.fields, field] };
}

/** Changes the box of a field, within the page. */
export function withBox(draft: Draft, id: number, change: Partial<Box>): Draft {
	return withChanged(draft, id, (field) => ({ ...field, ...inPage({ ...field, ...change }) }));
}

export function withChanged(
	draft: Draft,
	id: number,
	change: (field: PlacedField) => PlacedField,
): Draft {
	return {
		...draft,
		fields: draft.fields.map((field) => (field.id === id ? change(field) : field)),
	};
}

export function withoutField(draft: Draft, id: number): Draft {
	return { ...draft, fields: draft.fields.filter((field) => field.id !== id) };
}

/** Removes a signer with their fields; those behind move up. */
export function withoutSigner(draft: Draft, place: number): Draft {
	const moved = draft.fields
		.filter(({ signer }) => signer !== place)
		.map((field) => (field.signer > place ? { ...field, signer: field.signer - 1 } : field));
	return { ...draft, signers: draft.signers.filter((_, index) => index !== place), fields: moved };
}

/** Changes a signer; who signs nothing has no fields. */
export function withSigner(draft: Draft, place: number, change: Partial<Signer>): Draft {
	const signers = draft.signers.map((one, index) =>
		index === place ? { ...one, ...change } : one,
	);
	const signs = signers[place]?.role === 'Signer';
	const fields = signs ? draft.fields : draft.fields.filter(({ signer }) => signer !== place);
	return { ...draft, signers, fields };
}

const sideMin = 0.012;

function inPage({ x, y, width, height }: Box): Box {
	const within = (value: number, least: number, most: number) =>
		Math.min(Math.max(value, least), most);
	const wide = within(width, sideMin, 1);
	const high = within(height, sideMin, 1);
	return { x: within(x, 0, 1 - wide), y: within(y, 0, 1 - high), width: wide, height: high };
}

/** A text of the page with its values. */
export interface Told {
	readonly name: TextName;
	readonly values?: Values;
}

/** What is missing before it can be sent, in a sentence; undefined if nothing is. */
export function missingIn({ file, signers, fields, list }: Draft): Told | undefined {
	if (file === undefined) return { name: 'Choose the document first.' };
	const unnamed = signers.filter(({ email }) => email.trim() === '').length;
	const listed = list === undefined ? 0 : (list.lines[0]?.emails.length ?? 0);
	if (list !== undefined && listed !== unnamed)
		return {
			name: 'The list has addresses for {listed} signers, and {unnamed} have none above.',
			values: { listed, unnamed },
		};
	if (listed === 0 && unnamed === signers.length) return { name: 'Say who signs.' };
	if (unnamed > listed) return { name: 'Give the address of every signer, or remove the line.' };
	if (signers.some(lacksCode))
		return {
			name: 'Enter the code of every signer whom you tell one: {least} to {most} characters.',
			values: { least: givenCodeLengthMin, most: givenCodeLengthMax },
		};
	if (fields.some(lacksOptions))
		return { name: 'Give every choice {least} options at least.', values: { least: optionsMin } };
	return undefined;
}

function lacksOptions({ type, options = '' }: PlacedField): boolean {
	return kindOf(type).details === 'options' && optionsIn(options).length < optionsMin;
}

function lacksCode({ code, givenCode = '' }: Signer): boolean {
	const { length } = givenCode.replace(/\s+/gu, '');
	return code === 'Given' && (length < givenCodeLengthMin || length > givenCodeLengthMax);
}

/** For a browser to keep: the codes that are told stay with who tells them. */
export function withoutCodes(draft: Draft): Draft {
	return { ...draft, signers: draft.signers.map(({ givenCode: _told, ...signer }) => signer) };
}

/** A document behind those that there are. */
export function withFile(draft: Draft, file: File): Draft {
	if (draft.file === undefined) return { ...draft, file };
	return { ...draft, moreFiles: [...(draft.moreFiles ?? []), file] };
}

/** Removes a document with the fields on it; those behind move up. */
export function withoutFile(draft: Draft, fileNumber: number): Draft {
	const [file, ...moreFiles] = filesOf(draft).filter((_, place) => place + 1 !== fileNumber);
	const fields = draft.fields.flatMap((field) => {
		const { fileNumber: own = 1 } = field;
		if (own === fileNumber) return [];
		return [own > fileNumber ? { ...field, fileNumber: own - 1 } : field];
	});
	const { templateId } = draft;
	return {
		...draft,
		file,
		moreFiles,
		fields,
		templateId: fileNumber === 1 ? undefined : templateId,
	};
}

/** The fields of a template, on its pages. */
export function fieldsOf(fields: NonNullable<Model<'Template'>['fields']>): readonly PlacedField[] {
	return fields.map(({ page, signer, options, value: _fixed, ...field }, id) => ({
		...field,
		id,
		page: Number(page),
		signer: Number(signer) - 1,
		...(options !== undefined && { options: options.join('\n') }),
	}));
}

/** What is sent of a field beside its place; what is empty is left out. */
function detailsOf({ name, options, min, max }: PlacedField) {
	const texts = Object.entries({ name, min, max }).flatMap(([member, text = '']) =>
		text.trim() === '' ? [] : [[member, text.trim()] as const],
	);
	return {
		...(Object.fromEntries(texts) as { readonly [member in 'name' | 'min' | 'max']?: string }),
		...(options !== undefined && { options: optionsIn(options) }),
	};
}

/** Fields as they are sent; shares are rounded to what a printer can show. */
export function sentFields({ fields }: Pick<Draft, 'fields'>): NonNullable<Sent['fields']> {
	const share = (value: number) => Math.round(value * 1e5) / 1e5;
	return fields.map((field) => ({
		type: field.type,
		signer: field.signer + 1,
		fileNumber: field.fileNumber ?? 1,
		page: field.page,
		required: field.required,
		x: share(field.x),
		y: share(field.y),
		width: share(field.width),
		height: share(field.height),
		...detailsOf(field),
	}));
}

/** What is sent. */
export function sentOf(draft: Draft, productId: string): Sent {
	const { file, moreFiles = [], name, signers, message, language, templateId } = draft;
	if (file === undefined) throw new Error('a draft without a file is not sent');
	const days = (text: string) => (text.trim() === '' ? undefined : Number(text));
	return {
		productId,
		file,
		moreFiles,
		displayName: name.trim() === '' ? file.name : name.trim(),
		signerEmails: signers.map(({ email }) => email.trim()),
		signerRoles: signers.map(({ role }) => role),
		signerCodes: signers.map(({ code = 'None' }) => code),
		givenCodes: signers.some(({ code }) => code === 'Given')
			? signers.map(({ code, givenCode = '' }) => (code === 'Given' ? givenCode : ''))
			: undefined,
		signingOrder: draft.isSequential ? 'Sequential' : 'Parallel',
		// Without fields of the draft, those of the template would stand in it.
		templateId: draft.fields.length === 0 ? undefined : templateId,
		fields: sentFields(draft),
		signatureRequestMessage: message.trim() === '' ? undefined : message,
		expiresInDays: days(draft.expiresInDays),
		reminderDays: days(draft.reminderDays),
		language: language === '' ? undefined : language,
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		'idempotency-key': draft.key,
	};
}

const keyOf = ({ id }: RecipientList, line: number) => `${id} ${line}`;

/** The contracts that a draft sends: one, or one for each line of its list, each with a key of its own. */
export function contractsOf(draft: Draft): readonly Draft[] {
	const { list } = draft;
	if (list === undefined) return [draft];
	return list.lines.map(({ line, emails, name }) => {
		const given = [...emails];
		const signers = draft.signers.map((signer) =>
			signer.email.trim() === '' ? { ...signer, email: given.shift() ?? '' } : signer,
		);
		const base = draft.name.trim() === '' ? (draft.file?.name ?? '') : draft.name.trim();
		const named = name === '' ? base : `${base} (${name})`;
		return { ...draft, key: keyOf(list, line), signers, name: named.slice(0, 200) };
	});
}

/** The draft without a line that was sent. */
export function withoutLine(draft: Draft, sent: Draft): Draft {
	const { list } = draft;
	if (list === undefined) return draft;
	const lines = list.lines.filter(({ line }) => keyOf(list, line) !== sent.key);
	return { ...draft, list: { ...list, lines } };
}
