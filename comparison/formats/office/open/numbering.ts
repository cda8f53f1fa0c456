/** The numbered lists and headings of an ODT, counted in the order of the text. */
import {
	bulletWords,
	ListCounters,
	type ListNumber,
	listWords,
	type NumberedLevel,
	type Runs,
} from '../../package/list-numbers';
import { attribute, child, elementsOf, type XmlElement } from '../../package/xml';

/** The list of a paragraph. */
export interface List {
	readonly style: string | undefined;
	/** From 1. */
	readonly level: number;
	readonly counters: ListCounters;
	readonly item: Item;
}

/** Only the first paragraph of an item is counted. */
interface Item {
	isCounted: boolean;
	/** The number with which it begins anew. */
	readonly from: number | undefined;
}

export class OpenNumbering {
	readonly #styles = new Map<string, ReadonlyMap<number, NumberedLevel>>();
	/** By the id of the list, and the last one of each style. */
	readonly #lists = new Map<string, ListCounters>();
	readonly #headings = new ListCounters();
	readonly #runs: Runs = { last: 0 };
	#outline: ReadonlyMap<number, NumberedLevel> = new Map();

	/** Adds a child of a part's styles. */
	add(style: XmlElement): void {
		if (style.name === 'text:outline-style') this.#outline = levelsIn(style);
		if (style.name !== 'text:list-style') return;
		this.#styles.set(attribute(style, 'style:name') ?? '', levelsIn(style));
	}

	/** The children of a list's items, each with its place in the list. */
	*itemsOf(element: XmlElement, outer: List | undefined): Generator<readonly [XmlElement, List]> {
		const style = attribute(element, 'text:style-name') ?? outer?.style;
		const level = (outer?.level ?? 0) + 1;
		const counters = outer?.counters ?? this.#countersOf(element, style);
		for (const one of elementsOf(element)) {
			const start = attribute(one, 'text:start-value');
			const item = {
				isCounted: one.name === 'text:list-header',
				from: start === undefined ? undefined : Number(start),
			};
			for (const inner of elementsOf(one)) yield [inner, { style, level, counters, item }];
		}
	}

	/** Such as `bulleted list, level 1`; empty outside of lists. */
	wordsOf(list: List | undefined): string {
		if (list === undefined) return '';
		const level = this.#styles.get(list.style ?? '')?.get(list.level - 1);
		return listWords(level ?? { format: 'bullet' }, list.level);
	}

	/** The number that a paragraph shows; it is counted once for each item. */
	numberOf(paragraph: XmlElement, list: List | undefined): ListNumber | undefined {
		if (list === undefined) return this.#headingNumber(paragraph);
		const { style, level, counters, item } = list;
		if (item.isCounted) return undefined;
		item.isCounted = true;
		const known = this.#styles.get(style ?? '');
		const how = { runs: this.#runs, from: item.from };
		return counters.next(level - 1, (at) => known?.get(at), how);
	}

	#headingNumber(heading: XmlElement): ListNumber | undefined {
		const isCounted = attribute(heading, 'text:is-list-header') !== 'true';
		if (heading.name !== 'text:h' || !isCounted) return undefined;
		const level = Number(attribute(heading, 'text:outline-level') ?? '1') - 1;
		return this.#headings.next(level, (at) => this.#outline.get(at), { runs: this.#runs });
	}

	#countersOf(list: XmlElement, style = ''): ListCounters {
		const isContinued = attribute(list, 'text:continue-numbering') === 'true';
		const before = attribute(list, 'text:continue-list') ?? (isContinued ? `of ${style}` : '');
		const counters = this.#lists.get(before) ?? new ListCounters();
		this.#lists.set(`of ${style}`, counters);
		const id = attribute(list, 'xml:id');
		if (id !== undefined) this.#lists.set(id, counters);
		return counters;
	}
}

const formats: ReadonlyMap<string, string> = new Map([
	['1', 'decimal'],
	['a', 'lowerLetter'],
	['A', 'upperLetter'],
	['i', 'lowerRoman'],
	['I', 'upperRoman'],
	['', 'none'],
]);

function levelsIn(style: XmlElement): ReadonlyMap<number, NumberedLevel> {
	const levels = elementsOf(style).map((one): [number, NumberedLevel] => {
		const number = Number(attribute(one, 'text:level') ?? '1');
		return [number - 1, levelOf(one, number)];
	});
	return new Map(levels);
}

function levelOf(element: XmlElement, number: number): NumberedLevel {
	const own = attribute(element, 'style:num-format') ?? '';
	const isBullet = /bullet|image/.test(element.name);
	const format = isBullet ? 'bullet' : (formats.get(own) ?? own);
	const shown = Math.max(1, Number(attribute(element, 'text:display-levels') ?? '1'));
	const first = Math.max(1, number - shown + 1);
	const numbers = Array.from({ length: number - first + 1 }, (_, index) => `%${first + index}`);
	const look = child(element, 'style:text-properties');
	const font = attribute(look, 'style:font-name') ?? attribute(look, 'fo:font-family') ?? '';
	const sign = attribute(element, 'text:bullet-char') ?? '';
	const [before, after] = ['style:num-prefix', 'style:num-suffix'].map((name) =>
		attribute(element, name),
	);
	return {
		format,
		text: format === 'none' ? '' : `${before ?? ''}${numbers.join('.')}${after ?? ''}`,
		start: Number(attribute(element, 'text:start-value') ?? '1'),
		...(isBullet && { bullet: bulletWords(sign, font.replaceAll("'", '')) }),
	};
}
