/** The fields of a DOCX: what of them is shown, ticked or chosen, and where their links lead. */
import { addressOf } from '../../package/looks';
import { attribute, child, childrenOf, isOn, type XmlElement } from '../../package/xml';

/** Fields that are computed when the document is shown: compared by name, never by value. */
const shownValues: ReadonlySet<string> = new Set([
	...['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'PAGEREF', 'DATE', 'TIME', 'SAVEDATE', 'PRINTDATE'],
	...['CREATEDATE', 'EDITTIME', 'REVNUM', 'FILENAME', 'FILESIZE', 'NUMWORDS', 'NUMCHARS'],
]);

/** Such as `{PAGE}`, for a field whose value is not compared; a locked one keeps its value, which is text. */
export function shownValue(instruction: string, isLocked: boolean): string | undefined {
	if (isLocked) return undefined;
	const [name = ''] = instruction.trim().toUpperCase().split(/\s/, 1);
	return shownValues.has(name) ? `{${name}}` : undefined;
}

/** Fields that show what their instruction says, and have no result. */
const written: ReadonlySet<string> = new Set([
	...['EQ', 'SYMBOL', 'MACROBUTTON', 'GOTOBUTTON', 'LISTNUM', 'AUTONUM', 'AUTONUMLGL'],
]);

/** Such as `{EQ \\f(1,2)}`. */
export function writtenValue(instruction: string): string | undefined {
	const words = instruction.trim().split(/\s+/);
	return written.has(words[0]?.toUpperCase() ?? '') ? `{${words.join(' ')}}` : undefined;
}

export function isPageReference(instruction: string): boolean {
	return shownValue(instruction, false) === '{PAGEREF}';
}

/** True for the number of a page, also a Roman one or one with the letter of its chapter. */
export function isPageNumber(text: string): boolean {
	const number = text.trim();
	return /^([a-z][-–.]?)?\d+([-–.]\d+)*$/i.test(number) || roman.test(number);
}

const roman = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i;

/** The address to which a field of instruction `HYPERLINK` leads. */
export function linkOf(instruction: string): string | undefined {
	const name = /^\s*HYPERLINK\b/i.exec(instruction)?.[0];
	if (name === undefined) return undefined;
	const rest = instruction.slice(name.length);
	const target = /^\s*(?:"([^"]*)"|([^\s"\\]\S*))/.exec(rest);
	const anchor = /\\l\s+(?:"([^"]*)"|(\S+))/i.exec(rest);
	return addressOf(target?.[1] ?? target?.[2], anchor?.[1] ?? anchor?.[2]);
}

/** What a box or a list of an older form shows; undefined for other fields. */
export function formValue(data: XmlElement | undefined): string | undefined {
	const box = child(data, 'w:checkBox');
	if (box !== undefined) {
		const state = child(box, 'w:checked') ?? child(box, 'w:default');
		return isOn(state) ? '☒' : '☐';
	}
	const list = child(data, 'w:ddList');
	if (list === undefined) return undefined;
	const chosen = child(list, 'w:result') ?? child(list, 'w:default');
	const entries = childrenOf(list, 'w:listEntry');
	return attribute(entries[Number(attribute(chosen, 'w:val') ?? '0')], 'w:val') ?? '';
}

/** What a box among the controls of a form shows: its text, and its state if the text tells another. */
export function boxText(properties: XmlElement | undefined, text: string): string {
	const box = child(properties, 'w14:checkbox');
	if (box === undefined) return text;
	const signOf = (name: string, usual: string) => {
		const code = Number.parseInt(attribute(child(box, name), 'w14:val') ?? usual, 16);
		return code > 0 && code < 0x10000 ? String.fromCharCode(code) : '';
	};
	const isTicked = isOn(child(box, 'w14:checked'), 'w14:val');
	const other = isTicked
		? signOf('w14:uncheckedState', '2610')
		: signOf('w14:checkedState', '2612');
	return text === other ? `${text}${isTicked ? '☒' : '☐'}` : text;
}

/** True for a field whose value is never computed anew. */
export function isLocked(field: XmlElement): boolean {
	return attribute(field, 'w:fldLock') !== undefined && isOn(field, 'w:fldLock');
}

/** The value of a child. */
export function valueOf(element: XmlElement | undefined, name: string): string | undefined {
	return attribute(child(element, name), 'w:val');
}
