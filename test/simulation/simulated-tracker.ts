/**
 * A tracker that knows the truth: who holds what, and every transfer that took effect with the
 * call it came from. What the network does to a call is drawn anew for each: lost on the way
 * there or back, landed late or twice, answered with a fault whether or not it took effect.
 */
import type {
	ReadAnswer,
	Tracker,
	TrackerTransaction,
	TransferAnswer,
	TransferRequest,
} from '../../exchange/tracker/tracker';
import type { Random, SimulatedProcess, World } from './world';

/** The share of calls that meet each fault, and what the tracker can do. */
export interface Weather {
	readonly notSent: number;
	readonly requestLost: number;
	readonly answerLost: number;
	readonly late: number;
	readonly lateMaxMs: number;
	readonly twice: number;
	readonly faultBefore: number;
	readonly faultAfter: number;
	readonly tooMany: number;
	readonly unreadable: number;
	/** For this long, once, no transfer is answered. */
	readonly outageMs: number;
	/** How long an Idempotency-Key is remembered. */
	readonly keysKeptMs: number;
	readonly honoursKeys: boolean;
	readonly hasList: boolean;
}

/** A transfer that took effect. */
export interface Transfer {
	readonly id: string;
	readonly idempotencyKey: string;
	readonly assetId: string;
	readonly sender: string;
	readonly recipient: string;
	readonly units: number;
	readonly time: number;
}

/** What reaches the tracker of a call. */
type Landing = Pick<
	TransferRequest,
	'key' | 'assetId' | 'recipientEmail' | 'units' | 'idempotencyKey'
>;

const timeoutMs = 2_000;

export class SimulatedTracker {
	readonly transfers: Transfer[] = [];
	private readonly balances = new Map<string, number>();
	private readonly remembered = new Map<
		string,
		{ readonly answer: TransferAnswer; readonly asked: string; readonly since: number }
	>();
	private outage = { begins: Infinity, ends: Infinity };
	private readonly emails = new Map<string, string>();
	/** Until when a key has asked too often. */
	private readonly limited = new Map<string, number>();
	/** Calls that will still land. */
	underWay = 0;
	private weather: Weather;

	constructor(
		private readonly world: World,
		private readonly random: Random,
		weather: Weather,
	) {
		this.weather = weather;
	}

	/** From now on nothing goes wrong that has not gone wrong already. */
	calm(): void {
		const calm = { notSent: 0, requestLost: 0, answerLost: 0, late: 0, twice: 0 };
		const still = { faultBefore: 0, faultAfter: 0, tooMany: 0, unreadable: 0 };
		this.weather = { ...this.weather, ...calm, ...still };
		this.limited.clear();
	}

	/** From now on every transfer with this key is answered 429, for so long. */
	limit(key: string, forMs: number): void {
		this.limited.set(key, this.world.now + forMs);
	}

	/** A transfer by its owner's own hand, in fair weather and at once. */
	byHand(transfer: Landing): void {
		if ((this.limited.get(transfer.key) ?? 0) <= this.world.now) this.land(transfer);
	}

	/** Draws when the outage is, within this time from now. */
	planOutage(withinMs: number): void {
		const { outageMs } = this.weather;
		if (outageMs === 0) return;
		const begins = this.world.now + this.random.below(withinMs - outageMs);
		this.outage = { begins, ends: begins + outageMs };
	}

	addUser(email: string, key: string): void {
		this.emails.set(key, email);
	}

	revoke(key: string): void {
		this.emails.delete(key);
	}

	give(email: string, assetId: string, units: number): void {
		this.change(email, assetId, units);
	}

	held(email: string, assetId: string): number {
		return this.balances.get(`${email} ${assetId}`) ?? 0;
	}

	/** Moves something outside of any call of ours; answers whether the sender had it. */
	move(sender: string, recipient: string, assetId: string, units: number): boolean {
		if (this.held(sender, assetId) < units) return false;
		this.effect({ sender, recipient, assetId, units, idempotencyKey: 'a stranger' });
		return true;
	}

