/**
 * Logs faults that come again and again, such as those of a database that is away: the first at
 * once and whole, the others as a number every few seconds. A log that everybody who asks can fill
 * would fill the disk as well.
 */
import type { FastifyBaseLogger } from 'fastify';

const quietMs = 10_000;

/** Beyond these, all that are new count as one. */
const kindsMax = 100;

interface Kind {
	/** Since it was told last. */
	times: number;
}

export class RepeatedFaults {
	private readonly kinds = new Map<string, Kind>();

	constructor(private readonly log: Pick<FastifyBaseLogger, 'error'>) {}

	/** Tells it with the fields that say where it was met. */
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

	/** Tells how often it came again, until it has not. */
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

/** Faults that differ in nothing but numbers, such as ports and ids, are of one kind. */
function kindOf(fault: unknown): string {
	if (!(fault instanceof Error)) return String(fault).slice(0, 200);
	return `${fault.name} ${fault.message}`.slice(0, 200).replace(/\d+/g, '#');
}

declare module 'fastify' {
	interface FastifyInstance {
		/** Of the whole program. */
		readonly repeatedFaults: RepeatedFaults;
	}
}
