/**
 * Judges what was seen from outside: every unit of every asset is where it belongs, every transfer
 * was made once, every trade has two sides, every order is what its trades say, and everything
 * acknowledged is there. Pure; it shares no code with what it judges.
 */
import type { AccountTrade, Order } from '../../../clients/exchange/operations';
import { trackerAssets, type TrackerAsset } from '../support/settling';
import { amountOf, unitAmounts } from './amounts';
import type { Seen, SeenTrader, Transfer } from './seen';
import type { Acknowledged } from './trader-program';

/** What everybody had at the tracker before anything was done, in whole units of it. */
export type Funding = Readonly<Record<TrackerAsset, number>>;

/** One sentence for each thing that is not as it must be. */
export function outsideFaults(
	seen: Seen,
	acknowledged: Acknowledged,
	funding: Funding,
): readonly string[] {
	return [
		...trackerAssets.flatMap((asset) => assetFaults(seen, asset, funding)),
		...transferFaults(seen),
		...tradeFaults(seen),
		...seen.traders.flatMap(orderFaults),
		...depthFaults(seen),
		...acknowledgedFaults(seen, acknowledged),
	];
}

/** Nobody has an open order, and nothing is held. */
export function heldFaults({ traders, depth }: Seen): readonly string[] {
	const faults: string[] = [];
	for (const { email, orders, account } of traders) {
		for (const { orderId, status } of orders) {
			if (isOpen(status)) faults.push(`${orderId} of ${email} is still ${status}`);
		}
		for (const { asset, held } of account.balances) {
			if (amountOf(held) !== 0n) faults.push(`${held} ${asset} of ${email} are held for no order`);
		}
	}
	if (depth.bids.length + depth.asks.length > 0) faults.push('the depth shows orders of nobody');
	return faults;
}

/** What each trader has is what they had, and what trading brought; what escrow has is owed. */
function assetFaults({ traders, own }: Seen, asset: TrackerAsset, funding: Funding) {
	const faults: string[] = [];
	const unit = unitAmounts[asset];
	let owed = 0n;
	let atTracker = own.reduce((sum, { units }) => sum + units[asset], 0);
	const escrow = BigInt(atTracker) * unit;
	for (const trader of traders) {
		const { email, units, account, trades } = trader;
		const balance = account.balances.find((row) => row.asset === asset);
		const available = amountOf(balance?.available ?? '0');
		const here = available + amountOf(balance?.held ?? '0');
		if (available < 0n || here < available || units[asset] < 0) {
			faults.push(`${email} has less than nothing of ${asset}`);
		}
		const has = BigInt(units[asset]) * unit + here;
		const hasBeen = BigInt(funding[asset]) * unit;
		const brought = trades.reduce((sum, trade) => sum + broughtBy(trade, asset), 0n);
		if (has !== hasBeen + brought) {
			faults.push(`${email} has ${has - hasBeen - brought} of ${asset} too much`);
		}
		owed += here + trades.reduce((sum, trade) => sum + commissionOf(trade, asset), 0n);
		atTracker += units[asset];
	}
	if (escrow !== owed) faults.push(`${asset}: ${escrow} are in escrow, and ${owed} are owed`);
	const issued = funding[asset] * traders.length;
	if (atTracker !== issued) faults.push(`of ${issued} ${asset} there are ${atTracker}`);
	return faults;
}

const commissionOf = ({ commission, commissionAsset }: AccountTrade, asset: TrackerAsset): bigint =>
	commissionAsset === asset ? amountOf(commission) : 0n;

/** What a trade gave to the account of an asset, less what it took. */
function broughtBy(trade: AccountTrade, asset: TrackerAsset): bigint {
	const isBuyer = trade.side === 'BUY';
	const moved =
		asset === 'CREDIT'
			? amountOf(trade.quantity) * (isBuyer ? 1n : -1n)
			: amountOf(trade.quoteQty) * (isBuyer ? -1n : 1n);
	return moved - commissionOf(trade, asset);
}

/** What each transfer between a trader and an own account was, by its id. */
export function transfersBetween({ own, transfers }: Seen): ReadonlyMap<string, string> {
	const isOwn = (address: string) => own.some(({ email }) => email === address);
	return new Map(
		transfers
			.filter(({ sender, recipient }) => !isOwn(sender) || !isOwn(recipient))
			.map((transfer) => [transfer.id, describe(transfer, isOwn(transfer.recipient))]),
	);
}

