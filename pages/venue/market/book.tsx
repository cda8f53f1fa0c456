/**
 * The order book with running totals, best prices in the middle. Rows keep their keys, so that an
 * update only changes texts.
 */
import type { Model } from '../../../api/types';
import type { BookLevel } from '../../../clients/exchange/order-book';
import { useAmountText } from '../../parts/amounts';
import { decimalsOf, decimalText, unitsOf } from '../../parts/decimal';
import type { LiveMarket } from '../live/live-market';
import { useLive } from '../live/use-live';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

type Market = Model<'Market'>;

const rowsShown = 12;

interface Row {
	readonly price: string;
	readonly quantity: string;
	readonly total: string;
	/** Share of the largest shown total, 0 to 1. */
	readonly share: number;
	/** The trader's own part of the quantity. */
	readonly own: string | undefined;
}

export interface OwnAtPrice {
	readonly BUY: ReadonlyMap<string, string>;
	readonly SELL: ReadonlyMap<string, string>;
}

/** The best rows of a side, with running totals. */
export function rowsOf(
	levels: readonly BookLevel[],
	decimals: number,
	own: ReadonlyMap<string, string>,
): readonly Row[] {
	let total = 0n;
	const summed = levels.slice(0, rowsShown).map(([price, quantity]) => {
		total += unitsOf(quantity, decimals);
		return { price, quantity, units: total };
	});
	return summed.map(({ price, quantity, units }) => ({
		price,
		quantity,
		total: decimalText(units, decimals),
		share: total === 0n ? 0 : Number((units * 1000n) / total) / 1000,
		own: own.get(price),
	}));
}

interface BookProps {
	readonly live: LiveMarket;
	readonly market: Market;
	readonly own: OwnAtPrice;
}

export function Book({ live, market, own }: BookProps) {
	useLive(live, 'book');
	const say = useTexts(texts);
	const { baseAsset, quoteAsset, stepSize, tickSize } = market;
	const best = live.book?.best(rowsShown) ?? { bids: [], asks: [] };
	const decimals = decimalsOf(stepSize);
	const sides = {
		asks: rowsOf(best.asks, decimals, own.SELL).toReversed(),
		bids: rowsOf(best.bids, decimals, own.BUY),
	};
	const shown = { price: decimalsOf(tickSize), quantity: decimals };
	return (
		<section class="panel book" aria-labelledby="book-title">
			<h2 id="book-title">{say('Order book')}</h2>
			<table>
				<caption class="hidden">
					{say('Sellers above, buyers below; the best prices meet in the middle')}
				</caption>
				<thead>
					<tr>
						<th scope="col">{say('Price in {asset}', { asset: quoteAsset })}</th>
						<th scope="col" class="number">
							{baseAsset}
						</th>
						<th scope="col" class="number">
							{say('Total')}
						</th>
					</tr>
				</thead>
				<Side name={say('Nobody sells')} kind="ask" rows={sides.asks} shown={shown} />
				<tbody>
					<tr class="spread">
						<th scope="row" colSpan={3}>
							<Spread bid={best.bids[0]?.[0]} ask={best.asks[0]?.[0]} decimals={shown.price} />
						</th>
					</tr>
				</tbody>
				<Side name={say('Nobody buys')} kind="bid" rows={sides.bids} shown={shown} />
			</table>
		</section>
	);
}

interface SpreadProps {
	readonly bid: string | undefined;
	readonly ask: string | undefined;
	readonly decimals: number;
}

function Spread({ bid, ask, decimals }: SpreadProps) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	if (bid === undefined || ask === undefined) return <>{say('No spread')}</>;
	const gap = unitsOf(ask, decimals) - unitsOf(bid, decimals);
	return <>{say('Spread {gap}', { gap: amountText(decimalText(gap, decimals), decimals) })}</>;
}

interface SideProps {
	readonly name: string;
	readonly kind: 'ask' | 'bid';
	readonly rows: readonly Row[];
	readonly shown: { readonly price: number; readonly quantity: number };
}

function Side({ name, kind, rows, shown }: SideProps) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	if (rows.length === 0) {
		return (
			<tbody class={kind}>
				<tr>
					<td colSpan={3} class="soft">
						{name}
					</td>
				</tr>
			</tbody>
		);
	}
	return (
		<tbody class={kind}>
			{rows.map(({ price, quantity, total, share, own }, at) => (
				<tr key={at} style={{ backgroundSize: `${share * 100}% 100%` }}>
					<td class="price">
						{amountText(price, shown.price)}
						{own !== undefined && (
							<span
								class="own"
								title={say('Your orders: {quantity}', {
									quantity: amountText(own, shown.quantity),
								})}
							>
								<span class="hidden">
									{' '}
									{say('of these yours: {quantity}', { quantity: amountText(own, shown.quantity) })}
								</span>
							</span>
						)}
					</td>
					<td class="number">{amountText(quantity, shown.quantity)}</td>
					<td class="number">{amountText(total, shown.quantity)}</td>
				</tr>
			))}
		</tbody>
	);
}
