/**
 * Draws pages as pictures with their differences: removed words struck out, added ones underlined,
 * moved ones yellow, each with its number.
 */
import path from 'node:path';
import type { ChangeKind } from '../../../core/comparison';
import type { Box } from '../../../../api/comparison/place';
import { drawPage, type DrawnPage } from '../reading/drawing';
import { pdfjsFolder } from '../reading/pdf-document';
import type { ShownSide } from './shown';

export interface Mark {
	readonly kind: ChangeKind;
	readonly number: number;
	/** In points of the page. */
	readonly boxes: readonly Box[];
}

export interface PagePicture {
	/** `data:` with a JPEG. */
	readonly address: string;
	readonly width: number;
	readonly height: number;
}

const dotsPerInch = 80;
const qualityPercent = 60;

const inks: Readonly<Record<ChangeKind, { readonly fill: string; readonly line: string }>> = {
	added: { fill: 'rgba(240, 70, 70, .28)', line: '#b01818' },
	removed: { fill: 'rgba(240, 70, 70, .28)', line: '#b01818' },
	changed: { fill: 'rgba(240, 70, 70, .28)', line: '#b01818' },
	moved: { fill: 'rgba(255, 205, 40, .4)', line: '#8a6a00' },
	formatted: { fill: 'rgba(70, 140, 255, .18)', line: '#1c4f9c' },
};

/** Undefined if the page cannot be drawn. */
export async function markedPicture(
	side: 'kept' | 'sent',
	{ opened, text }: ShownSide,
	index: number,
	marks: readonly Mark[],
): Promise<PagePicture | undefined> {
	const page = text.pages[index];
	const drawn = await drawPage(opened, index, dotsPerInch);
	if (page === undefined || drawn === undefined) return undefined;
	const { canvas, context, width, height } = drawn;
	context.resetTransform();
	greyOut(drawn, page.ignored);
	context.scale(width / page.widthPoints, height / page.heightPoints);
	await loadLettering();
	for (const mark of marks) drawMark(drawn, mark, side);
	const bytes = await canvas.encode('jpeg', qualityPercent);
	drawn.release();
	return { address: `data:image/jpeg;base64,${bytes.toString('base64')}`, width, height };
}

/** Greys out ignored boxes, given as shares of the page. */
function greyOut({ context, width, height }: DrawnPage, boxes: readonly Box[]): void {
	context.fillStyle = 'rgba(120, 128, 140, .45)';
	for (const box of boxes) {
		context.fillRect(box.x * width, box.y * height, box.width * width, box.height * height);
	}
}

function drawMark(
	{ context }: DrawnPage,
	{ kind, number, boxes }: Mark,
	side: 'kept' | 'sent',
): void {
	const { fill, line } = inks[kind];
	context.lineWidth = 0.9;
	context.strokeStyle = line;
	for (const { x, y, width, height } of boxes) {
		context.fillStyle = fill;
		context.fillRect(x - 1, y - 0.5, width + 2, height + 1);
		const isStruck = side === 'kept' && kind !== 'moved' && kind !== 'formatted' && height < 40;
		const at = isStruck ? y + height / 2 : y + height + 0.5;
		context.beginPath();
		context.moveTo(x - 1, at);
		context.lineTo(x + width + 1, at);
		context.stroke();
	}
	const [first] = boxes;
	if (first === undefined) return;
	context.fillStyle = line;
	context.font = `7px ${lettering}`;
	context.fillText(String(number), first.x, first.y - 1.5);
}

const lettering = 'Sealkeeper report';

/** The machine may have no font; pdfjs brings one. */
async function loadLettering(): Promise<void> {
	const { GlobalFonts } = await import('@napi-rs/canvas');
	if (GlobalFonts.has(lettering)) return;
	GlobalFonts.registerFromPath(
		path.join(pdfjsFolder(), 'standard_fonts', 'LiberationSans-Bold.ttf'),
		lettering,
	);
}
