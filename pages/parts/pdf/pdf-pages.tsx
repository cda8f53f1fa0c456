/**
 * Shows the pages of a PDF. A page is drawn near the screen and released far from it, so that
 * memory does not grow with the document; its text is there for screen readers.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** What the pages say, in the reader's language; pages count from 1. */
export interface PageWords {
	readonly page: (page: number, count: number) => string;
	readonly notShown: (page: number) => string;
}

interface PdfPagesProps {
	readonly pdf: PDFDocumentProxy;
	readonly words: PageWords;
	readonly onShown: () => void;
	/** The overlay of a page; pages count from 1. */
	readonly over: (page: number) => ComponentChildren;
}

export function PdfPages({ pdf, words, onShown, over }: PdfPagesProps) {
	const [ratio, setRatio] = useState(210 / 297);
	const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
	const onFirst = (found: number) => {
		setRatio(found);
		onShown();
	};
	return (
		<ol class="pages">
			{numbers.map((number) => (
				<PdfPage
					key={number}
					pdf={pdf}
					number={number}
					ratio={ratio}
					count={pdf.numPages}
					words={words}
					over={over(number)}
					onRatio={number === 1 ? onFirst : undefined}
				/>
			))}
		</ol>
	);
}

interface PdfPageProps {
	readonly pdf: PDFDocumentProxy;
	readonly number: number;
	readonly count: number;
	/** Width divided by height, until the page's own is known. */
	readonly ratio: number;
	readonly onRatio: ((ratio: number) => void) | undefined;
	readonly words: PageWords;
	readonly over: ComponentChildren;
}

function PdfPage({ pdf, number, count, ratio, onRatio, words, over }: PdfPageProps) {
	const place = useRef<HTMLLIElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const [own, setOwn] = useState<number>();
	const [text, setText] = useState('');
	const [fault, setFault] = useState('');
	const isNear = useNear(place);
	useEffect(() => {
		const target = canvas.current;
		if (!isNear || target === null) return undefined;
		const drawing = new AbortController();
		drawPage({ pdf, number, target, signal: drawing.signal }).then(
			(drawn) => {
				if (drawn === undefined) return;
				setOwn(drawn.ratio);
				setText(drawn.text);
				onRatio?.(drawn.ratio);
			},
			(reason: unknown) => setFault(String(reason)),
		);
		return () => {
			drawing.abort();
			target.style.visibility = 'hidden';
			target.width = 0;
		};
	}, [isNear]);
	return (
		<li ref={place} style={{ aspectRatio: String(own ?? ratio) }}>
			<canvas ref={canvas} role="img" aria-label={words.page(number, count)} />
			{text !== '' && <p class="hidden">{text}</p>}
			{fault !== '' && <p role="alert">{words.notShown(number)}</p>}
			{over}
		</li>
	);
}

/** True if it is on the screen, or within one screen of it. */
function useNear(place: { readonly current: Element | null }): boolean {
	const [isNear, setNear] = useState(false);
	useEffect(() => {
		// Fast scrolling reports leaving and returning together; the last entry counts.
		const look = (seen: readonly IntersectionObserverEntry[]) =>
			setNear(seen.at(-1)?.isIntersecting === true);
		const watcher = new IntersectionObserver(look, { rootMargin: '100% 0px' });
		if (place.current !== null) watcher.observe(place.current);
		return () => watcher.disconnect();
	}, []);
	return isNear;
}

/** Keeps text sharp when it is zoomed. */
const sharpness = 2;
const pixelsMax = 8_000_000;

interface Drawing {
	readonly pdf: PDFDocumentProxy;
	readonly number: number;
	readonly target: HTMLCanvasElement;
	readonly signal: AbortSignal;
}

/** Returns undefined if aborted. */
async function drawPage({ pdf, number, target, signal }: Drawing) {
	const page = await pdf.getPage(number);
	if (signal.aborted) return undefined;
	const { width, height } = page.getViewport({ scale: 1 });
	const wanted = (target.clientWidth / width) * Math.max(sharpness, devicePixelRatio);
	const scale = Math.min(wanted, Math.sqrt(pixelsMax / (width * height)));
	const viewport = page.getViewport({ scale });
	// The canvas is black until drawn, so it is hidden until then.
	target.width = Math.round(viewport.width);
	target.height = Math.round(viewport.height);
	const task = page.render({ canvas: target, viewport });
	signal.addEventListener('abort', () => task.cancel());
	try {
		await task.promise;
	} catch (reason) {
		if (signal.aborted) return undefined;
		throw reason;
	}
	target.style.visibility = 'visible';
	const { items } = await page.getTextContent();
	const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
	return { ratio: width / height, text: text.join('').trim() };
}
