/**
 * The comparers of JSON, YAML and XML: they parse the files and report syntax errors with line and
 * column, then compare two trees, whatever their language: rules, alignment, figures, report and patch.
 */
import {
	type Comparer,
	type ComparisonTask,
	type Outline,
	TooMuchToCompare,
} from '../../core/comparison';
import {
	type Both,
	both,
	comparerOf,
	type MatchResult,
	type MatchTask,
	ReadFault,
} from '../../core/format-comparer';
import { nameBeside, type ReportFile } from '../../core/report-file';
import { RuleHits } from '../../core/rule-hits';
import type { CompareRules } from '../../core/rules';
import { unifiedDiffFiles } from '../text/report/unified-diff';
import type { View } from './matching/classes';
import { isKeyKnown } from './matching/keys';
import { countedAt } from './matching/levels';
import type { Matching } from './matching/matched';
import { type MatchTerms, matchTrees } from './matching/matching';
import { viewOf } from './matching/rules';
import { textOfFile } from './reading/decoding';
import { isJsonLines, readJson, SyntaxFault } from './reading/json';
import { Names, nodesMax, TooManyNodes, type Tree } from './reading/tree';
import { readXml } from './reading/xml';
import { parseYaml, yamlTree } from './reading/yaml';
import { outcomeOf } from './report/changes';
import { jsonPatch } from './report/json-patch';
import { outlineRows } from './report/outline';
import { treeReport, treeStyle } from './report/report';

/** A file before the other one is known. */
interface ParsedText {
	/** True if it has several documents. */
	readonly isStream: boolean;
	/** `isStream`: the documents are items of a list, even if there is only one. */
	readonly tree: (names: Names, isStream: boolean) => Tree;
}

/** How to read a language. */
interface Language {
	readonly name: string;
	readonly sizeBytesMax?: number;
	parse(text: string): ParsedText;
	/** True if a JSON Patch can express the difference. */
	readonly isPatched: boolean;
	/** True if people write the language by hand, so that a line diff is useful. */
	readonly isOfLines: boolean;
}

export const jsonComparer = treeComparer({
	name: 'JSON',
	parse: (text) => ({
		isStream: isJsonLines(text),
		tree: (names, isStream) => readJson(text, names, isStream),
	}),
	isPatched: true,
	isOfLines: false,
});

export const xmlComparer = treeComparer({
	name: 'XML',
	parse: (text) => ({ isStream: false, tree: (names) => readXml(text, names) }),
	isPatched: false,
	isOfLines: true,
});

export const yamlComparer = treeComparer({
	name: 'YAML',
	/** Its parser takes about a second per MB. */
	sizeBytesMax: 5 * 1024 * 1024,
	parse(text) {
		const file = parseYaml(text);
		return {
			isStream: file.documents.length !== 1,
			tree: (names, isStream) => yamlTree(file, names, isStream),
		};
	},
	isPatched: true,
	isOfLines: true,
});

interface ParsedFile extends ParsedText {
	readonly encoding: string;
}

function treeComparer(language: Language): Comparer {
	return comparerOf<ParsedFile>('tree', () => ({
		read: ({ bytes }) => parsed(bytes, language),
		match(files, task) {
			// If one has several documents, both are read so.
			const isStream = files.kept.isStream || files.sent.isStream;
			const names = new Names();
			const treeOf = (side: keyof typeof files) =>
				attempt(language, () => files[side].tree(names, isStream), side);
			return compareTrees(both(treeOf), encodingNotes(files), language, task);
		},
		outline({ isStream, tree }, { ruled, level }): Outline {
			const read = attempt(language, () => tree(new Names(), isStream));
			return { isReadable: true, unit: 'path', rows: outlineRows(viewOf(read, ruled), level) };
		},
	}));
}

