/**
 * Computes the shapes of a candle chart: prices above, volume below, on one axis of time, where
 * spans without trades stay empty. The result is a few long SVG paths, so that many candles draw
 * fast. Pure.
 */
import { scaleOf } from './chart-scale';

export interface DrawnCandle {
	readonly openTime: number;
	readonly open: number;
	readonly high: number;
	readonly low: number;
	readonly close: number;
	readonly volume: number;
}

export interface CandlePaths {
	readonly wicks: string;
	readonly bodies: string;
	readonly volumes: string;
}

export interface CandleDrawing {
	readonly rising: CandlePaths;
	readonly falling: CandlePaths;
	readonly prices: readonly { readonly y: number; readonly value: number }[];
	readonly times: readonly { readonly x: number; readonly time: number }[];
	/** X of the price axis. */
	readonly right: number;
}

export interface DrawingSize {
	readonly width: number;
	readonly height: number;
	/** Length of a candle. */
	readonly spanMs: number;
}

const slotWidth = 9;
const bodyWidth = 6;
const axisWidth = 64;
const axisHeight = 22;
const volumeShare = 0.22;
const gap = 8;
/** Least distance of two time labels. */
const timeWidth = 90;

/** Draws the newest candles that fit; undefined if there are none. */
export function drawCandles(
	candles: readonly DrawnCandle[],
	{ width, height, spanMs }: DrawingSize,
): CandleDrawing | undefined {
	const newest = candles.at(-1);
	if (newest === undefined || width <= axisWidth) return undefined;
	const right = width - axisWidth;
	const slots = Math.floor(right / slotWidth);
	const first = newest.openTime - (slots - 1) * spanMs;
	const shown = candles.filter(({ openTime }) => openTime >= first);
	const bottom = height - axisHeight;
	const floor = bottom * (1 - volumeShare) - gap;
	const price = scaleOf(
		[Math.min(...shown.map(({ low }) => low)), Math.max(...shown.map(({ high }) => high))],
		[floor, gap],
	);
	const volumeMost = Math.max(...shown.map(({ volume }) => volume));
	const volumeOf = (volume: number) =>
		volumeMost === 0 ? 0 : (volume / volumeMost) * bottom * volumeShare;
	const placed = shown.map((candle) => ({
		candle,
		x: ((candle.openTime - first) / spanMs) * slotWidth + slotWidth / 2,
	}));
	const pathsOf = (isWanted: (candle: DrawnCandle) => boolean): CandlePaths => {
		const wanted = placed.filter(({ candle }) => isWanted(candle));
		const all = (piece: (one: (typeof placed)[number]) => string) => wanted.map(piece).join('');
		const bar = (x: number, top: number, barHeight: number) =>
			`M${x - bodyWidth / 2} ${top.toFixed(1)}h${bodyWidth}v${barHeight.toFixed(1)}h${-bodyWidth}z`;
		return {
			wicks: all(
				({ candle: { high, low }, x }) => `M${x} ${fixed(price.of(high))}V${fixed(price.of(low))}`,
			),
			bodies: all(({ candle: { open, close }, x }) => {
				const [top, end] = [price.of(Math.max(open, close)), price.of(Math.min(open, close))];
				return bar(x, top, Math.max(1, end - top));
			}),
			volumes: all(({ candle: { volume }, x }) => {
				const barHeight = volumeOf(volume);
				return bar(x, bottom - barHeight, barHeight);
			}),
		};
	};
	const slotsBetween = Math.ceil(timeWidth / slotWidth);
	const times = Array.from({ length: Math.floor(slots / slotsBetween) }, (_, at) => {
		const slot = (at + 0.5) * slotsBetween;
		const place = Math.floor(slot);
		return { x: place * slotWidth + slotWidth / 2, time: first + place * spanMs };
	});
	return {
		rising: pathsOf(({ open, close }) => close >= open),
		falling: pathsOf(({ open, close }) => close < open),
		prices: price.ticks.map((value) => ({ y: price.of(value), value })),
		times,
		right,
	};
}

function fixed(value: number): string {
	return value.toFixed(1);
}
