/**
 * What keeps a database from doing its work for a while and is nobody's mistake: it is away, takes
 * no changes, or its disk is full. Each dialect throws these in the place of what it met, so that
 * whoever asked can wait or be answered.
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

/** Whether a change was refused for want of room or right, and no change has been tried since. */
export class WriteState {
	private refused: Shortage | undefined;

	/** The fault as it is to be thrown on. */
	note(fault: DatabaseUnavailable): DatabaseUnavailable {
		if (fault.shortage !== 'AWAY') this.refused = fault.shortage;
		return fault;
	}

	get isRefused(): boolean {
		return this.refused !== undefined;
	}

	/** A change was made. */
	forget(): void {
		this.refused = undefined;
	}
}

const full = ['53100', 'ENOSPC'];
const readOnly = '25006';

/** Codes of a server that is stopping or starting, has too many connections, or has closed or timed out ours. */
const away = /^(08...|25P03|57P0[1235]|53[0234]00|58030)$/;

/** What `pg` says of a connection that is gone, without a code. */
const lost = /^(Connection terminated|Client (was closed|has encountered a connection error))/;

/** Why PostgreSQL did not do it, where that will pass. */
export function postgresShortage(fault: unknown): Shortage | undefined {
	const { code, message, syscall } = fault as Partial<NodeJS.ErrnoException>;
	if (code === readOnly) return 'READ_ONLY';
	if (code !== undefined && full.includes(code)) return 'FULL';
	const isLost = syscall !== undefined || (code === undefined && lost.test(message ?? ''));
	return isLost || away.test(code ?? '') ? 'AWAY' : undefined;
}

const busy = 5;

/** By SQLite's own numbers. */
const sqliteShortages: Readonly<Record<number, Shortage>> = {
	// Another process has written for longer than anybody waits.
	[busy]: 'AWAY',
	8: 'READ_ONLY',
	13: 'FULL',
};

/** SQLite's codes for a file that cannot grow: a quota, or a limit of the process. */
const fileFull = [778, 4_874];

/** SQLite has left it because another connection writes. */
export function isBusy(fault: unknown): boolean {
	const { errcode } = fault as { readonly errcode?: unknown };
	return typeof errcode === 'number' && (errcode & 0xff) === busy;
}

/** Why SQLite did not do it, where that will pass. */
export function sqliteShortage(fault: unknown): Shortage | undefined {
	const { errcode } = fault as { readonly errcode?: unknown };
	if (typeof errcode !== 'number') return undefined;
	// An extended number has the plain one in its lowest byte.
	return fileFull.includes(errcode) ? 'FULL' : sqliteShortages[errcode & 0xff];
}
