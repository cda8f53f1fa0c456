import { killAtEveryStep, killAtStepsOfFunding } from './crash-points';

test('a worker that dies at any step of a settlement loses and doubles nothing', async () => {
	await killAtEveryStep('idempotency-key');
}, 600_000);

test('orders that fund themselves at once are all placed, wherever a process ends', async () => {
	await killAtStepsOfFunding('idempotency-key', { every: 12 });
}, 600_000);
