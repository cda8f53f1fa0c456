/** Reads the comments and the text boxes of an XLSX sheet. */
import { at } from '../../../../../server/at';
import type { Zip } from '../../../archive/zip-reading';
import { hasPart, partsOf, type Relationships, walkPart } from '../../../package/parts';
import {
	attribute,
	child,
	preferred,
	shownIn,
	textIn,
	type XmlElement,
} from '../../../package/xml';
import type { Remark } from '../sheet-view';
import { placeIn } from '../table';
import { cellText, textOf } from './strings';

type Comment = Extract<Remark, { kind: 'comment' }>;

/** `related`: the relationships of the sheet. */
export async function remarksOf(zip: Zip, related: Relationships): Promise<readonly Remark[]> {
	const read = async <Of>(
		type: string,
		container: string,
		tell: (one: XmlElement) => readonly Of[],
	): Promise<readonly Of[]> => {
		const found: Of[] = [];
		// A part that is named and not there holds nothing.
		for (const part of partsOf(related, type).filter((name) => hasPart(zip, name))) {
			const containers = new Set([container]);
			await walkPart(zip, { part, containers }, { block: (one) => found.push(...tell(one)) });
		}
		return found;
	};
	const threads = joined(
		await read('threadedComment', 'ThreadedComments', (one) => commentAt(one, textIn(one))),
	);
	const comments = await read('comments', 'commentList', (one) =>
		commentAt(one, textOf(cellText(child(one, 'text')))),
	);
	const isInThread = ({ row, column }: Comment) =>
		threads.some((thread) => thread.row === row && thread.column === column);
	return [
		...threads,
		// For older programs each thread stands in a plain comment, too.
		...comments.filter((comment) => !isInThread(comment)),
		...(await read('drawing', 'xdr:wsDr', textBoxes)),
	];
}

function commentAt(comment: XmlElement, text: string): readonly Comment[] {
	const place = placeIn(attribute(comment, 'ref') ?? '');
	return place === undefined ? [] : [{ kind: 'comment', ...place, text }];
}

/** The comments of one cell are a thread. */
function joined(comments: readonly Comment[]): readonly Comment[] {
	const threads = Map.groupBy(comments, ({ row, column }) => `${row}:${column}`);
	return [...threads.values()].map((thread) => ({
		...at(thread, 0),
		text: thread.map(({ text }) => text).join('\n'),
	}));
}

function textBoxes(drawn: XmlElement): readonly Remark[] {
	if (drawn.name === 'xdr:sp') return [{ kind: 'text box', text: drawnText(drawn) }];
	return shownIn(preferred(drawn)).flatMap(textBoxes);
}

function drawnText(element: XmlElement): string {
	if (element.name === 'a:br') return '\n';
	if (/^[am]:t$/.test(element.name)) return textIn(element);
	const text = shownIn(element).map(drawnText).join('');
	return element.name === 'a:p' ? `${text}\n` : text;
}
