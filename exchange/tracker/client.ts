/**
 * An HTTP client of a tracker, for any that implements the interface described in api/. It sends
 * each call once, obeys the rate limit, and converts replies to the answers of tracker.ts. It never
 * retries; settlement decides about that. Between calls it keeps whether the tracker has said that
 * it keeps an `Idempotency-Key`.
 */
import type { EndpointDescription } from '../../api/language/description';
import { endpoints } from '../../api/endpoints';
import type { Model } from '../../api/types';
import { pageAnswer, transferAnswer, unavailable } from './answers';
import { TokenBucket } from './token-bucket';
import { readPages } from './pages';
import { requestOf, whyUnsendable, type WireValues } from './request';
import { systemTiming, type Timing } from './timing';
import type {
	ReadAnswer,
	Tracker,
	TrackerTransaction,
	TransferAnswer,
	TransferRequest,
} from './tracker';
import { inSpan, noteAnswer, traceHeaders, type SpanOf } from '../../server/traces/spans';
import { Wire, type WireOutcome, type WireSettings } from './wire';

const { transferAsset, listBalances, listTransactions } = endpoints.tracker;
const { listProducts, reportWaiting } = endpoints.platform;

const transferBytesMax = 64 * 1024;
const pageBytesMax = 8 * 1024 * 1024;
/** As many of the longest transactions as a page can hold: senders choose their texts. */
const longestRows = 300;
const pageLimits = { pageRows: listBalances.fields.limit.maximum, pagesMax: 200 };

export interface TrackerSettings extends WireSettings {
	readonly productId: string;
	/** Most calls per minute, each page of a list included; 0: no limit. */
	readonly callsPerMinuteMax: number;
	/** True if an empty answer counts as a transfer; default false. */
	readonly believesEmpty?: boolean;
}

/** See api/platform/waiting.ts. */
export interface WaitingReport {
	readonly program?: string;
	readonly page: string;
	readonly heldTransfers: number;
	readonly waitingPayouts: number;
	readonly openAlarms: number;
	readonly alarm?: string;
}

export interface TrackerClient extends Tracker {
	/**
	 * Days for which the tracker says it keeps an `Idempotency-Key`; undefined if it does not say.
	 */
	idempotencyKeyDays(key: string): Promise<number | undefined>;
	/** Tells the service that the tracker belongs to what waits for people; undefined: it took it, else why not. */
	reportWaiting(key: string, told: WaitingReport): Promise<string | undefined>;
	/** Waits for calls in flight, answers waiting ones with NOT_SENT, and disconnects. */
	close(): Promise<void>;
}

/** Throws if the address is invalid. */
export function createTracker(
	settings: TrackerSettings,
	timing: Timing = systemTiming,
): TrackerClient {
	return new HttpTracker(settings, timing);
}

class HttpTracker implements TrackerClient {
	private readonly wire: Wire;
	private readonly bucket: TokenBucket;
	private keepsKeys = false;

	constructor(
		private readonly settings: TrackerSettings,
		private readonly timing: Timing,
	) {
		this.wire = new Wire(settings, timing);
		this.bucket = new TokenBucket(settings.callsPerMinuteMax, timing);
	}

	async transfer(request: TransferRequest): Promise<TransferAnswer> {
		const { key, assetId, recipientEmail, units, idempotencyKey, sendBefore } = request;
		const values = { assetId, recipientEmail, amount: units, 'idempotency-key': idempotencyKey };
		const call = { key, values, bytesMax: transferBytesMax, sendBefore };
		const outcome = await this.call(transferAsset, call);
		const { believesEmpty = false } = this.settings;
		const asked = { ...request, believesEmpty, keepsKeys: this.keepsKeys };
		return transferAnswer(outcome, asked, this.timing.now());
	}

	async balances(key: string): Promise<ReadAnswer<ReadonlyMap<string, bigint>>> {
		const { model } = listBalances.reply;
		const answer = await this.list(key, listBalances, {}, (outcome) =>
			pageAnswer(outcome, { model, key }, this.timing.now()),
		);
		if (answer.kind !== 'READ') return answer;
		const balances = answer.value.map(({ id, amount }) => [id, BigInt(amount)] as const);
		if (balances.some(([, units]) => units < 0n)) return unavailable('a balance below zero');
		return { kind: 'READ', value: new Map(balances) };
	}

