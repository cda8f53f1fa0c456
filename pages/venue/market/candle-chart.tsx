/** A candle chart with volume; a table has the newest candles for screen readers. */
import { intervalsMs } from '../../../api/exchange/language/candle-intervals';
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { useAmountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { Empty } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { drawCandles, type CandleDrawing } from './candle-drawing';
import { tickText } from './chart-scale';
import { chartIntervals, type CandleInterval, type LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';
import { useWidth } from './use-width';
import { useLanguage } from '../../parts/language/language';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

const height = 320;
const tableLength = 20;
const hourMs = 3_600_000;

interface ChartProps {
	readonly live: LiveMarket;
	readonly market: Model<'Market'>;
}

export function CandleChart({ live, market }: ChartProps) {
	useLive(live, 'candles');
	const say = useTexts(texts);
	const [place, width] = useWidth();
	const [isTable, setTable] = useState(false);
	const { candles, interval } = live;
	const drawn = (candles ?? []).map(numbersOf);
	const drawing = drawCandles(drawn, { width, height, spanMs: intervalsMs[interval] });
	return (
		<section class="panel chart" aria-labelledby="chart-title">
			<div class="panel-head">
				<h2 id="chart-title">{say('Price and volume')}</h2>
				<div class="choices" role="group" aria-label={say('Length of a candle')}>
					{chartIntervals.map((one) => (
						<button
							key={one}
							class="quiet"
							type="button"
							aria-pressed={one === interval}
							onClick={() => live.setInterval(one)}
						>
							{one}
						</button>
					))}
				</div>
			</div>
			<div class="drawing" ref={place}>
				{candles === undefined && (
					<p class="soft" role="status">
						{say('Loading…')}
					</p>
				)}
				{candles?.length === 0 && (
					<Empty>{say('Nothing traded in this time. Longer candles look back further.')}</Empty>
				)}
				{drawing !== undefined && (
					<Drawing drawing={drawing} width={width} interval={interval} market={market} />
				)}
			</div>
			{drawing !== undefined && (
				<details onToggle={({ currentTarget }) => setTable(currentTarget.open)}>
					<summary>{say('As a table')}</summary>
					{isTable && <CandleTable candles={(candles ?? []).slice(-tableLength)} market={market} />}
				</details>
			)}
		</section>
	);
}

function numbersOf({ openTime, open, high, low, close, volume }: Model<'Candle'>) {
	return {
		openTime: Number(openTime),
		open: Number(open),
		high: Number(high),
		low: Number(low),
		close: Number(close),
		volume: Number(volume),
	};
}

interface DrawingProps {
	readonly drawing: CandleDrawing;
	readonly width: number;
	readonly interval: CandleInterval;
	readonly market: Model<'Market'>;
}

function Drawing({ drawing, width, interval, market }: DrawingProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { rising, falling, prices, times, right } = drawing;
	const { baseAsset, quoteAsset } = market;
	return (
		<svg
			class="candles"
			width={width}
			height={height}
			role="img"
			aria-label={say(
				'Candles of {interval} in {quote} for one {base}, with what was traded; the table below says the same',
				{ interval, quote: quoteAsset, base: baseAsset },
			)}
		>
			{prices.map(({ y, value }) => (
				<g key={value}>
					<line class="grid" x1={0} x2={right} y1={y} y2={y} />
					<text x={right + 6} y={y + 4}>
						{tickText(value, locale)}
					</text>
				</g>
			))}
			{times.map(({ x, time }) => (
				<g key={time}>
					<line class="grid" x1={x} x2={x} y1={0} y2={height - 22} />
					<text class="time" x={x} y={height - 6}>
						{timeText(time, interval, locale)}
					</text>
				</g>
			))}
			{[rising, falling].map((paths, at) => (
				<g key={at} class={at === 0 ? 'rising' : 'falling'}>
					<path class="volume" d={paths.volumes} />
					<path class="wick" d={paths.wicks} />
					<path class="body" d={paths.bodies} />
				</g>
			))}
		</svg>
	);
}

const hours = { hour: '2-digit', minute: '2-digit' } as const;
const days = { day: 'numeric', month: 'short' } as const;

/** In the reader's zone; with the date if the chart covers more than a day. */
function timeText(time: number, interval: CandleInterval, locale: string | undefined): string {
	const spanMs = intervalsMs[interval];
	const form = spanMs >= 24 * hourMs ? days : spanMs >= hourMs ? { ...days, ...hours } : hours;
	return new Intl.DateTimeFormat(locale, form).format(time);
}

interface CandleTableProps {
	readonly candles: readonly Model<'Candle'>[];
	readonly market: Model<'Market'>;
}

function CandleTable({ candles, market }: CandleTableProps) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	const { tickSize, stepSize, quoteAsset, baseAsset } = market;
	const price = (name: string, of: (candle: Model<'Candle'>) => string) => ({
		name,
		isNumber: true,
		cell: (candle: Model<'Candle'>) => amountText(of(candle), decimalsOf(tickSize)),
	});
	return (
		<Table
			caption={say('The newest candles first, prices in {asset}', { asset: quoteAsset })}
			rows={candles.toReversed()}
			keyOf={({ openTime }) => String(openTime)}
			columns={[
				{ name: say('Begins'), cell: ({ openTime }) => <Time at={Number(openTime)} /> },
				price(say('Opening'), ({ open }) => open),
				price(say('High'), ({ high }) => high),
				price(say('Low'), ({ low }) => low),
				price(say('Close'), ({ close }) => close),
				{
					name: baseAsset,
					isNumber: true,
					cell: ({ volume }) => amountText(volume, decimalsOf(stepSize)),
				},
			]}
		/>
	);
}
