/** Reads where the links of an XLSX sheet lead. */
import { posix } from 'node:path';
import type { Zip } from '../../archive/zip-reading';
import { columnOfLetters } from './table';
import { walkXml } from './xml-walk';

/** The target of each linked cell, by `row:column`; rows count from 1, columns from 0. */
export type CellLinks = ReadonlyMap<string, string>;

export function cellPlace(row: number, column: number): string {
	return `${row}:${column}`;
}

/** `text`: the element that lists them. A link over several cells counts at the first of them. */
export async function linksOf(zip: Zip, part: string, text: string): Promise<CellLinks> {
	const links = new Map<string, string>();
	if (text === '') return links;
	const targets = await targetsOf(zip, part);
	walkXml(text, {
		onOpen: (name, { ref = '', id = '', location = '' }) => {
			const [, letters = '', row] = /^([A-Z]+)(\d+)/.exec(ref) ?? [];
			if (name !== 'hyperlink' || row === undefined) return;
			const target = targets.get(id) ?? '';
			const mark = location === '' ? '' : `#${location}`;
			links.set(cellPlace(Number(row), columnOfLetters(letters)), sameTarget(target + mark));
		},
	});
	return links;
}

/** Programs that save a file again write an address in its full form. */
export function sameTarget(target: string): string {
	return URL.canParse(target) ? new URL(target).href : target;
}

async function targetsOf(zip: Zip, part: string): Promise<ReadonlyMap<string, string>> {
	const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
	const bytes = await zip.read(name);
	const targets = new Map<string, string>();
	if (bytes === undefined) return targets;
	walkXml(bytes.toString('utf8'), {
		onOpen: (element, { Id = '', Target = '' }) => {
			if (element === 'Relationship') targets.set(Id, Target);
		},
	});
	return targets;
}
