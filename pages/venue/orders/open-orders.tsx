import { orderTypes } from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { amountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { errorOf } from '../../parts/loading';
import { endsSession } from '../../parts/session/session';
import { Empty, Failure } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { useSession, type Session } from '../live/exchange';
import type { OwnOrder } from './own-orders';
import { ReplaceForm } from './replace-form';

interface OpenOrdersProps {
	readonly market: Model<'Market'>;
	readonly orders: readonly OwnOrder[];
	readonly again: () => void;
	/** Shown if there are more. */
	readonly more: string | undefined;
}

export function OpenOrders({ market, orders, again, more }: OpenOrdersProps) {
	const session = useSession();
	const [fault, setFault] = useState<Error>();
	const [replaced, setReplaced] = useState<string>();
	const act = (doing: (session: Session) => Promise<unknown>) => {
		setFault(undefined);
		doing(session).then(again, (why: unknown) => {
			if (endsSession(why)) return session.end(why);
			setFault(errorOf(why));
			again();
		});
	};
	const order = orders.find(({ orderId }) => orderId === replaced);
	return (
		<section class="panel open-orders" aria-labelledby="open-title">
			<div class="panel-head">
				<h2 id="open-title">Open orders</h2>
				{orders.length > 1 && (
					<button
						class="quiet"
						type="button"
						onClick={() =>
							act(({ trader }) => trader.call('cancelAllOrders', { symbol: market.symbol }))
						}
					>
						Cancel all
					</button>
				)}
			</div>
			{fault !== undefined && <Failure fault={fault} />}
			{orders.length === 0 ? (
				<Empty>You have no open orders here.</Empty>
			) : (
				<OpenTable
					market={market}
					orders={orders}
					onCancel={(orderId) => act(({ trader }) => trader.call('cancelOrder', { orderId }))}
					onReplace={setReplaced}
				/>
			)}
			{more !== undefined && <p class="soft">{more}</p>}
			{order !== undefined && (
				<ReplaceForm
					key={order.orderId}
					market={market}
					order={order}
					onEnd={() => {
						setReplaced(undefined);
						again();
					}}
				/>
			)}
		</section>
	);
}

interface OpenTableProps {
	readonly market: Model<'Market'>;
	readonly orders: readonly OwnOrder[];
	readonly onCancel: (orderId: string) => void;
	readonly onReplace: (orderId: string) => void;
}

function OpenTable({ market, orders, onCancel, onReplace }: OpenTableProps) {
	const { tickSize, stepSize, quoteAsset, baseAsset } = market;
	return (
		<Table
			caption="Orders that can still trade, the newest first"
			rows={orders}
			keyOf={({ orderId }) => orderId}
			columns={[
				{ name: 'Order', cell: (order) => orderText(order) },
				{
					name: `Price in ${quoteAsset}`,
					isNumber: true,
					cell: ({ price, stopPrice, isSetOff }) => (
						<>
							{price !== undefined && amountText(price, decimalsOf(tickSize))}
							{stopPrice !== undefined && (
								<span class="soft">
									{isSetOff ? ', set off at ' : ' from '}
									{amountText(stopPrice, decimalsOf(tickSize))}
								</span>
							)}
						</>
					),
				},
				{
					name: `Left of ${baseAsset}`,
					isNumber: true,
					cell: ({ leavesQty, quantity }) =>
						`${amountText(leavesQty, decimalsOf(stepSize))}${quantity === undefined || quantity === leavesQty ? '' : ` of ${amountText(quantity, decimalsOf(stepSize))}`}`,
				},
				{
					name: 'Do',
					cell: ({ orderId, orderListId }) => (
						<div class="actions">
							<button class="quiet" type="button" onClick={() => onCancel(orderId)}>
								Cancel<span class="hidden"> {orderId}</span>
							</button>
							{orderListId === undefined && (
								<button class="quiet" type="button" onClick={() => onReplace(orderId)}>
									Replace<span class="hidden"> {orderId}</span>
								</button>
							)}
						</div>
					),
				},
				{ name: 'Placed', cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
			]}
		/>
	);
}

export function orderText({ side, type }: Pick<OwnOrder, 'side' | 'type'>) {
	return (
		<span class={side === 'BUY' ? 'up' : 'down'}>
			{side === 'BUY' ? 'Buy' : 'Sell'}, {orderTypes[type].label.toLowerCase()}
		</span>
	);
}
