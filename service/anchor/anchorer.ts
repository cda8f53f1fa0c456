/**
 * Anchors the log in the background: a round whenever an anchor is on its way or due, and one a
 * minute to check that contract and log agree. A fault of the chain becomes an alarm and stops
 * nothing else.
 */
import type { ProcessSession } from '../../server/database/process-session';
import { AnchorTrouble, clearAlarms, raiseAlarm, type AnchorAlarmKind } from './anchor-alarms';
import { AnchorRound, type RoundParts } from './anchor-round';
import { lastAnchor, openAnchors } from './anchor-rows';
import { dueRoot } from './anchored-log';
import { ChainFault, type Chain } from './chain';

export interface AnchorerParts extends Omit<RoundParts, 'raise' | 'clear' | 'chain'> {
	readonly session: ProcessSession;
	readonly openChain: (signal: AbortSignal) => Promise<Chain>;
	readonly roundMs: number;
	readonly onAlarm: (alarm: { readonly kind: string; readonly message: string }) => void;
	readonly onAlarmOver: (kind: string) => void;
	/** Called with faults that are not the chain's, such as an unreachable database. */
	readonly onFault: (fault: unknown) => void;
}

const lookMs = 60_000;

export class Anchorer {
	private readonly ending = new AbortController();
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private round: AnchorRound | undefined;
	/** Rounds until the next check; counted in rounds, because the clock may be set. */
	private roundsToLook = 0;

	constructor(private readonly parts: AnchorerParts) {}

	start(): void {
		this.timer = setInterval(() => this.wake(), this.parts.roundMs);
		this.wake();
	}

	/** Starts a round in the background. */
	wake(): void {
		this.running = this.running
			.then(() => this.parts.session.tryTurn('anchor', () => this.turn()))
			.then(
				() => undefined,
				(fault: unknown) => this.parts.onFault(fault),
			);
	}

	/**
	 * Aborts calls to the chain; a transaction that was signed and not sent is sent after the next
	 * start.
	 */
	async close(): Promise<void> {
		clearInterval(this.timer);
		this.ending.abort();
		await this.running;
	}

	private async turn(): Promise<void> {
		if (this.ending.signal.aborted) return;
		this.roundsToLook -= 1;
		if (this.roundsToLook > 0 && !(await this.isAnythingToDo())) return;
		try {
			await (await this.opened()).run();
			this.roundsToLook = Math.ceil(lookMs / this.parts.roundMs);
		} catch (fault) {
			if (this.ending.signal.aborted) return;
			await this.tell(fault);
		}
	}

	private async isAnythingToDo(): Promise<boolean> {
		const { database, contract, log, terms, clock } = this.parts;
		if ((await openAnchors(database, contract)).length > 0) return true;
		const last = await lastAnchor(database, contract);
		const known = last && { treeSize: last.treeSize, plannedAtMs: Date.parse(last.plannedAt) };
		return (await dueRoot(log, known, { ...terms, nowMs: clock.now() })) !== undefined;
	}

	private async opened(): Promise<AnchorRound> {
		if (this.round !== undefined) return this.round;
		const chain = await this.parts.openChain(this.ending.signal);
		this.round = new AnchorRound({
			...this.parts,
			chain,
			raise: (kind, message) => this.raise(kind, message),
			clear: (...kinds) => this.clear(kinds),
		});
		return this.round;
	}

	private async tell(fault: unknown): Promise<void> {
		if (fault instanceof ChainFault) return this.raise('RPC', fault.message);
		if (fault instanceof AnchorTrouble) return this.raise(fault.kind, fault.message);
		throw fault;
	}

	private async raise(kind: AnchorAlarmKind, message: string): Promise<void> {
		if (await raiseAlarm(this.parts, { kind, message })) this.parts.onAlarm({ kind, message });
	}

	private async clear(kinds: readonly AnchorAlarmKind[]): Promise<void> {
		for (const kind of await clearAlarms(this.parts, kinds)) this.parts.onAlarmOver(kind);
	}
}
