/** What a chart says: its titles, and a table of its categories and series. */
import { inWords, type TextReader } from './text';
import { alone, type Block, type Cell } from '../../blocks/document/document';
import {
	attribute,
	child,
	descendants,
	elementsOf,
	textIn,
	type XmlElement,
} from '../../package/xml';

/** Points beyond are not read. */
const pointsMax = 10_000;

/** Such as `bar chart`, with a block of each title and each row. */
export function chartOf(root: XmlElement, reader: TextReader, path: string) {
	const series = descendants(root, 'c:ser').map(seriesOf);
	const rows = series.length > 0 ? tableOf(series) : listOf(root);
	const cell = (text: string, index: number): Cell => ({
		column: index + 1,
		paragraphs: [reader.single([{ text, emphasis: '', appearance: '' }])],
	});
	const titles = ['c', 'cx'].flatMap((form) =>
		descendants(root, `${form}:title`)
			.flatMap((title) => descendants(title, `${form}:rich`))
			.flatMap((rich) => reader.paragraphs(rich, undefined)),
	);
	const blocks: readonly Block[] = [
		...titles.map((title) => alone(path, title)),
		...rows.map((row, at) => ({ path, row: at + 1, cells: row.map(cell) })),
	];
	return { kind: kindOf(root), blocks };
}

function kindOf(root: XmlElement): string {
	const area = child(child(root, 'c:chart'), 'c:plotArea');
	const kinds = elementsOf(area).flatMap(({ name }) => /^c:(\w+Chart)$/.exec(name)?.[1] ?? []);
	return kinds.map(inWords).join(' and ') || 'chart';
}

/** One line, or the bars of one colour. */
interface Series {
	readonly name: string;
	readonly categories: ReadonlyMap<number, string>;
	readonly values: ReadonlyMap<number, string>;
	/** Of a chart of bubbles. */
	readonly sizes: ReadonlyMap<number, string>;
}

function seriesOf(series: XmlElement): Series {
	const points = (...names: readonly string[]) =>
		pointsOf(names.map((name) => child(series, name)).find((one) => one !== undefined));
	return {
		name: [...points('c:tx').values()].join(' '),
		categories: points('c:cat', 'c:xVal'),
		values: points('c:val', 'c:yVal'),
		sizes: points('c:bubbleSize'),
	};
}

/** By their number; a name that is no reference has none. */
function pointsOf(holder: XmlElement | undefined): ReadonlyMap<number, string> {
	if (holder === undefined) return new Map();
	const found = new Map<number, string>();
	for (const point of descendants(holder, 'c:pt')) {
		if (found.size >= pointsMax) break;
		const index = Number(attribute(point, 'idx') ?? found.size);
		const text = textIn(child(point, 'c:v'));
		// The outer names of categories in several levels stand with the inner ones.
		const inner = found.get(index);
		found.set(index, inner === undefined ? text : `${inner}, ${text}`);
	}
	const direct = child(holder, 'c:v');
	return found.size === 0 && direct !== undefined ? new Map([[0, textIn(direct)]]) : found;
}

/** A head with the names of the series, then a row for each category. */
function tableOf(series: readonly Series[]): readonly (readonly string[])[] {
	const numbers = new Set(
		series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]),
	);
	const indexes = [...numbers].sort((one, other) => one - other);
	const [first] = series;
	const own = (one: Series) => one !== first && !areSame(one.categories, first?.categories);
	const columns = (one: Series, tell: (points: ReadonlyMap<number, string>) => string) => [
		...(own(one) ? [tell(one.categories)] : []),
		tell(one.values),
		...(one.sizes.size === 0 ? [] : [tell(one.sizes)]),
	];
	return [
		['', ...series.flatMap((one) => columns(one, () => one.name))],
		...indexes.map((index) => [
			first?.categories.get(index) ?? '',
			...series.flatMap((one) => columns(one, (points) => numberText(points.get(index)))),
		]),
	];
}

function areSame(one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string> = new Map()) {
	return one.size === other.size && [...one].every(([index, text]) => other.get(index) === text);
}

/** Programs write as many digits as they compute with. */
function numberText(text = ''): string {
	const number = Number(text);
	return text.trim() === '' || !Number.isFinite(number)
		? text
		: String(Number(number.toPrecision(12)));
}

/** Of charts of other kinds every point in order. */
function listOf(root: XmlElement): readonly (readonly string[])[] {
	const points = descendants(root, 'cx:pt').slice(0, pointsMax);
	return points.map((point) => [numberText(textIn(point))]);
}
