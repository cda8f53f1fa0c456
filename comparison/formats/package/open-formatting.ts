/**
 * Formatting of OpenDocument text after its styles are resolved. Programs rename automatic styles at
 * every save, so only their properties count, not their names.
 */
import { scriptOf } from '../../core/declarations';
import { remembered } from '../../core/remembered';
import { hexColour } from '../../core/sight';
import { hundredthsIn } from './drawing-forms';
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
} from './looks';
import { attribute, child, type XmlElement } from './xml';

interface Style {
	readonly name: string;
	readonly isAutomatic: boolean;
	/** Its family and its name. */
	readonly parent: string | undefined;
	readonly look: Look;
	readonly alignment: string | undefined;
	readonly lineHeight: string | undefined;
	/** The colour behind a paragraph or a cell, or `transparent`. */
	readonly fill: string | undefined;
}

/** By attribute of the text properties. */
const readings: Readings = new Map([
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
	['fo:color', (value, text) => ['colour', isAutomatic(text) ? '' : value.toLowerCase()]],
	['style:use-window-font-color', (value) => [value === 'true' ? 'colour' : '', '']],
	['fo:background-color', (value) => ['highlight', value === 'transparent' ? '' : `on ${value}`]],
]);

/** Such a colour is chosen by the program, so that it can be read. */
function isAutomatic(text: XmlElement): boolean {
	return attribute(text, 'style:use-window-font-color') === 'true';
}

function isBold(value: string): boolean {
	return value === 'bold' || Number(value) >= 600;
}

type Family = 'paragraph' | 'table-cell' | 'text';

/** `sight`: why the text is not seen, or nothing. */
interface Seen {
	readonly look: Look;
	readonly sight: string;
}

export class OpenFormatting {
	readonly #styles = new Map<string, Style>();
	readonly #seen = new Map<string, Seen>();

	/** Adds a child of a part's styles. */
	add(style: XmlElement, isAutomatic: boolean): void {
		if (style.name !== 'style:style' && style.name !== 'style:default-style') return;
		const family = attribute(style, 'style:family') ?? '';
		const isDefault = style.name === 'style:default-style';
		const id = isDefault ? '' : (attribute(style, 'style:name') ?? '');
		this.#styles.set(keyOf(family, id), {
			name: attribute(style, 'style:display-name') ?? id,
			isAutomatic,
			parent: isDefault ? undefined : keyOf(family, attribute(style, 'style:parent-style-name')),
			look: lookOf(child(style, 'style:text-properties'), readings),
			alignment: attribute(child(style, 'style:paragraph-properties'), 'fo:text-align'),
			lineHeight: attribute(child(style, 'style:paragraph-properties'), 'fo:line-height'),
			fill: ['style:paragraph-properties', 'style:table-cell-properties']
				.map((name) => attribute(child(style, name), 'fo:background-color'))
				.find((found) => found !== undefined),
		});
	}

	/**
	 * What is seen of text in a paragraph or a cell of this style, within spans of these styles, the
	 * outer ones first. `behind`: the colour of the paper or the cell.
	 */
	seen(family: Family, style: string | undefined, spans: readonly string[], behind: string): Seen {
		const key = [family, behind, style ?? '', ...spans].join('\0');
		return remembered(this.#seen, key, () => {
			const chains = [
				this.#chain(family, style),
				...spans.map((span) => this.#chain('text', span)),
			];
			const look = joinLooks(chains.flatMap((chain) => chain.reverse()).map((one) => one.look));
			const highlight = hexColour(look['highlight']?.slice('on '.length));
			const background = highlight ?? this.fillOf(family, style) ?? behind;
			return { look, sight: sightOf(look, background, this.#linePoints(family, style)) };
		});
	}

	/** Formatting of text in a paragraph. */
	ofText(style: string | undefined, spans: readonly string[], behind: string): Formatting {
		const { look, sight } = this.seen('paragraph', style, spans, behind);
		return formattingOf(look, sight);
	}

	/** Undefined for a line that grows with its letters. */
	#linePoints(family: Family, style: string | undefined): number | undefined {
		const heights = this.#chain(family, style).map(({ lineHeight }) => lineHeight);
		const hundredths = hundredthsIn(heights.find((found) => found !== undefined));
		return hundredths > 0 ? (hundredths / 2540) * 72 : undefined;
	}

	/** The colour behind the text of a paragraph or a cell. */
	fillOf(family: Family, style: string | undefined): string | undefined {
		const fills = this.#chain(family, style).map(({ fill }) => fill);
		return hexColour(fills.find((found) => found !== undefined));
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

	/** The style and its parents, nearest first, the default of the family last. */
	#chain(family: Family, style: string | undefined): Style[] {
		const key = keyOf(family, style);
		return styleChain(this.#styles, this.#styles.has(key) ? key : keyOf(family, ''));
	}
}

function keyOf(family: string, style = ''): string {
	return `${family}/${style}`;
}
