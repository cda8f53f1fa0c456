/**
 * The comparers of JSON, YAML and XML: they parse the files and report syntax errors with line and
 * column. `comparing.ts` has the common part.
 */
import {
	type Comparer,
	type ComparisonTask,
	type Outline,
	type Side,
	TooMuchToCompare,
	type Unreadable,
} from '../../core/comparison';
import { compareTrees, outlineTree } from './comparing';
import { type FileText, textOfFile } from './reading/decoding';
import { isJsonLines, readJson, SyntaxFault } from './reading/json';
import { Names, nodesMax, TooManyNodes, type Tree } from './reading/tree';
import { namingOf } from './reading/paths';
import { readXml } from './reading/xml';
import { hasSeveral, parseYaml, yamlTree } from './reading/yaml';

/** How to read a language; `Parsed` is the result before the other file is known. */
interface Language<Parsed> {
	readonly name: string;
	readonly sizeBytesMax?: number;
	parse(text: string): Parsed;
	tree(file: Parsed, names: Names, isStream: boolean): Tree;
	/** True if the file has several documents. */
	isStream(file: Parsed): boolean;
	readonly isPatched: boolean;
	readonly isOfLines: boolean;
}

export const jsonComparer = comparerOf<string>({
	name: 'JSON',
	parse: (text) => text,
	tree: readJson,
	isStream: isJsonLines,
	isPatched: true,
	isOfLines: false,
});

export const xmlComparer = comparerOf<string>({
	name: 'XML',
	parse: (text) => text,
	tree: readXml,
	isStream: () => false,
	isPatched: false,
	isOfLines: true,
});

export const yamlComparer = comparerOf({
	name: 'YAML',
	/** Its parser takes about a second per MB. */
	sizeBytesMax: 5 * 1024 * 1024,
	parse: parseYaml,
	tree: yamlTree,
	isStream: hasSeveral,
	isPatched: true,
	isOfLines: true,
});

function comparerOf<Parsed>(language: Language<Parsed>): Comparer {
	return {
		compare: async (task) => Promise.resolve(compared(task, language)),
		outline: async (side, options) => Promise.resolve(outlined(side, options, language)),
	};
}

function outlined<Parsed>(
	side: Side,
	options: Parameters<Comparer['outline']>[1],
	language: Language<Parsed>,
): Outline | Unreadable {
	const file = parsed('sent', side, language);
	if (isUnreadable(file)) return file;
	const names = new Names();
	const isStream = language.isStream(file.parsed);
	const tree = attempt('sent', language, () => language.tree(file.parsed, names, isStream));
	return isUnreadable(tree) ? tree : outlineTree(tree, names, options);
}

function compared<Parsed>(task: ComparisonTask, language: Language<Parsed>) {
	const kept = parsed('kept', task.kept, language);
	if (isUnreadable(kept)) return kept;
	const sent = parsed('sent', task.sent, language);
	if (isUnreadable(sent)) return sent;
	const isStream = language.isStream(kept.parsed) || language.isStream(sent.parsed);
	const names = new Names();
	const keptTree = attempt('kept', language, () => language.tree(kept.parsed, names, isStream));
	if (isUnreadable(keptTree)) return keptTree;
	task.onProgress(0.15);
	const sentTree = attempt('sent', language, () => language.tree(sent.parsed, names, isStream));
	if (isUnreadable(sentTree)) return sentTree;
	task.onProgress(0.3);
	return compareTrees(task, {
		kept: namingOf(keptTree, names),
		sent: namingOf(sentTree, names),
		names,
		notes: encodingNotes(kept, sent),
		isPatched: language.isPatched,
		isOfLines: language.isOfLines,
	});
}

type Name = Unreadable['side'];

interface ParsedFile<Parsed> {
	readonly parsed: Parsed;
	readonly encoding: string;
}

function parsed<Parsed>(
	side: Name,
	{ bytes }: Side,
	language: Language<Parsed>,
): ParsedFile<Parsed> | Unreadable {
	const { name, sizeBytesMax = Infinity } = language;
	if (bytes.length > sizeBytesMax) {
		throw new TooMuchToCompare(tooMuch(`${name} of more than ${sizeBytesMax / 1024 / 1024} MiB`));
	}
	const file = textOfFile(bytes);
	if (file === undefined)
		return unreadable(side, 'Its bytes are no text in an encoding that can be told.');
	if (file.text.trim() === '') return unreadable(side, 'It is empty.');
	const result = attempt(side, language, () => ({ value: language.parse(file.text) }));
	return isUnreadable(result) ? result : { parsed: result.value, encoding: file.encoding };
}

/** Returns the result, or why the file is unreadable; other errors are thrown on. */
function attempt<Read extends object>(
	side: Name,
	{ name }: { readonly name: string },
	read: () => Read,
): Read | Unreadable {
	try {
		return read();
	} catch (fault) {
		if (fault instanceof SyntaxFault) {
			const { line, column, message } = fault;
			return unreadable(
				side,
				`It is no valid ${name}: line ${line}, column ${column}: ${message}.`,
			);
		}
		if (fault instanceof TooManyNodes) {
			const most = nodesMax.toLocaleString('en-US');
			throw new TooMuchToCompare(tooMuch(`${name} of more than ${most} values`));
		}
		// A recursive parser overflowed the stack.
		if (fault instanceof RangeError) return unreadable(side, 'It nests too deeply to be read.');
		throw fault;
	}
}

function tooMuch(what: string): string {
	return `${what} is not compared by its structure: the files were compared as pieces of bytes.`;
}

function unreadable(side: Name, reason: string): Unreadable {
	return { isReadable: false, side, reason };
}

function isUnreadable(result: object): result is Unreadable {
	return 'isReadable' in result;
}

function encodingNotes(
	kept: Pick<FileText, 'encoding'>,
	sent: Pick<FileText, 'encoding'>,
): string[] {
	if (kept.encoding !== sent.encoding) {
		return [`The kept file is in ${kept.encoding}, the sent one in ${sent.encoding}.`];
	}
	return kept.encoding === 'UTF-8' ? [] : [`Both files are in ${kept.encoding}.`];
}
