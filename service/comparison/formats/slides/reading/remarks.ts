/** What is said of a slide beside it: the notes of the speaker, and comments of either form. */
import { paper } from '../../../core/sight';
import type { Block } from '../../office/document/document';
import { child, descendants, elementsOf, type XmlElement } from '../../office/document/xml';
import { namedOf } from './places';
import { alone, shapesIn } from './shapes';
import type { TextReader } from './text';

/** Placeholders of a page of notes that are no notes: the slide itself, head and foot of the page. */
const others: ReadonlySet<string> = new Set(['sldImg', 'sldNum', 'dt', 'hdr', 'ftr']);

export function notesOf(root: XmlElement, reader: TextReader, path: string): readonly Block[] {
	return shapesIn(child(child(root, 'p:cSld'), 'p:spTree'))
		.filter((shape) => !others.has(namedOf(shape).placeholder?.type ?? ''))
		.flatMap((shape) => reader.paragraphs(child(shape, 'p:txBody'), paper))
		.map((paragraph) => alone(path, paragraph));
}

/** Each comment with its replies has a number. */
export function commentsOf(root: XmlElement, reader: TextReader, path: string): readonly Block[] {
	return elementsOf(root)
		.filter(({ name }) => name === 'p:cm' || name === 'p188:cm')
		.flatMap((comment, index) => {
			const replies = child(comment, 'p188:replyLst');
			const bodies = replies === undefined ? [] : [...descendants(replies, 'p188:txBody')];
			const texts = [child(comment, 'p188:txBody'), ...bodies].flatMap((body) =>
				reader.paragraphs(body, paper),
			);
			const older = child(comment, 'p:text')?.children.join('') ?? '';
			const lines = older === '' ? [] : older.split(/\r\n?|\n/);
			const plain = lines.map((text) => reader.single([{ text, emphasis: '', appearance: '' }]));
			return [...plain, ...texts].map((one) => alone(`${path}/${index + 1}`, one));
		});
}
