/** Pages drawn from a seed, with edits whose places are known. The letters come with a locked package. */
import path from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Picture, Rectangle } from '../../../comparison/formats/image/picture';
import { Random } from './random';

GlobalFonts.registerFromPath(
	path.resolve('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
	'Page',
);

export interface PicturePair {
	readonly kept: Picture;
	readonly sent: Picture;
	/** What differs, by the rectangle around it on both pages. */
	readonly expected: readonly PictureEdit[];
}

interface PictureEdit {
	readonly kind: 'added' | 'removed' | 'changed';
	readonly rectangle: Rectangle;
}

interface Word {
	readonly text: string;
	readonly x: number;
	readonly y: number;
}

interface PageForm {
	readonly width: number;
	readonly height: number;
	readonly fontSize: number;
	readonly ink: string;
}

export const page: PageForm = { width: 340, height: 300, fontSize: 14, ink: '#000000' };

const forms: readonly PageForm[] = [
	page,
	{ width: 300, height: 200, fontSize: 12, ink: '#707070' },
	{ width: 420, height: 280, fontSize: 20, ink: '#1c4f9c' },
];

export function picturePairs(count: number, seed: number): PicturePair[] {
	const random = new Random(seed);
	return Array.from({ length: count }, (_, at) => pairOf(forms[at % forms.length] ?? page, random));
}

/** The words of a page: names and amounts in lines. */
export function wordsOf(form: PageForm, random: Random): Word[] {
	const words: Word[] = [];
	for (let y = form.fontSize * 3; y < form.height - form.fontSize * 4; y += form.fontSize * 2) {
		for (let x = form.fontSize * 2; x < form.width - form.fontSize * 9; x += form.fontSize * 7) {
			words.push({ text: textOf(random), x, y });
		}
	}
	return words;
}

function textOf(random: Random): string {
	if (random.below(2) === 0) return String(random.between(100, 99_999));
	return Array.from({ length: random.between(3, 7) }, () =>
		String.fromCharCode(random.between(97, 123)),
	).join('');
}

export function drawn(form: PageForm, words: readonly Word[]): Picture {
	const { width, height } = form;
	const context = createCanvas(width, height).getContext('2d');
	context.fillStyle = '#ffffff';
	context.fillRect(0, 0, width, height);
	prepare(context, form);
	for (const { text, x, y } of words) context.fillText(text, x, y);
	const { data } = context.getImageData(0, 0, width, height);
	return { width, height, data: new Uint8Array(data.buffer) };
}

function prepare(context: SKRSContext2D, { fontSize, ink }: PageForm): void {
	context.font = `${fontSize}px Page`;
	context.fillStyle = ink;
}

function pairOf(form: PageForm, random: Random): PicturePair {
	const kept = wordsOf(form, random);
	const sent = [...kept];
	const expected: PictureEdit[] = [];
	const lines = new Set(kept.map(({ y }) => y));
	for (const y of lines) {
		if (random.below(3) > 0) continue;
		const ofLine = kept.flatMap((word, at) => (word.y === y ? [at] : []));
		const place = ofLine[random.below(ofLine.length)] ?? 0;
		const word = kept[place];
		if (word === undefined) continue;
		const kind = (['changed', 'removed', 'added'] as const)[random.below(3)] ?? 'changed';
		const other = { ...word, text: changedText(word.text) };
		expected.push({ kind, rectangle: rectangleAround(form, word, other) });
		if (kind === 'changed') sent[place] = other;
		else (kind === 'removed' ? sent : kept)[place] = { ...word, text: '' };
	}
	return { kept: drawn(form, kept), sent: drawn(form, sent), expected };
}

/** The first letter or digit is another. */
export function changedText(text: string): string {
	const first = text.charCodeAt(0);
	const next = first >= 97 ? 97 + ((first - 97 + 5) % 26) : 48 + ((first - 48 + 4) % 10);
	return String.fromCharCode(next) + text.slice(1);
}

function rectangleAround(form: PageForm, word: Word, other: Word): Rectangle {
	const context = createCanvas(1, 1).getContext('2d');
	prepare(context, form);
	const width = Math.max(
		context.measureText(word.text).width,
		context.measureText(other.text).width,
	);
	return { x: word.x, y: word.y - form.fontSize, width, height: form.fontSize * 1.4 };
}
