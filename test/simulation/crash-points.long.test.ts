import { killAtEveryStep, killAtStepsOfFunding } from './crash-points';

test.each(['transaction-list', 'balance', 'transit'] as const)(
	'a worker that dies at any step of a settlement resolved by %s loses and doubles nothing',
	killAtEveryStep,
	3_600_000,
);

test.each(['idempotency-key', 'transaction-list', 'balance', 'transit'] as const)(
	'orders that fund themselves at once are all placed, resolved by %s, wherever a process ends',
	(mode) => killAtStepsOfFunding(mode, { every: 1 }),
	3_600_000,
);
