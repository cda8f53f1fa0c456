/**
 * A stranger who waits for no answer, as a process of its own: `pipelining.ts PORT SECONDS CONNECTIONS`.
 * Each connection asks for the log as fast as it takes the requests, and is opened again when it is cut.
 * In the end it says how often it was answered with which status, or `cut`.
 */
import net from 'node:net';

const [port = 0, seconds = 0, connections = 0] = process.argv.slice(2).map(Number);

const requests = 'GET /log HTTP/1.1\r\nhost: stranger\r\n\r\n'.repeat(100);

/** After a cut, so that opening connections is not what is measured. */
const openedAgainMs = 100;

const answers: Record<string, number> = {};
let isOver = false;

function count(answer: string): void {
	answers[answer] = (answers[answer] ?? 0) + 1;
}

function open(): void {
	if (isOver) return;
	const socket = net.connect({ port, host: '127.0.0.1' });
	const send = () => {
		while (!isOver && socket.writable && socket.write(requests));
		if (isOver) socket.destroy();
	};
	socket.on('connect', send).on('drain', send);
	socket.on('data', (chunk) => {
		for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
			count(status);
		}
	});
	socket.on('error', () => count('cut'));
	socket.once('close', () => setTimeout(open, openedAgainMs));
}

for (let at = 0; at < connections; at += 1) open();
process.stdout.write('the stranger is here\n');

setTimeout(() => {
	isOver = true;
	process.stdout.write(`answered ${JSON.stringify({ pipelined: answers })}\n`, () =>
		process.exit(),
	);
}, seconds * 1000);
