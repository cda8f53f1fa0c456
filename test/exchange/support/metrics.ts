/** Reads metrics of an exchange as an operator would. */
import type { RunningExchange } from './exchange';

/** `name` with its labels; NaN where there is no such metric. */
export async function metric(running: RunningExchange, name: string): Promise<number> {
	const { body } = await running.call('GET', '/metrics');
	const line = String(body)
		.split('\n')
		.find((each) => each.startsWith(`${name} `));
	return Number(line?.split(' ').at(-1));
}
