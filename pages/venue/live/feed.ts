/**
 * The one connection of the page to the exchange, over which everything live comes. It is opened again
 * whenever it breaks, at once where the browser says that the network is back or somebody looks at the
 * page again; each stream then begins with a snapshot or goes on behind the last event seen, so that
 * nothing is missing.
 */
import { ExchangeRefusal } from '../../../exchange/client/faults';
import { SocketConnection, type SocketEvent } from '../../../exchange/client/socket-connection';
import type { SocketChannel } from '../../../api/exchange/socket';
import { nowMs } from '../../parts/clock';
import { errorOf } from '../../parts/loading';

export type FeedState =
	| { readonly kind: 'connecting' }
	| { readonly kind: 'live' }
	/** Since when what is shown stands still, and why. */
	| { readonly kind: 'lost'; readonly since: number; readonly reason: string };

export interface Followed {
	readonly channel: SocketChannel;
	/** What is asked for, when the stream is begun and each time it is begun again. */
	readonly params: () => Readonly<Record<string, string | number>>;
	readonly take: (event: SocketEvent) => void;
}

interface FeedOptions {
	readonly followed: readonly Followed[];
	readonly key: string | undefined;
	readonly onState: (state: FeedState) => void;
	/** Told when the exchange takes the key no longer; nothing is followed from then on. */
	readonly onKeyEnded: (reason: Error) => void;
}

const firstPauseMs = 500;
const pauseMsMax = 15_000;
/** Silence after which the other side is asked whether it is there. */
const silentMs = 10_000;

export class Feed {
	private line: SocketConnection | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private pauseMs = firstPauseMs;
	private lostSince: number | undefined;
	private isClosed = false;

	constructor(private readonly options: FeedOptions) {
		addEventListener('online', this.onWake);
		document.addEventListener('visibilitychange', this.onWake);
		void this.open();
	}

	close(): void {
		this.isClosed = true;
		clearTimeout(this.timer);
		removeEventListener('online', this.onWake);
		document.removeEventListener('visibilitychange', this.onWake);
		this.line?.close();
	}

	/** Begins everything anew, where what was received turned out not to fit. */
	again(line = this.line): void {
		if (line !== this.line) return;
		this.line?.close();
		this.line = undefined;
		if (!this.isClosed) void this.open();
	}

	/** Does not wait for a pause that nobody needs any more. */
	private readonly onWake = () => {
		if (document.hidden || this.timer === undefined) return;
		this.pauseMs = firstPauseMs;
		void this.open();
	};

	private async open(): Promise<void> {
		clearTimeout(this.timer);
		this.timer = undefined;
		const { followed, key, onState } = this.options;
		const url = globalThis.location.origin;
		const line = new SocketConnection({ url, silentMs, ...(key !== undefined && { key }) });
		this.line = line;
		if (this.lostSince === undefined) onState({ kind: 'connecting' });
		try {
			for (const { channel, params, take } of followed) {
				await line.subscribe({ channel, ...params() }, (event) => {
					if (line !== this.line) return;
					if (event === undefined) this.lost(line, new Error('The connection broke.'));
					else take(event);
				});
			}
			if (line !== this.line) return;
			this.pauseMs = firstPauseMs;
			this.lostSince = undefined;
			onState({ kind: 'live' });
		} catch (fault) {
			this.lost(line, errorOf(fault));
		}
	}

	private lost(line: SocketConnection, fault: Error): void {
		if (line !== this.line || this.isClosed) return;
		this.line = undefined;
		line.close();
		const { onState, onKeyEnded } = this.options;
		if (fault instanceof ExchangeRefusal && fault.errorCode.startsWith('Auth_Key')) {
			this.close();
			return onKeyEnded(fault);
		}
		this.lostSince ??= nowMs();
		const reason =
			fault instanceof ExchangeRefusal ? fault.message : 'The exchange does not answer.';
		onState({ kind: 'lost', since: this.lostSince, reason });
		this.timer = setTimeout(() => void this.open(), this.pauseMs);
		this.pauseMs = Math.min(this.pauseMs * 2, pauseMsMax);
	}
}
