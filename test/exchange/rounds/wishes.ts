/**
 * What traders ask for, each thing as often as its weight says: orders of every kind, alone and many
 * at once, with money that is there or that has to be pulled first, changes and cancellations of
 * them, deposits, payouts, and looking at it all.
 */
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import type { Order, PendingOrder, PlaceOrderInput } from '../../../clients/exchange/operations';
import { demoMarket } from '../../../exchange/demo/demo';
import type { TraderProgram } from './trader-program';

type Wish = (trader: TraderProgram) => Promise<unknown>;

const { symbol } = demoMarket;

/** Refusals that are the right answer to an order: there is not enough, or the book says no. */
const orderRefusals = ['Exchange_InsufficientBalance', 'Exchange_OrderRefused'];

/** To a change of an order that may have ended or traded meanwhile. */
const changeRefusals = ['Exchange_OrderNotOpen', 'Exchange_OrderInList', 'Exchange_OrderChanged'];

/** Others may be placed at the same price, so that many orders meet. */
function limitOrder(trader: TraderProgram): PlaceOrderInput {
	const side = trader.draw(['BUY', 'SELL'] as const);
	return {
		...{ symbol, side, type: 'LIMIT', clientOrderId: trader.newId() },
		price: `${10 + trader.random(4)}.${trader.random(10)}`,
		quantity: String(1 + trader.random(5)),
	};
}

type Terms = Partial<PlaceOrderInput>;

/** Of a limit order; what is left out of the draw is most common. */
const limitTerms: readonly Terms[] = [
	...Array.from({ length: 6 }, (): Terms => ({})),
	{ newOrderRespType: 'ACK' },
	{ newOrderRespType: 'ACK' },
	{ timeInForce: 'IOC' },
	{ timeInForce: 'FOK' },
	{ postOnly: true },
	{ quantity: '9', icebergQty: '2' },
	{ selfTradePreventionMode: 'NONE' },
	{ selfTradePreventionMode: 'DECREMENT' },
	{ selfTradePreventionMode: 'EXPIRE_BOTH' },
	{ selfTradePreventionMode: 'EXPIRE_TAKER' },
];

type Stop = Omit<PlaceOrderInput, 'symbol' | 'clientOrderId'>;

const stops: readonly Stop[] = [
	{ side: 'SELL', type: 'STOP_LOSS_LIMIT', stopPrice: '10.5', price: '10', quantity: '2' },
	{ side: 'BUY', type: 'STOP_LOSS_LIMIT', stopPrice: '13.5', price: '14', quantity: '2' },
	{ side: 'SELL', type: 'STOP_LOSS', stopPrice: '10.4', quantity: '1' },
	{ side: 'BUY', type: 'STOP_LOSS', stopPrice: '13.4', quoteOrderQty: '30' },
	{ side: 'SELL', type: 'TAKE_PROFIT_LIMIT', stopPrice: '13.5', price: '13', quantity: '2' },
	{ side: 'BUY', type: 'TAKE_PROFIT', stopPrice: '10.5', quoteOrderQty: '30' },
	{ side: 'SELL', type: 'STOP_LOSS', trailingDelta: 500, quantity: '2' },
	{ side: 'BUY', type: 'STOP_LOSS_LIMIT', trailingDelta: 300, price: '14', quantity: '1' },
];

const marketOrders: readonly Stop[] = [
	{ side: 'BUY', type: 'MARKET', quantity: '2' },
	{ side: 'SELL', type: 'MARKET', quantity: '2' },
	{ side: 'BUY', type: 'MARKET', quoteOrderQty: '40' },
	{ side: 'SELL', type: 'MARKET', quoteOrderQty: '40' },
];

async function place(
	trader: TraderProgram,
	order: PlaceOrderInput,
	refusals: readonly string[] = orderRefusals,
): Promise<void> {
	const answer = await trader.ask((client, options) => client.placeOrder(order, options), refusals);
	if (answer instanceof ExchangeRefusal) keepRefused(trader, order, answer);
	else if (isPlaced(answer)) trader.keepOrder(answer);
	else trader.unfunded.push({ order, isHeld: answer.deposit.status === 'HELD_FOR_REVIEW' });
}

const isPlaced = (answer: Order | PendingOrder): answer is Order => 'orderId' in answer;

