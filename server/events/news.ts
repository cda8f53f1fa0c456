/**
 * Tells those who follow the stream that there is more: one question to the database for all of them,
 * at short intervals and when they are woken. What there is they read themselves, from their cursors on,
 * so that whoever wrote it, in whatever process, nothing is passed over.
 */
import type { Kysely } from 'kysely';
import { newestSequence, type Hearing } from './reading';
import type { EventTables } from './tables';

/** For what another process has placed. */
const lookAgainMs = 250;

export interface NewsParts {
	readonly database: Kysely<EventTables>;
	/** Whose events have come since it was asked last; any owner's where it cannot tell. */
	readonly newFor?: (owners: readonly string[]) => Promise<ReadonlySet<string> | 'ALL'>;
	readonly onFault: (fault: unknown) => void;
}

export interface Follower {
	/** Settles when there may be more than was read when it was asked last, or it has left. */
	next(): Promise<void>;
	leave(): void;
}

interface Following {
	readonly owners: Hearing['owners'];
	tell(): void;
}

export class News {
	private readonly followers = new Set<Following>();
	private newest = -1;
	private timer: NodeJS.Timeout | undefined;
	private looking: Promise<void> | undefined;

	constructor(private readonly parts: NewsParts) {}

	/** Has the followers told soon, where something was placed in this process. */
	wake(): void {
		if (this.followers.size > 0) this.look();
	}

	/** From here on one is told of what comes for these owners, also while they read. */
	follow(owners: Hearing['owners']): Follower {
		let [isMore, isOver] = [false, false];
		let resolve: (() => void) | undefined;
		const tell = () => {
			isMore = true;
			resolve?.();
		};
		const following = { owners, tell };
		this.followers.add(following);
		this.timer ??= setInterval(() => this.look(), lookAgainMs);
		return {
			async next() {
				if (!isMore && !isOver) await new Promise<void>((told) => (resolve = told));
				isMore = false;
			},
			leave: () => {
				isOver = true;
				this.followers.delete(following);
				if (this.followers.size === 0) this.close();
				tell();
			},
		};
	}

	close(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	/** A look that takes longer than the interval is not begun a second time meanwhile. */
	private look(): void {
		this.looking ??= this.tellAll()
			.catch((fault: unknown) => {
				// What it would have found is looked for by everybody.
				for (const { tell } of this.followers) tell();
				this.parts.onFault(fault);
			})
			.then(() => {
				this.looking = undefined;
			});
	}

	private async tellAll(): Promise<void> {
		const { database, newFor } = this.parts;
		const newest = await newestSequence(database);
		if (newest === this.newest) return;
		this.newest = newest;
		const all = [...this.followers].flatMap(({ owners }) => (owners === 'ALL' ? [] : owners));
		const found = newFor === undefined ? 'ALL' : await newFor([...new Set(all)]);
		for (const follower of this.followers) if (isFor(follower, found)) follower.tell();
	}
}

function isFor({ owners }: Following, found: ReadonlySet<string> | 'ALL'): boolean {
	if (found === 'ALL') return true;
	return owners !== 'ALL' && owners.some((owner) => found.has(owner));
}
