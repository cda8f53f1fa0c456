/** Reads how the cells of an ODS and parts of their texts look: what is struck through or cannot be seen. */
import { hexColour, paper, unseen } from '../../../../core/sight';
import { scriptOf } from '../../../../core/declarations';
import { repeats } from './elements';
import { lookOfRuns } from '../runs';
import { cellLook } from '../traits';
import { tableBounds } from '../workbook';
import type { Attributes, XmlListener } from '../xml-walk';

/** What a style sets itself. */
interface Own {
	readonly isStruck?: boolean;
	/** Such as `superscript`. */
	readonly place?: string;
	/** Undefined where the program chooses one that can be read. */
	readonly colour?: string | undefined;
	readonly behind?: string | undefined;
	readonly sizePoints?: number;
}

interface Style {
	readonly parent: string | undefined;
	own: Own;
}

/** A part of the text of a cell, and the styles of the spans around it, the outermost first. */
export interface SpanRun {
	readonly text: string;
	readonly spans: readonly string[];
}

type Family = 'table-cell' | 'text';

/** Cells that name no style have this one; it is based on what the family has by default. */
const usualStyle = 'Default';
const familyDefault = '';

const keyOf = (family: Family, name: string) => `${family} ${name}`;

/** The styles of cells and of spans; those of both parts are listened to before any cell is. */
export class OdsLooks {
	readonly #styles = new Map<string, Style>();
	readonly #looks = new Map<string, string>();
	#current: Style | undefined;

	readonly listener: XmlListener = {
		onOpen: (name, given) => {
			if (name === 'style' || name === 'default-style') this.#begin(name, given);
			else if (this.#current === undefined) return;
			else if (name === 'text-properties') this.#add(ofText(given));
			else if (name === 'table-cell-properties') this.#add(ofCell(given));
		},
		onClose: (name) => {
			if (name === 'style' || name === 'default-style') this.#current = undefined;
		},
	};

	/** Such as `struck through`; empty for a text that is read as any other. */
	of(cellStyle: string | undefined, spans: readonly string[] = []): string {
		const names = [cellStyle ?? usualStyle, ...spans];
		const key = names.join('\n');
		const known = this.#looks.get(key);
		if (known !== undefined) return known;
		const owns = names.map((name, at) => this.#resolved(at === 0 ? 'table-cell' : 'text', name));
		const all = owns.reduce((before, own) => ({ ...before, ...own }), {});
		const { isStruck = false, place = '', colour, behind = paper } = all;
		const sizePoints = all.sizePoints ?? Number.POSITIVE_INFINITY;
		const sight = unseen({ colour, background: behind, sizePoints });
		const look = cellLook({ isStruck, place, sight });
		this.#looks.set(key, look);
		return look;
	}

	#begin(element: string, given: Attributes): void {
		const { family } = given;
		if (family !== 'table-cell' && family !== 'text') return;
		const isDefault = element === 'default-style';
		const parent = given['parent-style-name'] ?? familyDefault;
		this.#current = { parent: isDefault ? undefined : keyOf(family, parent), own: {} };
		const name = isDefault ? familyDefault : (given['name'] ?? '');
		this.#styles.set(keyOf(family, name), this.#current);
	}

	#add(own: Own): void {
		if (this.#current !== undefined) this.#current.own = { ...this.#current.own, ...own };
	}

	/** What a style sets overrides what its parents do; cycles end. */
	#resolved(family: Family, name: string): Own {
		const chain: Style[] = [];
		let style =
			this.#styles.get(keyOf(family, name)) ?? this.#styles.get(keyOf(family, familyDefault));
		while (style !== undefined && !chain.includes(style)) {
			chain.push(style);
			style = style.parent === undefined ? undefined : this.#styles.get(style.parent);
		}
		return chain.reduceRight<Own>((all, { own }) => ({ ...all, ...own }), {});
	}
}

/** The looks of the cells of one sheet after the other: a cell's style may be that of its row or column. */
export class CellLooks {
	readonly #looks: OdsLooks;
	/** The style of each column. */
	#columns: (string | undefined)[] = [];
	#rowStyle: string | undefined;

	constructor(looks: OdsLooks) {
		this.#looks = looks;
	}

	beginSheet(): void {
		this.#columns = [];
	}

	addColumns(given: Attributes): void {
		const from = this.#columns.length;
		this.#columns.length = Math.min(
			from + repeats(given['number-columns-repeated']),
			tableBounds.columnsMax,
		);
		this.#columns.fill(given['default-cell-style-name'], from);
	}

	beginRow(given: Attributes): void {
		this.#rowStyle = given['default-cell-style-name'];
	}

	/** Columns count from 0. */
	of(given: Attributes, column: number, runs: readonly SpanRun[]): string {
		const style = given['style-name'] ?? this.#rowStyle ?? this.#columns[column];
		if (runs.every(({ spans }) => spans.length === 0)) return this.#looks.of(style);
		return lookOfRuns(
			runs.map(({ text, spans }) => ({ text, look: this.#looks.of(style, spans) })),
		);
	}
}

function ofText(given: Attributes): Own {
	const stroke = given['text-line-through-style'];
	const size = /^([\d.]+)pt$/.exec(given['font-size'] ?? '')?.[1];
	const isAutomatic = given['use-window-font-color'] === 'true';
	const position = given['text-position'];
	return {
		...(stroke !== undefined && { isStruck: stroke !== 'none' }),
		...(position !== undefined && { place: scriptOf(position) }),
		...(size !== undefined && { sizePoints: Number(size) }),
		...(given['color'] !== undefined && { colour: hexColour(given['color']) }),
		...(isAutomatic && { colour: undefined }),
	};
}

function ofCell(given: Attributes): Own {
	const behind = given['background-color'];
	return behind === undefined ? {} : { behind: hexColour(behind) };
}
