/**
 * Splits a DOCX paragraph into pieces: which element has which text. Readers and writers of
 * tracked changes use the same pieces, so that positions in the text and in the file match. Text
 * that cannot be cut (a picture, a page number, a formula) is a fixed piece.
 */
import { formulaText } from '../../package/office-formula';
import { addressOf, joinWords, linkWords } from '../../package/looks';
import type { NoteMark } from '../../blocks/document/note-marks';
import {
	attribute,
	child,
	childrenOf,
	descendants,
	elementsOf,
	preferred,
	shownIn,
	textIn,
	withoutOuterSpace,
	type XmlElement,
} from '../../package/xml';
import { drawnIn, type PartContext } from './drawing';
import {
	boxText,
	formValue,
	isPageNumber,
	isLocked,
	isPageReference,
	linkOf,
	shownValue,
	writtenValue,
} from './fields';

export interface Piece {
	readonly text: string;
	/** The run or other element that contains it. */
	readonly holder: XmlElement;
	/** The holder's child with the text. */
	readonly node: XmlElement;
	/** True if it cannot be cut. */
	readonly isFixed: boolean;
	/** True if the text stands for what is none: a picture, a field, a formula. */
	readonly isObject?: true;
	/** What is not said by the run: where it leads, how large a picture is. */
	readonly look: string;
	/** Of a piece without text: the note to which it refers. */
	readonly note?: NoteMark['kind'];
}

function objectPiece(text: string, holder: XmlElement, more: Partial<Piece> = {}): Piece {
	return { text, holder, node: holder, isFixed: true, isObject: true, look: '', ...more };
}

/** An open field; it may span several paragraphs. */
interface Field {
	instruction: string;
	isResult: boolean;
	isTold: boolean;
	readonly isLocked: boolean;
	/** What an older form holds. */
	readonly data: XmlElement | undefined;
	/** The pieces of the paragraph in which its result begins, and how many came before. */
	result?: {
		readonly pieces: Piece[];
		readonly from: number;
		readonly run: XmlElement;
		readonly mark: XmlElement;
	};
}

/** Elements whose runs belong to the paragraph around them. */
const holders: ReadonlySet<string> = new Set([
	...['w:hyperlink', 'w:smartTag', 'w:customXml', 'w:sdt', 'w:sdtContent', 'w:fldSimple'],
	...['w:dir', 'w:bdo', 'w:ruby', 'w:rt', 'w:rubyBase', 'w:ins', 'w:moveTo'],
]);

export function holdsRuns({ name }: XmlElement): boolean {
	return holders.has(name);
}

const signs: ReadonlyMap<string, string> = new Map([
	['w:tab', '\t'],
	['w:ptab', '\t'],
	['w:br', '\n'],
	['w:cr', '\n'],
	['w:noBreakHyphen', '‑'],
	['w:softHyphen', '\u00ad'],
]);

const notes: ReadonlyMap<string, NoteMark['kind']> = new Map([
	['w:footnoteReference', 'footnotes'],
	['w:endnoteReference', 'endnotes'],
]);

/** Reads a part's paragraphs in order, because a field may span several. */
export class ParagraphReader {
	readonly #fields: Field[] = [];
	/** The link around what is read. */
	#link = '';
	#direction = '';

	constructor(readonly context: PartContext) {}

	pieces(paragraph: XmlElement): readonly Piece[] {
		const pieces: Piece[] = [];
		if (paragraph.name === 'w:altChunk') {
			const id = attribute(paragraph, 'r:id') ?? '';
			return [objectPiece(this.context.objectText(id), paragraph)];
		}
		this.#read(paragraph, pieces);
		return pieces.filter(({ text, note }) => text !== '' || note !== undefined);
	}

	#read(element: XmlElement, pieces: Piece[]): void {
		for (const one of shownIn(element)) {
			if (one.name === 'w:r') this.#readRun(one, pieces);
			else if (one.name === 'm:oMath' || one.name === 'm:oMathPara') {
				pieces.push(objectPiece(formulaText(one), one));
			} else if (one.name === 'w:fldSimple') this.#readSimpleField(one, pieces);
			else if (one.name === 'w:hyperlink') this.#readLinked(one, this.#linkOf(one), pieces);
			else if (one.name === 'w:bdo') this.#readOverridden(one, pieces);
			else if (one.name === 'w:subDoc') pieces.push(this.#partOfMaster(one));
			else if (one.name === 'w:sdt') this.#readControl(one, pieces);
			else if (holdsRuns(one)) this.#read(one, pieces);
		}
	}

