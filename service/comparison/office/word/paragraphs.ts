/**
 * Splits a DOCX paragraph into pieces: which element has which text. Readers and writers of
 * tracked changes use the same pieces, so that positions in the text and in the file match. Text
 * that cannot be cut (a picture, a page number, a formula) is a fixed piece.
 */
import {
	attribute,
	child,
	descendants,
	elementsOf,
	withoutOuterSpace,
	type XmlElement,
} from '../document/xml';

export interface Piece {
	readonly text: string;
	/** The run or other element that contains it. */
	readonly holder: XmlElement;
	/** The holder's child with the text. */
	readonly node: XmlElement;
	readonly isFixed: boolean;
}

/** Context of a part's paragraphs. */
export interface PartContext {
	/** Text that represents a picture or an object, by relationship; equal for equal bytes. */
	objectText(relationshipId: string): string;
}

/** Fields that are computed when the document is shown: compared by name, never by value. */
const shownValues: ReadonlySet<string> = new Set([
	...['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'PAGEREF', 'DATE', 'TIME', 'SAVEDATE', 'PRINTDATE'],
	...['CREATEDATE', 'EDITTIME', 'REVNUM', 'FILENAME', 'FILESIZE', 'NUMWORDS', 'NUMCHARS'],
]);

/** An open field; it may span several paragraphs. */
interface Field {
	instruction: string;
	isResult: boolean;
	isTold: boolean;
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

/** Reads a part's paragraphs in order, because a field may span several. */
export class ParagraphReader {
	readonly #fields: Field[] = [];

	readonly context: PartContext;

	constructor(context: PartContext) {
		this.context = context;
	}

	pieces(paragraph: XmlElement): readonly Piece[] {
		const pieces: Piece[] = [];
		this.#read(paragraph, pieces);
		return pieces.filter(({ text }) => text !== '');
	}

	#read(element: XmlElement, pieces: Piece[]): void {
		for (const one of elementsOf(element)) {
			if (one.name === 'w:r') this.#readRun(one, pieces);
			else if (one.name === 'm:oMath' || one.name === 'm:oMathPara') {
				pieces.push({ text: formulaText(one), holder: one, node: one, isFixed: true });
			} else if (one.name === 'w:fldSimple') this.#readSimpleField(one, pieces);
			else if (one.name === 'mc:AlternateContent') this.#read(preferred(one), pieces);
			else if (holdsRuns(one)) this.#read(one, pieces);
		}
	}

	#readSimpleField(field: XmlElement, pieces: Piece[]): void {
		const shown = shownValue(attribute(field, 'w:instr') ?? '');
		if (shown === undefined) this.#read(field, pieces);
		else pieces.push({ text: shown, holder: field, node: field, isFixed: true });
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
		const add = (text: string, isFixed: boolean) =>
			pieces.push({ text, holder: run, node, isFixed: isFixed || node !== one });
		if (one.name === 'w:t') add(runText(one), false);
		else if (one.name === 'w:sym') add(symbol(one), true);
		else if (drawn.has(one.name)) add(this.#drawing(one), true);
		else if (one.name === 'mc:AlternateContent') {
			for (const inner of elementsOf(preferred(one))) this.#readPart(inner, run, pieces, node);
		} else add(signs.get(one.name) ?? '', false);
	}

	#turn(mark: XmlElement, run: XmlElement, pieces: Piece[]): void {
		const type = attribute(mark, 'w:fldCharType');
		const field = this.#fields.at(-1);
		if (type === 'begin') this.#fields.push({ instruction: '', isResult: false, isTold: false });
		else if (type === 'separate' && field !== undefined) this.#tell(field, mark, run, pieces);
		else if (type === 'end' && field !== undefined) {
			this.#fields.pop();
			if (!field.isTold) this.#tell(field, mark, run, pieces);
		}
	}

	#tell(field: Field, mark: XmlElement, run: XmlElement, pieces: Piece[]): void {
		field.isResult = true;
		field.isTold = true;
		if (this.#fields.some((outer) => outer !== field && isHidden(outer))) return;
		const shown = shownValue(field.instruction);
		if (shown !== undefined) pieces.push({ text: shown, holder: run, node: mark, isFixed: true });
	}

	#instruct(instruction: XmlElement): void {
		const field = this.#fields.at(-1);
		if (field !== undefined && field.instruction.length < 1000) {
			field.instruction += instruction.children.join('');
		}
	}

	#hides(): boolean {
		return this.#fields.some(isHidden);
	}

	#drawing(element: XmlElement): string {
		const ids: string[] = [];
		for (const name of ['a:blip', 'v:imagedata', 'o:OLEObject', 'c:chart']) {
			for (const one of descendants(element, name)) {
				const id = attribute(one, 'r:embed') ?? attribute(one, 'r:id') ?? attribute(one, 'r:link');
				if (id !== undefined) ids.push(id);
			}
		}
		return [...new Set(ids)].map((id) => this.context.objectText(id)).join('');
	}
}

const drawn: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object']);

function isHidden({ isResult, instruction }: Field): boolean {
	return !isResult || shownValue(instruction) !== undefined;
}

/** Such as `{PAGE}`, for a field whose value is not compared. */
function shownValue(instruction: string): string | undefined {
	const [name = ''] = instruction.trim().toUpperCase().split(/\s/, 1);
	return shownValues.has(name) ? `{${name}}` : undefined;
}

/**
 * White space of XML around text counts only if the file says so. Other spaces, such as a no-break
 * space, are characters like any other.
 */
function runText(element: XmlElement): string {
	const text = element.children.join('');
	if (attribute(element, 'xml:space') === 'preserve') return text;
	return withoutOuterSpace(text);
}

function formulaText(element: XmlElement): string {
	return [...descendants(element, 'm:t')].map(({ children }) => children.join('')).join('');
}

/** Symbol fonts use characters of the private use area. */
function symbol(element: XmlElement): string {
	const code = Number.parseInt(attribute(element, 'w:char') ?? '', 16);
	return Number.isInteger(code) && code > 0 && code < 0x10000 ? String.fromCharCode(code) : '';
}

/** The alternative for current programs. */
export function preferred(alternatives: XmlElement): XmlElement {
	return child(alternatives, 'mc:Choice') ?? child(alternatives, 'mc:Fallback') ?? alternatives;
}

/** Blocks anchored in a paragraph, such as those of a text box. */
export function* anchoredBlocks(element: XmlElement): Generator<XmlElement> {
	for (const one of elementsOf(element)) {
		if (one.name === 'w:txbxContent') yield* elementsOf(one);
		else yield* anchoredBlocks(one.name === 'mc:AlternateContent' ? preferred(one) : one);
	}
}
