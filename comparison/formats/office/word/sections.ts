/** The sections of a DOCX: which headers and footers are shown in them, and how large their pages are. */
import {
	attribute,
	child,
	descendants,
	elementsOf,
	isOn,
	type XmlElement,
} from '../../package/xml';
import { hundredthsIn, sizeText } from '../../package/drawing-forms';

const kinds: ReadonlySet<string> = new Set(['w:headerReference', 'w:footerReference']);

export class Sections {
	/** By kind and by the pages they are for; a section without its own has those before. */
	readonly #references = new Map<string, string>();
	readonly #hasEvenPages: boolean;

	constructor(settings: XmlElement | undefined) {
		this.#hasEvenPages = isOn(child(settings, 'w:evenAndOddHeaders'));
	}

	/** What a section shows; a header for first or even pages only if the document has such pages. */
	shownIn(section: XmlElement): readonly (readonly [kind: string, id: string])[] {
		for (const one of elementsOf(section)) {
			const id = attribute(one, 'r:id');
			if (!kinds.has(one.name) || id === undefined) continue;
			const pages = attribute(one, 'w:type') ?? 'default';
			this.#references.set(`${one.name} ${pages}`, id);
		}
		const hasFirstPage = isOn(child(section, 'w:titlePg'));
		return [...this.#references]
			.filter(([key]) => !key.endsWith(' first') || hasFirstPage)
			.filter(([key]) => !key.endsWith(' even') || this.#hasEvenPages)
			.map(([key, id]) => [key.split(' ', 1).join(''), id] as const);
	}
}

/** Such as `210 × 297 mm`; empty if the section does not say. */
export function pageSizeOf(section: XmlElement): string {
	const size = child(section, 'w:pgSz');
	const [width, height] = [attribute(size, 'w:w'), attribute(size, 'w:h')];
	if (width === undefined || height === undefined) return '';
	return sizeText(hundredthsOfTwips(width), hundredthsOfTwips(height));
}

function hundredthsOfTwips(twips: string): number {
	return hundredthsIn(`${Number(twips) / 20}pt`);
}

/** The sections that end in a block of the body; the last one is a block itself. */
export function sectionsIn(block: XmlElement): readonly XmlElement[] {
	return block.name === 'w:sectPr' ? [block] : descendants(block, 'w:sectPr');
}
