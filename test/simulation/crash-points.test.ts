import { killAtEveryStep } from './crash-points';

test('a worker that dies at any step of a settlement loses and doubles nothing', async () => {
	await killAtEveryStep('idempotency-key');
}, 600_000);