/** What the book has refused is kept like any other order. */
function keepRefused(
	{ acknowledged }: TraderProgram,
	{ clientOrderId = '' }: PlaceOrderInput,
	{ errorCode, values: [orderId = ''] }: ExchangeRefusal,
): void {
	if (errorCode === 'Exchange_OrderRefused') acknowledged.add('orders', clientOrderId, orderId);
}

const placeLimit: Wish = (trader) =>
	place(trader, { ...limitOrder(trader), ...trader.draw(limitTerms) });

/** The time is the exchange's, which may be another one when the order arrives. */
const placeExpiring: Wish = async (trader) => {
	const now = await trader.ask((client, options) => client.serverTime({}, options));
	if (now instanceof ExchangeRefusal) throw now;
	const expireTime = now.serverTime + 500 + trader.random(3_000);
	const order = limitOrder(trader);
	const refusals = [...orderRefusals, 'Request_Invalid'];
	await place(trader, { ...order, timeInForce: 'GTD', expireTime }, refusals);
};

const fundingRefusals = [...orderRefusals, 'Exchange_TransferRefused', 'Exchange_DepositsTooMany'];

const placeFunded: Wish = (trader) =>
	place(trader, { ...limitOrder(trader), fund: true }, fundingRefusals);

/** Sends the order again that has waited longest for its money. */
export async function placeUnfunded(trader: TraderProgram): Promise<void> {
	const waiting = trader.unfunded.shift();
	if (waiting !== undefined) await place(trader, waiting.order, fundingRefusals);
}

const placeStop: Wish = (trader) =>
	place(trader, { symbol, clientOrderId: trader.newId(), ...trader.draw(stops) });

const placeMarket: Wish = (trader) =>
	place(trader, { symbol, clientOrderId: trader.newId(), ...trader.draw(marketOrders) });

const placeOco: Wish = async (trader) => {
	const side = trader.draw(['BUY', 'SELL'] as const);
	const prices =
		side === 'SELL'
			? { price: '13.8', stopPrice: '10.2' }
			: { price: '10.2', stopPrice: '13.8', stopLimitPrice: '14' };
	const ids = {
		listClientOrderId: trader.newId(),
		limitClientOrderId: trader.newId(),
		stopClientOrderId: trader.newId(),
	};
	const list = { symbol, side, quantity: '2', ...prices, ...ids };
	const answer = await trader.ask(
		(client, options) => client.placeOco(list, options),
		orderRefusals,
	);
	if (!(answer instanceof ExchangeRefusal))
		answer.orders.forEach((order) => trader.keepOrder(order));
};

const placeBatch: Wish = async (trader) => {
	const orders = Array.from({ length: 2 + trader.random(4) }, () => limitOrder(trader));
	const results = await trader.ask(async (client, options) => {
		const found = await client.placeOrders({ orders }, options);
		return throwTemporary(found);
	});
	if (results instanceof ExchangeRefusal) throw results;
	for (const { order, error } of results) {
		if (order !== undefined) trader.keepOrder(order);
		else if (!orderRefusals.includes(error?.errorCode ?? '')) {
			throw new Error(`an order of a batch was refused: ${error?.message}`);
		}
	}
};

interface Result {
	readonly status: number;
	readonly error?: { readonly errorCode: string; readonly message: string };
}

/** A batch is sent again when one of its orders could not be done just now. */
function throwTemporary<Results extends readonly Result[]>(results: Results): Results {
	const late = results.find(({ status }) => status >= 500);
	if (late === undefined) return results;
	const { errorCode = '', message = '' } = late.error ?? {};
	throw new ExchangeRefusal(late.status, errorCode, message, [], undefined, undefined);
}

const cancelBatch: Wish = async (trader) => {
	const orders = trader.placed.slice(-4).map(({ clientOrderId }) => ({ clientOrderId }));
	if (orders.length === 0) return;
	await trader.ask(async (client, options) =>
		throwTemporary(await client.cancelOrders({ orders }, options)),
	);
};

/** One of the newest, which may well be open. */
const recent = ({ placed, random }: TraderProgram) =>
	placed[placed.length - 1 - random(Math.min(placed.length, 6))];

const cancel: Wish = async (trader) => {
	const order = recent(trader);
	if (order === undefined) return;
	const { orderId } = order;
	await trader.ask((client, options) => client.cancelOrder({ orderId }, options), changeRefusals);
};

