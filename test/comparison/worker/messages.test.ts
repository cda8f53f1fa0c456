/** Messages over a pipe: they arrive as they were sent, however the pipe cuts them. */
import fc from 'fast-check';
import { Duplex, PassThrough } from 'node:stream';
import { receive, send } from '../../../comparison/worker/messages';

/** What comes out of a pipe when these are put in. */
async function written(messages: readonly unknown[]): Promise<Buffer> {
	const pipe = new PassThrough();
	for (const message of messages) send(pipe, message);
	pipe.end();
	return Buffer.concat(await pipe.toArray());
}

/** What is received of bytes that arrive in these pieces. */
async function received(pieces: Iterable<Uint8Array>): Promise<readonly unknown[]> {
	const messages: unknown[] = [];
	await receive(Duplex.from(pieces), (message) => messages.push(message));
	return messages;
}

const bytes = fc.uint8Array({ maxLength: 300 });
const message = fc.record({
	progress: fc.double({ noNaN: true }),
	text: fc.string(),
	bytes,
	files: fc.array(fc.record({ name: fc.string(), bytes })),
});

test('messages arrive in their order, with the bytes beside them, in pieces of any size', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(message, { maxLength: 5 }),
			fc.integer({ min: 1, max: 400 }),
			async (messages, pieceBytes) => {
				const all = await written(messages);
				const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, at) =>
					all.subarray(at * pieceBytes, (at + 1) * pieceBytes),
				);
				expect(await received(pieces)).toEqual(messages);
			},
		),
	));

test('of what ends in the middle of a message, what came before it is received', async () => {
	const all = await written(['first', { bytes: Buffer.alloc(1000) }]);
	expect(await received([all.subarray(0, -1)])).toEqual(['first']);
});

test('what is no message is refused', async () => {
	const noMessage = Buffer.from([4, 0, 0, 0, 1, 2, 3, 4]);
	await expect(received([noMessage])).rejects.toThrow();
});

test('a pipe that has closed before is no message', async () => {
	const pipe = new PassThrough();
	pipe.destroy();
	await new Promise((resolve) => pipe.once('close', resolve));
	await receive(pipe, () => expect('a message').toBe('none'));
});
