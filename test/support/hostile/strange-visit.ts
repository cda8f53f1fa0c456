/**
 * A stranger without any key who sends a program all that can be sent, as a process of its own, and a
 * client with a key who calls it meanwhile from the same address.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { Agent, request } from 'undici';
import { projectRoot } from '../../../start/machine/project-root';
import type { KeyedCall, KeyedProgram } from '../programs/keyed-programs';
import { until } from '../clients/requests';

/** How often the stranger was answered with which status, or `cut`, by what was sent. */
export type StrangersAnswers = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type CalledProgram = Pick<KeyedProgram, 'url' | 'key' | 'calls'>;

/** One connection, and one call after another. */
export class KeyedClient {
	private readonly agent = new Agent({ connections: 1 });
	private count = 0;

	constructor(private readonly program: CalledProgram) {}

	/** The next call; answers its status. */
	async callNext(): Promise<number> {
		const { calls } = this.program;
		const next = calls[this.count % calls.length];
		if (next === undefined) throw new Error('a client has calls to make');
		this.count += 1;
		return this.call(next);
	}

	async leave(): Promise<void> {
		await this.agent.close();
	}

	private async call({ method, path: target, body }: KeyedCall): Promise<number> {
		const reply = await request(this.program.url + target, {
			method,
			headers: { 'x-api-key': this.program.key, 'content-type': 'application/json' },
			body: body?.(),
			dispatcher: this.agent,
		});
		await reply.body.dump();
		return reply.statusCode;
	}
}

/**
 * A stranger who sends for that long, or longer where the machine is busy, and says when it is gone: all
 * that can be sent, or requests without a wait for answers, over so many connections.
 */
export function letIn(url: string, seconds: number, pipeliningConnections?: number) {
	const own = new URL(url).port;
	const visit =
		pipeliningConnections === undefined
			? ['test/support/hostile/stranger.ts', own, String(seconds)]
			: [
					'test/support/hostile/pipelining.ts',
					...[own, String(seconds), String(pipeliningConnections)],
				];
	const runner = path.join(projectRoot(), 'test/support/run/run-typescript.js');
	const child = spawn('nice', ['-n', '10', process.execPath, runner, ...visit], {
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
