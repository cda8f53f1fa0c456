/** Writes text from top to bottom and continues on a new page. */
import { rgb, type PDFDocument, type PDFImage, type PDFPage } from '@cantoo/pdf-lib';
import type { Fonts } from './fonts';
import { drawLine, linesOf } from './text-lines';

/** A4, in points. */
const width = 595.28;
const height = 841.89;
const margin = 56;
const lineFactor = 1.4;

export const colours = { ink: rgb(0.1, 0.12, 0.16), faint: rgb(0.38, 0.42, 0.48) };

export interface Style {
	readonly size: number;
	readonly colour?: ReturnType<typeof rgb>;
	/** From the left margin. */
	readonly indent?: number;
	readonly widthMax?: number;
}

export class Sheet {
	/** The first page. */
	readonly first: PDFPage;
	private readonly document: PDFDocument;
	private readonly fonts: Fonts;
	private page: PDFPage;
	private y = height - margin;

	constructor(document: PDFDocument, fonts: Fonts) {
		this.document = document;
		this.fonts = fonts;
		this.first = document.addPage([width, height]);
		this.page = this.first;
	}

	space(points: number): void {
		this.y -= points;
	}

	/** Starts a new page unless this much space is left. */
	keep(points: number): void {
		if (this.y - points >= margin) return;
		this.page = this.document.addPage([width, height]);
		this.y = height - margin;
	}

	/** Writes text in as many lines as needed. */
	async write(text: string, style: Style): Promise<void> {
		const { size, indent = 0, colour = colours.ink } = style;
		const widthMax = style.widthMax ?? width - 2 * margin - indent;
		for (const line of await linesOf(this.fonts, text, { size, widthMax })) {
			this.keep(size * lineFactor);
			this.y -= size * lineFactor;
			drawLine(this.page, line, { x: margin + indent, y: this.y, size, color: colour });
		}
	}

	/**
	 * Draws a picture in a box whose upper right corner is at the right margin, at the current line.
	 */
	picture(image: PDFImage, box: { readonly width: number; readonly height: number }): void {
		const scale = Math.min(box.width / image.width, box.height / image.height, 1);
		const size = { width: image.width * scale, height: image.height * scale };
		const place = { x: width - margin - size.width, y: this.y - size.height };
		this.page.drawImage(image, { ...place, ...size });
	}

	/** Draws a grid of dark and light squares at the left margin; writing continues below. */
	squares(count: number, side: number, isDark: (row: number, column: number) => boolean): void {
		const step = side / count;
		for (let row = 0; row < count; row += 1) {
			for (let column = 0; column < count; column += 1) {
				if (!isDark(row, column)) continue;
				const place = { x: margin + column * step, y: this.y - (row + 1) * step };
				this.page.drawRectangle({ ...place, width: step, height: step, color: colours.ink });
			}
		}
		this.y -= side;
	}

	line(): void {
		this.y -= 8;
		const start = { x: margin, y: this.y };
		const end = { x: width - margin, y: this.y };
		this.page.drawLine({ start, end, thickness: 0.5, color: colours.faint });
		this.y -= 4;
	}
}
