/**
 * Fifty rounds of kills while clients transfer, half of them on each database, from a seed that is
 * drawn anew; `SEED=74` tries one again.
 */
import { randomInt } from 'node:crypto';
import { randomOf } from '../../exchange/support/random';
import { servicePlace } from '../../support/programs/service-place';
import { expectAllHolds } from './kill-verdict';
import { killRounds } from './kill-rounds';

const rounds = 25;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 30));

test.each(['SQLite', 'PostgreSQL'] as const)(
	`seed ${seed}: ${rounds} rounds on %s`,
	async (kind) => {
		const place = await servicePlace(kind);
		try {
			const outcome = await killRounds(place, { rounds, random: randomOf(seed) });
			await expectAllHolds(place, outcome);
		} finally {
			place.remove();
		}
	},
	1_800_000,
);
