/** What the texts and the tables of OpenDocument have in common. */
import type { Zip } from '../archive/zip-reading';
import { ReadFault } from '../../core/format-comparer';
import { readPart } from './parts';
import { attribute, type XmlElement } from './xml';

/** How many equal rows, cells or blanks an element stands for, or over how many a cell reaches. */
export function repeatsOf(element: XmlElement, name: string, max = Infinity): number {
	const count = Number(attribute(element, name) ?? '1');
	return Number.isInteger(count) && count > 0 ? Math.min(count, max) : 1;
}

const spacesMax = 10_000;

/** Elements that stand for white space. */
const spaces: ReadonlyMap<string, (one: XmlElement) => string> = new Map([
	['text:s', (one: XmlElement) => ' '.repeat(repeatsOf(one, 'text:c', spacesMax))],
	['text:tab', () => '\t'],
	['text:line-break', () => '\n'],
]);

/** The white space for which an element stands; undefined for other elements. */
export function spaceText(one: XmlElement): string | undefined {
	return spaces.get(one.name)?.(one);
}

/** `noun`: such as `The document`. */
export async function refuseProtected(zip: Zip, noun: string): Promise<void> {
	const manifest = await readPart(zip, 'META-INF/manifest.xml');
	if (manifest?.includes('encryption-data') === true) {
		throw new ReadFault(`${noun} is protected by a password; save it without one.`);
	}
}

/** Parts with macros, without the lists of them. */
export function openMacrosIn({ entries }: Zip): readonly string[] {
	return entries
		.filter(({ name, isFolder }) => !isFolder && /^(Basic|Scripts)\/./.test(name))
		.map(({ name }) => name)
		.filter((name) => !/script-l[bc]\.xml$/.test(name));
}
