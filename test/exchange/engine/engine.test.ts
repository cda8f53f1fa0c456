/** The engine against the naive one; the rules of single order types are in the tables beside. */
import fc from 'fast-check';
import { REJECT_REASONS, type Event } from '../../../exchange/engine/event';
import { agreeOn, agreeThroughSnapshots } from './agreement';
import { malformedLog } from './malformed-commands';
import { commandLog, MARKETS } from './random-commands';
import { countOf } from '../../support/run/tier';

const LOG_LENGTH = 200;
const RESTORED_LENGTH = 700;
const MALFORMED_COUNT = countOf({ quick: 30, full: 90 });
const RUN_COUNT = countOf({ quick: 250, full: 700 });

test('random commands agree with the naive engine, and meet every kind of event', () => {
	const seen = new Set<string>();
	let commandCount = 0;
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(LOG_LENGTH), (market, log) => {
			for (const event of agreeOn(market, log)) seen.add(wordFor(event));
			commandCount += log.length;
		}),
		{ seed: 20_261_129, numRuns: RUN_COUNT },
	);
	expect(EVERY_KIND.filter((word) => !seen.has(word))).toEqual([]);
	expect(commandCount).toBeGreaterThan(RUN_COUNT * 143);
});

test('commands with half of their fields wrong are refused or done alike, and none throws', () => {
	const sums = { commands: 0, fields: 0, wrong: 0 };
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), malformedLog(LOG_LENGTH), (market, malformed) => {
			agreeOn(market, malformed.log);
			sums.commands += malformed.log.length;
			sums.fields += malformed.fieldCount;
			sums.wrong += malformed.wrongCount;
		}),
		{ seed: 20_261_122, numRuns: MALFORMED_COUNT },
	);
	expect(sums.commands).toBeGreaterThan(MALFORMED_COUNT * 133);
	expect(sums.wrong / sums.fields).toBeGreaterThan(0.45);
});

const RESTORED_COUNT = countOf({ quick: 40, full: 2_000 });
const RESTORED_COMMANDS_MIN = countOf({ quick: 18_000, full: 1_000_000 });

test('a book restored at every 37th command agrees with the naive engine', () => {
	const counts = { commands: 0, snapshots: 0 };
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(RESTORED_LENGTH), (market, log) => {
			counts.snapshots += agreeThroughSnapshots(market, log, 37);
			counts.commands += log.length;
		}),
		{ seed: 20_261_129, numRuns: RESTORED_COUNT },
	);
	expect(counts.commands).toBeGreaterThan(RESTORED_COMMANDS_MIN);
	expect(counts.snapshots).toBeGreaterThan(RESTORED_COMMANDS_MIN / 40);
}, 300_000);

/** What the random logs must have met, or the agreement above would prove little. */
const EVERY_KIND = [
	'NEW',
	'TRIGGERED',
	'TRADE',
	'TRADE_PREVENTION',
	'REPLACED',
	'STATUS',
	'CANCELED REQUESTED',
	'CANCELED REPLACED',
	'EXPIRED IMMEDIATE_REST',
	'EXPIRED FILL_OR_KILL',
	'EXPIRED EXPIRE_TIME',
	'CANCELED ORDER_LIST',
	'EXPIRED SELF_TRADE_PREVENTION',
	'EXPIRED ORDER_LIST',
	'EXPIRED PRICE_BAND',
	'EXPIRED CIRCUIT_BREAKER',
	'STATUS CIRCUIT_BREAKER',
	'STATUS PAUSE_OVER',
	'RULES',
	...REJECT_REASONS.map((reason) => `REJECTED ${reason}`),
];

function wordFor(event: Event): string {
	return 'reason' in event ? `${event.execType} ${event.reason}` : event.execType;
}
