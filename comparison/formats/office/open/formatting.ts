/**
 * Formatting of ODT text after its styles are resolved. Programs rename automatic styles at every
 * save, so only their properties count, not their names.
 */
import { scriptOf } from '../../../core/declarations';
import { hexColour, unseen } from '../../../core/sight';
import { bulletWords } from '../document/bullets';
import { type Formatting, joinWords } from '../document/document';
import { hundredthsIn } from '../document/lengths';
import { attribute, child, elementsOf, type XmlElement } from '../document/xml';

type Look = Readonly<Record<string, string>>;

interface Style {
	readonly name: string;
	readonly isAutomatic: boolean;
	readonly parent: string | undefined;
	readonly look: Look;
	readonly alignment: string | undefined;
	readonly lineHeight: string | undefined;
	/** The colour behind a paragraph or a cell. */
	readonly fill: string | undefined;
}

const emphases = ['bold', 'italic', 'underline', 'strike', 'script', 'caps', 'hidden'];
const appearances = ['font', 'size', 'colour', 'highlight'];

const alignments: ReadonlyMap<string, string> = new Map([
	['center', 'centered'],
	['end', 'aligned right'],
	['right', 'aligned right'],
	['justify', 'justified'],
]);

/** Property and its description, by attribute of the text properties. */
const readings: ReadonlyMap<string, (value: string) => readonly [string, string]> = new Map([
	['fo:font-weight', (value) => ['bold', isBold(value) ? 'bold' : '']],
	['fo:font-style', (value) => ['italic', value === 'normal' ? '' : 'italic']],
	['style:text-underline-style', (value) => ['underline', value === 'none' ? '' : 'underlined']],
	[
		'style:text-line-through-style',
		(value) => ['strike', value === 'none' ? '' : 'struck through'],
	],
	['style:text-position', (value) => ['script', scriptOf(value)]],
	['fo:font-variant', (value) => ['caps', value === 'small-caps' ? 'small capitals' : '']],
	['fo:text-transform', (value) => ['caps', value === 'uppercase' ? 'capitals' : '']],
	['text:display', (value) => ['hidden', value === 'none' ? 'hidden' : '']],
	['style:font-name', (value) => ['font', value]],
	['style:text-scale', (value) => ['width', value]],
	['fo:font-size', (value) => ['size', value.replace(/(\d)pt$/, '$1 pt')]],
	['fo:color', (value) => ['colour', value.toLowerCase()]],
	['fo:background-color', (value) => ['highlight', value === 'transparent' ? '' : `on ${value}`]],
]);

function isBold(value: string): boolean {
	return value === 'bold' || Number(value) >= 600;
}

export class OpenFormatting {
	readonly #styles = new Map<string, Style>();
	readonly #looks = new Map<string, Look>();
	/** By list style and level, such as `bulleted list, level 1`. */
	readonly #lists = new Map<string, ReadonlyMap<string, string>>();