	/** A box shows a sign of its own; one that is not the sign of its state is read with that. */
	#readControl(control: XmlElement, pieces: Piece[]): void {
		const from = pieces.length;
		this.#read(control, pieces);
		const text = textOf(pieces.slice(from));
		const shown = boxText(child(control, 'w:sdtPr'), text);
		if (shown === text) return;
		pieces.length = from;
		pieces.push(objectPiece(shown, control));
	}

	#readLinked(element: XmlElement, address: string, pieces: Piece[]): void {
		const around = this.#link;
		this.#link = linkWords(address);
		this.#read(element, pieces);
		this.#link = around;
	}

	/** Its characters are shown in this order, whatever they are. */
	#readOverridden(element: XmlElement, pieces: Piece[]): void {
		const around = this.#direction;
		this.#direction = attribute(element, 'w:val') === 'rtl' ? 'from right to left' : '';
		this.#read(element, pieces);
		this.#direction = around;
	}

	/** A part of a master document is another file. */
	#partOfMaster(element: XmlElement): Piece {
		const address = this.context.address(attribute(element, 'r:id') ?? '') ?? '';
		return objectPiece(`[document ${address}]`, element);
	}

	#linkOf(link: XmlElement): string {
		const id = attribute(link, 'r:id');
		const target = id === undefined ? undefined : this.context.address(id);
		return addressOf(target, attribute(link, 'w:anchor'));
	}

	#readSimpleField(field: XmlElement, pieces: Piece[]): void {
		const instruction = attribute(field, 'w:instr') ?? '';
		const [shown, address] = [shownValue(instruction, isLocked(field)), linkOf(instruction)];
		if (shown !== undefined) pieces.push(objectPiece(shown, field));
		else if (address === undefined) this.#read(field, pieces);
		else this.#readLinked(field, address, pieces);
	}

	#readRun(run: XmlElement, pieces: Piece[]): void {
		for (const one of elementsOf(run)) {
			if (one.name === 'w:fldChar') this.#turn(one, run, pieces);
			else if (one.name === 'w:instrText') this.#instruct(one);
			else if (this.#hides()) continue;
			else this.#readPart(one, run, pieces);
		}
	}

	/** `node` is the child of the run; an element with alternatives cannot be cut. */
	#readPart(one: XmlElement, run: XmlElement, pieces: Piece[], node = one): void {
		const look = joinWords([this.#shownLink(), this.#direction]);
		const text = (shown: string) =>
			pieces.push({ text: shown, holder: run, node, isFixed: node !== one, look });
		if (one.name === 'w:t') text(runText(one));
		else if (one.name === 'w:sym') pieces.push(objectPiece(symbol(one), run, { node, look }));
		else if (one.name === 'w:ruby') {
			pieces.push(objectPiece(this.#rubyText(one), run, { node, look }));
		} else if (drawn.has(one.name)) {
			const drawing = drawnIn(one, this.context);
			const looks = joinWords([look, drawing.look]);
			pieces.push(objectPiece(drawing.text, run, { node, look: looks }));
		} else if (one.name === 'mc:AlternateContent') {
			this.#readAlternatives(one, run, pieces, node);
		} else {
			const note = notes.get(one.name);
			if (note === undefined) text(signs.get(one.name) ?? '');
			else pieces.push({ text: '', holder: run, node, isFixed: true, look, note });
		}
	}

	/** A form that shows nothing that can be read, such as ink, has another with a picture of it. */
	#readAlternatives(one: XmlElement, run: XmlElement, pieces: Piece[], node: XmlElement): void {
		const read = (form: XmlElement | undefined) => {
			for (const inner of elementsOf(form)) this.#readPart(inner, run, pieces, node);
		};
		const before = pieces.length;
		const current = preferred(one);
		read(current);
		const isShown = pieces.slice(before).some(({ text }) => text !== '');
		const isDrawn = ['w:txbxContent', 'wps:wsp'].some(
			(name) => descendants(current, name).length > 0,
		);
		if (isShown || isDrawn) return;
		pieces.length = before;
		read(child(one, 'mc:Fallback'));
	}

	/** Such as `漢(かん)`: the text, and how it is read. */
	#rubyText(ruby: XmlElement): string {
		const textIn = (name: string) => {
			const pieces: Piece[] = [];
			for (const one of childrenOf(ruby, name)) this.#read(one, pieces);
			return textOf(pieces);
		};
		const [reading, text] = [textIn('w:rt'), textIn('w:rubyBase')];
		return reading === '' ? text : `${text}(${reading})`;
	}

	/** The link of the innermost field counts before that of the element around. */
	#shownLink(): string {
		const addresses = this.#fields.map(({ instruction }) => linkOf(instruction) ?? '');
		return linkWords(addresses.findLast((address) => address !== '')) || this.#link;
	}

	#turn(mark: XmlElement, run: XmlElement, pieces: Piece[]): void {
		const type = attribute(mark, 'w:fldCharType');
		const field = this.#fields.at(-1);
		if (type === 'begin') {
			const data = child(mark, 'w:ffData');
			const states = { isResult: false, isTold: false, isLocked: isLocked(mark) };
			this.#fields.push({ instruction: '', ...states, data });
		} else if (type === 'separate' && field !== undefined) this.#tell(field, mark, run, pieces);
		else if (type === 'end' && field !== undefined) {
			this.#fields.pop();
			if (!field.isTold) this.#tellWithoutResult(field, mark, run, pieces);
			if (field.result?.pieces === pieces) hidePageNumber(field.result);
		}
	}

	#tell(field: Field, mark: XmlElement, run: XmlElement, pieces: Piece[]): void {
		field.isResult = true;
		field.isTold = true;
		if (this.#fields.some((outer) => outer !== field && isHidden(outer))) return;
		if (isPageReference(field.instruction)) {
			field.result = { pieces, from: pieces.length, run, mark };
			return;
		}
		const shown = shownValue(field.instruction, field.isLocked) ?? formValue(field.data);
		if (shown !== undefined) pieces.push(objectPiece(shown, run, { node: mark }));
	}

	#tellWithoutResult(field: Field, mark: XmlElement, run: XmlElement, pieces: Piece[]): void {
		const shown = writtenValue(field.instruction);
		if (shown === undefined) this.#tell(field, mark, run, pieces);
		else if (!this.#hides()) pieces.push(objectPiece(shown, run, { node: mark }));
	}

	#instruct(instruction: XmlElement): void {
		const field = this.#fields.at(-1);
		if (field !== undefined && field.instruction.length < 1000) {
			field.instruction += textIn(instruction);
		}
	}

	#hides(): boolean {
		return this.#fields.some(isHidden);
	}
}