	async transactions(
		key: string,
		assetId: string,
	): Promise<ReadAnswer<readonly TrackerTransaction[]>> {
		const { model } = listTransactions.reply;
		const answer = await this.list(key, listTransactions, { assetId }, (outcome) =>
			pageAnswer(outcome, { model, key }, this.timing.now()),
		);
		if (answer.kind !== 'READ') return answer;
		if (answer.value.some((row) => row.assetId !== assetId)) {
			return unavailable('a transaction of another asset');
		}
		const transactions = answer.value.map(asTransaction);
		const isSound = ({ units, time }: TrackerTransaction) =>
			units >= 0n && Number.isSafeInteger(time);
		return transactions.every(isSound)
			? { kind: 'READ', value: transactions }
			: unavailable('a transaction with an impossible amount or time');
	}

	async idempotencyKeyDays(key: string): Promise<number | undefined> {
		const { model } = listProducts.reply;
		const answer = await this.list(key, listProducts, {}, (outcome) =>
			pageAnswer(outcome, { model, key }, this.timing.now()),
		);
		if (answer.kind !== 'READ') return undefined;
		const product = answer.value.find(({ id }) => id === this.settings.productId);
		const days = product?.idempotencyKeyDays ?? undefined;
		if (days === undefined) return undefined;
		this.keepsKeys = true;
		return Number(days);
	}

	async reportWaiting(key: string, told: WaitingReport): Promise<string | undefined> {
		const call = { key, values: { ...told }, bytesMax: transferBytesMax };
		const outcome = await this.call(reportWaiting, call);
		if (outcome.kind !== 'REPLY') return outcome.cause;
		return outcome.status === 204 ? undefined : `status ${outcome.status}`;
	}

	async close(): Promise<void> {
		this.bucket.close();
		await this.wire.close();
	}

	private list<Row extends { readonly id: string }>(
		key: string,
		endpoint: EndpointDescription,
		values: WireValues,
		read: (outcome: WireOutcome) => ReadAnswer<readonly Row[]>,
	): Promise<ReadAnswer<readonly Row[]>> {
		return readPages(async (offset) => {
			const page = (limit: number) => {
				const asked = { ...values, limit, offset };
				return this.call(endpoint, { key, values: asked, bytesMax: pageBytesMax });
			};
			const outcome = await page(pageLimits.pageRows);
			const isTooLarge = outcome.kind === 'BROKEN' && outcome.isTooLarge === true;
			return read(isTooLarge ? await page(longestRows) : outcome);
		}, pageLimits);
	}

	/** Makes one call within the rate limit. */
	private async call(
		endpoint: EndpointDescription,
		{
			key,
			values,
			bytesMax,
			sendBefore = Infinity,
		}: { key: string; values: WireValues; bytesMax: number; sendBefore?: number },
	): Promise<WireOutcome> {
		const all = { productId: this.settings.productId, ...values };
		const cause = whyUnsendable(endpoint, key, all);
		if (cause !== undefined) return { kind: 'NOT_SENT', cause };
		if (!(await this.bucket.turn())) return { kind: 'NOT_SENT', cause: 'the client is closed' };
		if (this.timing.now() > sendBefore) {
			return { kind: 'NOT_SENT', cause: 'its time was over before its turn came' };
		}
		return inSpan(callOf(endpoint, this.settings.baseUrl), async () => {
			const { headers, ...request } = requestOf(endpoint, key, all);
			const traced = { ...request, headers: { ...headers, ...traceHeaders() } };
			const outcome = await this.wire.call(traced, bytesMax);
			noteAnswer(outcome.kind === 'REPLY' ? outcome.status : undefined);
			return outcome;
		});
	}
}

/** By the pattern of the path, as the tracker's own span. */
function callOf({ method, path }: EndpointDescription, baseUrl: string): SpanOf {
	return {
		name: `${method} ${path}`,
		kind: 'CLIENT',
		attributes: () => ({
			'http.request.method': method,
			'url.template': path,
			'server.address': new URL(baseUrl).hostname,
		}),
	};
}

function asTransaction(row: Model<'AssetTransaction'>): TrackerTransaction {
	return {
		id: row.id,
		units: BigInt(row.amount),
		sender: row.senderDisplayName,
		recipient: row.recipientDisplayName,
		time: Number(row.timestamp),
	};
}