	/** Adds a child of a part's styles. */
	add(style: XmlElement, isAutomatic: boolean): void {
		if (style.name === 'text:list-style') this.#addList(style);
		if (style.name !== 'style:style' && style.name !== 'style:default-style') return;
		const family = attribute(style, 'style:family') ?? '';
		const id = attribute(style, 'style:name') ?? '';
		this.#styles.set(`${family}/${id}`, {
			name: attribute(style, 'style:display-name') ?? id,
			isAutomatic,
			parent: attribute(style, 'style:parent-style-name') ?? (id === '' ? undefined : ''),
			look: lookOf(child(style, 'style:text-properties')),
			alignment: attribute(child(style, 'style:paragraph-properties'), 'fo:text-align'),
			lineHeight: attribute(child(style, 'style:paragraph-properties'), 'fo:line-height'),
			fill: ['style:paragraph-properties', 'style:table-cell-properties']
				.map((name) => hexColour(attribute(child(style, name), 'fo:background-color')))
				.find((found) => found !== undefined),
		});
	}

	/**
	 * Formatting of text in a paragraph of this style, within spans of these styles, the outer ones
	 * first. `behind`: the colour of the paper or the cell.
	 */
	ofText(
		paragraphStyle: string | undefined,
		spanStyles: readonly string[],
		behind: string,
	): Formatting {
		const key = [paragraphStyle ?? '', ...spanStyles].join('\0');
		const look = this.#looks.get(key) ?? this.#lookOf(paragraphStyle, spanStyles);
		this.#looks.set(key, look);
		const wordsOf = (names: readonly string[]) => joinWords(names.map((name) => look[name] ?? ''));
		const sight = unseen({
			colour: hexColour(look['colour']),
			background:
				hexColour(look['highlight']?.slice('on '.length)) ??
				this.#fillOf('paragraph', paragraphStyle) ??
				behind,
			sizePoints: pointsOf(look['size']),
			widthShare: Number.parseFloat(look['width'] ?? '100%') / 100,
			linePoints: this.#linePoints(paragraphStyle),
		});
		const emphasis = joinWords([wordsOf(emphases), sight]);
		return { emphasis, appearance: wordsOf(appearances) };
	}

	/** Undefined for a line that grows with its letters. */
	#linePoints(paragraphStyle: string | undefined): number | undefined {
		const height = this.#chain('paragraph', paragraphStyle)
			.map(({ lineHeight }) => lineHeight)
			.find((found) => found !== undefined);
		const hundredths = hundredthsIn(height);
		return hundredths > 0 ? (hundredths / 2540) * 72 : undefined;
	}

	/** The colour behind the text of a cell. */
	behindCell(styleName: string | undefined): string | undefined {
		return this.#fillOf('table-cell', styleName);
	}

	#fillOf(family: string, name: string | undefined): string | undefined {
		return this.#chain(family, name)
			.map(({ fill }) => fill)
			.find((found) => found !== undefined);
	}

	ofParagraph(styleName: string | undefined, built: readonly string[]): Formatting {
		const chain = this.#chain('paragraph', styleName);
		const alignment = chain.map((style) => style.alignment).find((found) => found !== undefined);
		const named = chain.find(({ isAutomatic, name }) => !isAutomatic && name !== '')?.name ?? '';
		return {
			emphasis: joinWords(built),
			appearance: joinWords([alignments.get(alignment ?? '') ?? '', named && `style ${named}`]),
		};
	}

	listOf(styleName: string | undefined, level: number): string {
		const known = this.#lists.get(styleName ?? '')?.get(String(level));
		return known ?? `bulleted list, level ${level}`;
	}

	#addList(list: XmlElement): void {
		const levels = elementsOf(list).map((level): [string, string] => {
			const number = attribute(level, 'text:level') ?? '';
			const isNumbered = level.name === 'text:list-level-style-number';
			const kind = `${isNumbered ? 'numbered' : 'bulleted'} list, level ${number}`;
			return [number, joinWords([kind, bulletOf(level)])];
		});
		this.#lists.set(attribute(list, 'style:name') ?? '', new Map(levels));
	}

	#lookOf(paragraphStyle: string | undefined, spanStyles: readonly string[]): Look {
		const looks = [
			...this.#chain('paragraph', paragraphStyle).reverse(),
			...spanStyles.flatMap((style) => this.#chain('text', style).reverse()),
		].map(({ look }) => look);
		return looks.reduce((all, one) => ({ ...all, ...one }), {});
	}

	/** The style and its parents, nearest first, the family's default last; cycles end. */
	#chain(family: string, name: string | undefined): Style[] {
		const chain: Style[] = [];
		let style = this.#styles.get(`${family}/${name ?? ''}`);
		while (style !== undefined && !chain.includes(style)) {
			chain.push(style);
			style =
				style.parent === undefined ? undefined : this.#styles.get(`${family}/${style.parent}`);
		}
		return chain;
	}
}

/** Of a size in points; one that is relative to another is readable. */
const usualPoints = 12;

function pointsOf(size = ''): number {
	return size.endsWith(' pt') ? Number.parseFloat(size) : usualPoints;
}

function lookOf(properties: XmlElement | undefined): Look {
	const look: Record<string, string> = {};
	for (const { name, value } of properties?.attributes ?? []) {
		const reading = readings.get(name);
		if (reading === undefined) continue;
		const [key, word] = reading(value);
		if (word !== '' || look[key] === undefined) look[key] = word;
	}
	return look;
}

/** What the bullet of a level says; its font may be that of the level's text. */
function bulletOf(level: XmlElement): string {
	const text = child(level, 'style:text-properties');
	const font = attribute(text, 'style:font-name') ?? attribute(text, 'fo:font-family') ?? '';
	return bulletWords(attribute(level, 'text:bullet-char') ?? '', font.replaceAll("'", ''));
}