	/** The tracker as a process reaches it: it steps before a call leaves and after its answer. */
	for(process: SimulatedProcess): Tracker {
		const through = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
			await process.step();
			const answer = await call();
			await process.step();
			return answer;
		};
		return {
			transfer: (request) => through(() => this.transfer(request)),
			balances: (key) => through(() => this.read(key, (email) => this.balancesOf(email))),
			transactions: (key, assetId) =>
				through(async (): Promise<ReadAnswer<readonly TrackerTransaction[]>> => {
					if (!this.weather.hasList) return { kind: 'UNSUPPORTED' };
					return this.read(key, (email) => this.listOf(email, assetId));
				}),
		};
	}

	private async transfer(request: TransferRequest): Promise<TransferAnswer> {
		const { weather, random, world } = this;
		const meets = (share: number) => random.chance(share);
		const travelMs = 1 + random.below(40);
		if (world.now > request.sendBefore) return { kind: 'NOT_SENT', cause: 'too late' };
		if (meets(weather.notSent)) return { kind: 'NOT_SENT', cause: 'connection refused' };
		if (meets(weather.tooMany) || (this.limited.get(request.key) ?? 0) > world.now) {
			await world.sleep(travelMs);
			return { kind: 'UNKNOWN', cause: 'status 429', retryAfterMs: 1_000 };
		}
		if (meets(this.isOut() ? 0.5 : weather.requestLost)) return this.timeOut();
		if (meets(weather.late)) {
			this.landLater(request, timeoutMs + random.below(weather.lateMaxMs - timeoutMs));
			return this.timeOut();
		}
		await world.sleep(travelMs);
		if (meets(weather.faultBefore)) return { kind: 'UNKNOWN', cause: 'status 502' };
		const answer = this.land(request);
		if (meets(weather.twice)) {
			this.landLater(request, random.below(weather.lateMaxMs));
		}
		if (this.isOut() || meets(weather.answerLost)) return this.timeOut();
		await world.sleep(travelMs);
		return meets(weather.faultAfter) ? { kind: 'UNKNOWN', cause: 'status 500' } : answer;
	}

	private isOut(): boolean {
		return this.outage.begins <= this.world.now && this.world.now < this.outage.ends;
	}

	private landLater(request: TransferRequest, delayMs: number): void {
		this.underWay += 1;
		this.world.after(delayMs, () => {
			this.underWay -= 1;
			this.land(request);
		});
	}

	private async timeOut(): Promise<TransferAnswer> {
		await this.world.sleep(timeoutMs);
		return { kind: 'UNKNOWN', cause: 'no answer' };
	}

	/** The call reaches the tracker now. */
	private land(request: Landing): TransferAnswer {
		const { key, assetId, recipientEmail, units, idempotencyKey } = request;
		const refused = (status: number, code: string): TransferAnswer => ({
			kind: 'REFUSED',
			status,
			code,
			message: 'simulated',
		});
		const sender = this.emails.get(key);
		if (sender === undefined) return refused(401, 'Auth_KeyInvalid');
		const asked = `${assetId} ${units} ${recipientEmail}`;
		const remembered = this.remembered.get(`${sender} ${idempotencyKey}`);
		const { honoursKeys, keysKeptMs } = this.weather;
		if (honoursKeys && remembered && this.world.now - remembered.since < keysKeptMs) {
			if (remembered.asked === asked) return remembered.answer;
			return refused(422, 'Request_IdempotencyKeyReused');
		}
		if (![...this.emails.values()].includes(recipientEmail)) return refused(422, 'User_NotFound');
		if (this.held(sender, assetId) < units) {
			return refused(422, 'Factory_FactoryTransferInsufficientFund');
		}
		const { id } = this.effect({
			sender,
			recipient: recipientEmail,
			assetId,
			units,
			idempotencyKey,
		});
		const answer: TransferAnswer = { kind: 'DONE', transactionId: id };
		this.remembered.set(`${sender} ${idempotencyKey}`, { answer, asked, since: this.world.now });
		return answer;
	}

	private effect(moved: Omit<Transfer, 'id' | 'time'>): Transfer {
		const { sender, recipient, assetId, units } = moved;
		const transfer = { ...moved, id: `t${this.transfers.length + 1}`, time: this.world.now };
		this.change(sender, assetId, -units);
		this.change(recipient, assetId, units);
		this.transfers.push(transfer);
		return transfer;
	}

	private change(email: string, assetId: string, units: number): void {
		const key = `${email} ${assetId}`;
		this.balances.set(key, (this.balances.get(key) ?? 0) + units);
	}

	private async read<Value>(
		key: string,
		value: (email: string) => Value,
	): Promise<ReadAnswer<Value>> {
		await this.world.sleep(1 + this.random.below(40));
		if (this.random.chance(this.weather.unreadable)) {
			return { kind: 'UNAVAILABLE', cause: 'status 503' };
		}
		const email = this.emails.get(key);
		if (email === undefined) {
			return { kind: 'REFUSED', status: 401, code: 'Auth_KeyInvalid', message: 'simulated' };
		}
		const answer = value(email);
		await this.world.sleep(1 + this.random.below(40));
		return { kind: 'READ', value: answer };
	}

	private balancesOf(email: string): ReadonlyMap<string, bigint> {
		const own = [...this.balances].filter(
			([key, units]) => key.startsWith(`${email} `) && units > 0,
		);
		return new Map(own.map(([key, units]) => [key.split(' ')[1] ?? '', BigInt(units)]));
	}

	private listOf(email: string, assetId: string): readonly TrackerTransaction[] {
		return this.transfers
			.filter(
				(transfer) =>
					transfer.assetId === assetId &&
					(transfer.sender === email || transfer.recipient === email),
			)
			.map(({ id, units, sender, recipient, time }) => ({
				id,
				units: BigInt(units),
				sender,
				recipient,
				time,
			}));
	}
}
