/** The lists of a DOCX: their bullets or numbers, by level. */
import { remembered } from '../../../core/remembered';
import {
	bulletWords,
	type Levels,
	ListCounters,
	type ListNumber,
	listWords,
	type NumberedLevel,
	type Runs,
} from '../../package/list-numbers';
import { attribute, child, childrenOf, isOn, type XmlElement } from '../../package/xml';
import { valueOf } from './fields';

interface LevelOverride {
	readonly start: number | undefined;
	readonly level: NumberedLevel | undefined;
}

/** Lists with the same abstract list are counted on from each other. */
interface List {
	readonly abstractId: string;
	readonly overrides: ReadonlyMap<number, LevelOverride>;
}

/** Where a paragraph stands in a list. */
export interface ListPlace {
	readonly listId: string;
	readonly level: number;
}

export class WordNumbering {
	readonly #levels = new Map<string, ReadonlyMap<number, NumberedLevel>>();
	readonly #levelsOfStyles = new Map<string, ReadonlyMap<string, number>>();
	/** Abstract lists that are described by another one, by the style both name. */
	readonly #described = new Map<string, string>();
	readonly #describing = new Map<string, string>();
	readonly #lists = new Map<string, List>();

	constructor(numbering: XmlElement | undefined) {
		for (const one of childrenOf(numbering, 'w:abstractNum')) this.#addAbstract(one);
		for (const one of childrenOf(numbering, 'w:num')) this.#addList(one);
	}

	#addAbstract(element: XmlElement): void {
		const id = attribute(element, 'w:abstractNumId') ?? '';
		const levels = childrenOf(element, 'w:lvl');
		this.#levels.set(id, new Map(levels.map((level) => [indexOf(level), levelOf(level)])));
		const styled = levels.map((level): [string, number] => [
			valueOf(level, 'w:pStyle') ?? '',
			indexOf(level),
		]);
		this.#levelsOfStyles.set(id, new Map(styled));
		const [link, own] = [valueOf(element, 'w:numStyleLink'), valueOf(element, 'w:styleLink')];
		if (link !== undefined) this.#described.set(id, link);
		if (own !== undefined) this.#describing.set(own, id);
	}

	#addList(element: XmlElement): void {
		const overrides = childrenOf(element, 'w:lvlOverride');
		this.#lists.set(attribute(element, 'w:numId') ?? '', {
			abstractId: valueOf(element, 'w:abstractNumId') ?? '',
			overrides: new Map(overrides.map((one) => [indexOf(one), overrideOf(one)])),
		});
	}

	/** Undefined outside of lists. The style may say the level if the paragraph does not. */
	placeOf(numbered: {
		readonly listId: string | undefined;
		readonly level: string | undefined;
		readonly styleId: string | undefined;
	}): ListPlace | undefined {
		const { listId = '0', styleId = '' } = numbered;
		if (listId === '0' || !this.#lists.has(listId)) return undefined;
		const ofStyle = this.#levelsOfStyles.get(this.abstractOf(listId))?.get(styleId);
		const level = Number(numbered.level ?? ofStyle ?? 0);
		return this.levelsOf(listId)(level) === undefined ? undefined : { listId, level };
	}

	/** The id of the abstract list that describes the levels. */
	abstractOf(listId: string): string {
		const id = this.#lists.get(listId)?.abstractId ?? '';
		return this.#describing.get(this.#described.get(id) ?? '') ?? id;
	}

	levelsOf(listId: string): Levels {
		const overrides = this.overridesOf(listId);
		const levels = this.#levels.get(this.abstractOf(listId));
		return (level) => {
			const override = overrides.get(level);
			const own = override?.level ?? levels?.get(level);
			const start = override?.start;
			return own === undefined || start === undefined ? own : { ...own, start };
		};
	}

	overridesOf(listId: string): ReadonlyMap<number, LevelOverride> {
		return this.#lists.get(listId)?.overrides ?? new Map();
	}

	/** Such as `bulleted list, level 1`; empty outside of lists. */
	listOf(place: ListPlace | undefined): string {
		const level = place && this.levelsOf(place.listId)(place.level);
		if (place === undefined || level === undefined || level.format === 'none') return '';
		return listWords(level, place.level + 1);
	}
}

/** Counts the paragraphs of a part in order. */
export class WordCounting {
	readonly #counters = new Map<string, ListCounters>();
	readonly #begun = new Set<string>();
	readonly #runs: Runs = { last: 0 };

	constructor(readonly numbering: WordNumbering) {}

	next({ listId, level }: ListPlace): ListNumber | undefined {
		const id = this.numbering.abstractOf(listId);
		const counters = remembered(this.#counters, id, () => new ListCounters());
		if (!this.#begun.has(listId)) {
			this.#begun.add(listId);
			for (const [at, { start }] of this.numbering.overridesOf(listId)) {
				if (start !== undefined) counters.restart(at);
			}
		}
		const levels = this.numbering.levelsOf(listId);
		return counters.next(level, levels, { runs: this.#runs });
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

function overrideOf(element: XmlElement): LevelOverride {
	const level = child(element, 'w:lvl');
	return {
		start: numberOf(element, 'w:startOverride'),
		level: level === undefined ? undefined : levelOf(level),
	};
}