function textOf(pieces: readonly Piece[]): string {
	return pieces.map(({ text }) => text).join('');
}

const drawn: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object']);

function isHidden({ isResult, isLocked: isFixed, instruction, data }: Field): boolean {
	if (!isResult) return true;
	if (isPageReference(instruction)) return false;
	return shownValue(instruction, isFixed) !== undefined || formValue(data) !== undefined;
}

/**
 * Puts `{PAGEREF}` in place of the number of a page. Some programs write a whole entry of a table of
 * contents as the result of the field; its number then comes after the last tab.
 */
function hidePageNumber({ pieces, from, run, mark }: NonNullable<Field['result']>): void {
	const result = pieces.slice(from);
	const first = result.findLastIndex(({ text }) => text === '\t') + 1;
	const number = result.slice(first);
	if (!isPageNumber(textOf(number))) return;
	const [holder, node] = first === 0 ? [run, mark] : [number[0]?.holder, number[0]?.node];
	pieces.length = from + first;
	if (holder !== undefined && node !== undefined) {
		pieces.push(objectPiece('{PAGEREF}', holder, { node }));
	}
}

/**
 * White space of XML around text counts only if the file says so. Other spaces, such as a no-break
 * space, are characters like any other.
 */
function runText(element: XmlElement): string {
	const text = textIn(element);
	if (attribute(element, 'xml:space') === 'preserve') return text;
	return withoutOuterSpace(text);
}

/** A character of the private use area is another sign in each symbol font, so the font is told. */
function symbol(element: XmlElement): string {
	const hex = attribute(element, 'w:char') ?? '';
	const code = Number.parseInt(hex, 16);
	if (!Number.isInteger(code) || code <= 0 || code >= 0x10000) return '';
	const isPrivate = code >= 0xe000 && code <= 0xf8ff;
	const font = attribute(element, 'w:font') ?? '';
	return isPrivate && font !== '' ? `[${font} ${hex.toUpperCase()}]` : String.fromCharCode(code);
}

/** The blocks of each text box that is anchored in a paragraph. */
export function* boxesIn(element: XmlElement): Generator<readonly XmlElement[]> {
	for (const one of shownIn(element)) {
		if (one.name === 'w:txbxContent') yield elementsOf(one);
		else yield* boxesIn(one);
	}
}
