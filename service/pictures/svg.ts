/**
 * Allows only SVG of plain shapes with plain colours, and a title: of a signature the strokes and dots that a signing
 * page draws. Anything that could load, link, script, style or repeat is refused before a renderer sees it.
 */
import { SaxesParser } from 'saxes';

const lengthMax = 512 * 1024;
const strokesMax = 5_000;

export interface SvgForm {
	readonly name: string;
	readonly shapes: readonly string[];
	readonly attributes: readonly string[];
}

export const drawnSignature: SvgForm = {
	name: 'drawn signature',
	shapes: ['svg', 'title', 'g', 'path', 'circle'],
	attributes: [
		...['viewBox', 'width', 'height', 'version', 'd', 'cx', 'cy', 'r'],
		...['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
	],
};

export const drawnLogo: SvgForm = {
	name: 'logo',
	shapes: [...drawnSignature.shapes, 'rect', 'ellipse', 'line', 'polyline', 'polygon'],
	attributes: [
		...drawnSignature.attributes,
		...['id', 'class', 'x', 'y', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2', 'points', 'transform'],
		...['opacity', 'fill-opacity', 'stroke-opacity', 'fill-rule', 'clip-rule', 'stroke-miterlimit'],
	],
};

/** Numbers, colours, path commands, and the two addresses of the format itself. */
const plainValue = /^[\w\s.,#%+()-]*$/;
const ownAddresses: Readonly<Record<string, string>> = {
	xmlns: 'http://www.w3.org/2000/svg',
	'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

/**
 * Returns why the text is not of this form, as the end of a sentence; undefined if it is.
 */
export function svgFault(text: string, form: SvgForm): string | undefined {
	if (text.length > lengthMax) return 'has too many strokes';
	let fault: string | undefined;
	let strokes = 0;
	const find = (found: string) => (fault ??= found);
	const parser = new SaxesParser({ xmlns: false });
	parser.on('error', () => find('is no well-formed SVG'));
	parser.on('doctype', () => find('has a document type'));
	parser.on('processinginstruction', () => find('has an instruction for another program'));
	parser.on('cdata', () => find('has text'));
	let open = '';
	parser.on('text', (content) => {
		if (content.trim() !== '' && open !== 'title') find('has text');
	});
	parser.on('closetag', () => (open = ''));
	parser.on('opentag', ({ name, attributes: given }) => {
		open = name;
		strokes += 1;
		if (strokes > strokesMax) find('has too many strokes');
		if (!form.shapes.includes(name)) find(`has <${name.slice(0, 20)}>, which no ${form.name} has`);
		for (const [key, value] of Object.entries(given)) {
			if (!isPlain(form, key, value))
				find(`has an attribute ${key.slice(0, 20)} that is not taken`);
		}
	});
	parser.write(text).close();
	return fault;
}

function isPlain({ attributes }: SvgForm, key: string, value: string): boolean {
	const address = ownAddresses[key];
	if (address !== undefined) return value === address;
	return attributes.includes(key) && plainValue.test(value) && !/url\s*\(/i.test(value);
}
