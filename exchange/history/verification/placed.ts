/** The rows that the intake wrote with a command: its orders as they were requested, its list, its hold. */
import type { MarketDescription } from '../../trading/markets/market';
import { requestOf, requestText } from '../../trading/intake/request-text';
import { newOrdersOf } from '../../trading/lane/command-text';
import type { LoggedCommand } from '../../trading/lane/lane-state';
import type { SegmentRow } from '../archive/segment';
import { postingRow } from './replay-rows';

export type PlacedOrder = Pick<
	SegmentRow<'orders'>,
	'order_id' | 'account_id' | 'client_order_id' | 'request' | 'created_at'
>;

export type PlacedList = SegmentRow<'order_lists'>;

export function placedOrders({ acceptedAt, command }: LoggedCommand): readonly PlacedOrder[] {
	const place =
		command.kind === 'PLACE_OCO'
			? { orderListId: command.limit.orderId }
			: { origOrderId: command.kind === 'CANCEL_REPLACE' ? command.origOrderId : undefined };
	return newOrdersOf(command).map((order) => ({
		order_id: `${order.orderId}`,
		account_id: order.accountId,
		client_order_id: order.clientOrderId,
		request: requestText(requestOf(order, place)),
		created_at: `${acceptedAt}`,
	}));
}

export function placedList({ acceptedAt, command }: LoggedCommand): PlacedList | undefined {
	if (command.kind !== 'PLACE_OCO') return undefined;
	const { limit, listClientOrderId } = command;
	return {
		order_list_id: `${limit.orderId}`,
		account_id: limit.accountId,
		list_client_order_id: listClientOrderId,
		created_at: `${acceptedAt}`,
	};
}

/** A list has one hold for both of its orders. */
export function holdOf(
	{ baseAsset, quoteAsset }: MarketDescription,
	{ sequence, command }: LoggedCommand,
): SegmentRow<'postings'> | undefined {
	const orders = newOrdersOf(command);
	const [first] = orders;
	if (first === undefined) return undefined;
	const amount = orders.reduce((sum, { hold }) => sum + hold, 0n);
	if (amount === 0n) return undefined;
	const asset = first.side === 'BUY' ? quoteAsset : baseAsset;
	const own = { from: first.accountId, to: first.accountId, orderId: sequence };
	return postingRow({ sequence, position: 0, kind: 'HOLD', asset, amount, ...own });
}
