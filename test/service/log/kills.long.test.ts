/** Fifty rounds of kills while clients transfer, half of them on each database. */
import { servicePlace } from '../../support/service-place';
import { expectAllHolds } from './kill-verdict';
import { killRounds } from './kill-rounds';

const rounds = 25;

test.each(['SQLite', 'PostgreSQL'] as const)(
	`${rounds} rounds on %s`,
	async (kind) => {
		const place = await servicePlace(kind);
		try {
			const outcome = await killRounds(place, { rounds, random: Math.random });
			await expectAllHolds(place, outcome);
		} finally {
			place.remove();
		}
	},
	1_800_000,
);
