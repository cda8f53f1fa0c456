/** Bytes that are handed on a little at a time: all of them, and none for nobody. */
import { patiently } from '../../../service/documents/patient-reading';

async function* endless(onRead: (count: number) => void): AsyncIterable<Uint8Array> {
	for (let count = 1; ; count += 1) {
		onRead(count);
		yield await Promise.resolve(Buffer.alloc(1000, count));
	}
}

test('all bytes come, in their order', async () => {
	const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
	async function* reads(): AsyncIterable<Uint8Array> {
		yield await Promise.resolve(bytes.subarray(0, 150_000));
		yield bytes.subarray(150_000);
	}
	const read: Uint8Array[] = [];
	for await (const slice of patiently(reads(), new AbortController().signal)) read.push(slice);
	expect(Buffer.concat(read).equals(bytes)).toBe(true);
	expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(64 * 1024);
});

test('what nobody waits for is read no further', async () => {
	const leaving = new AbortController();
	let readCount = 0;
	const reading = async () => {
		const bytes = endless((count) => {
			readCount = count;
			if (count === 3) leaving.abort(new Error('left'));
		});
		for await (const _slice of patiently(bytes, leaving.signal)) continue;
	};
	await expect(reading()).rejects.toThrow('left');
	expect(readCount).toBe(3);
});
