/**
 * Formatting of DOCX text after its styles are resolved: defaults, paragraph style, character
 * style and direct formatting, each overriding the one before. So another notation of the same
 * formatting is no difference.
 */
import { remembered } from '../../../core/remembered';
import { hexColour, transparent } from '../../../core/sight';
import {
	alignments,
	type Formatting,
	formattingOf,
	joinLooks,
	joinWords,
	type Look,
	lookOf,
	type Readings,
	sightOf,
	styleChain,
} from '../../package/looks';
import {
	attribute,
	child,
	childrenOf,
	descendants,
	isOn,
	type XmlElement,
} from '../../package/xml';
import { valueOf } from './fields';
import { listOf, type ListPlace, type WordNumbering } from './numbering';

interface Style {
	readonly name: string;
	readonly parent: string | undefined;
	readonly paragraph: XmlElement | undefined;
	readonly run: XmlElement | undefined;
	/** Of a table: whether it fills cells with colours. */
	readonly isFilling: boolean;
}

const switched =
	(property: string, word: string) =>
	(_: string, one: XmlElement): readonly [string, string] => [property, isOn(one) ? word : ''];

/** By element of the run properties. */
const readings: Readings = new Map([
	['w:b', switched('bold', 'bold')],
	['w:i', switched('italic', 'italic')],
	['w:strike', switched('strike', 'struck through')],
	['w:dstrike', switched('strike', 'struck through')],
	['w:caps', switched('caps', 'capitals')],
	['w:smallCaps', switched('caps', 'small capitals')],
	['w:vanish', switched('hidden', 'hidden')],
	['w:u', (value) => ['underline', value === 'none' ? '' : 'underlined']],
	['w:vertAlign', (value) => ['script', value === 'baseline' ? '' : value]],
	['w:w', (value) => ['width', value]],
	['w:sz', (value) => ['size', `${Number(value) / 2} pt`]],
	['w:color', (value) => ['colour', value === 'auto' ? '' : `#${value.toLowerCase()}`]],
	['w14:textFill', (_, one) => ['colour', textFill(one) ?? '']],
	['w:shd', (_, one) => ['fill', fillOf(one) ?? '']],
	['w:highlight', (value) => ['highlight', value === 'none' ? '' : `on ${value}`]],
	[
		'w:rFonts',
		(_, one) => ['font', attribute(one, 'w:ascii') ?? attribute(one, 'w:asciiTheme') ?? ''],
	],
]);

export class WordFormatting {
	readonly #styles = new Map<string, Style>();
	readonly #looks = new Map<string, Look>();
	readonly #defaults: Look;
	#defaultParagraphStyle: string | undefined;

	constructor(
		styles: XmlElement | undefined,
		readonly numbering: WordNumbering,
	) {
		const defaults = child(child(styles, 'w:docDefaults'), 'w:rPrDefault');
		this.#defaults = lookOf(child(defaults, 'w:rPr'), readings);
		for (const style of childrenOf(styles, 'w:style')) this.#add(style);
	}

