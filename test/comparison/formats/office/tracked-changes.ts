/** Accepts or rejects the tracked changes of a DOCX, by a reading of its own, and gives the text of the body. */
import { strFromU8, unzipSync } from 'fflate';
import {
	child,
	elementsOf,
	isElement,
	parseXml,
	type XmlElement,
} from '../../../../comparison/formats/package/xml';

export function bodyText(
	bytes: Uint8Array,
	choice: 'accept' | 'reject',
	part = 'document',
): string {
	const xml = strFromU8(unzipSync(bytes)[`word/${part}.xml`] ?? new Uint8Array());
	const [comes, goes] = choice === 'accept' ? ['w:ins', 'w:del'] : ['w:del', 'w:ins'];
	return blocks(parseXml(xml, part), comes, goes).join('\n');
}

/** Paragraphs one after the other; one whose end goes is the beginning of the next. */
function blocks(element: XmlElement, comes: string, goes: string): string[] {
	const found: string[] = [];
	let open: string | undefined;
	for (const one of elementsOf(element)) {
		if (one.name === 'w:p') {
			const text = (open ?? '') + textOf(one, comes, goes);
			open = undefined;
			if (child(child(child(one, 'w:pPr'), 'w:rPr'), goes) === undefined) found.push(text);
			else open = text;
		} else if (one.name === 'w:tr' && child(child(one, 'w:trPr'), goes) !== undefined) continue;
		else if (one.name !== 'w:sectPr') {
			if (open !== undefined && open !== '') found.push(open);
			open = undefined;
			found.push(...blocks(one, comes, goes));
		}
	}
	if (open !== undefined && open !== '') found.push(open);
	return found;
}

function textOf(element: XmlElement, comes: string, goes: string): string {
	return element.children
		.map((node) => {
			if (!isElement(node)) return '';
			if (node.name === goes || node.name === 'w:pPr') return '';
			if (node.name === 'w:t' || node.name === 'w:delText') return node.children.join('');
			if (node.name === 'w:tab') return '\t';
			if (node.name === 'w:br') return '\n';
			return textOf(node, comes, goes);
		})
		.join('');
}
