/** What drawings and objects of a DOCX show: pictures, words in them, their size and their link. */
import { declarationsIn } from '../../../core/declarations';
import { joinWords, linkWords } from '../../package/looks';
import { attribute, descendants, shownIn, textIn, type XmlElement } from '../../package/xml';
import { cutOf, describedAs, hundredthsIn, sizeText, turnOf } from '../../package/drawing-forms';

/** What the relationships of a part lead to. */
export interface PartContext {
	/** Text that represents a picture or an object, by relationship; equal for equal content. */
	objectText(relationshipId: string): string;
	/** Address of a link out of the file, by relationship. */
	address(relationshipId: string): string | undefined;
	/** Called for a shape that has neither words nor a picture. */
	addShape(): void;
}

const shapes: ReadonlySet<string> = new Set([
	...['wps:wsp', 'v:shape', 'v:rect', 'v:roundrect', 'v:oval', 'v:line', 'v:polyline', 'v:arc'],
]);
const pictures: ReadonlySet<string> = new Set(['a:blip', 'v:imagedata']);
const objects: ReadonlySet<string> = new Set([
	...pictures,
	'v:fill',
	'o:OLEObject',
	'c:chart',
	'cx:chart',
]);

/** What stands for a drawing, and how it looks. */
export function drawnIn(element: XmlElement, context: PartContext) {
	const ids = new Set<string>();
	const words: string[] = [];
	const forms: string[] = [];
	let [size, link, description, hasPicture] = ['', '', '', false];
	for (const one of drawnElements(element)) {
		const id = attribute(one, 'r:embed') ?? attribute(one, 'r:id') ?? attribute(one, 'r:link');
		const diagram = one.name === 'dgm:relIds' ? attribute(one, 'r:dm') : undefined;
		if (objects.has(one.name) && id !== undefined) ids.add(id);
		if (diagram !== undefined) ids.add(diagram);
		if (pictures.has(one.name)) hasPicture = true;
		if (one.name === 'v:textpath') words.push(attribute(one, 'string') ?? '');
		if (one.name === 'a:t') words.push(textIn(one));
		if (one.name === 'a:hlinkClick' && id !== undefined) link = linkWords(context.address(id));
		if (one.name === 'wp:docPr') description ||= describedAs(attribute(one, 'descr'));
		size ||= sizeOf(one);
		forms.push(turnOf(one), cutOf(one));
	}
	if (ids.size + words.length === 0 && isShape(element)) context.addShape();
	const shown = [...ids].map((id) => context.objectText(id));
	const written = words.join(' ').trim();
	return {
		text: shown.join('') + (written === '' ? '' : `[${written}]`),
		look: joinWords([...(hasPicture ? [size, ...forms, description] : []), link]),
	};
}

/** A line across the page is a border of its paragraph in other programs. */
function isShape(element: XmlElement): boolean {
	const drawn = drawnElements(element).filter(({ name }) => shapes.has(name));
	const hasText = descendants(element, 'w:txbxContent').length > 0;
	return !hasText && drawn.some((one) => attribute(one, 'o:hr') === undefined);
}

/** All elements of what current programs show; boxes of text are read as paragraphs. */
function drawnElements(element: XmlElement): readonly XmlElement[] {
	return shownIn(element)
		.filter(({ name }) => name !== 'w:txbxContent')
		.flatMap((one) => [one, ...drawnElements(one)]);
}

function sizeOf(element: XmlElement): string {
	if (element.name === 'wp:extent') {
		const [width, height] = ['cx', 'cy'].map((name) => attribute(element, name));
		return sizeText(hundredthsIn(`${width}emu`), hundredthsIn(`${height}emu`));
	}
	if (element.name !== 'v:shape') return '';
	const style = declarationsIn(attribute(element, 'style') ?? '');
	return sizeText(hundredthsIn(style.get('width')), hundredthsIn(style.get('height')));
}
