/** Cumulated quantity by price, as two areas. */
import type { Model } from '../../../api/types';
import type { BookLevel } from '../../../clients/exchange/order-book';
import { Empty } from '../../parts/states';
import { scaleOf, tickText } from './chart-scale';
import type { LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';
import { useWidth } from './use-width';
import { useLanguage } from '../../parts/language/language';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

const height = 180;
const axisHeight = 22;
const levelsShown = 100;

interface Step {
	readonly price: number;
	/** Total quantity up to this price. */
	readonly total: number;
}

/** Running totals from the best price on. */
export function stepsOf(levels: readonly BookLevel[]): readonly Step[] {
	let total = 0;
	return levels.map(([price, quantity]) => {
		total += Number(quantity);
		return { price: Number(price), total };
	});
}

interface DepthChartProps {
	readonly live: LiveMarket;
	readonly market: Model<'Market'>;
}

export function DepthChart({ live, market }: DepthChartProps) {
	useLive(live, 'book');
	const say = useTexts(texts);
	const [container, width] = useWidth();
	const best = live.book?.best(levelsShown) ?? { bids: [], asks: [] };
	const [bids, asks] = [stepsOf(best.bids), stepsOf(best.asks)];
	const isEmpty = bids.length === 0 && asks.length === 0;
	return (
		<section class="panel depth" aria-labelledby="depth-title">
			<h2 id="depth-title">{say('Depth')}</h2>
			<div class="drawing" ref={container}>
				{live.book !== undefined && isEmpty && <Empty>{say('There are no orders.')}</Empty>}
				{!isEmpty && width > 0 && <Areas bids={bids} asks={asks} width={width} market={market} />}
			</div>
		</section>
	);
}

interface AreasProps {
	readonly bids: readonly Step[];
	readonly asks: readonly Step[];
	readonly width: number;
	readonly market: Model<'Market'>;
}

function Areas({ bids, asks, width, market }: AreasProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const all = [...bids, ...asks];
	const prices = all.map(({ price }) => price);
	const most = Math.max(...all.map(({ total }) => total));
	const bottom = height - axisHeight;
	const [least, highest] = [Math.min(...prices), Math.max(...prices)];
	/** Room for the last step of each side, which otherwise has no width. */
	const beside = (highest - least) / 20 || Number(market.tickSize);
	const x = scaleOf([Math.max(0, least - beside), highest + beside], [0, width], width / 110);
	const y = scaleOf([0, most], [bottom, 12], 3);
	const area = (steps: readonly Step[], edge: number) => {
		const [first] = steps;
		if (first === undefined) return '';
		const line = steps.map(({ price, total }, at) => {
			const before = steps[at - 1]?.total ?? 0;
			return `L${positionText(x.of(price))} ${positionText(y.of(before))}V${positionText(y.of(total))}`;
		});
		return `M${positionText(x.of(first.price))} ${bottom}${line.join('')}H${edge}V${bottom}Z`;
	};
	const said = (steps: readonly Step[]) => tickText(steps.at(-1)?.total ?? 0, locale);
	const { baseAsset } = market;
	return (
		<svg
			class="depths"
			width={width}
			height={height}
			role="img"
			aria-label={say(
				'Buyers want {wanted} {base} and sellers offer {offered} at the prices shown; the order book has the best of them',
				{ wanted: said(bids), base: baseAsset, offered: said(asks) },
			)}
		>
			{y.ticks.map((value) => (
				<g key={value}>
					<line class="grid" x1={0} x2={width} y1={y.of(value)} y2={y.of(value)} />
					<text x={4} y={y.of(value) - 4}>
						{tickText(value, locale)}
					</text>
				</g>
			))}
			{x.ticks
				.filter((value) => x.of(value) > 30 && x.of(value) < width - 30)
				.map((value) => (
					<text key={value} class="time" x={x.of(value)} y={height - 6}>
						{tickText(value, locale)}
					</text>
				))}
			<path class="rising" d={area(bids, 0)} />
			<path class="falling" d={area(asks, width)} />
		</svg>
	);
}

function positionText(value: number): string {
	return value.toFixed(1);
}
