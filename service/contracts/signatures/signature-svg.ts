/**
 * Allows only the SVG that a signing page draws: strokes and dots with plain colours, and a title.
 * Anything that could load, link, script, style or repeat is refused before a renderer sees it.
 */
import { SaxesParser } from 'saxes';

const lengthMax = 512 * 1024;
const strokesMax = 5_000;

const shapes: readonly string[] = ['svg', 'title', 'g', 'path', 'circle'];

/** Numbers, colours, path commands, and the two addresses of the format itself. */
const plainValue = /^[\w\s.,#%+()-]*$/;
const ownAddresses: Readonly<Record<string, string>> = {
	xmlns: 'http://www.w3.org/2000/svg',
	'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

const attributes: readonly string[] = [
	...['viewBox', 'width', 'height', 'version', 'd', 'cx', 'cy', 'r'],
	...['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
];

/**
 * Returns why the text is no drawn signature, as the end of a sentence; undefined if it is one.
 */
export function svgFault(text: string): string | undefined {
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
		if (!shapes.includes(name)) find(`has <${name.slice(0, 20)}>, which no drawn signature has`);
		for (const [key, value] of Object.entries(given)) {
			if (!isPlain(key, value)) find(`has an attribute ${key.slice(0, 20)} that is not taken`);
		}
	});
	parser.write(text).close();
	return fault;
}

function isPlain(key: string, value: string): boolean {
	const address = ownAddresses[key];
	if (address !== undefined) return value === address;
	return attributes.includes(key) && plainValue.test(value) && !/url\s*\(/i.test(value);
}