/** Every settled deposit and payout is one transfer at the tracker, and every transfer one of them. */
function transferFaults(seen: Seen): readonly string[] {
	const faults: string[] = [];
	const moved = transfersBetween(seen);
	const named = new Set<string>();
	const settled: string[] = [];
	for (const { id, what, status, transactionId } of seen.traders.flatMap(recordsOf)) {
		if (status === 'REFUSED') continue;
		if (status !== 'SETTLED') faults.push(`${id}, ${what}, is ${status}`);
		else settled.push(what);
		if (transactionId === undefined) continue;
		if (moved.get(transactionId) !== what) {
			faults.push(`${id}, ${what}, is settled by ${moved.get(transactionId)}`);
		}
		if (named.has(transactionId)) faults.push(`${transactionId} settles two`);
		named.add(transactionId);
	}
	const [happened, booked] = [countsOf(moved.values()), countsOf(settled)];
	for (const what of new Set([...happened.keys(), ...booked.keys()])) {
		const [times, wanted] = [happened.get(what) ?? 0, booked.get(what) ?? 0];
		if (times !== wanted) faults.push(`${what}: happened ${times} times, settled ${wanted} times`);
	}
	return faults;
}

const describe = ({ asset, units, sender, recipient }: Transfer, isDeposit: boolean) => {
	const amount = BigInt(units) * unitAmounts[asset];
	return isDeposit
		? `DEPOSIT of ${amount} ${asset}, ${sender}`
		: `PAYOUT of ${amount} ${asset}, ${recipient}`;
};

/** A trader's deposits and payouts in one form. */
export function recordsOf({ email, deposits, payouts }: SeenTrader) {
	const described = (
		kind: string,
		id: string,
		record: SeenTrader['deposits'][number] | SeenTrader['payouts'][number],
	) => ({
		id,
		what: `${kind} of ${amountOf(record.amount)} ${record.asset}, ${email}`,
		status: record.status,
		transactionId: record.trackerTransactionId,
	});
	return [
		...deposits.map((one) => described('DEPOSIT', one.depositId, one)),
		...payouts.map((one) => described('PAYOUT', one.payoutId, one)),
	];
}

function countsOf(texts: Iterable<string>): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** Every trade everybody sees is one that two sides see, and they see nothing else. */
function tradeFaults({ traders, trades }: Seen): readonly string[] {
	const faults: string[] = [];
	trades.forEach(({ tradeId }, at) => {
		if (tradeId !== at + 1) faults.push(`trade ${at + 1} is missing, there is ${tradeId}`);
	});
	const sides = Map.groupBy(
		traders.flatMap((trader) => trader.trades),
		({ tradeId }) => tradeId,
	);
	for (const trade of trades) {
		const { tradeId, price, quantity, quoteQty, takerSide, time } = trade;
		const seenBy = sides.get(tradeId) ?? [];
		sides.delete(tradeId);
		const roles = seenBy
			.map(({ side, isMaker }) => `${side} ${isMaker ? 'maker' : 'taker'}`)
			.sort();
		const expected =
			takerSide === 'BUY' ? ['BUY taker', 'SELL maker'] : ['BUY maker', 'SELL taker'];
		if (roles.join() !== expected.join())
			faults.push(`trade ${tradeId} is seen by ${roles.join()}`);
		const terms = [price, quantity, quoteQty, takerSide, time].join();
		for (const one of seenBy) {
			const own = [one.price, one.quantity, one.quoteQty, one.takerSide, one.time].join();
			if (own !== terms) faults.push(`trade ${tradeId} is ${terms} to all and ${own} to a side`);
		}
	}
	for (const tradeId of sides.keys()) faults.push(`trade ${tradeId} is seen by its sides alone`);
	return faults;
}

const isOpen = (status: Order['status']) => status === 'NEW' || status === 'PARTIALLY_FILLED';

/** An order executed what its trades say, and stands where that leaves it. */
function orderFaults({ email, orders, trades }: SeenTrader): readonly string[] {
	const faults: string[] = [];
	const byOrder = Map.groupBy(trades, ({ orderId }) => orderId);
	for (const order of orders) {
		const own = byOrder.get(order.orderId) ?? [];
		byOrder.delete(order.orderId);
		const sum = (field: 'quantity' | 'quoteQty' | 'commission') =>
			own.reduce((total, trade) => total + amountOf(trade[field]), 0n);
		const executed = amountOf(order.executedQty);
		const fits =
			executed === sum('quantity') &&
			amountOf(order.executedQuoteQty) === sum('quoteQty') &&
			amountOf(order.commission) === sum('commission') &&
			own.every(({ side }) => side === order.side);
		if (!fits) faults.push(`${order.orderId} of ${email} is not what its trades say`);
		if (!stands(order, executed)) {
			const { orderId, status, executedQty, leavesQty } = order;
			faults.push(`${orderId} is ${status} with ${executedQty} executed and ${leavesQty} left`);
		}
	}
	if (new Set(orders.map(({ orderId }) => orderId)).size !== orders.length) {
		faults.push(`an order of ${email} is listed twice`);
	}
	for (const orderId of byOrder.keys())
		faults.push(`${orderId} of ${email} traded and is no order`);
	return faults;
}

