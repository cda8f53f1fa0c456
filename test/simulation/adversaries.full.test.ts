import { mixedModes, modes } from './settlement-world';
import { simulate } from './simulate';

test.each([...modes, ...mixedModes])(
	'traders who cheat gain nothing and cost nobody anything, resolved by %s',
	async (mode) => {
		for (let seed = 1; seed <= 6; seed += 1) await simulate({ mode, seed, adversaries: true });
	},
	600_000,
);

test('traders who can foretell keys are credited twice, and the auditor sees it', async () => {
	const asked = { mode: 'balance', adversaries: true, foretoldKeys: true } as const;
	let found = '';
	for (let seed = 1; seed <= 20 && !found.includes('too much'); seed += 1) {
		found = await simulate({ ...asked, seed }).then(() => '', String);
	}
	expect(found).toMatch(/the adversaries together own \d+ too much/);
}, 600_000);