function parsed(bytes: Uint8Array, language: Language): ParsedFile {
	const { name, sizeBytesMax = Infinity } = language;
	if (bytes.length > sizeBytesMax) {
		throw new TooMuchToCompare(tooMuch(`${name} of more than ${sizeBytesMax / 1024 / 1024} MiB`));
	}
	const file = textOfFile(bytes);
	if (file === undefined) {
		throw new ReadFault('Its bytes are no text in an encoding that can be told.');
	}
	if (file.text.trim() === '') throw new ReadFault('It is empty.');
	return { ...attempt(language, () => language.parse(file.text)), encoding: file.encoding };
}

/** Throws a ReadFault for a file that is not in the language; other errors are thrown on. */
function attempt<Read>({ name }: Language, read: () => Read, side?: ReadFault['side']): Read {
	try {
		return read();
	} catch (fault) {
		if (fault instanceof SyntaxFault) {
			const { line, column } = fault.place;
			const where = `line ${line}, column ${column}`;
			throw new ReadFault(`It is no valid ${name}: ${where}: ${fault.message}.`, side);
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

function encodingNotes({ kept, sent }: Both<ParsedFile>): readonly string[] {
	if (kept.encoding !== sent.encoding) {
		return [`The kept file is in ${kept.encoding}, the sent one in ${sent.encoding}.`];
	}
	return kept.encoding === 'UTF-8' ? [] : [`Both files are in ${kept.encoding}.`];
}

function compareTrees(
	trees: Both<Tree>,
	notes: readonly string[],
	{ isPatched, isOfLines }: Language,
	task: MatchTask,
): MatchResult {
	const { rules, level, hits } = task;
	const views = both((side) => viewOf(trees[side], hits.side(side)));
	requireKey(rules, trees);
	task.onProgress(0.3);
	const order = Buffer.compare(task.kept.bytes, task.sent.bytes);
	const matching = matchEitherWay(views, order, { rules, hits, isFormSeen: level === 'Excellent' });
	task.onProgress(0.8);
	const outcome = outcomeOf(matching, countedAt(level));
	const { weights, counts, changes } = outcome;
	return {
		method: 'paths and values',
		unit: 'path',
		weights,
		counts,
		changes,
		notes,
		show: () => ({
			style: treeStyle,
			content: treeReport(outcome),
			files: [
				...(isPatched ? [patchFile(task, trees, matching)] : []),
				...(isOfLines ? unifiedDiffFiles(task) : []),
			],
		}),
	};
}

/**
 * Aligns in the same direction whichever file was sent, so that swapping the files only swaps the
 * names.
 */
function matchEitherWay(views: Both<View>, order: number, terms: MatchTerms): Matching {
	if (order <= 0) return matchTrees(views, terms);
	const matching = matchTrees({ kept: views.sent, sent: views.kept }, terms);
	return { ...matching, kept: matching.sent, sent: matching.kept };
}

function requireKey({ arrayKey }: CompareRules, { kept, sent }: Both<Tree>): void {
	if (arrayKey === undefined) return;
	const side = !isKeyKnown(kept, arrayKey) ? 'kept' : 'sent';
	if (side === 'sent' && isKeyKnown(sent, arrayKey)) return;
	const reason = `No object in it has the member ${arrayKey} that arrays are matched by; name one that they have.`;
	throw new ReadFault(reason, side);
}

/** A patch must produce the whole new document, so it ignores the rules. */
function patchFile(
	{ rules, sent }: ComparisonTask,
	trees: Both<Tree>,
	matching: Matching,
): ReportFile {
	const isRuled = Object.values(rules).some((rule) => rule !== undefined);
	const unruled = { rules: {}, hits: new RuleHits({}, []), isFormSeen: false };
	const views = both((side) => ({ tree: trees[side] }));
	return {
		kind: 'jsonPatch',
		label: 'JSON Patch',
		fileName: nameBeside(sent.fileName, 'patch.json'),
		mediaType: 'application/json-patch+json',
		bytes: Buffer.from(jsonPatch(isRuled ? matchTrees(views, unruled) : matching)),
	};
}
