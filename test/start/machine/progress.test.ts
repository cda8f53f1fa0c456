import { withProgress } from '../../../start/machine/progress';

function recorder(isTerminal: boolean) {
	const said: string[] = [];
	return { said, output: { isTerminal, write: (text: string) => void said.push(text) } };
}

describe('progress', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	test('rewrites one line each second on a terminal', async () => {
		const { said, output } = recorder(true);
		const step = { label: 'Fetching', amount: () => '7 MB' };
		const done = withProgress(output, step, () => new Promise((ok) => setTimeout(ok, 2500, 'it')));
		await jest.advanceTimersByTimeAsync(2500);
		expect(await done).toBe('it');
		expect(said).toEqual([
			'  Fetching',
			'\r  Fetching (1 s, 7 MB)\x1b[K',
			'\r  Fetching (2 s, 7 MB)\x1b[K',
			'\r  Fetching (3 s, 7 MB)\x1b[K',
			'\n',
		]);
	});

	test('writes a line now and then elsewhere', async () => {
		const { said, output } = recorder(false);
		const done = withProgress(
			output,
			{ label: 'Fetching' },
			() => new Promise((ok) => setTimeout(ok, 31_000)),
		);
		await jest.advanceTimersByTimeAsync(31_000);
		await done;
		expect(said).toEqual([
			'  Fetching\n',
			'  Fetching (15 s)\n',
			'  Fetching (30 s)\n',
			'  Fetching (31 s)\n',
		]);
	});

	test('ends with the failure of the work', async () => {
		const { said, output } = recorder(true);
		const failing = withProgress(output, { label: 'Fetching' }, () =>
			Promise.reject(new Error('no network')),
		);
		await expect(failing).rejects.toThrow('no network');
		expect(said.at(-1)).toBe('\n');
		expect(jest.getTimerCount()).toBe(0);
	});
});
