/** The paragraphs of the texts of slides, in the form that is compared. */
import { hexColour, transparent, unseen } from '../../../core/sight';
import {
	type Formatting,
	joinSpans,
	joinWords,
	type Paragraph,
	type Span,
} from '../../office/document/document';
import { preferred } from '../../office/document/alternatives';
import { bulletWords } from '../../office/document/bullets';
import { linkWords } from '../../office/document/links';
import { Runs } from '../../office/document/list-numbers';
import { isOnValue } from '../../office/document/drawing-forms';
import { attribute, child, elementsOf, type XmlElement } from '../../office/document/xml';
import { formulaText } from '../../office/word/formula';
import { levelOf, SlideCounting } from './numbering';

/** Reads the paragraphs of one part. */
export class TextReader {
	#paragraphCount = 0;
	readonly #runs = new Runs();

	readonly part: string;
	/** Where a relationship leads, in words that do not change when parts are renamed. */
	readonly addressOf: (relationshipId: string) => string | undefined;

	constructor(part: string, addressOf: (relationshipId: string) => string | undefined) {
		this.part = part;
		this.addressOf = addressOf;
	}

	/** The paragraphs of a text; of one that is empty none. `behind`: its colour, if it is known. */
	paragraphs(body: XmlElement | undefined, behind: string | undefined): readonly Paragraph[] {
		const counting = new SlideCounting(this.#runs);
		const all = elementsOf(body)
			.filter(({ name }) => name === 'a:p')
			.map((element) => this.#paragraph(element, counting, behind));
		return all.some(({ spans }) => spans.length > 0) ? all : [];
	}

	/** A paragraph of what is no text, such as the sign of a picture. */
	single(spans: readonly Span[]): Paragraph {
		const source = { part: this.part, index: this.#paragraphCount };
		this.#paragraphCount += 1;
		return { spans: joinSpans(spans), formatting: plain, source };
	}

	/** Where a click on a shape or on words leads; an action has a name instead of an address. */
	linkOf(holder: XmlElement | undefined): string {
		const click = child(holder, 'a:hlinkClick');
		const id = attribute(click, 'r:id') ?? '';
		return linkWords(this.addressOf(id) ?? attribute(click, 'action'));
	}

	#paragraph(element: XmlElement, counting: SlideCounting, behind: string | undefined): Paragraph {
		const properties = child(element, 'a:pPr');
		const number = counting.next(properties);
		return {
			...this.single([...this.#spansOf(element, behind)]),
			...(number === undefined ? {} : { number }),
			formatting: {
				emphasis: listWords(properties),
				appearance: alignments.get(attribute(properties, 'algn') ?? '') ?? '',
			},
		};
	}

	*#spansOf(holder: XmlElement, behind: string | undefined): Generator<Span> {
		for (const one of elementsOf(holder)) {
			if (one.name === 'a:r') yield { text: textIn(one), ...this.#look(one, behind) };
			else if (one.name === 'a:br') yield { text: '\n', ...this.#look(one, behind) };
			else if (one.name === 'a:fld') yield this.#field(one, behind);
			else if (one.name === 'a14:m') yield { text: formulaText(one), isObject: true, ...plain };
			else if (one.name === 'mc:AlternateContent') yield* this.#spansOf(preferred(one), behind);
		}
	}

	/** The number of a slide and a date that a program shows anew are no text. */
	#field(field: XmlElement, behind: string | undefined): Span {
		const kind = /^(slidenum|datetime)/.exec(attribute(field, 'type') ?? '')?.[0];
		const look = this.#look(field, behind);
		if (kind === undefined) return { text: textIn(field), ...look };
		const text = kind === 'slidenum' ? '{slide number}' : '{date and time}';
		return { text, isObject: true, ...look };
	}

	#look(run: XmlElement, behind: string | undefined): Formatting {
		const properties = child(run, 'a:rPr');
		const sight = sightOf(properties, behind);
		return {
			emphasis: joinWords([...emphases(properties), sight, this.linkOf(properties)]),
			appearance: appearanceOf(properties),
		};
	}
}

const plain: Formatting = { emphasis: '', appearance: '' };

function textIn(run: XmlElement): string {
	return child(run, 'a:t')?.children.join('') ?? '';
}

const alignments: ReadonlyMap<string, string> = new Map([
	['ctr', 'centered'],
	['r', 'aligned right'],
	['just', 'justified'],
	['dist', 'justified'],
]);

/** Such as `bulleted list, level 2`; what the layout gives is not told. */
function listWords(properties: XmlElement | undefined): string {
	const names = elementsOf(properties).map(({ name }) => name);
	const level = levelOf(properties);
	const hasBullet = ['a:buChar', 'a:buBlip'].some((name) => names.includes(name));
	const list = hasBullet ? 'bulleted list' : names.includes('a:buAutoNum') ? 'numbered list' : '';
	const none = names.includes('a:buNone') ? 'without a bullet' : '';
	const sign = attribute(child(properties, 'a:buChar'), 'char') ?? '';
	const font = attribute(child(properties, 'a:buFont'), 'typeface') ?? '';
	return joinWords([
		list || none,
		level === 0 && list === '' ? '' : `level ${level + 1}`,
		bulletWords(sign, font),
	]);
}

function emphases(properties: XmlElement | undefined): readonly string[] {
	const value = (name: string) => attribute(properties, name);
	const isSet = (name: string, none: string) => ![undefined, none].includes(value(name));
	const baseline = Number.parseInt(value('baseline') ?? '0', 10);
	const capitals: Readonly<Record<string, string>> = { all: 'capitals', small: 'small capitals' };
	return [
		isOnValue(value('b')) ? 'bold' : '',
		isOnValue(value('i')) ? 'italic' : '',
		isSet('u', 'none') ? 'underlined' : '',
		isSet('strike', 'noStrike') ? 'struck through' : '',
		baseline > 0 ? 'superscript' : baseline < 0 ? 'subscript' : '',
		capitals[value('cap') ?? ''] ?? '',
	];
}

/** What is said of words that are not seen. */
function sightOf(properties: XmlElement | undefined, behind: string | undefined): string {
	const fill = child(properties, 'a:solidFill');
	const opacity = elementsOf(elementsOf(fill)[0]).find(({ name }) => name === 'a:alpha');
	const isDrawn = child(properties, 'a:noFill') === undefined && attribute(opacity, 'val') !== '0';
	const highlight = child(properties, 'a:highlight');
	return unseen({
		colour: isDrawn ? fillColour(fill) : transparent,
		background: highlight === undefined ? behind : fillColour(highlight),
		sizePoints: Number(attribute(properties, 'sz') ?? usualSize) / 100,
	});
}

/** In hundredths of a point, where neither the words nor what they are based on say one. */
const usualSize = 1800;

/** Undefined for a colour of the theme. */
export function fillColour(fill: XmlElement | undefined): string | undefined {
	return hexColour(attribute(child(fill, 'a:srgbClr'), 'val'));
}

function appearanceOf(properties: XmlElement | undefined): string {
	const size = attribute(properties, 'sz');
	const highlight = colourIn(child(properties, 'a:highlight'));
	return joinWords([
		attribute(child(properties, 'a:latin'), 'typeface') ?? '',
		size === undefined ? '' : `${Number(size) / 100} pt`,
		colourIn(child(properties, 'a:solidFill')),
		highlight === '' ? '' : `on ${highlight}`,
	]);
}

function colourIn(fill: XmlElement | undefined): string {
	const [colour] = elementsOf(fill);
	const value = attribute(colour, 'val') ?? '';
	return colour?.name === 'a:srgbClr' ? `#${value.toLowerCase()}` : value;
}

/** A name of the format, such as `rightArrow` or `bar3DChart`. */
export function inWords(name: string): string {
	return name.replace(/[A-Z]|\d+D?/g, (part) => ` ${part}`).toLowerCase();
}
