/** The lists of a DOCX: their bullets or numbers, by level. */
import { remembered } from '../../../core/remembered';
import {
	bulletWords,
	ListCounters,
	type ListNumber,
	listWords,
	type NumberedLevel,
	type Runs,
} from '../../package/list-numbers';
import { attribute, child, childrenOf, isOn, type XmlElement } from '../../package/xml';
import { valueOf } from './fields';

/** Lists with the same abstract list are counted on from each other. */
interface List {
	readonly abstractId: string;
	readonly levels: ReadonlyMap<number, NumberedLevel>;
	readonly levelsOfStyles: ReadonlyMap<string, number>;
	/** The levels that begin anew with this list. */
	readonly anew: readonly number[];
}

/** Where a paragraph stands in a list. */
export interface ListPlace {
	readonly listId: string;
	readonly list: List;
	readonly level: number;
}

export class WordNumbering {
	/** Those to which paragraphs refer are read. */
	readonly #lists = new Map<string, List>();
	readonly #elements = new Map<string, XmlElement>();
	readonly #abstracts = new Map<string, XmlElement>();
	/** Abstract lists that describe others, by the style both name. */
	readonly #describing = new Map<string, XmlElement>();

	constructor(numbering: XmlElement | undefined) {
		for (const one of childrenOf(numbering, 'w:abstractNum')) {
			this.#abstracts.set(attribute(one, 'w:abstractNumId') ?? '', one);
			const style = valueOf(one, 'w:styleLink');
			if (style !== undefined) this.#describing.set(style, one);
		}
		for (const one of childrenOf(numbering, 'w:num')) {
			this.#elements.set(attribute(one, 'w:numId') ?? '', one);
		}
	}

	#read(list: XmlElement): List {
		const named = this.#abstracts.get(valueOf(list, 'w:abstractNumId') ?? '');
		const abstract = this.#describing.get(valueOf(named, 'w:numStyleLink') ?? '') ?? named;
		const own = childrenOf(abstract, 'w:lvl');
		const levels = new Map(own.map((one) => [indexOf(one), levelOf(one)]));
		const anew: number[] = [];
		for (const one of childrenOf(list, 'w:lvlOverride')) {
			const [at, instead] = [indexOf(one), child(one, 'w:lvl')];
			const start = numberOf(one, 'w:startOverride');
			const level = instead === undefined ? levels.get(at) : levelOf(instead);
			if (level !== undefined) levels.set(at, { ...level, start: start ?? level.start });
			if (start !== undefined) anew.push(at);
		}
		return {
			abstractId: attribute(abstract, 'w:abstractNumId') ?? '',
			levels,
			levelsOfStyles: new Map(own.map((one) => [valueOf(one, 'w:pStyle') ?? '', indexOf(one)])),
			anew,
		};
	}

	/** Undefined outside of lists. The style may say the level if the paragraph does not. */
	placeOf(numbered: {
		readonly listId: string | undefined;
		readonly level: string | undefined;
		readonly styleId: string | undefined;
	}): ListPlace | undefined {
		const { listId = '0', styleId = '' } = numbered;
		const element = this.#elements.get(listId);
		if (listId === '0' || element === undefined) return undefined;
		const list = remembered(this.#lists, listId, () => this.#read(element));
		const level = Number(numbered.level ?? list.levelsOfStyles.get(styleId) ?? 0);
		return list.levels.has(level) ? { listId, list, level } : undefined;
	}
}

/** Such as `bulleted list, level 1`; empty outside of lists. */
export function listOf(place: ListPlace | undefined): string {
	const level = place?.list.levels.get(place.level);
	if (place === undefined || level === undefined || level.format === 'none') return '';
	return listWords(level, place.level + 1);
}

/** Counts the paragraphs of a part in order. */
export class WordCounting {
	readonly #counters = new Map<string, ListCounters>();
	readonly #begun = new Set<string>();
	readonly #runs: Runs = { last: 0 };

	next({ listId, list, level }: ListPlace): ListNumber | undefined {
		const counters = remembered(this.#counters, list.abstractId, () => new ListCounters());
		if (!this.#begun.has(listId)) for (const at of list.anew) counters.restart(at);
		this.#begun.add(listId);
		return counters.next(level, (at) => list.levels.get(at), { runs: this.#runs });
	}
}

function indexOf(level: XmlElement): number {
	return Number(attribute(level, 'w:ilvl') ?? '0');
}

function numberOf(element: XmlElement, name: string): number | undefined {
	const value = valueOf(element, name);
	return value === undefined || !Number.isInteger(Number(value)) ? undefined : Number(value);
}

function levelOf(level: XmlElement): NumberedLevel {
	const format = valueOf(level, 'w:numFmt') ?? 'decimal';
	const text = valueOf(level, 'w:lvlText') ?? '';
	const font = attribute(child(child(level, 'w:rPr'), 'w:rFonts'), 'w:ascii') ?? '';
	return {
		format,
		text,
		...(format === 'bullet' && { bullet: bulletWords(text, font) }),
		start: numberOf(level, 'w:start') ?? 0,
		restart: numberOf(level, 'w:lvlRestart'),
		isLegal: isOn(child(level, 'w:isLgl')),
	};
}
