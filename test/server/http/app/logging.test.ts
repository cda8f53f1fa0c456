/** What stands in the log of a fault, and what never does. */
import { loggedFault } from '../../../../server/http/app/logging';

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
