/** Reads where the links of an XLSX sheet lead. */
import { fullAddress } from '../../../../core/address';
import type { Zip } from '../../../archive/zip-reading';
import { cellPlace, type CellLinks } from '../sheet-builder';
import { columnOfLetters } from '../table';
import { relations } from './parts';
import { walkXml } from '../xml-walk';

/** `text`: the element that lists them. A link over several cells counts at the first of them. */
export async function linksOf(zip: Zip, part: string, text: string): Promise<CellLinks> {
	const links = new Map<string, string>();
	if (text === '') return links;
	const related = await relations(zip, part);
	walkXml(text, {
		onOpen: (name, { ref = '', id = '', location = '' }) => {
			const [, letters = '', row] = /^([A-Z]+)(\d+)/.exec(ref) ?? [];
			if (name !== 'hyperlink' || row === undefined) return;
			const target = related.get(id)?.target ?? '';
			const mark = location === '' ? '' : `#${location}`;
			links.set(cellPlace(Number(row), columnOfLetters(letters)), fullAddress(target + mark));
		},
	});
	return links;
}
