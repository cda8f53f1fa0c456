/** The value, the formula, the link and the texts of a cell of an ODS. */
import { fullAddress } from '../../../package/looks';
import { spaceText } from '../../../package/open-elements';
import { attribute, descendants, isElement, type XmlElement } from '../../../package/xml';
import { numberText } from '../number-formats';
import type { BuiltCell } from '../sheet-builder';

/** A part of a text, and the styles of the spans around it, the outermost first. */
export interface SpanRun {
	readonly text: string;
	readonly spans: readonly string[];
}

/** What stands in cells and belongs to none. */
const besideText: ReadonlySet<string> = new Set([
	...['office:annotation', 'table:tracked-changes', 'table:shapes'],
]);

/** The texts of the paragraphs inside, with breaks between them. */
export function runsIn(element: XmlElement): readonly SpanRun[] {
	const runs: SpanRun[] = [];
	addRuns(runs, element, [], false);
	return runs.slice(1);
}

/** Adds each paragraph after a break; only what stands in one is a text. */
function addRuns(
	runs: SpanRun[],
	element: XmlElement,
	spans: readonly string[],
	isText: boolean,
): void {
	for (const node of element.children) {
		const text = isElement(node) ? spaceText(node) : node;
		if (text !== undefined) {
			if (isText) runs.push({ text, spans });
		} else if (!isElement(node) || besideText.has(node.name)) continue;
		else if (node.name === 'text:p') {
			runs.push({ text: '\n', spans: [] });
			addRuns(runs, node, spans, true);
		} else if (node.name === 'text:span') {
			addRuns(runs, node, [...spans, attribute(node, 'text:style-name') ?? ''], isText);
		} else addRuns(runs, node, spans, isText);
	}
}

export function textOf(runs: readonly SpanRun[]): string {
	return runs.map(({ text }) => text).join('');
}

/** By the type of a value: its kind, the attribute that holds it, and how it is written. */
const values: ReadonlyMap<
	string,
	readonly [kind: BuiltCell['kind'], name: string, written: (value: string) => string]
> = new Map([
	['float', ['number', 'office:value', numberText]],
	['percentage', ['number', 'office:value', numberText]],
	['currency', ['number', 'office:value', numberText]],
	['date', ['date', 'office:date-value', (value) => value.replace('T', ' ')]],
	['time', ['date', 'office:time-value', timeText]],
	['boolean', ['truth', 'office:boolean-value', truthText]],
]);

export function builtCell(cell: XmlElement, text: string): Omit<BuiltCell, 'look'> {
	const formula = formulaText(attribute(cell, 'table:formula') ?? '');
	const built = (value: string, kind: BuiltCell['kind']) => ({
		value: value === '' && formula !== '' ? '=' : value,
		kind,
		format: '',
		formula,
		link: linkIn(cell),
	});
	const type = attribute(cell, 'office:value-type') ?? '';
	const reading = values.get(type);
	if (reading === undefined) return built(attribute(cell, 'office:string-value') ?? text, '');
	const [kind, name, written] = reading;
	const value = attribute(cell, name) ?? '';
	// Calc saves what it shows as TRUE as a number first, and as a truth the next time.
	const isTruth = formula !== '' && /^[01]$/.test(value) && /^\p{L}+$/u.test(text);
	if (type === 'float' && isTruth) return built(truthText(value), 'truth');
	// An amount in another currency is another content.
	const currency = type === 'currency' ? attribute(cell, 'office:currency') : undefined;
	const shown = written(value);
	return built(shown === '' || currency === undefined ? shown : `${shown} ${currency}`, kind);
}

function linkIn(cell: XmlElement): string {
	return fullAddress(attribute(descendants(cell, 'text:a').at(-1), 'xlink:href') ?? '');
}

function truthText(value: string): string {
	return value === 'true' || value === '1' ? 'TRUE' : 'FALSE';
}

/** `PT17H52M00S` becomes `17:52:00`. */
function timeText(duration: string): string {
	const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? [];
	return hours === undefined ? duration : `${hours}:${minutes}:${seconds}`;
}

/** `of:=SUM([.A1:.B2])` becomes `SUM(A1:B2)`, as spreadsheets show it. */
function formulaText(formula: string): string {
	return formula.replace(/^\w+:=?|^=/, '').replace(/\[([^\]]*)\]/g, (_, reference: string) =>
		reference
			.replace(/^\./, '')
			.replaceAll(':.', ':')
			.replace(/^\$?('(?:[^']|'')+'|[^.'$]+)\./, '$1!'),
	);
}
