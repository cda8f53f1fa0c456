/**
 * Notifies followers of the stream of new events, with one query for all of them, at short
 * intervals and when woken. Followers read from their own cursors, so nothing is missed, whichever
 * process wrote it.
 */
import type { Kysely } from 'kysely';
import { newestSequence, type ReadRights } from '../record/reading';
import type { EventTables } from '../record/tables';

/** Interval, for events placed by other processes. */
const lookAgainMs = 250;

export interface StreamUpdatesParts {
	readonly database: Kysely<EventTables>;
	/**
	 * Which of these owners have new events since the last call, and ALL among them if those who read
	 * everybody's have; ALL alone if unknown.
	 */
	readonly ownersWithNewEvents?: (
		owners: readonly string[],
	) => Promise<ReadonlySet<string> | 'ALL'>;
	readonly onFault: (fault: unknown) => void;
}

export interface Follower {
	/** Resolves when there may be new events, or after leave(). */
	next(): Promise<void>;
	leave(): void;
}

interface Following {
	readonly owners: ReadRights['owners'];
	tell(): void;
}

export class StreamUpdates {
	private readonly followers = new Set<Following>();
	private newest = -1;
	private timer: NodeJS.Timeout | undefined;
	private looking: Promise<void> | undefined;

	constructor(private readonly parts: StreamUpdatesParts) {}

	/** Looks at once, after this process placed events. */
	wake(): void {
		if (this.followers.size > 0) this.look();
	}

	/** Registers a follower of these owners' events. */
	follow(owners: ReadRights['owners']): Follower {
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

	/** Looks never overlap. */
	private look(): void {
		this.looking ??= this.tellAll()
			.catch((fault: unknown) => {
				// After a fault every follower reads itself.
				for (const { tell } of this.followers) tell();
				this.parts.onFault(fault);
			})
			.then(() => {
				this.looking = undefined;
			});
	}

	private async tellAll(): Promise<void> {
		const { database, ownersWithNewEvents } = this.parts;
		const newest = await newestSequence(database);
		if (newest === this.newest) return;
		this.newest = newest;
		const all = [...this.followers].flatMap(({ owners }) => (owners === 'ALL' ? [] : owners));
		const found =
			ownersWithNewEvents === undefined ? 'ALL' : await ownersWithNewEvents([...new Set(all)]);
		for (const follower of this.followers) if (isFor(follower, found)) follower.tell();
	}
}

function isFor({ owners }: Following, found: ReadonlySet<string> | 'ALL'): boolean {
	if (found === 'ALL') return true;
	return owners === 'ALL' ? found.has(owners) : owners.some((owner) => found.has(owner));
}
