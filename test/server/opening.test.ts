import { openParts } from '../../server/opening';

test('what was opened is closed in the opposite order, once, and past a part that fails', async () => {
	const closed: string[] = [];
	const program = await openParts((opened) => {
		opened.defer(() => void closed.push('first'));
		opened.defer(() => {
			closed.push('second');
			throw new Error('the second part cannot close');
		});
		opened.defer(() => void closed.push('third'));
		return Promise.resolve({ name: 'a program' });
	});
	expect(program.name).toBe('a program');
	const closing = [program.close(), program.close()];
	for (const end of closing) await expect(end).rejects.toThrow('the second part cannot close');
	expect(closed).toEqual(['third', 'second', 'first']);
});

test('a part that fails to open has those before it closed', async () => {
	const closed: string[] = [];
	const opening = openParts((opened) => {
		opened.defer(() => void closed.push('first'));
		return Promise.reject(new Error('the second part cannot open'));
	});
	await expect(opening).rejects.toThrow('the second part cannot open');
	expect(closed).toEqual(['first']);
});

test('everything that failed is named in its order', async () => {
	const failing = (opened: AsyncDisposableStack) => {
		for (const part of ['first', 'second']) {
			opened.defer(() => {
				throw new Error(`the ${part} part cannot close`);
			});
		}
	};
	const program = await openParts((opened) => {
		failing(opened);
		return Promise.resolve({});
	});
	await expect(program.close()).rejects.toThrow(
		/^the second part cannot close; the first part cannot close$/,
	);
	const opening = openParts((opened) => {
		failing(opened);
		return Promise.reject(new Error('the third part cannot open'));
	});
	await expect(opening).rejects.toThrow(
		/^the third part cannot open; the second part cannot close; the first part cannot close$/,
	);
});
