/**
 * Temporary failures of a database that are no bug: it is away, read-only, or its disk is full.
 * Each dialect throws these instead of its own errors, so that callers can wait or answer.
 */
export type Shortage = 'AWAY' | 'READ_ONLY' | 'FULL';

const sentences: Readonly<Record<Shortage, string>> = {
	AWAY: 'the database does not answer',
	READ_ONLY: 'the database takes no changes',
	FULL: 'the disk of the database is full',
};

export class DatabaseUnavailable extends Error {
	constructor(
		readonly shortage: Shortage,
		cause: unknown,
	) {
		super(sentences[shortage], { cause });
		this.name = 'DatabaseUnavailable';
	}
}

/** Records that a change was refused, until a later one succeeds. */
export class WriteState {
	private refused: Shortage | undefined;

	/** Records the fault and returns it, to be thrown. */
	note(fault: DatabaseUnavailable): DatabaseUnavailable {
		if (fault.shortage !== 'AWAY') this.refused = fault.shortage;
		return fault;
	}

	get isRefused(): boolean {
		return this.refused !== undefined;
	}

	/** A change succeeded. */
	forget(): void {
		this.refused = undefined;
	}
}

const full = ['53100', 'ENOSPC'];
const readOnly = '25006';

/**
 * Error codes of a server that is stopping or starting, has too many connections, or has closed
 * ours.
 */
const away = /^(08...|25P03|57P0[1235]|53[0234]00|58030)$/;

/** Messages of `pg` for a lost connection, which have no code. */
const lost = /^(Connection terminated|Client (was closed|has encountered a connection error))/;

/** The temporary failure behind an error of PostgreSQL, or undefined. */
export function postgresShortage(fault: unknown): Shortage | undefined {
	const { code, message, syscall } = fault as Partial<NodeJS.ErrnoException>;
	if (code === readOnly) return 'READ_ONLY';
	if (code !== undefined && full.includes(code)) return 'FULL';
	const isLost = syscall !== undefined || (code === undefined && lost.test(message ?? ''));
	return isLost || away.test(code ?? '') ? 'AWAY' : undefined;
}

const busy = 5;

/** By SQLite's result codes. */
const sqliteShortages: Readonly<Record<number, Shortage>> = {
	// Another process has been writing for longer than the timeout.
	[busy]: 'AWAY',
	8: 'READ_ONLY',
	13: 'FULL',
};

/** Extended codes for a file that cannot grow because of a quota or a process limit. */
const fileFull = [778, 4_874];

/** True if another connection is writing. */
export function isBusy(fault: unknown): boolean {
	const { errcode } = fault as { readonly errcode?: unknown };
	return typeof errcode === 'number' && (errcode & 0xff) === busy;
}

/** The temporary failure behind an error of SQLite, or undefined. */
export function sqliteShortage(fault: unknown): Shortage | undefined {
	const { errcode } = fault as { readonly errcode?: unknown };
	if (typeof errcode !== 'number') return undefined;
	// The lowest byte of an extended code is the basic code.
	return fileFull.includes(errcode) ? 'FULL' : sqliteShortages[errcode & 0xff];
}
