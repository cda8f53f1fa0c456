/** The agreement with the naive engine on new random commands at every run. */
import fc from 'fast-check';
import { agreeOn } from './agreement';
import { malformedLog } from './malformed-commands';
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

test('600,000 commands with half of their fields wrong agree with the naive engine', () => {
	const sums = { commands: 0, fields: 0, wrong: 0 };
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), malformedLog(600), (market, malformed) => {
			agreeOn(market, malformed.log);
			sums.commands += malformed.log.length;
			sums.fields += malformed.fieldCount;
			sums.wrong += malformed.wrongCount;
		}),
		{ numRuns: 1_400 },
	);
	expect(sums.commands).toBeGreaterThan(600_000);
	expect(sums.wrong / sums.fields).toBeGreaterThan(0.45);
}, 1_200_000);
