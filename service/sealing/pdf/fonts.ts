/**
 * Text of several scripts in a PDF by a chain of fonts; only used glyphs are embedded. Covers
 * Latin, Greek, Cyrillic, Devanagari, Hebrew and Arabic. Other and invisible characters are refused in
 * what signers fill in; elsewhere they are shown as their code, so that two names never look the same.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

export interface Run {
	readonly text: string;
	readonly font: PDFFont;
}

interface KnownFont {
	readonly file: string;
	readonly bytes: Buffer;
	readonly characters: ReadonlySet<number>;
}

const files = [
	['@fontsource/noto-sans', 'noto-sans-latin'],
	['@fontsource/noto-sans', 'noto-sans-latin-ext'],
	['@fontsource/noto-sans', 'noto-sans-vietnamese'],
	['@fontsource/noto-sans', 'noto-sans-greek'],
	['@fontsource/noto-sans', 'noto-sans-greek-ext'],
	['@fontsource/noto-sans', 'noto-sans-cyrillic'],
	['@fontsource/noto-sans', 'noto-sans-cyrillic-ext'],
	['@fontsource/noto-sans', 'noto-sans-devanagari'],
	['@fontsource/noto-sans-hebrew', 'noto-sans-hebrew-hebrew'],
	['@fontsource/noto-sans-arabic', 'noto-sans-arabic-arabic'],
] as const;

/** Opened when a character first needs it. */
const known: (KnownFont | undefined)[] = [];

export class Fonts {
	private readonly embedded = new Map<string, PDFFont>();
	private readonly document: PDFDocument;

	constructor(document: PDFDocument) {
		this.document = document;
		document.registerFontkit(fontkit());
	}

	/** The runs of a text in visual order, from left to right. */
	async runs(text: string): Promise<readonly Run[]> {
		const cut: { text: string; font: KnownFont }[] = [];
		for (const character of visible(text)) {
			const last = cut.at(-1);
			if (last !== undefined && covers(last.font, character)) last.text += character;
			else cut.push({ text: character, font: fontOf(character) ?? firstFont() });
		}
		const runs = cut.map(async (run) => ({ text: run.text, font: await this.embed(run.font) }));
		const inOrder = await Promise.all(runs);
		return startsRightToLeft(text) ? inOrder.reverse() : inOrder;
	}

	private async embed({ file, bytes }: KnownFont): Promise<PDFFont> {
		const there = this.embedded.get(file);
		if (there !== undefined) return there;
		const font = await this.document.embedFont(bytes, { subset: true });
		this.embedded.set(file, font);
		return font;
	}
}

/** Invisible characters and those that change the direction are shown as their code. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;

function visible(text: string): string[] {
	return Array.from(text).flatMap((character) =>
		isWritable(character) ? [character] : Array.from(codeOf(character)),
	);
}

function isWritable(character: string): boolean {
	return !hidden.test(character) && fontOf(character) !== undefined;
}

/** The characters of a text that would be shown as codes, each once: `한 (U+D55C)`. */
export function unwritable(text: string): readonly string[] {
	const codes = Array.from(text)
		.filter((character) => !isWritable(character))
		.map((character) => {
			const code = codeOf(character).slice(1, -1);
			return hidden.test(character) ? code : `${character} (${code})`;
		});
	return [...new Set(codes)];
}

function codeOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

function startsRightToLeft(text: string): boolean {
	const letter = /\p{L}/u.exec(text)?.[0] ?? '';
	return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(letter);
}

function fontOf(character: string): KnownFont | undefined {
	for (const index of files.keys()) {
		const font = openFont(index);
		if (covers(font, character)) return font;
	}
	return undefined;
}

function firstFont(): KnownFont {
	return openFont(0);
}

function covers({ characters }: KnownFont, character: string): boolean {
	return characters.has(character.codePointAt(0) ?? 0);
}

function openFont(index: number): KnownFont {
	return (known[index] ??= readFont(index));
}

function readFont(index: number): KnownFont {
	const [name, stem] = files[index] ?? files[0];
	const file = path.join(
		path.dirname(packages().resolve(name)),
		'files',
		`${stem}-400-normal.woff`,
	);
	const bytes = fs.readFileSync(file);
	const font = fontkit().create(bytes);
	if (!('characterSet' in font)) throw new Error(`${file} holds more than one font`);
	return { file, bytes, characters: new Set(font.characterSet) };
}

const packages = () => createRequire(__filename);

/** Loaded when it is needed: it takes 24 MB, and a process that seals nothing may never need it. */
const fontkit = () => packages()('fontkit') as typeof import('fontkit');
