import type { Model } from '../../api/types';
import { Amount } from '../parts/amounts';
import { decimalsOf } from '../parts/decimal';
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { MarketStatus } from '../parts/market-status';
import { Link } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { publicClient } from './live/exchange';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { texts } from './texts/texts';

interface ListedMarket {
	readonly market: Model<'Market'>;
	readonly ticker: Model<'Ticker'> | undefined;
}

async function loadMarkets(): Promise<readonly ListedMarket[]> {
	const [markets, tickers] = await Promise.all([
		publicClient.call('listMarkets', {}),
		publicClient.call('listTickers', {}),
	]);
	const tickerOf = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
	return markets.map((market) => ({ market, ticker: tickerOf.get(market.symbol) }));
}

export function MarketList() {
	const say = useTexts(texts);
	const asked = useLoaded('markets', loadMarkets);
	return (
		<>
			<Heading>{say('Markets')}</Heading>
			<WhenLoaded asked={asked}>
				{(listed) =>
					listed.length === 0 ? (
						<Empty>{say('There is no market yet. An administrator adds the first one.')}</Empty>
					) : (
						<MarketTable listed={listed} />
					)
				}
			</WhenLoaded>
		</>
	);
}

function MarketTable({ listed }: { readonly listed: readonly ListedMarket[] }) {
	const say = useTexts(texts);
	return (
		<Table
			caption={say('All markets, with what happened within 24 hours')}
			rows={listed}
			keyOf={({ market }) => market.symbol}
			columns={[
				{
					name: say('Market'),
					cell: ({ market: { symbol } }) => (
						<Link to={`/venue/markets/${encodeURIComponent(symbol)}`}>{symbol}</Link>
					),
				},
				{
					name: say('Last price'),
					isNumber: true,
					cell: ({ market, ticker }) => <LastPrice market={market} ticker={ticker} />,
				},
				{ name: say('Change'), isNumber: true, cell: ({ ticker }) => <Change ticker={ticker} /> },
				{
					name: say('Volume'),
					isNumber: true,
					cell: ({ market: { baseAsset, stepSize }, ticker }) => (
						<Amount
							amount={ticker?.volume ?? '0'}
							decimals={decimalsOf(stepSize)}
							asset={baseAsset}
						/>
					),
				},
				{ name: say('Status'), cell: ({ market }) => <MarketStatus status={market.status} /> },
			]}
		/>
	);
}

function LastPrice({ market, ticker }: ListedMarket) {
	const say = useTexts(texts);
	if (ticker?.lastPrice === undefined) return <span class="soft">{say('not traded yet')}</span>;
	const decimals = decimalsOf(market.tickSize);
	return <Amount amount={ticker.lastPrice} decimals={decimals} asset={market.quoteAsset} />;
}

/** In percent, with sign; the colour adds nothing to the sign. */
export function Change({ ticker }: { readonly ticker: Model<'Ticker'> | undefined }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const percent = ticker?.priceChangePercent;
	if (percent === undefined) return <span class="soft">{say('none')}</span>;
	const isDown = percent.startsWith('-');
	const isUp = !isDown && /[1-9]/.test(percent);
	return (
		<span class={isDown ? 'down' : isUp ? 'up' : ''}>
			{isUp ? '+' : ''}
			{new Intl.NumberFormat(locale, { minimumFractionDigits: decimalsOf(percent) })
				.format(percent as `${number}`)
				.replace('-', '−')}{' '}
			%
		</span>
	);
}
