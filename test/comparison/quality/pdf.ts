/**
 * PDFs set from paragraphs of words, and pairs of them with edits whose places are known, the same for
 * the same seed. The setting breaks lines and pages itself, so it knows where each word stands.
 */
import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import type { Random } from './random';

export interface Setting {
	readonly columns?: 1 | 2;
	readonly sizePoints?: number;
	readonly isHyphenated?: boolean;
	/** Set at the head of every page. */
	readonly title?: string;
	readonly hasPageNumbers?: boolean;
}

/** A word to be set; equal words of two texts are told apart by `mark`. */
export interface SetWord {
	readonly text: string;
	readonly mark?: number;
}

/** Where a marked word came to stand, as shares of its page. */
export interface MarkedPlace {
	readonly mark: number;
	readonly page: number;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export interface SetPdf {
	readonly bytes: Uint8Array;
	readonly places: readonly MarkedPlace[];
	readonly pageCount: number;
}

const page = { width: 595, height: 842, margin: 60 } as const;

export async function setPdf(
	paragraphs: readonly (readonly SetWord[])[],
	setting: Setting = {},
): Promise<SetPdf> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.TimesRoman);
	const setter = new Setter(document, font, setting);
	for (const paragraph of paragraphs) setter.set(paragraph);
	setter.finish();
	const date = new Date(0);
	document.setCreationDate(date);
	document.setModificationDate(date);
	return {
		bytes: await document.save(),
		places: setter.places,
		pageCount: document.getPageCount(),
	};
}

class Setter {
	readonly places: MarkedPlace[] = [];
	private readonly size: number;
	private readonly leading: number;
	private readonly columnWidth: number;
	private sheet: PDFPage;
	private column = 0;
	private y = page.margin;
	private line: SetWord[] = [];

	constructor(
		private readonly document: PDFDocument,
		private readonly font: PDFFont,
		private readonly setting: Setting,
	) {
		const { columns = 1, sizePoints = 11 } = setting;
		this.size = sizePoints;
		this.leading = sizePoints * 1.35;
		const gutter = 24 * (columns - 1);
		this.columnWidth = (page.width - 2 * page.margin - gutter) / columns;
		this.sheet = document.addPage([page.width, page.height]);
	}

	set(paragraph: readonly SetWord[]): void {
		for (const word of paragraph) this.setWord(word);
		this.breakLine();
		this.y += this.leading * 0.8;
	}

	private setWord(word: SetWord): void {
		if (this.widthOf([...this.line, word]) <= this.columnWidth) {
			this.line.push(word);
			return;
		}
		const { text } = word;
		if (this.setting.isHyphenated === true && /^[a-z]{8,}$/.test(text)) {
			const start = { ...word, text: `${text.slice(0, 4)}-` };
			if (this.widthOf([...this.line, start]) <= this.columnWidth) {
				this.line.push(start);
				this.breakLine();
				this.line.push({ ...word, text: text.slice(4) });
				return;
			}
		}
		this.breakLine();
		this.line.push(word);
	}

	private widthOf(words: readonly SetWord[]): number {
		return this.font.widthOfTextAtSize(words.map(({ text }) => text).join(' '), this.size);
	}

	private breakLine(): void {
		if (this.line.length === 0) return;
		if (this.y + this.leading > page.height - page.margin) this.breakColumn();
		const x = page.margin + this.column * (this.columnWidth + 24);
		const baseLine = this.y + this.size;
		const text = this.line.map((word) => word.text).join(' ');
		this.sheet.drawText(text, { x, y: page.height - baseLine, size: this.size, font: this.font });
		for (const [index, { mark, text: word }] of this.line.entries()) {
			if (mark === undefined) continue;
			const before = this.line.slice(0, index).map((each) => `${each.text} `);
			this.places.push({
				mark,
				page: this.document.getPageCount(),
				x: (x + this.font.widthOfTextAtSize(before.join(''), this.size)) / page.width,
				y: (baseLine - this.size * 0.8) / page.height,
				width: this.font.widthOfTextAtSize(word, this.size) / page.width,
				height: this.size / page.height,
			});
		}
		this.line = [];
		this.y += this.leading;
	}

	private breakColumn(): void {
		this.column += 1;
		this.y = page.margin;
		if (this.column < (this.setting.columns ?? 1)) return;
		this.column = 0;
		this.sheet = this.document.addPage([page.width, page.height]);
	}

	finish(): void {
		this.breakLine();
		const pages = this.document.getPages();
		const { title, hasPageNumbers } = this.setting;
		for (const [index, sheet] of pages.entries()) {
			const at = { x: 220, size: 9, font: this.font };
			if (title !== undefined) sheet.drawText(title, { ...at, y: page.height - 30 });
			if (hasPageNumbers === true) {
				sheet.drawText(`Page ${index + 1} of ${pages.length}`, { ...at, y: 24 });
			}
		}
	}
}

export interface PdfPair {
	readonly kept: SetPdf;
	readonly sent: SetPdf;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

export function wordFrom(random: Random): string {
	const length = random.between(2, 11);
	return Array.from({ length }, () => letters[random.below(26)] ?? 'e').join('');
}

export function paragraphFrom(random: Random): SetWord[] {
	const length = random.between(15, 90);
	return Array.from({ length }, () => ({ text: wordFrom(random) }));
}

/** Up to six edits; what an edit touches is marked on the sides that have it. */
export async function pdfPair(random: Random): Promise<PdfPair> {
	const base = Array.from({ length: random.between(8, 22) }, () => paragraphFrom(random));
	const [kept, sent] = [[...base], base.map((words) => [...words])];
	const edits = random.between(1, 7);
	const step = Math.floor(base.length / edits);
	for (let edit = edits - 1; edit >= 0; edit -= 1) {
		const at = edit * step + random.below(Math.max(1, step - 1));
		editAt(kept, sent, at, edit, random);
	}
	const setting: Setting = {
		columns: random.below(3) === 0 ? 2 : 1,
		isHyphenated: random.below(2) === 0,
		title: 'Conditions of lease',
		hasPageNumbers: true,
	};
	return { kept: await setPdf(kept, setting), sent: await setPdf(sent, setting) };
}

/** Paragraphs behind the one that is edited stand at the same index in both texts no more. */
function editAt(
	kept: SetWord[][],
	sent: SetWord[][],
	at: number,
	mark: number,
	random: Random,
): void {
	const words = kept[at] ?? [];
	const marked = (list: readonly SetWord[]) => list.map((word) => ({ ...word, mark }));
	const from = random.below(Math.max(1, words.length - 6));
	const count = random.between(1, 4);
	const news = Array.from({ length: count }, () => ({ text: wordFrom(random), mark }));
	switch (random.below(5)) {
		case 0:
			kept[at] = words.with(from, { ...words[from], text: words[from]?.text ?? '', mark });
			sent[at] = [...words.slice(0, from), ...news.slice(0, 1), ...words.slice(from + 1)];
			break;
		case 1:
			sent[at] = [...words.slice(0, from), ...news, ...words.slice(from)];
			break;
		case 2:
			kept[at] = [
				...words.slice(0, from),
				...marked(words.slice(from, from + count)),
				...words.slice(from + count),
			];
			sent[at] = [...words.slice(0, from), ...words.slice(from + count)];
			break;
		case 3:
			sent.splice(at, 0, marked(paragraphFrom(random)));
			break;
		default:
			kept[at] = marked(words);
			sent.splice(at, 1);
	}
}
