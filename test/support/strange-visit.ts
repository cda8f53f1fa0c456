/**
 * A client with a key calls a program while a stranger without any key sends it all that can be sent,
 * from the client's own address. The program is a real process with its usual limits; beside it runs a
 * second one that nobody attacks and the client calls by turns, so that a benchmark can tell what the
 * stranger costs. What is expected of the answers is left to the callers.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { projectRoot } from '../../start/project-root';
import type { KeyedCall, KeyedProgram } from './keyed-programs';
import { until } from './requests';

const pauseMs = 20;

/** What a client was answered. */
export interface Client {
	readonly timesMs: readonly number[];
	readonly statuses: ReadonlySet<number>;
}

export interface StrangeVisit {
	readonly attacked: Client;
	readonly alone: Client;
	readonly stranger: StrangersAnswers;
}

/** How often the stranger was answered with which status, or `cut`, by what was sent. */
export type StrangersAnswers = Readonly<Record<string, Readonly<Record<string, number>>>>;

class KeyedClient implements Client {
	readonly timesMs: number[] = [];
	readonly statuses = new Set<number>();
	private readonly agent = new Agent({ connections: 1 });
	private count = 0;

	constructor(readonly program: KeyedProgram) {}

	async callNext(): Promise<void> {
		const { calls } = this.program;
		const next = calls[this.count % calls.length];
		if (next === undefined) throw new Error('a client has calls to make');
		this.count += 1;
		await this.call(next);
	}

	forget(): void {
		this.timesMs.length = 0;
		this.statuses.clear();
	}

	async leave(): Promise<void> {
		await this.agent.close();
		await this.program.close();
	}

	private async call({ method, path: target, body }: KeyedCall): Promise<void> {
		const startedAt = performance.now();
		const reply = await request(this.program.url + target, {
			method,
			headers: { 'x-api-key': this.program.key, 'content-type': 'application/json' },
			body: body?.(),
			dispatcher: this.agent,
		});
		await reply.body.dump();
		this.timesMs.push(performance.now() - startedAt);
		this.statuses.add(reply.statusCode);
	}
}

/** Lets a stranger at a program for that long; a first warm-up is not counted. */
export async function strangeVisit(
	start: () => Promise<KeyedProgram>,
	seconds: number,
): Promise<StrangeVisit> {
	const attacked = new KeyedClient(await start());
	const alone = new KeyedClient(await start());
	await callByTurns([attacked, alone], 2);
	for (const client of [attacked, alone]) client.forget();
	const { here, gone } = letIn(attacked.program.url, seconds + 2);
	await here;
	await callByTurns([attacked, alone], seconds);
	const stranger = await gone;
	for (const client of [attacked, alone]) await client.leave();
	return { attacked, alone, stranger };
}

async function callByTurns(clients: readonly KeyedClient[], seconds: number): Promise<void> {
	const endsAt = performance.now() + seconds * 1000;
	while (performance.now() < endsAt) {
		for (const client of clients) {
			await client.callNext();
			await delay(pauseMs);
		}
	}
}

function letIn(url: string, seconds: number) {
	const runner = path.join(projectRoot(), 'test/support/run-typescript.js');
	const args = ['-n', '10', process.execPath, runner, 'test/support/stranger.ts'];
	const child = spawn('nice', [...args, new URL(url).port, String(seconds)], {
		cwd: projectRoot(),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let printed = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
	return {
		here: until(() => Promise.resolve(printed.includes('here') ? true : undefined)),
		gone: new Promise<StrangersAnswers>((resolve, reject) => {
			child.once('close', () => {
				const counts = /^answered (.*)$/m.exec(printed)?.[1];
				if (counts === undefined) reject(new Error(`the stranger ended early: ${printed}`));
				else resolve(JSON.parse(counts) as StrangersAnswers);
			});
		}),
	};
}
