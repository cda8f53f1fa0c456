/** The agreement with the naive engine on a new million of random commands at every run. */
import fc from 'fast-check';
import { agreeOn } from './agreement';
import { commandLog, MARKETS } from './random-commands';

test('a million random commands agree with the naive engine', () => {
	let commandCount = 0;
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(600), (market, log) => {
			agreeOn(market, log);
			commandCount += log.length;
		}),
		{ numRuns: 2_300 },
	);
	expect(commandCount).toBeGreaterThan(1_000_000);
}, 1_200_000);
