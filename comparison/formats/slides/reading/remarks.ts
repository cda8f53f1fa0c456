/** What is said of a slide beside it: the notes of the speaker, and comments of either form. */
import { paper } from '../../../core/sight';
import { alone, type Block, type Paragraph, written } from '../../blocks/document/document';
import { attribute, child, elementsOf, textIn, type XmlElement } from '../../package/xml';
import { namedOf } from './places';
import { shapesIn } from './shapes';
import type { TextReader } from './text';

/** Placeholders of a page of notes that are no notes: the slide itself, head and foot of the page. */
const others: ReadonlySet<string> = new Set(['sldImg', 'sldNum', 'dt', 'hdr', 'ftr']);

export function notesOf(root: XmlElement, reader: TextReader, path: string): readonly Block[] {
	return shapesIn(child(child(root, 'p:cSld'), 'p:spTree'))
		.filter((shape) => !others.has(namedOf(shape).placeholder?.type ?? ''))
		.flatMap((shape) => reader.paragraphs(child(shape, 'p:txBody'), paper))
		.map((paragraph) => alone(path, paragraph));
}

/** Each comment with its replies has a number. `authors`: their names, by id. */
export function commentsOf(
	root: XmlElement,
	reader: TextReader,
	{ path, authors }: { readonly path: string; readonly authors: ReadonlyMap<string, string> },
): readonly Block[] {
	return elementsOf(root)
		.filter(({ name }) => name === 'p:cm' || name === 'p188:cm')
		.flatMap((comment, index) => {
			const all = [comment, ...elementsOf(child(comment, 'p188:replyLst'))];
			return all.flatMap((one) => {
				const blocks = paragraphsOf(one, reader).map((paragraph) =>
					alone(`${path}/${index + 1}`, paragraph),
				);
				return written(blocks, authors.get(attribute(one, 'authorId') ?? '') ?? '');
			});
		});
}

function paragraphsOf(comment: XmlElement, reader: TextReader): readonly Paragraph[] {
	const older = textIn(child(comment, 'p:text'));
	if (older === '') return reader.paragraphs(child(comment, 'p188:txBody'), paper);
	return older
		.split(/\r\n?|\n/)
		.map((text) => reader.single([{ text, emphasis: '', appearance: '' }]));
}
