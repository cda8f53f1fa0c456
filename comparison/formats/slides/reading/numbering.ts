/** Counts the numbered paragraphs of one text of a slide. */
import {
	ListCounters,
	type ListNumber,
	type NumberedLevel,
	type Runs,
} from '../../package/list-numbers';
import { attribute, child, type XmlElement } from '../../package/xml';

const levelsMax = 9;

const formats: Readonly<Record<string, string>> = {
	arabic: 'decimal',
	alphaLc: 'lowerLetter',
	alphaUc: 'upperLetter',
	romanLc: 'lowerRoman',
	romanUc: 'upperRoman',
};

export function levelOf(properties: XmlElement | undefined): number {
	const level = Number(attribute(properties, 'lvl') ?? '0');
	return Number.isInteger(level) && level > 0 && level < levelsMax ? level : 0;
}

export class SlideCounting {
	readonly #counters = new ListCounters();
	readonly #kinds = new Map<number, string>();
	readonly #levels = new Map<number, NumberedLevel>();

	constructor(private readonly runs: Runs) {}

	/** The number that the next paragraph shows. */
	next(properties: XmlElement | undefined): ListNumber | undefined {
		const level = levelOf(properties);
		const numbered = child(properties, 'a:buAutoNum');
		const start = Number(attribute(numbered, 'startAt') ?? '1');
		const type = attribute(numbered, 'type') ?? '';
		const kind = numbered === undefined ? '' : `${type} ${start}`;
		if (kind === '' || this.#kinds.get(level) !== kind) this.#restart(level);
		if (kind === '') return undefined;
		this.#kinds.set(level, kind);
		this.#levels.set(level, numberedLevel(type, level, start));
		return this.#counters.next(level, (at) => this.#levels.get(at), { runs: this.runs });
	}

	/** A paragraph of another kind ends the numbers of its level and of those in it. */
	#restart(level: number): void {
		for (let at = level; at < levelsMax; at += 1) {
			this.#counters.restart(at);
			this.#kinds.delete(at);
		}
	}
}

/** Of a type such as `arabicPeriod`, `alphaLcParenBoth` or `romanUcParenR`. */
function numberedLevel(type: string, level: number, start: number): NumberedLevel {
	const [, name = type, form = ''] = /^(.+?)(Period|ParenBoth|ParenR|Plain)$/.exec(type) ?? [];
	const number = `%${level + 1}`;
	const texts: Readonly<Record<string, string>> = {
		Period: `${number}.`,
		ParenR: `${number})`,
		ParenBoth: `(${number})`,
	};
	return { format: formats[name] ?? name, text: texts[form] ?? number, start };
}
