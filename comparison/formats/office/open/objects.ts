/** Pictures, formulas and other objects of an ODT as text, equal for equal content. */
import { createHash } from 'node:crypto';
import { ReadFault } from '../../../core/format-comparer';
import type { Zip } from '../../archive/zip-reading';
import { mathText } from '../../package/open-formula';
import { hashOf, treeOf } from '../../package/parts';
import { isElement, type XmlElement } from '../../package/xml';

/** By the address by which the text refers to them. */
export async function objectTextsOf(zip: Zip): Promise<ReadonlyMap<string, string>> {
	const texts = new Map<string, string>();
	for (const { name, isFolder } of zip.entries) {
		const folder = /^(.+)\/content\.xml$/.exec(name)?.[1];
		if (isFolder) continue;
		if (name.startsWith('Pictures/')) texts.set(name, `[picture ${await hashOf(zip, name)}]`);
		else if (/^Object[^/]*$/.test(name)) texts.set(name, `[object ${await hashOf(zip, name)}]`);
		else if (folder !== undefined) texts.set(folder, await embeddedText(zip, name));
	}
	return texts;
}

/** The programs of objects write them anew at every save, so only their words and numbers count. */
async function embeddedText(zip: Zip, name: string): Promise<string> {
	try {
		const root = await treeOf(zip, name);
		if (root?.name === 'math:math') return mathText(root);
		const words = root === undefined ? [] : wordsOf(root);
		const hash = createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 8);
		return `[object ${[...words.slice(0, wordsMax), hash].join('; ')}]`;
	} catch (fault) {
		if (!(fault instanceof ReadFault)) throw fault;
		return `[object ${await hashOf(zip, name)}]`;
	}
}

/** Further words of an object are only in its hash. */
const wordsMax = 5;

function wordsOf(element: XmlElement): readonly string[] {
	return element.children
		.flatMap((node) => (isElement(node) ? wordsOf(node) : [node.trim()]))
		.filter((text) => text !== '');
}
