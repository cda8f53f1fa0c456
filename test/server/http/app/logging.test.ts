/** What stands in the log of a fault, and what never does. */
import type { FastifyRequest } from 'fastify';
import { loggedFault, RequestLog } from '../../../../server/http/app/logging';

test('requests beyond a limit are logged as a count once a minute, and not at all where there are none', () => {
	const lines: object[] = [];
	const server = { log: { info: (line: object) => lines.push(line) } };
	const request = { server } as unknown as FastifyRequest;
	const minutes: (() => void)[] = [];
	const requestLog = new RequestLog((_ms, passed) => minutes.push(passed));
	const refuseMany = (count: number) => {
		for (let index = 0; index < count; index += 1) requestLog.refuse(request);
	};
	refuseMany(1_000);
	expect([lines.length, minutes.length]).toEqual([0, 1]);
	minutes.shift()?.();
	expect(lines).toEqual([{ times: 1_000, withinMs: 60_000 }]);
	expect(minutes).toEqual([]);
	refuseMany(2);
	minutes.shift()?.();
	expect(lines.slice(1)).toEqual([{ times: 2, withinMs: 60_000 }]);
});

test('a fault is logged with class, code, text, place and what led to it', () => {
	const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
	const cause = new AggregateError([refused], 'no address answers');
	const logged = loggedFault(new TypeError('it failed', { cause }));
	expect(logged).toMatchObject({
		type: 'TypeError',
		message: 'it failed',
		cause: {
			type: 'AggregateError',
			message: 'no address answers',
			errors: [{ type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }],
		},
	});
	expect(logged.stack).toContain('logging.test.ts');
	expect(logged).not.toHaveProperty('code');
});

test('what else a fault carries is not logged, nor of what led to it', () => {
	const command = { name: 'auth', args: ['password-of-redis'] };
	const cause = Object.assign(new Error('WRONGPASS'), { command });
	const input = 'postgres://sealkeeper:password-of-postgres@host/x';
	const fault = Object.assign(new TypeError('Invalid URL', { cause }), { input });
	expect(JSON.stringify(loggedFault(fault))).not.toMatch(/password-of/);
});

test('what is thrown and is no error is logged by its text', () => {
	expect(loggedFault('away')).toEqual({ type: 'string', message: 'away', stack: '' });
	expect(loggedFault(undefined)).toMatchObject({ message: 'undefined' });
});