/** Whether the status of an order fits what was executed and what is left. */
function stands({ status, quantity, leavesQty }: Order, executed: bigint): boolean {
	const leaves = amountOf(leavesQty);
	const isWhole = quantity === undefined || executed + leaves === amountOf(quantity);
	switch (status) {
		case 'NEW':
			return executed === 0n && isWhole;
		case 'PARTIALLY_FILLED':
			return executed > 0n && leaves > 0n && isWhole;
		case 'FILLED':
			return executed > 0n && leaves === 0n;
		case 'REJECTED':
			return executed === 0n && leaves === 0n;
		case 'PENDING_NEW':
			return false;
		case 'CANCELED':
		case 'EXPIRED':
		case 'EXPIRED_IN_MATCH':
			return leaves === 0n;
	}
}

/**
 * The book that all see is that of the open orders; of icebergs a part is shown, and of stop orders
 * with a limit those that were set off.
 */
function depthFaults({ traders, depth }: Seen): readonly string[] {
	const faults: string[] = [];
	const open = traders.flatMap(({ orders }) => orders.filter(({ status }) => isOpen(status)));
	for (const [side, levels] of [
		['BUY', depth.bids],
		['SELL', depth.asks],
	] as const) {
		const own = open.filter((order) => order.side === side);
		const limits = byPrice(own, ['LIMIT']);
		const stops = byPrice(own, ['STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT']);
		for (const [price, quantity] of levels) {
			const at = amountOf(price);
			const orders = limits.get(at) ?? [];
			limits.delete(at);
			const left = sumOf(orders.map(leftOf));
			const isHidden = orders.some(({ icebergQty }) => icebergQty !== undefined);
			const shown = amountOf(quantity);
			const setOff = sumsOfSome((stops.get(at) ?? []).map(leftOf));
			const fits = setOff.some((sum) => (isHidden ? shown <= left + sum : shown === left + sum));
			if (!fits) faults.push(`${side} at ${price}: ${shown} are shown, and ${left} are left`);
		}
		for (const price of limits.keys()) faults.push(`${side} at ${price} is not shown`);
	}
	return faults;
}

const byPrice = (orders: readonly Order[], types: readonly Order['type'][]) =>
	Map.groupBy(
		orders.filter(({ type }) => types.includes(type)),
		({ price = '' }) => amountOf(price),
	);

const leftOf = ({ leavesQty }: Order) => amountOf(leavesQty);

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Each sum that some of them have, none of them included. */
function sumsOfSome(amounts: readonly bigint[]): readonly bigint[] {
	let sums = new Set([0n]);
	for (const amount of amounts) sums = new Set([...sums].flatMap((sum) => [sum, sum + amount]));
	return [...sums];
}

/** Everything acknowledged is there under the id that was answered, once. */
function acknowledgedFaults({ traders }: Seen, acknowledged: Acknowledged): readonly string[] {
	const found = {
		orders: traders.flatMap(({ orders }) =>
			orders.map(({ clientOrderId, orderId }) => [clientOrderId, orderId] as const),
		),
		deposits: traders.flatMap(({ deposits }) =>
			deposits.map(({ clientDepositId = '', depositId }) => [clientDepositId, depositId] as const),
		),
		payouts: traders.flatMap(({ payouts }) =>
			payouts.map(({ clientPayoutId = '', payoutId }) => [clientPayoutId, payoutId] as const),
		),
	};
	return (['orders', 'deposits', 'payouts'] as const).flatMap((kind) => {
		const byOwn = Map.groupBy(found[kind], ([own]) => own);
		return [...acknowledged[kind]].flatMap(([own, id]) => {
			const ids = (byOwn.get(own) ?? []).map(([, one]) => one);
			return ids.join() === id ? [] : [`${kind}: ${own} was answered ${id} and is ${ids.join()}`];
		});
	});
}
