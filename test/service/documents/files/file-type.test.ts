/** What a file is compared as, and that reading bytes as text loses no difference. */
import fc from 'fast-check';
import {
	fileType,
	headSizeBytes,
	type FileType,
} from '../../../../service/documents/files/file-type';
import { decodeText } from '../../../../comparison/core/text-decoding';

const bytes = (...values: readonly number[]) => Uint8Array.from(values);
const text = (value: string) => Buffer.from(value, 'utf8');
const utf16 = (value: string) => Buffer.from(`\ufeff${value}`, 'utf16le');

const table: readonly (readonly [string, string, Uint8Array, FileType])[] = [
	['a PNG', 'a', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'Image'],
	['a JPEG under the name of a text', 'a.txt', bytes(0xff, 0xd8, 0xff, 0xe0), 'Image'],
	['a GIF', 'a', text('GIF89a'), 'Image'],
	['a WebP', 'a', Buffer.from('RIFF\x01\0\0\0WEBPVP8 ', 'latin1'), 'Image'],
	['a TIFF', 'a', bytes(0x49, 0x49, 0x2a, 0, 8), 'Image'],
	['an AVIF', 'a', Buffer.from('\0\0\0\x20ftypavif', 'latin1'), 'Image'],
	['a PDF', 'a.json', text('%PDF-1.4\n%âã'), 'Pdf'],
	['a PDF behind other bytes', 'a', text(`${'%'.repeat(900)}\n%PDF-1.4`), 'Pdf'],
	['a map', 'a.geojson', text('{"type": '), 'Json'],
	['a notebook', 'a.ipynb', text('{"cells": '), 'Json'],
	['a text that begins with BM', 'a', text('BMW is a make of cars, and cars are many'), 'Text'],
	['a plain text', 'a', text('hello'), 'Text'],
	['a text in UTF-16', 'a.txt', utf16('hällo'), 'Text'],
	['a text in Windows-1252', 'a.txt', Buffer.from('Stra\xdfe nach S\xfcden', 'latin1'), 'Text'],
	['a text with a form feed and an escape', 'a', text('a\fb\u001b[0m'), 'Text'],
	['JSON by its content', 'a', text(' {"a": [1]}'), 'Json'],
	['JSON by its name, although it is broken', 'a.JSON', text('{"a": '), 'Json'],
	['a text that only begins like JSON', 'a', text('[draft] a text'), 'Text'],
	['JSON under the name of a text', 'a.txt', text('{"a": 1}'), 'Text'],
	['XML by its content', 'a', text('\ufeff<?xml version="1.0"?><a/>'), 'Xml'],
	['XML by its name', 'a.xml', text('<a/>'), 'Xml'],
	['HTML', 'a.html', text('<?xml version="1.0"?><html/>'), 'Text'],
	['a name with an odd extension', 'a.constructor', text('hello'), 'Text'],
	['bytes with a NUL', 'a.txt', bytes(0x61, 0, 0x62), 'Binary'],
	['mostly high bytes that are no UTF-8', 'a.txt', bytes(0x83, 0x65, 0x83, 0x58), 'Binary'],
	['an archive', 'a.zip', Buffer.from('PK\x03\x04\x14\0', 'latin1'), 'Binary'],
];

test.each(table)('%s', (_what, fileName, head, expected) => {
	expect(fileType({ head, sizeBytes: head.length, fileName })).toBe(expected);
});

test('a text cut within a character is still a text', () => {
	const whole = text('ä'.repeat(headSizeBytes));
	const head = whole.subarray(0, headSizeBytes - 1);
	expect(fileType({ head, sizeBytes: whole.length, fileName: 'a' })).toBe('Text');
});

test('two byte sequences in one encoding give one text only when they are the same', () => {
	const near = fc.array(
		fc.constantFrom(0x41, 0x81, 0x8d, 0xc3, 0xa4, 0xe4, 0xef, 0xbb, 0xbf, 0x20),
		{
			maxLength: 12,
		},
	);
	fc.assert(
		fc.property(near, near, (first, second) => {
			const pad = Array<number>(30).fill(0x20);
			const [one, two] = [first, second].map((own) => decodeText(bytes(...pad, ...own), true));
			if (one === undefined || two === undefined || one.encoding !== two.encoding) return;
			expect(one.text === two.text).toBe(first.join() === second.join());
		}),
		{ numRuns: 2000 },
	);
});
