/**
 * The operator of the exchange beside the rounds: publishes the reserves, and decides on transfers that
 * nothing else could tell the outcome of, by looking at the tracker alone.
 */
import { admin } from '../../../exchange/admin/admin';
import { until } from '../../support/clients/requests';
import { runCommand } from '../../support/programs/run-command';
import { recordsOf, transfersBetween } from './outside-audit';
import { hasNothingMoved, see, type Seen } from './seen';
import type { Venue } from './stage';

type Words = readonly string[];

function command({ place }: Venue, words: Words): ReturnType<typeof runCommand> {
	const environment = { EXCHANGE_DATA: place.dataFolder, DATABASE_URL: place.databaseUrl ?? '' };
	return runCommand(admin, words, environment);
}

/**
 * Resolves with what is seen of a publication since which nothing has moved. What an order has left
 * is paid out when its window closes, which on a busy machine is after several looks.
 */
export async function published(stage: Venue): Promise<Seen> {
	for (;;) {
		const before = await see(stage);
		await publishReserves(stage);
		const after = await see(stage);
		if (hasNothingMoved(before, after)) return after;
	}
}

/** As often as it takes: not while something is under way. */
async function publishReserves(stage: Venue): Promise<void> {
	await until(async () => {
		const { code } = await command(stage, ['reserves', 'publish']);
		return code === 0 || undefined;
	});
}

/** Resolves with what is seen when no transfer waits for a person any more. */
export async function reviewed(stage: Venue): Promise<Seen> {
	for (;;) {
		const seen = await see(stage);
		const [held] = seen.traders
			.flatMap(recordsOf)
			.filter((one) => one.status === 'HELD_FOR_REVIEW');
		if (held === undefined) return seen;
		const { id, what } = held;
		const decision = happened(seen, what) ? 'SETTLED' : 'REFUSED';
		const words = [
			...['review-transfer', '--transfer-id', id, '--decision', decision],
			...['--reason', 'seen at the tracker'],
		];
		expect(await command(stage, words)).toMatchObject({ code: 0 });
	}
}

/** The tracker shows one such transfer more than have settled. */
function happened(seen: Seen, what: string): boolean {
	const settled = seen.traders
		.flatMap(recordsOf)
		.filter((one) => one.what === what && one.status === 'SETTLED');
	const moved = [...transfersBetween(seen).values()].filter((one) => one === what);
	return moved.length > settled.length;
}
