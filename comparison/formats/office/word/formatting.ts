/**
 * Formatting of DOCX text after its styles are resolved: defaults, paragraph style, character
 * style and direct formatting, each overriding the one before. So another notation of the same
 * formatting is no difference.
 */
import { hexColour, transparent, unseen } from '../../../core/sight';
import { type Formatting, joinWords } from '../document/document';
import {
	attribute,
	child,
	descendants,
	elementsOf,
	parseXml,
	type XmlElement,
} from '../document/xml';
import type { ListPlace, WordNumbering } from './numbering';

/** Properties set at one place; a later place overrides each of them. */
type Look = Readonly<Record<string, string>>;

interface Style {
	readonly name: string;
	readonly basedOn: string | undefined;
	readonly paragraph: XmlElement | undefined;
	readonly run: XmlElement | undefined;
	/** Of a table: whether it fills cells with colours. */
	readonly isFilling: boolean;
}

/** Elements that are on or off, with their descriptions. */
const switches: ReadonlyMap<string, readonly [name: string, word: string]> = new Map([
	['w:b', ['bold', 'bold']],
	['w:i', ['italic', 'italic']],
	['w:strike', ['strike', 'struck through']],
	['w:dstrike', ['strike', 'struck through']],
	['w:caps', ['caps', 'capitals']],
	['w:smallCaps', ['caps', 'small capitals']],
	['w:vanish', ['hidden', 'hidden']],
]);

const emphases = ['bold', 'italic', 'underline', 'strike', 'script', 'caps', 'hidden'];
const appearances = ['font', 'size', 'colour', 'highlight'];

export class WordFormatting {
	readonly #styles = new Map<string, Style>();
	readonly #looks = new Map<string, Look>();
	#defaults: Look = {};
	#defaultParagraphStyle: string | undefined;

	readonly numbering: WordNumbering;

	constructor(stylesXml: string | undefined, numbering: WordNumbering) {
		this.numbering = numbering;
		if (stylesXml === undefined) return;
		const root = parseXml(stylesXml, 'word/styles.xml');
		const defaults = child(child(root, 'w:docDefaults'), 'w:rPrDefault');
		this.#defaults = lookOf(child(defaults, 'w:rPr'));
		for (const style of elementsOf(root)) if (style.name === 'w:style') this.#add(style);
	}

	has(styleId: string): boolean {
		return this.#styles.has(styleId);
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
		const paragraphStyle = this.#styleOf(paragraph, 'w:pStyle') ?? this.#defaultParagraphStyle;
		const look = {
			...this.#defaults,
			...this.#styleLook(paragraphStyle),
			...this.#styleLook(this.#styleOf(run, 'w:rStyle')),
			...lookOf(run),
		};
		const sight = unseen({
			colour: look['colour'] === transparent ? transparent : hexColour(look['colour']),
			background: highlights.get(look['highlight'] ?? '') ?? hexColour(look['fill']) ?? behind,
			sizePoints: Number.parseFloat(look['size'] ?? '10'),
			widthShare: Number.parseFloat(look['width'] ?? '100') / 100,
			linePoints: this.#linePoints(paragraph),
		});
		const emphasis = joinWords([wordsOf(look, emphases), sight]);
		return { emphasis, appearance: wordsOf(look, appearances) };
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
		const style = this.#styleOf(properties, 'w:tblStyle');
		const isFilled = style !== undefined && this.#chain(style).some(({ isFilling }) => isFilling);
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
			emphasis: joinWords([heading, this.numbering.listOf(this.listPlace(properties))]),
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
		return this.#styleOf(properties, 'w:pStyle') ?? this.#defaultParagraphStyle;
	}

