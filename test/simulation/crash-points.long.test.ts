import { killAtEveryStep } from './crash-points';

test.each(['transaction-list', 'balance', 'transit'] as const)(
	'a worker that dies at any step of a settlement resolved by %s loses and doubles nothing',
	killAtEveryStep,
	3_600_000,
);
