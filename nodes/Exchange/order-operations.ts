/** How the Exchange node shows a trader's orders. */
import type { OperationScreen } from '../wire/screen';
import {
	answersWhenDone,
	caps,
	dryRun,
	fromTo,
	market,
	notFromId,
	order,
	orderFields,
	paging,
	sendInBatches,
	trackerKey,
	waitSeconds,
} from './fields';

export const orderOperations: ReadonlyArray<OperationScreen<'exchange'>> = [
	{
		endpoint: 'placeOrder',
		resource: 'order',
		operation: 'place',
		name: 'Place',
		action: 'Place an order',
		description:
			'Place an order once. Moves money: it holds what it needs at the exchange, and trades with it; with Dry Run it only tells what would come of it.',
		fields: {
			symbol: market,
			...orderFields,
			newOrderRespType: answersWhenDone,
			fund: {
				as: 'option',
				label: 'Fund From Tracker',
				description:
					'Whether to pull what the order lacks from your account at the tracker first. Moves money from there to the exchange.',
			},
			'x-tracker-key': trackerKey,
		},
		after: [dryRun],
		options: [
			...caps,
			sendInBatches('orders', 'Not for orders that are funded from the tracker. '),
			waitSeconds('an order that is being funded'),
		],
	},
	{
		endpoint: 'cancelOrder',
		resource: 'order',
		operation: 'cancel',
		name: 'Cancel',
		action: 'Cancel an order',
		description: 'Cancel an open order; what it holds is free again',
		fields: { orderId: order },
		after: [dryRun],
		options: [sendInBatches('cancellations')],
	},
	{
		endpoint: 'cancelAllOrders',
		resource: 'order',
		operation: 'cancelAll',
		name: 'Cancel All',
		action: 'Cancel all orders of a market',
		description: 'Cancel all own orders of a market; what they hold is free again',
		fields: { symbol: market },
		after: [dryRun],
	},
	{
		endpoint: 'replaceOrder',
		resource: 'order',
		operation: 'replace',
		name: 'Replace',
		action: 'Replace an order',
		description:
			'Cancel an order and place another of the same side, or do neither. Moves money: the new one may hold more, and trade.',
		fields: { orderId: order, ...orderFields, newOrderRespType: answersWhenDone },
		after: [dryRun],
		options: caps,
	},
	{
		endpoint: 'getOrder',
		resource: 'order',
		operation: 'get',
		name: 'Get',
		action: 'Get an order',
		description: 'Fetch an own order, by its ID or by your own',
		fields: { orderId: order },
	},
	{
		endpoint: 'listOrders',
		resource: 'order',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many orders',
		description: 'List own orders, the newest first',
		fields: {
			status: {
				as: 'parameter',
				label: 'Status',
				names: { open: 'Open', all: 'All' },
				sentences: { open: 'Only those that can still trade', all: 'Those that have ended, too' },
			},
			symbol: { ...market, as: 'option' },
			fromId: notFromId,
			...fromTo,
			...paging,
		},
	},
];
