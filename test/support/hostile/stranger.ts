/**
 * A stranger as a process of its own: `stranger.ts PORT SECONDS`. Without any key it sends, paced, all
 * that can be sent in that time: wrong keys, floods of public pages, streams, slow heads and bodies,
 * large bodies, pipelined requests, connections half open, and bytes that are no HTTP. When all is sent,
 * wrong keys are answered and who is slow has been given up, it ends with a count of what each of them
 * was answered.
 */
import net from 'node:net';

const [port = 0, seconds = 0] = process.argv.slice(2).map(Number);

/** So much of each in a second: some 400 requests and 4 MB. */
const perSecond = { wrongKey: 100, page: 150, pipelined: 5, stream: 5, garbage: 20, large: 4 };
const heldOpen = 100;

const pages = ['/', '/markets', '/docs', '/openapi.json', '/health/ready', '/metrics', '/nowhere'];
type Attack = keyof typeof perSecond | 'slow';

/** By attack and status. */
const answers: Partial<Record<Attack, Record<string, number>>> = {};
const open = new Map<net.Socket, Attack>();

function count(attack: Attack, answer: string): void {
	const counts = (answers[attack] ??= {});
	counts[answer] = (counts[answer] ?? 0) + 1;
}

/** A connection that counts the statuses it reads; cut or refused ones count as such. */
function connect(attack: Attack, begin: (socket: net.Socket) => void): net.Socket {
	const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
	open.set(socket, attack);
	socket.once('connect', () => begin(socket));
	socket.on('data', (chunk) => {
		for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
			count(attack, status);
		}
	});
	socket.on('error', () => count(attack, 'cut'));
	socket.once('close', () => open.delete(socket));
	return socket;
}

const head = (method: string, path: string, more = '') =>
	`${method} ${path} HTTP/1.1\r\nhost: stranger\r\n${more}\r\n`;

const one = (attack: Attack, text: string) => connect(attack, (socket) => socket.write(text));

let sent = 0;
const attacks: Readonly<Record<keyof typeof perSecond, () => void>> = {
	wrongKey: () => {
		const key = `x-api-key: wrong-${sent}\r\nconnection: close\r\n`;
		const socket = one('wrongKey', head('GET', '/products', key));
		// Answered: it is not waited for any more.
		socket.once('end', () => socket.end());
	},
	page: () => one('page', head('GET', pages[sent % pages.length] ?? '/', 'connection: close\r\n')),
	pipelined: () => one('pipelined', head('GET', '/').repeat(20)),
	stream: () => one('stream', head('GET', '/markets/CREDIT-EUR/trades/stream')),
	garbage: () => one('garbage', '\u0000\u0001GET\r\n\r\n'),
	large: () =>
		connect('large', (socket) => {
			const type = 'content-type: application/json\r\n';
			socket.write(head('POST', '/orders', `${type}content-length: 1000000000\r\n`));
			socket.write(Buffer.alloc(1024 * 1024, 'x'));
		}),
};

/** Kept open with a byte every two seconds, opened again when they are cut. */
const slow = [
	() => 'GET / HTTP/1.1\r\nhost: stranger\r\nx-slow: ',
	() => head('POST', '/orders', 'content-type: application/json\r\ncontent-length: 100000\r\n'),
	() => '',
];
const slowSockets: net.Socket[] = [];

function keepSlow(): void {
	for (const [index, begin] of slow.entries()) {
		for (let at = 0; at < heldOpen; at += 1) {
			const place = index * heldOpen + at;
			const socket = slowSockets[place];
			if (socket === undefined || socket.destroyed) slowSockets[place] = one('slow', begin());
			else if (index < 2 && socket.writable) socket.write('x');
			else socket.end();
		}
	}
}

const timers = Object.entries(perSecond).map(([name, times]) => {
	let left = times * seconds;
	const timer = setInterval(() => {
		sent += 1;
		attacks[name as keyof typeof perSecond]();
		if ((left -= 1) === 0) clearInterval(timer);
	}, 1000 / times);
	return { isOver: () => left === 0 };
});
const keeping = setInterval(keepSlow, 2000);
keepSlow();
process.stdout.write('the stranger is here\n');

const leaving = setInterval(() => {
	const isSent = timers.every(({ isOver }) => isOver());
	const isAnswered = ![...open.values()].includes('wrongKey');
	const isGivenUp = answers['slow']?.['408'] !== undefined;
	if (!isSent || !isAnswered || !isGivenUp) return;
	for (const timer of [keeping, leaving]) clearInterval(timer);
	for (const socket of open.keys()) socket.destroy();
	process.stdout.write(`answered ${JSON.stringify(answers)}\n`);
}, 50);
