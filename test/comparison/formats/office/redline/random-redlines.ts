/**
 * Tracked changes between random documents: rejected they are the kept file, accepted the sent one but
 * for the places that the comparison names, and they hold nothing that neither file holds.
 */
import { strFromU8, unzipSync } from 'fflate';
import { officeComparer } from '../../../../../comparison/formats/office/comparer';
import { Random } from '../../../quality/random';
import {
	edited,
	type Line,
	linesOf,
	type RichDocument,
	richDocument,
	richFile,
} from '../../../quality/rich-documents';
import { all, type Choice, CopyReader, type Element, elementsOf, parsed } from './read-copy';

/**
 * Within its line the place of a box is not compared, nor within white space, or at the end of a text,
 * that of a note, and behind a table Word needs a paragraph.
 */
const countedLines = (lines: readonly string[]) =>
	lines.filter((line) => line !== '').map((line) => withBoxesLast(withNotesBehindSpace(line)));

function withNotesBehindSpace(line: string): string {
	return line
		.replaceAll(/(\s)((?:⟨note: [^⟩]*⟩)+)(\s+)/g, '$1$3$2')
		.replaceAll(/((?:⟨note: [^⟩]*⟩)+)(\s+)(?=$| [|¶])/g, '$2$1');
}

function withBoxesLast(line: string): string {
	const boxes = line.match(/⟨box: [^⟩]*⟩/g) ?? [];
	return `${line.replaceAll(/⟨box: [^⟩]*⟩/g, '')}${boxes.join('')}`;
}

const linesRead = (bytes: Uint8Array, choice: Choice) =>
	countedLines(new CopyReader(bytes, choice).lines());

const linesSeen = (document: RichDocument) =>
	countedLines(linesOf(document).map(({ text }) => text));

export async function redlineOf(kept: Uint8Array, sent: Uint8Array) {
	const result = await officeComparer.compare({
		...{ kept: { bytes: kept, fileName: 'a.docx' }, sent: { bytes: sent, fileName: 'b.docx' } },
		...{ level: 'Excellent', rules: {}, isReported: true, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	const [copy] = result.report?.files ?? [];
	const leftOut = result.notes.find((note) => note.includes('tracked changes does not show'));
	const changes = result.changes.filter(({ kept }) => kept?.offsetBytes === undefined);
	return { copy: copy?.bytes, leftOut, changes };
}

/** Lines that the others lack, each as often as it lacks. */
function lacking(lines: readonly Line[], others: readonly string[]): readonly Line[] {
	const left = [...others];
	return lines.filter(({ text }) => {
		const at = left.indexOf(text);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

const without = (kind: 'note' | 'box', line: string) =>
	line.replaceAll(new RegExp(`⟨${kind}: [^⟩]*⟩`, 'g'), '');

interface Accepted {
	readonly lines: readonly string[];
	readonly sent: readonly Line[];
	readonly leftOut: string;
}

/** A line that lacks no more than notes is named by them, and one with a box of another by that line. */
function isNamed({ names, text }: Line, { lines, sent, leftOut }: Accepted): boolean {
	const isLike = (kind: 'note' | 'box') => (line: string) =>
		without(kind, line) === without(kind, text);
	if (/Footnote/.test(leftOut) && lines.some(isLike('note'))) return true;
	const boxes = lines.find(isLike('box'))?.match(/⟨box: [^⟩]+⟩/g) ?? [];
	const others = sent.filter((line) => boxes.some((box) => line.text.includes(box)));
	return [...names, ...others.flatMap((line) => line.names)].some((name) =>
		new RegExp(`${name}(?!\\d)`).test(leftOut),
	);
}

const wordsOf = (part: Element): readonly string[] =>
	[...all(part)]
		.filter(({ name }) => name === 'w:t' || name === 'w:delText')
		.flatMap(({ children }) => children.join('').match(/\p{L}+|\d+/gu) ?? []);

const textParts = ['word/document.xml', 'word/header1.xml', 'word/footnotes.xml'];

/** The parts with text that a file has. */
function partsOf(bytes: Uint8Array): readonly Element[] {
	const files = unzipSync(bytes);
	return textParts.flatMap((name) => {
		const part = files[name];
		return part === undefined ? [] : [parsed(strFromU8(part))];
	});
}

/** What stands in an element, but not in a text box, whose text is its own. */
function* within(element: Element): Generator<Element> {
	for (const one of elementsOf(element)) {
		if (one.name === 'w:txbxContent') continue;
		yield one;
		yield* within(one);
	}
}

/** What Word would call damage. */
function damageOf(copy: Uint8Array): readonly string[] {
	const faults: string[] = [];
	const ids = new Set<string>();
	for (const part of partsOf(copy)) {
		for (const element of all(part)) {
			if (element.name !== 'w:ins' && element.name !== 'w:del') continue;
			const id = element.attributes['w:id'] ?? 'none';
			if (ids.has(id)) faults.push(`the id ${id} twice`);
			ids.add(id);
			for (const { name } of within(element)) {
				if (name === 'w:ins' || name === 'w:del') faults.push(`${name} in ${element.name}`);
				if (name === (element.name === 'w:del' ? 'w:t' : 'w:delText')) {
					faults.push(`${name} in ${element.name}`);
				}
			}
		}
	}
	return faults;
}

/** How many pairs a seed makes. */
const pairsOfSeed = 25;
export async function expectTrueCopies(seed: number): Promise<void> {
	const random = new Random(seed);
	for (let pair = 1; pair <= pairsOfSeed; pair += 1) {
		const kept = richDocument(random);
		const sent = edited(random, kept);
		const files = { kept: richFile(kept), sent: richFile(sent) };
		expect(linesRead(files.kept, 'accept')).toEqual(linesSeen(kept));
		const { copy, leftOut, changes } = await redlineOf(files.kept, files.sent);
		if (copy === undefined) {
			expect([pair, changes, linesSeen(sent)]).toEqual([pair, [], linesSeen(kept)]);
			continue;
		}
		expect([pair, ...linesRead(copy, 'reject')]).toEqual([pair, ...linesSeen(kept)]);
		const accepted = linesRead(copy, 'accept');
		if (leftOut === undefined) expect([pair, ...accepted]).toEqual([pair, ...linesSeen(sent)]);
		else if (!/more places?\.$/.test(leftOut)) {
			const lines = linesOf(sent).map((line) => ({
				...line,
				text: withBoxesLast(withNotesBehindSpace(line.text)),
			}));
			const unnamed = lacking(lines, accepted).filter(
				(line) => line.text !== '' && !isNamed(line, { lines: accepted, sent: lines, leftOut }),
			);
			expect([pair, leftOut, unnamed]).toEqual([pair, leftOut, []]);
		}
		const known = new Set(Object.values(files).flatMap(partsOf).flatMap(wordsOf));
		const words = partsOf(copy).flatMap(wordsOf);
		expect(words.filter((word) => !known.has(word))).toEqual([]);
		expect(damageOf(copy)).toEqual([]);
	}
}
