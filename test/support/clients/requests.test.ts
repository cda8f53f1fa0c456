/** What a wait says that is in vain. */
import { eventually, until } from './requests';

/** As if the time of the test were over. */
function endTest(): void {
	Object.assign(globalThis, { testEndsAt: 0 });
}

test('a wait ends with what was waited for', async () => {
	let looks = 0;
	await expect(until(() => Promise.resolve(++looks === 3 ? 'seen' : undefined))).resolves.toBe(
		'seen',
	);
	await eventually(() => expect(++looks).toBe(6));
});

test('a wait in vain says by its name or its code what it waited for', async () => {
	endTest();
	await expect(until(() => Promise.resolve(undefined), 'a bus')).rejects.toThrow(
		'waited in vain for a bus; the last answer was none',
	);
	await expect(until(() => new Promise(() => {}))).rejects.toThrow('new Promise(');
});

test('an assertion that never holds is thrown as it failed last', async () => {
	endTest();
	let looks = 0;
	await expect(eventually(() => expect(++looks).toBe(0))).rejects.toThrow(/Received: .*\d/);
});
