/**
 * Traders who hold keys of their own at the tracker and use them to be credited for what they never
 * paid: they let a key run into its limit, transfer by hand what a deposit asks for, under every
 * Idempotency-Key they can know or guess, and hand money to each other. Everything is drawn from a
 * seed of their own. They know what a trader can know: every intent's id, seen or guessed, and what
 * stands in the tracker's lists. Whether they won is told by wealth-auditor.ts.
 */
import type { ScriptedRequest, SimulatedTrader } from './settlement-world';
import type { Asset } from './simulated-assets';
import type { SimulatedTracker } from './simulated-tracker';
import { Random, type World } from './world';

/** An open deposit as its owner sees it, and others may guess. */
export interface SeenDeposit {
	readonly id: string;
	readonly accountId: string;
	readonly asset: Asset;
	readonly units: number;
	readonly state: string;
}

interface Wanted {
	readonly adversary: SimulatedTrader;
	readonly asset: Asset;
	readonly units: number;
}

const endStates: ReadonlySet<string> = new Set(['SETTLED', 'REFUSED', 'HELD_FOR_REVIEW']);

/** What they act on. */
export interface Venue {
	readonly world: World;
	readonly tracker: SimulatedTracker;
	readonly traders: readonly SimulatedTrader[];
	/** Addresses they see in the lists of their transfers: escrow and transit accounts. */
	readonly ownEmails: readonly string[];
	readonly assetIds: Readonly<Record<Asset, string>>;
	deposits(): Promise<readonly SeenDeposit[]>;
	request(request: ScriptedRequest): void;
	onFault(fault: unknown): void;
}

/** The first two traders act so, together; the others are honest. */
export const adversaryCount = 2;

/** Few sums, so that transfers by hand are those that deposits ask for. */
const sums: Readonly<Record<Asset, readonly number[]>> = { CREDIT: [20, 50], EUR: [1_000, 7_000] };
const assetCodes = ['CREDIT', 'EUR'] as const;

export class Adversaries {
	private readonly random: Random;
	private hands = 0;

	constructor(
		private readonly venue: Venue,
		seed: number,
	) {
		this.random = new Random(seed ^ 0x5eed);
	}

	/** Plans what they do within this time. */
	begin(withinMs: number): void {
		const { world } = this.venue;
		for (let count = 0; count < 8; count += 1) {
			world.after(this.random.below(withinMs), () => this.attackTwice());
		}
		for (let count = 0; count < 24; count += 1) {
			const act = this.random.pick([
				() => this.transferLike(),
				() => this.transferLike(),
				() => this.limitOwnKey(),
				() => this.handOver(),
				() => this.askForDeposit(),
			]);
			world.after(this.random.below(withinMs), act);
		}
	}

	/**
	 * The known way to two credits for one transfer: a deposit whose key is limited comes into doubt,
	 * a second one is asked for, and one transfer by hand, under the name of the second, is to be
	 * evidence for the first and the tracker's stored answer to the second.
	 */
	private attackTwice(): void {
		const { world, tracker } = this.venue;
		const [trader, adversary] = this.anyAdversary();
		const asset = this.random.pick(assetCodes);
		const units = this.random.pick(sums[asset]);
		const deposit = { atMs: 0, trader, kind: 'DEPOSIT', asset, units } as const;
		tracker.limit(adversary.key, 60_000);
		this.venue.request(deposit);
		world.after(1_000, () =>
			this.venue.request({ ...deposit, withSecondKey: this.random.chance(0.7) }),
		);
		this.lieInWait({ adversary, asset, units }, 60);
	}

	/** Looks each second whether one of two equal deposits is in doubt and the other still to come. */
	private lieInWait(wanted: Wanted, seconds: number): void {
		this.venue.world.after(1_000, () => {
			const look = async () => {
				if (!(await this.strike(wanted)) && seconds > 1) this.lieInWait(wanted, seconds - 1);
			};
			look().catch((fault: unknown) => this.venue.onFault(fault));
		});
	}

	private async strike({ adversary, asset, units }: Wanted): Promise<boolean> {
		const deposits = await this.venue.deposits();
		const own = deposits.filter(
			(deposit) =>
				deposit.accountId === adversary.accountId &&
				deposit.asset === asset &&
				deposit.units === units,
		);
		const next = own.findLast(({ state }) => state === 'PLANNED');
		if (next === undefined || !own.some(({ state }) => state === 'UNKNOWN')) return false;
		this.venue.tracker.byHand({
			key: adversary.secondKey,
			assetId: this.venue.assetIds[asset],
			recipientEmail: this.escrow(),
			units,
			idempotencyKey: next.id,
		});
		return true;
	}

	/** Transfers by hand what some open deposit asks for, under a name it may be asked for by. */
	private transferLike(): void {
		this.transfer().catch((fault: unknown) => this.venue.onFault(fault));
	}

	private async transfer(): Promise<void> {
		const deposits = await this.venue.deposits();
		const { random, venue } = this;
		const [, anybody] = this.anyAdversary();
		const open = deposits.filter(({ state }) => !endStates.has(state));
		const like = open.length > 0 ? random.pick(open) : undefined;
		const asset = like?.asset ?? random.pick(assetCodes);
		const units = like?.units ?? random.pick(sums[asset]);
		venue.tracker.byHand({
			key: anybody.secondKey,
			assetId: venue.assetIds[asset],
			recipientEmail: random.chance(0.8) ? this.escrow() : random.pick(venue.ownEmails),
			units,
			idempotencyKey: this.guess(deposits),
		});
	}

	/** A name the exchange might use, most often that of the newest deposit. */
	private guess(deposits: readonly SeenDeposit[]): string {
		const { random } = this;
		this.hands += 1;
		if (deposits.length === 0 || random.chance(0.1)) return `by hand ${this.hands}`;
		const newest = deposits.at(-1);
		const { id } = random.chance(0.6) && newest !== undefined ? newest : random.pick(deposits);
		const number = Number(id.replace(/^intent-/, ''));
		return random.pick([id, id, `${id} PULL 1`, `${id} PULL 2`, `intent-${number + 1}`]);
	}

	/** Requests beyond the limit of their own key are answered 429, ours among them. */
	private limitOwnKey(): void {
		const [, { key, secondKey }] = this.anyAdversary();
		this.venue.tracker.limit(this.random.pick([key, secondKey]), this.random.below(60_000));
	}

	private handOver(): void {
		const [, from] = this.anyAdversary();
		const [, to] = this.anyAdversary();
		const asset = this.random.pick(assetCodes);
		this.hands += 1;
		this.venue.tracker.byHand({
			key: from.secondKey,
			assetId: this.venue.assetIds[asset],
			recipientEmail: to.email,
			units: this.random.pick(sums[asset]),
			idempotencyKey: `by hand ${this.hands}`,
		});
	}

	private askForDeposit(): void {
		const [trader] = this.anyAdversary();
		const asset = this.random.pick(assetCodes);
		const units = this.random.pick(sums[asset]);
		const withSecondKey = this.random.chance(0.5);
		this.venue.request({ atMs: 0, trader, kind: 'DEPOSIT', asset, units, withSecondKey });
	}

	private escrow(): string {
		const [escrow] = this.venue.ownEmails;
		if (escrow === undefined) throw new Error('there is no escrow account');
		return escrow;
	}

	private anyAdversary(): readonly [number, SimulatedTrader] {
		const trader = this.random.below(adversaryCount);
		const found = this.venue.traders[trader];
		if (found === undefined) throw new Error(`there is no trader ${trader}`);
		return [trader, found];
	}
}
