/**
 * The comparers of JSON, YAML and XML: they parse the files and report syntax errors with line and
 * column. `comparing.ts` has the common part.
 */
import { type Comparer, TooMuchToCompare } from '../../core/comparison';
import { comparerOf, ReadFault } from '../../core/format-comparer';
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

export const jsonComparer = treeComparer<string>({
	name: 'JSON',
	parse: (text) => text,
	tree: readJson,
	isStream: isJsonLines,
	isPatched: true,
	isOfLines: false,
});

export const xmlComparer = treeComparer<string>({
	name: 'XML',
	parse: (text) => text,
	tree: readXml,
	isStream: () => false,
	isPatched: false,
	isOfLines: true,
});

export const yamlComparer = treeComparer({
	name: 'YAML',
	/** Its parser takes about a second per MB. */
	sizeBytesMax: 5 * 1024 * 1024,
	parse: parseYaml,
	tree: yamlTree,
	isStream: hasSeveral,
	isPatched: true,
	isOfLines: true,
});

function treeComparer<Parsed>(language: Language<Parsed>): Comparer {
	const treeIn = (file: ParsedFile<Parsed>, names: Names, isStream: boolean, side?: SideName) =>
		attempt(language, () => language.tree(file.parsed, names, isStream), side);
	return comparerOf<ParsedFile<Parsed>>('tree', () => ({
		read: ({ bytes }) => parsed(bytes, language),
		match({ kept, sent }, task) {
			// If one has several documents, both are read so.
			const isStream = language.isStream(kept.parsed) || language.isStream(sent.parsed);
			const names = new Names();
			return compareTrees(task, {
				kept: namingOf(treeIn(kept, names, isStream, 'kept'), names),
				sent: namingOf(treeIn(sent, names, isStream, 'sent'), names),
				names,
				notes: encodingNotes(kept, sent),
				isPatched: language.isPatched,
				isOfLines: language.isOfLines,
			});
		},
		outline(file, options) {
			const names = new Names();
			const tree = treeIn(file, names, language.isStream(file.parsed));
			return outlineTree(tree, names, options);
		},
	}));
}

type SideName = ReadFault['side'];

interface ParsedFile<Parsed> {
	readonly parsed: Parsed;
	readonly encoding: string;
}

function parsed<Parsed>(bytes: Uint8Array, language: Language<Parsed>): ParsedFile<Parsed> {
	const { name, sizeBytesMax = Infinity } = language;
	if (bytes.length > sizeBytesMax) {
		throw new TooMuchToCompare(tooMuch(`${name} of more than ${sizeBytesMax / 1024 / 1024} MiB`));
	}
	const file = textOfFile(bytes);
	if (file === undefined) {
		throw new ReadFault('Its bytes are no text in an encoding that can be told.');
	}
	if (file.text.trim() === '') throw new ReadFault('It is empty.');
	return { parsed: attempt(language, () => language.parse(file.text)), encoding: file.encoding };
}

/** Throws a ReadFault for a file that is not in the language; other errors are thrown on. */
function attempt<Read>(
	{ name }: { readonly name: string },
	read: () => Read,
	side?: SideName,
): Read {
	try {
		return read();
	} catch (fault) {
		if (fault instanceof SyntaxFault) {
			const { line, column, message } = fault;
			const where = `line ${line}, column ${column}`;
			throw new ReadFault(`It is no valid ${name}: ${where}: ${message}.`, side);
		}
		if (fault instanceof TooManyNodes) {
			const most = nodesMax.toLocaleString('en-US');
			throw new TooMuchToCompare(tooMuch(`${name} of more than ${most} values`));
		}
		// A recursive parser overflowed the stack.
		if (fault instanceof RangeError) throw new ReadFault('It nests too deeply to be read.', side);
		throw fault;
	}
}

function tooMuch(what: string): string {
	return `${what} is not compared by its structure: the files were compared as pieces of bytes.`;
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