	/** A property of a paragraph, or of its style. */
	#nearest(properties: XmlElement | undefined, name: string): XmlElement | undefined {
		return this.#placesOf(properties)
			.map((place) => child(place, name))
			.find(isPresent);
	}

	/** Where the properties of a paragraph may stand, the nearest first. */
	#placesOf(properties: XmlElement | undefined): readonly (XmlElement | undefined)[] {
		const styles = this.#chain(this.#paragraphStyle(properties));
		return [properties, ...styles.map(({ paragraph }) => paragraph)];
	}

	#add(style: XmlElement): void {
		const id = attribute(style, 'w:styleId') ?? '';
		this.#styles.set(id, {
			name: attribute(child(style, 'w:name'), 'w:val') ?? id,
			basedOn: attribute(child(style, 'w:basedOn'), 'w:val'),
			paragraph: child(style, 'w:pPr'),
			run: child(style, 'w:rPr'),
			isFilling: [...descendants(style, 'w:shd')].some((fill) => fillOf(fill) !== undefined),
		});
		const isDefault = isOn(attribute(style, 'w:default') ?? 'false');
		if (isDefault && attribute(style, 'w:type') === 'paragraph') this.#defaultParagraphStyle = id;
	}

	#styleOf(properties: XmlElement | undefined, name: string): string | undefined {
		return attribute(child(properties, name), 'w:val');
	}

	#styleLook(styleId: string | undefined): Look {
		if (styleId === undefined) return {};
		const known = this.#looks.get(styleId);
		if (known !== undefined) return known;
		const looks = this.#chain(styleId).map(({ run }) => lookOf(run));
		const look = looks.reverse().reduce((all, one) => ({ ...all, ...one }), {});
		this.#looks.set(styleId, look);
		return look;
	}

	/** The style and its base styles, nearest first; cycles end. */
	#chain(styleId: string | undefined): readonly Style[] {
		const chain: Style[] = [];
		let style = styleId === undefined ? undefined : this.#styles.get(styleId);
		while (style !== undefined && !chain.includes(style)) {
			chain.push(style);
			style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
		}
		return chain;
	}
}

function isPresent(element: XmlElement | undefined): boolean {
	return element !== undefined;
}

const alignments: ReadonlyMap<string, string> = new Map([
	['center', 'centered'],
	['right', 'aligned right'],
	['end', 'aligned right'],
	['both', 'justified'],
	['distribute', 'justified'],
]);

/** The colour of a shading; undefined if it lets through what is behind it. */
export function fillOf(shading: XmlElement | undefined): string | undefined {
	const isSolid = attribute(shading, 'w:val') === 'solid';
	return hexColour(attribute(shading, isSolid ? 'w:color' : 'w:fill'));
}

/** The colours that Word has for marking text. */
const highlights: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ black: '#000000', blue: '#0000ff', cyan: '#00ffff', green: '#00ff00' },
		...{ magenta: '#ff00ff', red: '#ff0000', yellow: '#ffff00', white: '#ffffff' },
		...{ darkBlue: '#000080', darkCyan: '#008080', darkGreen: '#008000' },
		...{ darkMagenta: '#800080', darkRed: '#800000', darkYellow: '#808000' },
		...{ darkGray: '#808080', lightGray: '#c0c0c0' },
	}).map(([name, colour]) => [`on ${name}`, colour]),
);

function lookOf(properties: XmlElement | undefined): Look {
	const look: Record<string, string> = {};
	for (const one of elementsOf(properties)) {
		const value = attribute(one, 'w:val') ?? '';
		const known = switches.get(one.name);
		if (known !== undefined) {
			const [name, word] = known;
			if (isOn(value)) look[name] = word;
			else if (look[name] === undefined || look[name] === word) look[name] = '';
		} else if (one.name === 'w:u') look['underline'] = value === 'none' ? '' : 'underlined';
		else if (one.name === 'w:vertAlign') look['script'] = value === 'baseline' ? '' : value;
		else if (one.name === 'w:w') look['width'] = value;
		else if (one.name === 'w:sz') look['size'] = `${Number(value) / 2} pt`;
		else if (one.name === 'w:color')
			look['colour'] = value === 'auto' ? '' : `#${value.toLowerCase()}`;
		else if (one.name === 'w14:textFill') look['colour'] = textFill(one) ?? look['colour'] ?? '';
		else if (one.name === 'w:shd') look['fill'] = fillOf(one) ?? '';
		else if (one.name === 'w:highlight') look['highlight'] = value === 'none' ? '' : `on ${value}`;
		else if (one.name === 'w:rFonts') {
			look['font'] = attribute(one, 'w:ascii') ?? attribute(one, 'w:asciiTheme') ?? '';
		}
	}
	return look;
}

/** The colour that Word shows in place of another; undefined for one of the theme. */
function textFill(fill: XmlElement): string | undefined {
	if (child(fill, 'w14:noFill') !== undefined) return transparent;
	const solid = child(child(fill, 'w14:solidFill'), 'w14:srgbClr');
	return hexColour(attribute(solid, 'w14:val'));
}

function isOn(value: string): boolean {
	return !['0', 'false', 'off', 'none'].includes(value);
}

function wordsOf(look: Look, names: readonly string[]): string {
	return joinWords(names.map((name) => look[name] ?? ''));
}
