/** The trader's orders and trades; each trade with its settlement. */
import type { Model } from '../../api/types';
import { useState } from 'preact/hooks';
import { Amount, useAmountText } from '../parts/amounts';
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { useDecimals } from './money/balances';
import { publicClient, useAsked } from './live/exchange';
import { OrderText } from './orders/open-orders';
import { Settlement } from './money/settlement';
import { useTexts } from '../parts/language/texts';
import { texts, type TextName } from './texts/texts';

const statusNames: Readonly<Record<Model<'Order'>['status'], TextName>> = {
	NEW: 'In the book',
	PENDING_NEW: 'Waits for its turn',
	PARTIALLY_FILLED: 'Open, traded in part',
	FILLED: 'Traded',
	CANCELED: 'Cancelled',
	REJECTED: 'Refused',
	EXPIRED: 'Ended',
	EXPIRED_IN_MATCH: 'Ended at an own order',
};

export function OrderHistory() {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Your orders')}</Heading>
			<Paged
				what={say('orders')}
				ask={(question, range) =>
					useAsked(question, ({ trader }) => trader.list('listOrders', { status: 'all', ...range }))
				}
				none={say('You have placed no order yet.')}
			>
				{(orders) => <OrderTable orders={orders} />}
			</Paged>
		</>
	);
}

function OrderTable({ orders }: { readonly orders: readonly Model<'Order'>[] }) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	return (
		<Table
			caption={say('Of all markets, the newest first')}
			rows={orders}
			keyOf={({ orderId }) => orderId}
			columns={[
				{ name: say('Placed'), cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
				{
					name: say('Market'),
					cell: ({ symbol }) => (
						<Link to={`/venue/markets/${encodeURIComponent(symbol)}`}>{symbol}</Link>
					),
				},
				{ name: say('Order'), cell: (order) => <OrderText order={order} /> },
				{
					name: say('Price'),
					isNumber: true,
					cell: ({ price }) => (price === undefined ? '' : amountText(price, 0)),
				},
				{
					name: say('Traded'),
					isNumber: true,
					cell: ({ executedQty, quantity }) =>
						quantity === undefined
							? amountText(executedQty, 0)
							: say('{part} of {whole}', {
									part: amountText(executedQty, 0),
									whole: amountText(quantity, 0),
								}),
				},
				{
					name: say('Mean price'),
					isNumber: true,
					cell: ({ avgPrice, executedQty }) =>
						Number(executedQty) === 0 ? '' : amountText(avgPrice, 0),
				},
				{
					name: say('Status'),
					cell: ({ status, reason }) => (
						<>
							{say(statusNames[status])}
							{reason !== undefined && <span class="soft"> ({reason})</span>}
						</>
					),
				},
				{ name: say('Number'), cell: ({ orderId }) => <code>{orderId}</code> },
			]}
		/>
	);
}

/**
 * Trades are listed by market; all markets are offered, since those with own trades are unknown.
 */
export function TradeHistory({ symbol }: { readonly symbol: string | undefined }) {
	const say = useTexts(texts);
	const asked = useLoaded('markets', () => publicClient.call('listMarkets', {}));
	return (
		<>
			<Heading>{say('Your trades')}</Heading>
			<WhenLoaded asked={asked}>
				{(markets) => {
					const chosen = markets.find((one) => one.symbol === symbol) ?? markets[0];
					if (chosen === undefined) return <Empty>{say('There is no market yet.')}</Empty>;
					return (
						<>
							<nav class="tabs" aria-label={say('Markets')}>
								{markets.map((one) => (
									<Link
										key={one.symbol}
										to={`/venue/trades/${encodeURIComponent(one.symbol)}`}
										isCurrent={one === chosen}
									>
										{one.symbol}
									</Link>
								))}
							</nav>
							<OwnTrades key={chosen.symbol} market={chosen} />
						</>
					);
				}}
			</WhenLoaded>
		</>
	);
}

function OwnTrades({ market }: { readonly market: Model<'Market'> }) {
	const say = useTexts(texts);
	const { symbol } = market;
	return (
		<Paged
			what={say('trades')}
			ask={(question, range) =>
				useAsked(`${symbol} ${question}`, ({ trader }) =>
					trader.list('accountTrades', { symbol, ...range }),
				)
			}
			none={say('You have not traded here yet.')}
		>
			{(trades) => <TradeTable trades={trades} market={market} />}
		</Paged>
	);
}

interface TradeTableProps {
	readonly trades: readonly Model<'AccountTrade'>[];
	readonly market: Model<'Market'>;
}

function keyOf({ tradeId, side }: Model<'AccountTrade'>): string {
	return `${tradeId} ${side}`;
}

function TradeTable({ trades, market }: TradeTableProps) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	const [shown, setShown] = useState<string>();
	const decimalsOf = useDecimals();
	const { baseAsset, quoteAsset } = market;
	const trade = trades.find((one) => keyOf(one) === shown);
	return (
		<>
			<Table
				caption={say('The newest first')}
				rows={trades}
				keyOf={keyOf}
				columns={[
					{ name: say('Traded'), cell: ({ time }) => <Time at={Number(time)} /> },
					{
						name: say('Side'),
						cell: ({ side }) => (
							<span class={side === 'BUY' ? 'up' : 'down'}>
								{side === 'BUY' ? say('Bought') : say('Sold')}
							</span>
						),
					},
					{
						name: say('Quantity'),
						isNumber: true,
						cell: ({ quantity }) => (
							<Amount amount={quantity} decimals={decimalsOf(baseAsset)} asset={baseAsset} />
						),
					},
					{ name: say('Price'), isNumber: true, cell: ({ price }) => amountText(price, 0) },
					{
						name: say('Value'),
						isNumber: true,
						cell: ({ quoteQty }) => (
							<Amount amount={quoteQty} decimals={decimalsOf(quoteAsset)} asset={quoteAsset} />
						),
					},
					{
						name: say('Commission'),
						isNumber: true,
						cell: ({ commission, commissionAsset }) => (
							<Amount
								amount={commission}
								decimals={decimalsOf(commissionAsset)}
								asset={commissionAsset}
							/>
						),
					},
					{
						name: say('Settlement'),
						cell: (one) => (
							<button class="quiet" type="button" onClick={() => setShown(keyOf(one))}>
								{say('Show')}
								<span class="hidden">
									{' '}
									{say('the settlement of trade {trade}', { trade: String(one.tradeId) })}
								</span>
							</button>
						),
					},
				]}
			/>
			{trade !== undefined && <Settlement key={keyOf(trade)} trade={trade} market={market} />}
		</>
	);
}
