/**
 * Logs repeated faults, such as of a database that is away: the first in full, further ones as a
 * count every few seconds, so that callers cannot fill the disk with log lines.
 */
import type { FastifyBaseLogger } from 'fastify';

const quietMs = 10_000;

/** Further new kinds count as one. */
const kindsMax = 100;

interface Kind {
	/** Count since the last log line. */
	times: number;
}

export class RepeatedFaults {
	private readonly kinds = new Map<string, Kind>();

	constructor(private readonly log: Pick<FastifyBaseLogger, 'error'>) {}

	/** Logs a fault with fields about its place. */
	tell(fault: unknown, message: string, fields: object = {}): void {
		const name = this.nameOf(`${message}: ${kindOf(fault)}`);
		const known = this.kinds.get(name);
		if (known !== undefined) {
			known.times += 1;
			return;
		}
		this.log.error({ err: fault, ...fields }, message);
		const kind = { times: 0 };
		this.kinds.set(name, kind);
		this.listen(name, kind);
	}

	/** Logs the repetitions until there are none. */
	private listen(name: string, kind: Kind): void {
		const told = () => {
			const { times } = kind;
			kind.times = 0;
			if (times === 0) {
				this.kinds.delete(name);
				return;
			}
			this.log.error({ fault: name, times, withinMs: quietMs }, 'the fault was met again');
			this.listen(name, kind);
		};
		setTimeout(told, quietMs).unref();
	}

	private nameOf(name: string): string {
		return this.kinds.has(name) || this.kinds.size < kindsMax ? name : 'others';
	}
}

/** Faults that differ only in numbers, such as ports and ids, are of one kind. */
function kindOf(fault: unknown): string {
	if (!(fault instanceof Error)) return String(fault).slice(0, 200);
	return `${fault.name} ${fault.message}`.slice(0, 200).replace(/\d+/g, '#');
}

declare module 'fastify' {
	interface FastifyInstance {
		/** Shared by the whole program. */
		readonly repeatedFaults: RepeatedFaults;
	}
}
