/**
 * Traders who place crossing orders that fund themselves, deposit, withdraw and cancel, each
 * request under an id of its own and repeated until the exchange has answered it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { demoMarket } from '../../../exchange/demo/demo';
import { randomOf } from '../support/random';
import type { SettlingTrader } from '../support/settling';

export interface SettlementLoad {
	/** The exchange's ids of what it acknowledged, by what was asked for and the trader's id. */
	readonly acknowledged: ReadonlyMap<string, string>;
	/** Resolves when so many requests more have got their answer. */
	more(count: number): Promise<void>;
	stop(): Promise<void>;
}

interface Wish {
	readonly method: string;
	readonly path: string;
	readonly body?: object;
	/** Which field of the answer is its id; absent where it has none. */
	readonly idName?: 'orderId' | 'depositId' | 'payoutId';
}

/** Refusals that are the right answer to some wishes: a trader may ask for too much. */
const expectedRefusals = ['Exchange_TransferRefused', 'Exchange_InsufficientBalance'];

const symbol = demoMarket.symbol;

export function startSettlementLoad(
	url: string,
	traders: readonly SettlingTrader[],
	seed: number,
): SettlementLoad {
	const acknowledged = new Map<string, string>();
	let answered = 0;
	let stopped = false;
	let wake = () => {};
	const client = async ({ key }: SettlingTrader, number: number) => {
		const random = randomOf(seed + number);
		for (let count = 0; !stopped; count += 1) {
			const ownId = `trader-${number}-${count}`;
			const wish = drawWish(random, ownId);
			const id = await granted(url, key, wish);
			if (wish.idName !== undefined && id !== undefined) {
				acknowledged.set(`${wish.idName} ${ownId}`, id);
			}
			answered += 1;
			wake();
		}
	};
	const running = traders.map(client);
	return {
		acknowledged,
		async more(count) {
			const goal = answered + count;
			while (answered < goal) {
				await Promise.race([new Promise<void>((resolve) => (wake = resolve)), ...running]);
			}
		},
		async stop() {
			stopped = true;
			await Promise.all(running);
		},
	};
}

function drawWish(random: (below: number) => number, ownId: string): Wish {
	const draw = random(20);
	if (draw < 12)
		return { method: 'POST', path: '/orders', body: order(random, ownId), idName: 'orderId' };
	if (draw < 14) return deposit(ownId, 'EUR', `${1 + random(50)}.25`);
	if (draw < 15) return deposit(ownId, 'CREDIT', String(1 + random(5)));
	// More than anybody has.
	if (draw < 16) return deposit(ownId, 'CREDIT', '100000');
	if (draw < 19) {
		const asset = random(2) === 0 ? 'CREDIT' : 'EUR';
		const body = { clientPayoutId: ownId, asset, ...(random(2) === 0 && { amount: '3' }) };
		return { method: 'POST', path: '/payouts', body, idName: 'payoutId' };
	}
	return { method: 'DELETE', path: `/orders?symbol=${symbol}` };
}

function order(random: (below: number) => number, clientOrderId: string): object {
	return {
		symbol,
		clientOrderId,
		fund: true,
		newOrderRespType: 'ACK',
		type: 'LIMIT',
		side: random(2) === 0 ? 'BUY' : 'SELL',
		price: String(10 + random(5)),
		quantity: String(1 + random(5)),
	};
}

function deposit(clientDepositId: string, asset: string, amount: string): Wish {
	const body = { clientDepositId, asset, amount };
	return { method: 'POST', path: '/deposits', body, idName: 'depositId' };
}

/** Repeats the request until it is answered; undefined when it is refused for a good reason. */
async function granted(url: string, key: string, wish: Wish): Promise<string | undefined> {
	for (;;) {
		const answer = await attempt(url, key, wish);
		if (answer === undefined) {
			// Nobody listens while the API is started again.
			await delay(20);
			continue;
		}
		const text = await answer.text();
		if (answer.status >= 500) continue;
		if (!answer.ok) {
			if (expectedRefusals.some((code) => text.includes(code))) return undefined;
			throw new Error(`${wish.method} ${wish.path} was refused: ${text}`);
		}
		// An order that waits for its deposit is not placed yet.
		if (wish.idName === 'orderId' && answer.status === 202) continue;
		const fields = JSON.parse(text) as Readonly<Record<string, string>>;
		return wish.idName && fields[wish.idName];
	}
}

async function attempt(url: string, key: string, wish: Wish): Promise<Response | undefined> {
	const { method, path, body } = wish;
	try {
		return await fetch(url + path, {
			method,
			headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
	} catch {
		// The connection ended with the API: whether it took the request is not known.
		return undefined;
	}
}
