/** Reads how the cells of an ODS look: what is struck through, and what cannot be seen. */
import { hexColour, paper, unseen } from '../../../core/sight';
import { repeats } from './ods-elements';
import { cellLook } from './traits';
import { tableBounds } from './workbook';
import type { Attributes, XmlListener } from './xml-walk';

/** What a style sets itself. */
interface Own {
	readonly isStruck?: boolean;
	/** Undefined where the program chooses one that can be read. */
	readonly colour?: string | undefined;
	readonly behind?: string | undefined;
	readonly sizePoints?: number;
}

interface Style {
	readonly parent: string | undefined;
	own: Own;
}

/** Cells that name no style have this one; it is based on what the family has by default. */
const usualStyle = 'Default';
const familyDefault = '';

/** The styles of cells; those of both parts are listened to before any cell is. */
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

	/** Such as `struck through`; empty for a cell that is read as any other. */
	of(styleName: string | undefined): string {
		const name = styleName ?? usualStyle;
		const known = this.#looks.get(name);
		if (known !== undefined) return known;
		const { isStruck, colour, behind, sizePoints } = this.#resolved(name);
		const sight = unseen({
			colour,
			background: behind ?? paper,
			sizePoints: sizePoints ?? Number.POSITIVE_INFINITY,
		});
		const look = cellLook(isStruck === true, sight);
		this.#looks.set(name, look);
		return look;
	}

	#begin(element: string, given: Attributes): void {
		if (given['family'] !== 'table-cell') return;
		const isDefault = element === 'default-style';
		this.#current = {
			parent: isDefault ? undefined : (given['parent-style-name'] ?? familyDefault),
			own: {},
		};
		this.#styles.set(isDefault ? familyDefault : (given['name'] ?? ''), this.#current);
	}

	#add(own: Own): void {
		if (this.#current !== undefined) this.#current.own = { ...this.#current.own, ...own };
	}

	/** What a style sets overrides what its parents do; cycles end. */
	#resolved(name: string): Own {
		const chain: Style[] = [];
		let style = this.#styles.get(name) ?? this.#styles.get(familyDefault);
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
	of(given: Attributes, column: number): string {
		return this.#looks.of(given['style-name'] ?? this.#rowStyle ?? this.#columns[column]);
	}
}

function ofText(given: Attributes): Own {
	const stroke = given['text-line-through-style'];
	const size = /^([\d.]+)pt$/.exec(given['font-size'] ?? '')?.[1];
	const isAutomatic = given['use-window-font-color'] === 'true';
	return {
		...(stroke !== undefined && { isStruck: stroke !== 'none' }),
		...(size !== undefined && { sizePoints: Number(size) }),
		...(given['color'] !== undefined && { colour: hexColour(given['color']) }),
		...(isAutomatic && { colour: undefined }),
	};
}

function ofCell(given: Attributes): Own {
	const behind = given['background-color'];
	return behind === undefined ? {} : { behind: hexColour(behind) };
}
