/**
 * One market, live, and the trader's orders in it. Without a key, the market is shown beside the
 * key form.
 */
import type { Model } from '../../api/types';
import { useEffect, useState } from 'preact/hooks';
import { Amount } from '../parts/amounts';
import { decimalsOf } from '../parts/decimal';
import { Heading } from '../parts/frame';
import { MarketStatus } from '../parts/market-status';
import { WhenLoaded } from '../parts/states';
import { Balances } from './money/balances';
import { Book, type OwnAtPrice } from './market/book';
import { CandleChart } from './market/candle-chart';
import { ConnectionBadge, LostNotice, StatusNotices, useMarketStatus } from './market/connection';
import { DepthChart } from './market/depth-chart';
import { SessionGate, useSession } from './live/exchange';
import { LiveMarket } from './live/live-market';
import { Change } from './market-list';
import { OpenOrders } from './orders/open-orders';
import { OrderForm } from './orders/order-form';
import { nothingOwn, openShown, ownAtPrices, useOpenOrders } from './orders/own-orders';
import { useDeposits } from './money/allow-deposits';
import { TrackerBalances } from './money/tracker-balances';
import { Trades } from './market/trades';
import { useLive } from './live/use-live';
import { useTexts } from '../parts/language/texts';
import { texts } from './texts/texts';

type Market = Model<'Market'>;

interface Account {
	readonly key: string;
	readonly end: (reason: Error) => void;
}

/** The live connection of a market, with the account if there is a key. */
function useLiveMarket(symbol: string, account: Account | undefined): LiveMarket | undefined {
	const [live, setLive] = useState<LiveMarket>();
	useEffect(() => {
		const opened = new LiveMarket({
			symbol,
			key: account?.key,
			onKeyEnded: (reason) => account?.end(reason),
		});
		setLive(opened);
		return () => opened.close();
	}, [symbol, account?.key]);
	return live;
}

export function MarketPage({ symbol }: { readonly symbol: string }) {
	const standing = useMarketStatus(symbol);
	const [account, setAccount] = useState<Account>();
	const [own, setOwn] = useState<OwnAtPrice>(nothingOwn);
	const live = useLiveMarket(symbol, account);
	return (
		<>
			<Heading>{symbol}</Heading>
			<WhenLoaded asked={standing}>
				{({ market, status }) =>
					live !== undefined && (
						<>
							<Head live={live} market={market} />
							<StatusNotices market={market} status={status} />
							<Lost live={live} />
							<div class="venue">
								<CandleChart live={live} market={market} />
								<Book live={live} market={market} own={own} />
								<Trades live={live} market={market} />
								<DepthChart live={live} market={market} />
								<div class="trader">
									<SessionGate isBeside>
										<Trader live={live} market={market} setAccount={setAccount} setOwn={setOwn} />
									</SessionGate>
								</div>
							</div>
						</>
					)
				}
			</WhenLoaded>
		</>
	);
}

function Lost({ live }: { readonly live: LiveMarket }) {
	useLive(live, 'state');
	return <LostNotice state={live.state} />;
}

function Head({ live, market }: { readonly live: LiveMarket; readonly market: Market }) {
	useLive(live, 'ticker');
	const say = useTexts(texts);
	const { ticker } = live;
	const { tickSize, stepSize, quoteAsset, baseAsset, makerFeeBps, takerFeeBps } = market;
	const price = (name: string, amount: string | undefined) => (
		<div>
			<dt>{name}</dt>
			<dd>
				{amount === undefined ? (
					<span class="soft">{say('none')}</span>
				) : (
					<Amount amount={amount} decimals={decimalsOf(tickSize)} asset={quoteAsset} />
				)}
			</dd>
		</div>
	);
	return (
		<dl class="figures">
			<div>
				<dt>{say('Market')}</dt>
				<dd>
					<MarketStatus status={market.status} />
				</dd>
			</div>
			<div>
				<dt>{say('Connection')}</dt>
				<dd>
					<ConnectionBadge live={live} />
				</dd>
			</div>
			{price(say('Last price'), ticker?.lastPrice)}
			<div>
				<dt>{say('In 24 hours')}</dt>
				<dd>
					<Change ticker={ticker} />
				</dd>
			</div>
			{price(say('Highest'), ticker?.highPrice)}
			{price(say('Lowest'), ticker?.lowPrice)}
			<div>
				<dt>{say('Volume')}</dt>
				<dd>
					<Amount
						amount={ticker?.volume ?? '0'}
						decimals={decimalsOf(stepSize)}
						asset={baseAsset}
					/>
				</dd>
			</div>
			<div>
				<dt>{say('Commission')}</dt>
				<dd>
					{say('{maker} % maker, {taker} % taker', {
						maker: Number(makerFeeBps) / 100,
						taker: Number(takerFeeBps) / 100,
					})}
				</dd>
			</div>
		</dl>
	);
}

interface TraderProps {
	readonly live: LiveMarket;
	readonly market: Market;
	readonly setAccount: (account: Account | undefined) => void;
	readonly setOwn: (own: OwnAtPrice) => void;
}

/** While this is shown, the connection uses the key. */
function Trader({ live, market, setAccount, setOwn }: TraderProps) {
	const say = useTexts(texts);
	const { key, end } = useSession();
	const { symbol, stepSize } = market;
	const open = useOpenOrders(live, symbol);
	const deposits = useDeposits();
	useEffect(() => {
		setAccount({ key, end });
		return () => {
			setAccount(undefined);
			setOwn(nothingOwn);
		};
	}, [key]);
	const { loaded } = open;
	useEffect(() => {
		if (loaded.state === 'loaded') setOwn(ownAtPrices(loaded.value.orders, stepSize));
	}, [loaded]);
	return (
		<>
			<div class="trader-bar">
				<h2>{say('Your orders')}</h2>
				<button class="quiet" type="button" onClick={() => end()}>
					{say('Forget the key')}
				</button>
			</div>
			<OrderForm market={market} onPlaced={open.again} />
			<Balances change={live.ownChanges} />
			<TrackerBalances round={0} deposits={deposits} />
			<WhenLoaded asked={open}>
				{({ orders, hasNext }) => (
					<OpenOrders
						market={market}
						orders={orders}
						again={open.again}
						more={hasNext ? say('The newest {count} are shown.', { count: openShown }) : undefined}
					/>
				)}
			</WhenLoaded>
		</>
	);
}
