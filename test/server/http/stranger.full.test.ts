/**
 * A stranger without any key sends everything they can, from the address of a client with a key, to a
 * real process whose limits are the usual ones, but for its patience with slow requests, which is
 * shorter so that its end is seen. The client is served all the while as if nobody were there; how
 * fast is measured by `npm run bench -- stranger`.
 */
import { startKeyedExchange, startKeyedService } from '../../support/keyed-programs';
import { strangeVisit } from '../../support/strange-visit';

/** Several times the patience, also on a busy machine. */
const strangerSeconds = 12;
const patienceMs = '2000';

/** As it is where nobody sets it. */
const wrongKeysPerMinuteMax = 60;

/** A window of a minute may end while the stranger is there, and another begin. */
const windowsMax = 2;

test.each([
	['the service', () => startKeyedService({ REQUEST_STALL_MS: patienceMs })],
	['the exchange', () => startKeyedExchange({ EXCHANGE_REQUEST_STALL_MS: patienceMs })],
] as const)(
	'%s serves a client with a key while a stranger at their address is refused',
	async (_name, start) => {
		const { attacked, alone, stranger } = await strangeVisit(start, strangerSeconds);
		expect([...alone.statuses].filter((status) => status >= 300)).toEqual([]);
		expect([...attacked.statuses]).toEqual([...alone.statuses]);
		const answered = Object.values(stranger).flatMap((counts) => Object.keys(counts));
		expect(answered.filter((status) => status.startsWith('5'))).toEqual([]);
		expect(stranger['slow']?.['408']).toBeGreaterThan(0);
		const { '429': refused = 0, cut: _, ...others } = stranger['wrongKey'] ?? {};
		const lookedAt = Object.values(others).reduce((sum, times) => sum + times, 0);
		expect(refused).toBeGreaterThan(0);
		expect(lookedAt).toBeLessThanOrEqual(windowsMax * wrongKeysPerMinuteMax);
	},
);