	/**
	 * Formatting of text by its run properties and its paragraph's properties. `behind`: the colour of
	 * the paper or the cell, undefined if it is not known.
	 */
	ofRun(
		run: XmlElement | undefined,
		paragraph: XmlElement | undefined,
		behind: string | undefined,
	): Formatting {
		const look = {
			...this.#defaults,
			...this.#styleLook(this.#paragraphStyle(paragraph)),
			...this.#styleLook(valueOf(run, 'w:rStyle')),
			...lookOf(run, readings),
		};
		const background = highlights.get(look['highlight'] ?? '') ?? hexColour(look['fill']) ?? behind;
		return formattingOf(look, sightOf(look, background, this.#linePoints(paragraph)));
	}

	/** The colour behind the text of a paragraph, which is that of the cell if it has none. */
	behindParagraph(
		properties: XmlElement | undefined,
		behind: string | undefined,
	): string | undefined {
		return fillOf(this.#nearest(properties, 'w:shd')) ?? behind;
	}

	/** The colour of the cells of a table; the parts of its style are not told apart. */
	behindTable(table: XmlElement, behind: string | undefined): string | undefined {
		const properties = child(table, 'w:tblPr');
		const own = fillOf(child(properties, 'w:shd'));
		if (own !== undefined) return own;
		const styles = styleChain(this.#styles, valueOf(properties, 'w:tblStyle'));
		const isFilled = styles.some(({ isFilling }) => isFilling);
		return isFilled ? undefined : behind;
	}

	ofParagraph(properties: XmlElement | undefined): Formatting {
		const styleId = this.#paragraphStyle(properties);
		const nearest = (name: string) => this.#nearest(properties, name);
		const level = attribute(nearest('w:outlineLvl'), 'w:val');
		const heading = level !== undefined && Number(level) < 9 ? `heading ${Number(level) + 1}` : '';
		const alignment = alignments.get(attribute(nearest('w:jc'), 'w:val') ?? '') ?? '';
		const style = styleId === undefined ? '' : (this.#styles.get(styleId)?.name ?? '');
		return {
			emphasis: joinWords([heading, listOf(this.listPlace(properties))]),
			appearance: joinWords([alignment, style && `style ${style}`]),
		};
	}

	/** The list in which a paragraph is counted. */
	listPlace(properties: XmlElement | undefined): ListPlace | undefined {
		const styleId = this.#paragraphStyle(properties);
		const places = this.#placesOf(properties).map((place) => child(place, 'w:numPr'));
		const nearest = (name: string) =>
			attribute(places.map((place) => child(place, name)).find(isPresent), 'w:val');
		return this.numbering.placeOf({
			listId: nearest('w:numId'),
			level: nearest('w:ilvl'),
			styleId,
		});
	}

	/** Undefined for a line that grows with its letters. */
	#linePoints(properties: XmlElement | undefined): number | undefined {
		const spacing = this.#nearest(properties, 'w:spacing');
		const twips = attribute(spacing, 'w:line');
		const isExact = attribute(spacing, 'w:lineRule') === 'exact';
		return isExact && twips !== undefined ? Number(twips) / 20 : undefined;
	}

	#paragraphStyle(properties: XmlElement | undefined): string | undefined {
		return valueOf(properties, 'w:pStyle') ?? this.#defaultParagraphStyle;
	}

	/** A property of a paragraph, or of its style. */
	#nearest(properties: XmlElement | undefined, name: string): XmlElement | undefined {
		return this.#placesOf(properties)
			.map((place) => child(place, name))
			.find(isPresent);
	}

	/** Where the properties of a paragraph may stand, the nearest first. */
	#placesOf(properties: XmlElement | undefined): readonly (XmlElement | undefined)[] {
		const styles = styleChain(this.#styles, this.#paragraphStyle(properties));
		return [properties, ...styles.map(({ paragraph }) => paragraph)];
	}

	#add(style: XmlElement): void {
		const id = attribute(style, 'w:styleId') ?? '';
		this.#styles.set(id, {
			name: valueOf(style, 'w:name') ?? id,
			parent: valueOf(style, 'w:basedOn'),
			paragraph: child(style, 'w:pPr'),
			run: child(style, 'w:rPr'),
			isFilling: descendants(style, 'w:shd').some((fill) => fillOf(fill) !== undefined),
		});
		const isDefault = attribute(style, 'w:default') !== undefined && isOn(style, 'w:default');
		if (isDefault && attribute(style, 'w:type') === 'paragraph') this.#defaultParagraphStyle = id;
	}

	#styleLook(styleId: string | undefined): Look {
		if (styleId === undefined) return {};
		return remembered(this.#looks, styleId, () => {
			const chain = styleChain(this.#styles, styleId).reverse();
			return joinLooks(chain.map(({ run }) => lookOf(run, readings)));
		});
	}
}

function isPresent(element: XmlElement | undefined): boolean {
	return element !== undefined;
}

/** The colour of a shading; undefined if it lets through what is behind it. */
export function fillOf(shading: XmlElement | undefined): string | undefined {
	const isSolid = attribute(shading, 'w:val') === 'solid';
	return hexColour(attribute(shading, isSolid ? 'w:color' : 'w:fill'));
}

/** The colours that Word has for marking text. */
const highlights: ReadonlyMap<string, string> = new Map(
	Object.entries({
		black: '#000000',
		blue: '#0000ff',
		cyan: '#00ffff',
		green: '#00ff00',
		magenta: '#ff00ff',
		red: '#ff0000',
		yellow: '#ffff00',
		white: '#ffffff',
		darkBlue: '#000080',
		darkCyan: '#008080',
		darkGreen: '#008000',
		darkMagenta: '#800080',
		darkRed: '#800000',
		darkYellow: '#808000',
		darkGray: '#808080',
		lightGray: '#c0c0c0',
	}).map(([name, colour]) => [`on ${name}`, colour]),
);

/** The colour that Word shows in place of another; undefined for one of the theme. */
function textFill(fill: XmlElement): string | undefined {
	if (child(fill, 'w14:noFill') !== undefined) return transparent;
	const solid = child(child(fill, 'w14:solidFill'), 'w14:srgbClr');
	return hexColour(attribute(solid, 'w14:val'));
}
