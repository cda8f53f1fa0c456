/** Parses parts of office files with saxes; names of elements and attributes have no prefixes. */
import { ReadFault } from '../../../core/format-comparer';
import { SaxesParser } from 'saxes';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlListener {
	readonly onOpen?: (name: string, attributes: Attributes) => void;
	readonly onText?: (text: string) => void;
	readonly onClose?: (name: string) => void;
}

/** A parser fed piece by piece; throws `ReadFault` for malformed XML. */
export function xmlWalk({ onOpen, onText, onClose }: XmlListener): {
	readonly write: (piece: string) => void;
	readonly end: () => void;
} {
	const parser = new SaxesParser();
	parser.on('error', ({ message }) => {
		throw new ReadFault(`A part of it is no XML: ${message}.`);
	});
	parser.on('opentag', ({ name, attributes }) => {
		const local = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
		onOpen?.(localName(name), Object.fromEntries(local) as Attributes);
	});
	if (onText !== undefined) {
		parser.on('text', onText);
		parser.on('cdata', onText);
	}
	parser.on('closetag', ({ name }) => onClose?.(localName(name)));
	return {
		write: (piece) => {
			parser.write(piece);
		},
		end: () => {
			parser.close();
		},
	};
}

export function walkXml(text: string, listener: XmlListener): void {
	const walk = xmlWalk(listener);
	walk.write(text);
	walk.end();
}

function localName(name: string): string {
	const colon = name.indexOf(':');
	return colon < 0 ? name : name.slice(colon + 1);
}
