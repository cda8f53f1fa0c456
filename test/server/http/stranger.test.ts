/**
 * A stranger without any key sends everything they can for a minute, from the address of a client
 * with a key, to a real process whose limits are the usual ones. The client calls that process and
 * a second one of the same program by turns, which nobody attacks: so its own latency is measured at
 * the same time on the same machine, and what differs is what the program makes of the stranger.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import {
	startKeyedExchange,
	startKeyedService,
	type KeyedCall,
	type KeyedProgram,
} from '../../support/keyed-programs';
import { until } from '../../support/requests';

const strangerSeconds = 60;
const pauseMs = 20;

interface Client {
	readonly program: KeyedProgram;
	readonly agent: Agent;
	readonly times: number[];
}

async function call({ program, agent, times }: Client, { method, path, body }: KeyedCall) {
	const startedAt = performance.now();
	const { statusCode, body: reply } = await request(program.url + path, {
		method,
		headers: { 'x-api-key': program.key, 'content-type': 'application/json' },
		body: body?.(),
		dispatcher: agent,
	});
	await reply.dump();
	times.push(performance.now() - startedAt);
	expect(statusCode).toBeLessThan(300);
}

/** The same calls to each of the clients' programs by turns, for so many seconds. */
async function callByTurns(clients: readonly Client[], seconds: number): Promise<void> {
	const endsAt = performance.now() + seconds * 1000;
	for (let at = 0; performance.now() < endsAt; at += 1) {
		for (const client of clients) {
			const { calls } = client.program;
			const next = calls[at % calls.length];
			if (next === undefined) throw new Error('a client has calls to make');
			await call(client, next);
			await delay(pauseMs);
		}
	}
}

function clientOf(program: KeyedProgram): Client {
	return { program, agent: new Agent({ connections: 1 }), times: [] };
}

function quantile(times: readonly number[], share: number): number {
	const sorted = [...times].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Lets a stranger at the program; settles with the counts of the answers they got. */
function stranger(url: string): { readonly here: Promise<true>; readonly gone: Promise<string> } {
	const root = path.resolve(__dirname, '../../..');
	const runner = path.join(root, 'test/support/run-typescript.js');
	const args = ['-n', '10', process.execPath, runner, 'test/support/stranger.ts'];
	const child = spawn('nice', [...args, new URL(url).port, String(strangerSeconds + 2)], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let printed = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
	return {
		here: until(() => Promise.resolve(printed.includes('here') ? true : undefined)),
		gone: new Promise((resolve) => child.once('close', () => resolve(printed))),
	};
}

test.each([
	['the service', startKeyedService],
	['the exchange', startKeyedExchange],
] as const)(
	'%s serves a client with a key as fast as one that nobody attacks',
	async (_name, start) => {
		const [attacked, alone] = [clientOf(await start()), clientOf(await start())];
		await callByTurns([attacked, alone], 2);
		for (const { times } of [attacked, alone]) times.length = 0;
		const { here, gone } = stranger(attacked.program.url);
		await here;
		await callByTurns([attacked, alone], strangerSeconds);
		const answered = await gone;
		const found = [attacked, alone].map(({ times }) => ({
			calls: times.length,
			medianMs: quantile(times, 0.5),
			p95Ms: quantile(times, 0.95),
		}));
		for (const { program, agent } of [attacked, alone]) {
			await agent.close();
			await program.close();
		}
		process.stdout.write(`${JSON.stringify({ found, answered })}\n`);
		expect(answered).toMatch(/"429":\d/);
		expect(answered).not.toMatch(/"5\d\d"/);
		expect(quantile(attacked.times, 0.5)).toBeLessThan(2 * quantile(alone.times, 0.5));
		expect(quantile(attacked.times, 0.95)).toBeLessThan(2 * quantile(alone.times, 0.95));
	},
	180_000,
);
