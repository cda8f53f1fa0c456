/** All traders at once, each with one request under way, until they are stopped. */
import { exchangeClient } from '../../../clients/exchange/client';
import { randomOf } from '../support/random';
import type { Trader } from '../support/exchange';
import { Acknowledged, TraderProgram } from './trader-program';
import { drawWish, placeUnfunded, pullMeans } from './wishes';

export interface Load {
	readonly acknowledged: Acknowledged;
	/** Resolves when so many wishes more have got their answer. */
	more(count: number): Promise<void>;
	/**
	 * Resolves when every wish has got its answer, and every order its money or a refusal; but for
	 * orders whose deposits wait for a person.
	 */
	stop(): Promise<void>;
	/** The same for those, once the person has decided. */
	placeRest(): Promise<void>;
	/** What each trader asks for at present, in a line each. */
	asked(): readonly string[];
	/** Ends it at once, whatever is under way. */
	abandon(): void;
}

export function startLoad(
	urls: readonly string[],
	traders: readonly Pick<Trader, 'key'>[],
	seed: number,
): Load {
	const acknowledged = new Acknowledged();
	let answered = 0;
	let stopped = false;
	let wake = () => {};
	const abandoned = new AbortController();
	const programs = new Map<TraderProgram, string>();
	const run = async ({ key }: Pick<Trader, 'key'>, number: number) => {
		const random = randomOf(seed + number);
		const clients = urls.map((url) => exchangeClient({ url, key }));
		const { signal } = abandoned;
		const trader = new TraderProgram(`trader-${number}`, clients, random, acknowledged, signal);
		programs.set(trader, 'pullMeans');
		await pullMeans(trader);
		while (!stopped) {
			const wish = drawWish(random);
			programs.set(trader, wish.name);
			await wish(trader);
			answered += 1;
			wake();
		}
		programs.set(trader, 'placeUnfunded at the end');
		while (trader.unfunded.some(({ isHeld }) => !isHeld)) await placeUnfunded(trader);
	};
	const running = Promise.all(traders.map(run));
	// Whoever waits for the load is told.
	running.catch(() => undefined);
	return {
		acknowledged,
		async more(count) {
			const goal = answered + count;
			while (answered < goal) {
				await Promise.race([new Promise<void>((resolve) => (wake = resolve)), running]);
			}
		},
		async stop() {
			stopped = true;
			await running;
		},
		async placeRest() {
			const placed = [...programs.keys()].map(async (trader) => {
				while (trader.unfunded.length > 0) await placeUnfunded(trader);
			});
			await Promise.all(placed);
		},
		asked: () => [...programs].map(([trader, wish]) => `${wish}: ${trader.standing()}`),
		abandon: () => abandoned.abort(),
	};
}
