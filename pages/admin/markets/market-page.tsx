import type { Model } from '../../../api/types';
import { Amount, amountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { Heading } from '../../parts/frame';
import { MarketStatus } from '../../parts/market-status';
import { Link } from '../../parts/router';
import { Notice, WhenLoaded } from '../../parts/states';
import { numberText, Time } from '../../parts/values';
import { Facts } from '../parts/facts';
import { Act } from '../parts/act';
import { percentText, selfTradeWords } from '../parts/words';
import { actionsOn, places } from '../parts/places';
import { useAsked } from '../parts/session';
import { LookAgain, When } from '../parts/shown';

type Market = Model<'Market'>;

export function MarketPage({ symbol }: { readonly symbol: string }) {
	const asked = useAsked(symbol, async ({ exchange }) => ({
		market: await exchange.call('getMarket', { symbol }),
		lane: (await exchange.call('listLanes', { symbol }))[0],
	}));
	return (
		<>
			<Heading>{symbol}</Heading>
			<WhenLoaded asked={asked}>
				{({ market, lane }) => (
					<>
						<Changes market={market} again={asked.again} />
						<div class="two">
							<Made market={market} />
							<Rules market={market} />
						</div>
						{lane !== undefined && <Lane lane={lane} />}
					</>
				)}
			</WhenLoaded>
			<p>
				<Link to={actionsOn(symbol)}>What was done to it</Link> ·{' '}
				<a href={`/venue/markets/${encodeURIComponent(symbol)}`}>As its traders see it</a> ·{' '}
				<Link to={places.markets}>To all markets</Link>
			</p>
		</>
	);
}

interface ChangesProps {
	readonly market: Market;
	readonly again: () => void;
}

function Changes({ market, again }: ChangesProps) {
	const { symbol, status, pausedUntil, defaultSelfTradePreventionMode: mode } = market;
	const to = { given: { symbol }, onDone: again };
	return (
		<>
			<p>
				<MarketStatus status={status} />
			</p>
			{pausedUntil !== undefined && (
				<Notice kind="warn" title="An order met the static band, so the market pauses.">
					<p>
						It goes on at <Time at={Number(pausedUntil)} />, or when its status is set.
					</p>
				</Notice>
			)}
			<div class="actions above">
				<LookAgain again={again} />
				<Act of="setMarketStatus" {...to} now={market} />
				<Act of="setMarketRules" {...to} now={market} />
				<Act of="setSelfTradePrevention" {...to} now={{ mode }} />
			</div>
		</>
	);
}

function Made({ market }: { readonly market: Market }) {
	const { baseAsset, quoteAsset, tickSize, stepSize } = market;
	const price = (amount: string) => (
		<Amount amount={amount} decimals={decimalsOf(tickSize)} asset={quoteAsset} />
	);
	const quantity = (amount: string) => (
		<Amount amount={amount} decimals={decimalsOf(stepSize)} asset={baseAsset} />
	);
	return (
		<Facts
			title="What it is made of"
			facts={[
				['Base and quote', `${baseAsset} and ${quoteAsset}`],
				['Tick', price(tickSize)],
				['Step', quantity(stepSize)],
				['Highest price', price(market.maxPrice)],
				['Least quantity', quantity(market.minQty)],
				['Largest quantity', quantity(market.maxQty)],
				['Least worth', price(market.minNotional)],
				['Maker fee', percentText(market.makerFeeBps)],
				['Taker fee', percentText(market.takerFeeBps)],
			]}
		/>
	);
}

function Rules({ market }: { readonly market: Market }) {
	const { tickSize, quoteAsset, referencePrice, referenceWindowMs, pauseMs, maxNumOrders } = market;
	const unless0 = (value: number | bigint, text: string) => (Number(value) === 0 ? 'none' : text);
	const percent = (text: string) => (Number(text) === 0 ? 'none' : `${amountText(text, 0)} %`);
	return (
		<Facts
			title="Rules"
			facts={[
				['Static band', percent(market.staticBandPercent)],
				['Dynamic band', percent(market.dynamicBandPercent)],
				[
					'Reference price',
					referencePrice === undefined ? (
						'none'
					) : (
						<Amount amount={referencePrice} decimals={decimalsOf(tickSize)} asset={quoteAsset} />
					),
				],
				['Reference window', unless0(referenceWindowMs, `${numberText(referenceWindowMs)} ms`)],
				['Pause', unless0(pauseMs, `${numberText(pauseMs)} ms`)],
				[
					'Most open orders of an account',
					Number(maxNumOrders) === 0 ? 'no limit' : numberText(maxNumOrders),
				],
				['An account meets itself', selfTradeWords[market.defaultSelfTradePreventionMode]],
			]}
		/>
	);
}

function Lane({ lane }: { readonly lane: Model<'Lane'> }) {
	const { accepted, committed, waiting, epoch, committedAt, snapshotSequence } = lane;
	return (
		<Facts
			title="Its commands"
			facts={[
				['Accepted', numberText(accepted)],
				['Carried out', numberText(committed)],
				['Waiting', numberText(waiting)],
				['Last carried out', <When at={committedAt} none="never" />],
				['Last snapshot', snapshotSequence === undefined ? 'none' : numberText(snapshotSequence)],
				['Takeovers by a process', numberText(epoch)],
			]}
		/>
	);
}
