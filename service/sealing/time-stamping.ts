/**
 * Requests time stamps from an authority (RFC 3161) over HTTP, within limits, and accepts only answers about
 * the same signature. A seal waits a limited time for an unavailable authority and is then made without a
 * time stamp, so that a signed contract does not stay unsealed.
 *
 *   the authority   entered by                       left by
 *   asked           start; the end of a pause        no usable answer -> paused
 *   paused          no usable answer                 a short time, in which no seal waits for it
 */
import { randomBytes, X509Certificate } from 'node:crypto';
import { isSameBytes } from '../../proof/bytes';
import { DerFault } from '../../proof/der';
import { SealFault } from '../../proof/sealed/seal-fault';
import { checkTimeStamp } from '../../proof/sealed/time-stamp';
import type { Clock } from '../../server/clock';
import { answerOf, NoResponseError } from './answers';
import { nonceContent, readAnswer, timeStampQuery } from './signature/time-stamp-query';

/** No usable time stamp; the message is a clause for people. */
export class TimeStampFault extends Error {
	override readonly name = 'TimeStampFault';
}

export interface TimeStampingSettings {
	/** May contain user name and password; undefined means no time stamps. */
	readonly tsaUrl: string | undefined;
	readonly tsaWaitMinutes: number;
}

/** A signature to stamp, the time its seal was queued, and the bytes free for the token. */
export interface ToStamp {
	readonly signature: Uint8Array;
	readonly askedAt: string | null;
	readonly roomBytes: number;
}

/** A token with its time, or the reason why there is none. */
export type Stamp =
	| {
			readonly token: Uint8Array;
			readonly time: string;
			/** The authority's certificate and its chain as far as known, DER. */
			readonly path: readonly Uint8Array[];
	  }
	| { readonly fault: string };

const usualTimeoutMs = 10_000;
const pauseMs = 20_000;
/** Tokens take a few thousand bytes. */
const answerBytesMax = 64 * 1024;
const nonceBytes = 16;
const timeStampingPurpose = '1.3.6.1.5.5.7.3.8';

export class TimeStamping {
	private paused: { readonly untilMs: number; readonly fault: TimeStampFault } | undefined;

	constructor(
		private readonly settings: TimeStampingSettings,
		private readonly clock: Clock,
		private readonly timeoutMs = usualTimeoutMs,
	) {}

	/**
	 * Stamps a signature; undefined if no authority is set. Throws a `TimeStampFault` while its seal
	 * should still wait for one.
	 */
	async stamp(toStamp: ToStamp): Promise<Stamp | undefined> {
		const { tsaUrl, tsaWaitMinutes } = this.settings;
		if (tsaUrl === undefined) return undefined;
		try {
			return await this.ask(tsaUrl, toStamp);
		} catch (fault) {
			if (!(fault instanceof TimeStampFault)) throw fault;
			const untilMs = Date.parse(toStamp.askedAt ?? '1970-01-01') + tsaWaitMinutes * 60_000;
			if (this.clock.now() < untilMs) throw fault;
			return { fault: fault.message };
		}
	}

	private async ask(url: string, toStamp: ToStamp): Promise<Stamp> {
		const now = this.clock.now();
		if (this.paused !== undefined && now < this.paused.untilMs) throw this.paused.fault;
		try {
			const stamp = await stampOf(url, toStamp, this.timeoutMs);
			this.paused = undefined;
			return stamp;
		} catch (fault) {
			if (fault instanceof TimeStampFault) {
				this.paused = { untilMs: now + pauseMs, fault };
			}
			throw fault;
		}
	}
}

async function stampOf(
	url: string,
	{ signature, roomBytes }: ToStamp,
	timeoutMs: number,
): Promise<Stamp> {
	const nonce = randomBytes(nonceBytes);
	try {
		const bytes = await answerOf({
			url,
			timeoutMs,
			sizeBytesMax: answerBytesMax,
			body: { bytes: timeStampQuery(signature, nonce), mediaType: 'application/timestamp-query' },
		});
		const answer = readAnswer(bytes);
		if ('refusal' in answer) throw noTimeFault(answer.refusal);
		const { token } = answer;
		if (token.length > roomBytes)
			throw noTimeFault('its time stamp is larger than a seal has room for');
		const checked = await checkTimeStamp(token, signature);
		if (!isSameBytes(checked.nonce ?? new Uint8Array(), nonceContent(nonce))) {
			throw noTimeFault('it answered another request than ours');
		}
		const { keyUsage } = new X509Certificate(checked.certificate.whole);
		// Node.js lists extended key usages as OIDs.
		if (!(keyUsage as readonly string[] | undefined)?.includes(timeStampingPurpose)) {
			throw noTimeFault('its certificate is not one for time stamps');
		}
		const path = [checked.certificate, ...checked.issuerChain].map(({ whole }) =>
			Buffer.from(whole),
		);
		return { token, time: checked.time, path };
	} catch (fault) {
		if (fault instanceof NoResponseError) throw noTimeFault(fault.message);
		if (fault instanceof DerFault) throw noTimeFault('it answered what is no time stamp');
		if (fault instanceof SealFault)
			throw noTimeFault(`it answered what cannot be used: ${fault.message}`);
		throw fault;
	}
}

function noTimeFault(what: string): TimeStampFault {
	return new TimeStampFault(`the time stamping authority gave no time: ${what}`);
}
