import { orderTypes } from '../../../api/exchange/language/order-types';
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { useAmountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { errorOf } from '../../parts/loading';
import { endsSession } from '../../parts/session/session';
import { Empty, Failure } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { useSession, type Session } from '../live/exchange';
import type { OwnOrder } from './own-orders';
import { ReplaceForm } from './replace-form';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

interface OpenOrdersProps {
	readonly market: Model<'Market'>;
	readonly orders: readonly OwnOrder[];
	readonly again: () => void;
	/** Shown if there are more. */
	readonly more: string | undefined;
}

export function OpenOrders({ market, orders, again, more }: OpenOrdersProps) {
	const say = useTexts(texts);
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
				<h2 id="open-title">{say('Open orders')}</h2>
				{orders.length > 1 && (
					<button
						class="quiet"
						type="button"
						onClick={() =>
							act(({ trader }) => trader.call('cancelAllOrders', { symbol: market.symbol }))
						}
					>
						{say('Cancel all')}
					</button>
				)}
			</div>
			{fault !== undefined && <Failure fault={fault} />}
			{orders.length === 0 ? (
				<Empty>{say('You have no open orders here.')}</Empty>
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
	const say = useTexts(texts);
	const amountText = useAmountText();
	const { tickSize, stepSize, quoteAsset, baseAsset } = market;
	return (
		<Table
			caption={say('Orders that can still trade, the newest first')}
			rows={orders}
			keyOf={({ orderId }) => orderId}
			columns={[
				{ name: say('Order'), cell: (order) => <OrderText order={order} /> },
				{
					name: say('Price in {asset}', { asset: quoteAsset }),
					isNumber: true,
					cell: ({ price, stopPrice, isSetOff }) => (
						<>
							{price !== undefined && amountText(price, decimalsOf(tickSize))}
							{stopPrice !== undefined && (
								<span class="soft">
									{say(isSetOff ? ', set off at {price}' : ' from {price}', {
										price: amountText(stopPrice, decimalsOf(tickSize)),
									})}
								</span>
							)}
						</>
					),
				},
				{
					name: say('Left of {asset}', { asset: baseAsset }),
					isNumber: true,
					cell: ({ leavesQty, quantity }) => {
						const part = amountText(leavesQty, decimalsOf(stepSize));
						if (quantity === undefined || quantity === leavesQty) return part;
						const whole = amountText(quantity, decimalsOf(stepSize));
						return say('{part} of {whole}', { part, whole });
					},
				},
				{
					name: say('Do'),
					cell: ({ orderId, orderListId }) => (
						<div class="actions">
							<button class="quiet" type="button" onClick={() => onCancel(orderId)}>
								{say('Cancel')}
								<span class="hidden"> {orderId}</span>
							</button>
							{orderListId === undefined && (
								<button class="quiet" type="button" onClick={() => onReplace(orderId)}>
									{say('Replace')}
									<span class="hidden"> {orderId}</span>
								</button>
							)}
						</div>
					),
				},
				{ name: say('Placed'), cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
			]}
		/>
	);
}

type Lower = Lowercase<(typeof orderTypes)[OwnOrder['type']]['label']>;

export function OrderText({ order }: { readonly order: Pick<OwnOrder, 'side' | 'type'> }) {
	const say = useTexts(texts);
	const type = say(orderTypes[order.type].label.toLowerCase() as Lower);
	return order.side === 'BUY' ? (
		<span class="up">{say('Buy, {type}', { type })}</span>
	) : (
		<span class="down">{say('Sell, {type}', { type })}</span>
	);
}
