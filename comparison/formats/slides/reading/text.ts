/** The paragraphs of the texts of slides, in the form that is compared. */
import { scriptOf } from '../../../core/declarations';
import { hexColour, transparent } from '../../../core/sight';
import { joinSpans, type Paragraph, type Span } from '../../blocks/document/document';
import { bulletWords, type Runs } from '../../package/list-numbers';
import {
	alignments,
	type Formatting,
	formattingOf,
	joinWords,
	linkWords,
	lookOf,
	type Readings,
	sightOf,
} from '../../package/looks';
import { formulaText } from '../../package/office-formula';
import {
	attribute,
	child,
	childrenOf,
	elementsOf,
	isOnValue,
	shownIn,
	textIn,
	type XmlElement,
} from '../../package/xml';
import { levelOf, SlideCounting } from './numbering';

/** Reads the paragraphs of one part. */
export class TextReader {
	#paragraphCount = 0;
	readonly #runs: Runs = { last: 0 };

	constructor(
		readonly part: string,
		/** Where a relationship leads, in words that do not change when parts are renamed. */
		readonly addressOf: (relationshipId: string) => string | undefined = () => undefined,
	) {}

	/** The paragraphs of a text; of one that is empty none. `behind`: its colour, if it is known. */
	paragraphs(body: XmlElement | undefined, behind: string | undefined): readonly Paragraph[] {
		const counting = new SlideCounting(this.#runs);
		const all = childrenOf(body, 'a:p').map((one) => this.#paragraph(one, counting, behind));
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
		return {
			...this.single([...this.#spansOf(element, behind)]),
			number: counting.next(properties),
			formatting: {
				emphasis: listWords(properties),
				appearance: alignments.get(attribute(properties, 'algn') ?? '') ?? '',
			},
		};
	}

	*#spansOf(holder: XmlElement, behind: string | undefined): Generator<Span> {
		for (const one of shownIn(holder)) {
			if (one.name === 'a:r') yield { text: textIn(child(one, 'a:t')), ...this.#look(one, behind) };
			else if (one.name === 'a:br') yield { text: '\n', ...this.#look(one, behind) };
			else if (one.name === 'a:fld') yield this.#field(one, behind);
			else if (one.name === 'a14:m') yield { text: formulaText(one), isObject: true, ...plain };
		}
	}

	/** The number of a slide and a date that a program shows anew are no text. */
	#field(field: XmlElement, behind: string | undefined): Span {
		const kind = /^(slidenum|datetime)/.exec(attribute(field, 'type') ?? '')?.[0];
		const look = this.#look(field, behind);
		if (kind === undefined) return { text: textIn(child(field, 'a:t')), ...look };
		const text = kind === 'slidenum' ? '{slide number}' : '{date and time}';
		return { text, isObject: true, ...look };
	}

	#look(run: XmlElement, behind: string | undefined): Formatting {
		const properties = child(run, 'a:rPr');
		const look = lookOf(properties, readings);
		const seen = isWithoutColour(properties) ? { ...look, colour: transparent } : look;
		const highlight = child(properties, 'a:highlight');
		const sight = sightOf(seen, highlight === undefined ? behind : fillColour(highlight));
		return formattingOf(look, sight, this.linkOf(properties));
	}
}

const plain: Formatting = { emphasis: '', appearance: '' };

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

/** By attribute or element of the properties of a run. */
const readings: Readings = new Map([
	['b', (value) => ['bold', isOnValue(value) ? 'bold' : '']],
	['i', (value) => ['italic', isOnValue(value) ? 'italic' : '']],
	['u', (value) => ['underline', value === 'none' ? '' : 'underlined']],
	['strike', (value) => ['strike', value === 'noStrike' ? '' : 'struck through']],
	['baseline', (value) => ['script', scriptOf(value)]],
	['cap', (value) => ['caps', capitals.get(value) ?? '']],
	['sz', (value) => ['size', `${Number(value) / 100} pt`]],
	['a:latin', (_, one) => ['font', attribute(one, 'typeface') ?? '']],
	['a:solidFill', (_, one) => ['colour', colourIn(one)]],
	['a:highlight', (_, one) => ['highlight', colourIn(one) && `on ${colourIn(one)}`]],
]);

const capitals: ReadonlyMap<string, string> = new Map([
	['all', 'capitals'],
	['small', 'small capitals'],
]);

/** Without a colour at all, or with one that lets through everything. */
function isWithoutColour(properties: XmlElement | undefined): boolean {
	const [fill] = elementsOf(child(properties, 'a:solidFill'));
	const isClear = attribute(child(fill, 'a:alpha'), 'val') === '0';
	return isClear || child(properties, 'a:noFill') !== undefined;
}

/** Undefined for a colour of the theme. */
export function fillColour(fill: XmlElement | undefined): string | undefined {
	return hexColour(attribute(child(fill, 'a:srgbClr'), 'val'));
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
