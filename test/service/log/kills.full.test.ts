/**
 * Kill -9 while clients transfer loses nothing that was acknowledged, does nothing twice, and never
 * makes the log contradict a checkpoint somebody has seen. More rounds: `kills.long.test.ts`.
 */
import { randomOf } from '../../exchange/support/random';
import { servicePlace } from '../../support/programs/service-place';
import { expectAllHolds } from './kill-verdict';
import { killRounds } from './kill-rounds';

const seed = Number(process.env['SEED'] ?? 17);

test(`seed ${seed}: what was acknowledged is there once, sums hold, and no checkpoint contradicts an earlier one`, async () => {
	const place = await servicePlace();
	try {
		const outcome = await killRounds(place, { rounds: 2, random: randomOf(seed) });
		await expectAllHolds(place, outcome);
	} finally {
		place.remove();
	}
});
