/** Reads the comments and the text boxes of an XLSX sheet. */
import type { Zip } from '../../../archive/zip-reading';
import type { Remark } from '../sheet-view';
import { columnOfLetters } from '../table';
import { relations } from './parts';
import { StringReader, textOf } from './strings';
import { walkXml } from '../xml-walk';

type Comment = Extract<Remark, { kind: 'comment' }>;

/** `part`: that of the sheet. */
export async function remarksOf(zip: Zip, part: string): Promise<readonly Remark[]> {
	const related = [...(await relations(zip, part)).values()];
	const textsOf = async (type: string) => {
		const parts = related.flatMap((one) =>
			one.type === type && one.part !== undefined ? [zip.read(one.part)] : [],
		);
		// A part that is named and not there holds nothing.
		return (await Promise.all(parts)).flatMap((bytes) => bytes?.toString('utf8') ?? []);
	};
	const threads = joined((await textsOf('threadedComment')).flatMap(threadedComments));
	const comments = (await textsOf('comments')).flatMap(plainComments);
	const isInThread = ({ row, column }: Comment) =>
		threads.some((thread) => thread.row === row && thread.column === column);
	return [
		...threads,
		// For older programs each thread stands in a plain comment, too.
		...comments.filter((comment) => !isInThread(comment)),
		...(await textsOf('drawing')).flatMap(textBoxes),
	];
}

function plainComments(xml: string): readonly Comment[] {
	const comments: Comment[] = [];
	const strings = new StringReader();
	let place = '';
	walkXml(xml, {
		onOpen: (name, given) => {
			strings.onOpen(name, given);
			if (name === 'comment') place = given['ref'] ?? '';
		},
		onText: (text) => strings.onText(text),
		onClose: (name) => {
			strings.onClose(name);
			if (name === 'comment') comments.push(...commentAt(place, textOf(strings.take())));
		},
	});
	return comments;
}

function threadedComments(xml: string): readonly Comment[] {
	const comments: Comment[] = [];
	let [place, text] = ['', ''];
	walkXml(xml, {
		onOpen: (name, { ref = '' }) => {
			if (name === 'threadedComment') [place, text] = [ref, ''];
		},
		onText: (piece) => (text += piece),
		onClose: (name) => {
			if (name === 'threadedComment') comments.push(...commentAt(place, text));
		},
	});
	return comments;
}

function commentAt(place: string, text: string): readonly Comment[] {
	const [, letters = '', row] = /^([A-Z]+)(\d+)/.exec(place) ?? [];
	if (row === undefined) return [];
	return [{ kind: 'comment', row: Number(row), column: columnOfLetters(letters), text }];
}

/** The comments of one cell are a thread. */
function joined(comments: readonly Comment[]): readonly Comment[] {
	const threads = new Map<string, Comment>();
	for (const comment of comments) {
		const key = `${comment.row}:${comment.column}`;
		const thread = threads.get(key);
		const text = thread === undefined ? comment.text : `${thread.text}\n${comment.text}`;
		threads.set(key, { ...comment, text });
	}
	return [...threads.values()];
}

/** Without what stands for them in older programs. */
function textBoxes(xml: string): readonly Remark[] {
	const boxes: Remark[] = [];
	let [text, isText, fallbackDepth] = ['', false, 0];
	walkXml(xml, {
		onOpen: (name) => {
			if (name === 'Fallback') fallbackDepth += 1;
			if (name === 'sp') text = '';
			else if (name === 't') isText = true;
			else if (name === 'br') text += '\n';
		},
		onText: (piece) => {
			if (isText) text += piece;
		},
		onClose: (name) => {
			if (name === 'Fallback') fallbackDepth -= 1;
			if (name === 't') isText = false;
			else if (name === 'p') text += '\n';
			else if (name === 'sp' && fallbackDepth === 0) boxes.push({ kind: 'text box', text });
		},
	});
	return boxes;
}