const reduce: Wish = async (trader) => {
	const order = recent(trader);
	if (order === undefined) return;
	const reduction = { orderId: order.orderId, quantity: '1' };
	// One that is as small already.
	const refusals = [...changeRefusals, 'Request_Invalid'];
	await trader.ask((client, options) => client.reduceOrder(reduction, options), refusals);
};

const replace: Wish = async (trader) => {
	const order = recent(trader);
	if (order === undefined) return;
	const { symbol: _, ...limit } = limitOrder(trader);
	const other = { ...limit, side: order.side, orderId: order.orderId };
	const answer = await trader.ask(
		(client, options) => client.replaceOrder(other, options),
		[...changeRefusals, ...orderRefusals],
	);
	if (!(answer instanceof ExchangeRefusal)) trader.keepOrder(answer);
};

const cancelAll: Wish = (trader) =>
	trader.ask((client, options) => client.cancelAllOrders({ symbol }, options));

const cancelAfter: Wish = (trader) => {
	const timer = { symbol, countdownTime: trader.draw([0, 2_000, 5_000]) };
	return trader.ask((client, options) => client.cancelAfter(timer, options));
};

const amounts = [
	['EUR', '40.25'],
	['EUR', '7.5'],
	['CREDIT', '4'],
	// More than anybody has.
	['CREDIT', '10000000'],
] as const;

const deposit: Wish = (trader) => {
	const [asset, amount] = trader.draw(amounts);
	return pull(trader, asset, amount);
};

/** What stays here until it is traded, so that there is something to trade with at any time. */
export async function pullMeans(trader: TraderProgram): Promise<void> {
	await pull(trader, 'EUR', '5000');
	await pull(trader, 'CREDIT', '400');
}

async function pull(trader: TraderProgram, asset: string, amount: string): Promise<void> {
	const clientDepositId = trader.newId();
	const answer = await trader.ask(
		(client, options) => client.deposit({ asset, amount, clientDepositId }, options),
		['Exchange_TransferRefused', 'Exchange_DepositsTooMany'],
	);
	if (answer instanceof ExchangeRefusal) return;
	trader.acknowledged.add('deposits', clientDepositId, answer.depositId);
}

const payout: Wish = async (trader) => {
	const asset = trader.draw(['CREDIT', 'EUR']);
	const clientPayoutId = trader.newId();
	const wanted = { asset, clientPayoutId, ...trader.draw([{}, { amount: '3' }]) };
	const answer = await trader.ask(
		(client, options) => client.payout(wanted, options),
		['Exchange_InsufficientBalance'],
	);
	if (answer instanceof ExchangeRefusal) return;
	trader.acknowledged.add('payouts', clientPayoutId, answer.payoutId);
};

const setPayouts: Wish = (trader) => {
	const payouts = trader.draw(['AUTOMATIC', 'AUTOMATIC', 'ON_DEMAND'] as const);
	return trader.ask((client, options) => client.setPayouts({ payouts }, options));
};

const rehearse: Wish = (trader) => {
	const order = limitOrder(trader);
	const refusals = [...orderRefusals, 'Exchange_OrderWouldBeRefused'];
	return trader.ask((client, options) => client.testOrder(order, options), refusals);
};

const look: Wish = async (trader) => {
	await trader.ask((client, options) => client.account({}, options));
	await trader.ask((client, options) => client.listOrders({ status: 'open', limit: 10 }, options));
	await trader.ask((client, options) => client.depth({ symbol, limit: 5 }, options));
};

const wishes: readonly (readonly [weight: number, wish: Wish])[] = [
	[12, placeLimit],
	[10, placeFunded],
	[8, placeUnfunded],
	[5, placeBatch],
	[4, deposit],
	[3, payout],
	[3, placeMarket],
	[2, placeExpiring],
	[2, placeStop],
	[2, placeOco],
	[2, cancel],
	[2, replace],
	[1, reduce],
	[1, cancelBatch],
	[1, cancelAll],
	[1, cancelAfter],
	[1, setPayouts],
	[1, rehearse],
	[1, look],
];

const totalWeight = wishes.reduce((sum, [weight]) => sum + weight, 0);

export function drawWish(random: (below: number) => number): Wish {
	let at = random(totalWeight);
	for (const [weight, wish] of wishes) {
		if (at < weight) return wish;
		at -= weight;
	}
	throw new Error('the weights do not add up');
}
