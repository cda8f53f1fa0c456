/** The trader's orders and trades; each trade with its settlement. */
import type { Model } from '../../api/types';
import { useState } from 'preact/hooks';
import { Amount, amountText } from '../parts/amounts';
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { useDecimals } from './money/balances';
import { publicClient, useAsked } from './live/exchange';
import { orderText } from './orders/open-orders';
import { Settlement } from './money/settlement';

const statusNames: Readonly<Record<Model<'Order'>['status'], string>> = {
	NEW: 'Open',
	PENDING_NEW: 'Waits for its turn',
	PARTIALLY_FILLED: 'Open, traded in part',
	FILLED: 'Traded',
	CANCELED: 'Cancelled',
	REJECTED: 'Refused',
	EXPIRED: 'Ended',
	EXPIRED_IN_MATCH: 'Ended at an own order',
};

export function OrderHistory() {
	return (
		<>
			<Heading>Your orders</Heading>
			<Paged
				what="orders"
				ask={(question, range) =>
					useAsked(question, ({ trader }) => trader.list('listOrders', { status: 'all', ...range }))
				}
				none="You have placed no order yet."
			>
				{(orders) => <OrderTable orders={orders} />}
			</Paged>
		</>
	);
}

function OrderTable({ orders }: { readonly orders: readonly Model<'Order'>[] }) {
	return (
		<Table
			caption="Of all markets, the newest first"
			rows={orders}
			keyOf={({ orderId }) => orderId}
			columns={[
				{ name: 'Placed', cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
				{
					name: 'Market',
					cell: ({ symbol }) => (
						<Link to={`/venue/markets/${encodeURIComponent(symbol)}`}>{symbol}</Link>
					),
				},
				{ name: 'Order', cell: (order) => orderText(order) },
				{
					name: 'Price',
					isNumber: true,
					cell: ({ price }) => (price === undefined ? '' : amountText(price, 0)),
				},
				{
					name: 'Traded',
					isNumber: true,
					cell: ({ executedQty, quantity }) =>
						quantity === undefined
							? amountText(executedQty, 0)
							: `${amountText(executedQty, 0)} of ${amountText(quantity, 0)}`,
				},
				{
					name: 'Mean price',
					isNumber: true,
					cell: ({ avgPrice, executedQty }) =>
						Number(executedQty) === 0 ? '' : amountText(avgPrice, 0),
				},
				{
					name: 'Status',
					cell: ({ status, reason }) => (
						<>
							{statusNames[status]}
							{reason !== undefined && <span class="soft"> ({reason})</span>}
						</>
					),
				},
				{ name: 'Number', cell: ({ orderId }) => <code>{orderId}</code> },
			]}
		/>
	);
}

/**
 * Trades are listed by market; all markets are offered, since those with own trades are unknown.
 */
export function TradeHistory({ symbol }: { readonly symbol: string | undefined }) {
	const asked = useLoaded('markets', () => publicClient.call('listMarkets', {}));
	return (
		<>
			<Heading>Your trades</Heading>
			<WhenLoaded asked={asked}>
				{(markets) => {
					const chosen = markets.find((one) => one.symbol === symbol) ?? markets[0];
					if (chosen === undefined) return <Empty>There is no market yet.</Empty>;
					return (
						<>
							<nav class="tabs" aria-label="Markets">
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
	const { symbol } = market;
	return (
		<Paged
			what="trades"
			ask={(question, range) =>
				useAsked(`${symbol} ${question}`, ({ trader }) =>
					trader.list('accountTrades', { symbol, ...range }),
				)
			}
			none="You have not traded here yet."
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
	const [shown, setShown] = useState<string>();
	const decimalsOf = useDecimals();
	const { baseAsset, quoteAsset } = market;
	const trade = trades.find((one) => keyOf(one) === shown);
	return (
		<>
			<Table
				caption="The newest first"
				rows={trades}
				keyOf={keyOf}
				columns={[
					{ name: 'Traded', cell: ({ time }) => <Time at={Number(time)} /> },
					{
						name: 'Side',
						cell: ({ side }) => (
							<span class={side === 'BUY' ? 'up' : 'down'}>
								{side === 'BUY' ? 'Bought' : 'Sold'}
							</span>
						),
					},
					{
						name: 'Quantity',
						isNumber: true,
						cell: ({ quantity }) => (
							<Amount amount={quantity} decimals={decimalsOf(baseAsset)} asset={baseAsset} />
						),
					},
					{ name: 'Price', isNumber: true, cell: ({ price }) => amountText(price, 0) },
					{
						name: 'Value',
						isNumber: true,
						cell: ({ quoteQty }) => (
							<Amount amount={quoteQty} decimals={decimalsOf(quoteAsset)} asset={quoteAsset} />
						),
					},
					{
						name: 'Commission',
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
						name: 'Settlement',
						cell: (one) => (
							<button class="quiet" type="button" onClick={() => setShown(keyOf(one))}>
								Show<span class="hidden"> the settlement of trade {String(one.tradeId)}</span>
							</button>
						),
					},
				]}
			/>
			{trade !== undefined && <Settlement key={keyOf(trade)} trade={trade} market={market} />}
		</>
	);
}
