/** Draws pages as pictures of limited size. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { OpenedPdf, PdfPage } from './pdf-document';

type Rendering = Parameters<PdfPage['render']>[0];

export interface DrawnPage {
	readonly canvas: Canvas;
	readonly context: SKRSContext2D;
	readonly width: number;
	readonly height: number;
	release(): void;
}

/** Longest side of a picture. */
const sidePixelsMax = 2400;

/**
 * Draws the page with this index, from 0, as it is shown or turned further clockwise; undefined if it
 * cannot be drawn.
 */
export async function drawPage(
	{ document }: OpenedPdf,
	index: number,
	dotsPerInch: number,
	quarters = 0,
): Promise<DrawnPage | undefined> {
	const page = await document.getPage(index + 1);
	const whole = page.getViewport({ scale: 1 });
	const scale = Math.min(
		dotsPerInch / 72,
		sidePixelsMax / Math.max(whole.width, whole.height, Number.MIN_VALUE),
	);
	const viewport = page.getViewport({ scale, rotation: (page.rotate + quarters * 90) % 360 });
	const [width, height] = [Math.ceil(viewport.width) || 1, Math.ceil(viewport.height) || 1];
	const { createCanvas } = await import('@napi-rs/canvas');
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	const release = () => {
		canvas.width = 0;
		canvas.height = 0;
		page.cleanup();
	};
	try {
		// pdfjs's types know only browser canvases, but it draws on this one as well.
		const target: Rendering = { canvas: null, canvasContext: context as never, viewport };
		await page.render(target).promise;
		return { canvas, context, width, height, release };
	} catch {
		// pdfjs throws for a broken page.
		release();
		return undefined;
	}
}
