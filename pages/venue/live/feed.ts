/**
 * The page's WebSocket to the exchange. It reconnects after a failure, and at once when the network
 * or the tab becomes active again. Each stream then starts with a snapshot or after the last event
 * seen, so that nothing is missing.
 */
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import { SocketConnection, type SocketEvent } from '../../../clients/exchange/socket-connection';
import type { SocketChannel } from '../../../api/exchange/socket';
import { CallFault } from '../../parts/client';
import { nowMs } from '../../parts/clock';
import { errorOf } from '../../parts/loading';

export type FeedState =
	| { readonly kind: 'connecting' }
	| { readonly kind: 'live' }
	/** Since when nothing arrives, in milliseconds since 1970, and why. */
	| { readonly kind: 'lost'; readonly since: number; readonly reason: Error };

export interface Followed {
	readonly channel: SocketChannel;
	/** Parameters at each subscription. */
	readonly params: () => Readonly<Record<string, string | number>>;
	readonly take: (event: SocketEvent) => void;
}

interface FeedOptions {
	readonly followed: readonly Followed[];
	readonly key: string | undefined;
	readonly onState: (state: FeedState) => void;
	/** Called if the exchange refuses the key; the feed is closed then. */
	readonly onKeyEnded: (reason: Error) => void;
}

const firstPauseMs = 500;
const pauseMsMax = 15_000;
/** Silence before a ping. */
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

	/** Reconnects, for data that turned out inconsistent. */
	again(line = this.line): void {
		if (line !== this.line) return;
		this.line?.close();
		this.line = undefined;
		if (!this.isClosed) void this.open();
	}

	/** Ends the pause before the next attempt. */
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
			return onKeyEnded(refusalOf(fault));
		}
		this.lostSince ??= nowMs();
		const reason =
			fault instanceof ExchangeRefusal
				? refusalOf(fault)
				: new Error('The exchange does not answer.');
		onState({ kind: 'lost', since: this.lostSince, reason });
		this.timer = setTimeout(() => void this.open(), this.pauseMs);
		this.pauseMs = Math.min(this.pauseMs * 2, pauseMsMax);
	}
}

/** As a call of the page would be refused. */
function refusalOf({ errorCode, message, values }: ExchangeRefusal): CallFault {
	return new CallFault(errorCode, message, '', values);
}
