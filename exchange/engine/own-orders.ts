/**
 * Open orders by account, the newest first, each linked to its neighbours. An account has a number
 * while it has orders; then the number goes to the next account.
 */
import { Links } from './slots';

interface Account {
	readonly accountId: string;
	readonly number: number;
	/** Slot of its newest order. */
	first: number;
	count: number;
}

export class OwnOrders {
	/** By slot of an order: the number of its account, and its neighbours among that one's orders. */
	private readonly account = new Links();
	private readonly newer = new Links();
	private readonly older = new Links();
	readonly columns = [this.account, this.newer, this.older];
	private readonly accounts = new Map<string, Account>();
	private readonly byNumber: Account[] = [];
	private readonly freeNumbers: number[] = [];

	/** Number of accounts with open orders. */
	get accountCount(): number {
		return this.accounts.size;
	}

	accountId(slot: number): string {
		return this.accountOf(slot).accountId;
	}

	/** True if two orders are of one account. */
	areOfOne(slot: number, other: number): boolean {
		return this.account.at(slot) === this.account.at(other);
	}

	count(accountId: string): number {
		return this.accounts.get(accountId)?.count ?? 0;
	}

	/** Returns the slots of the account's open orders, the newest first. */
	slotsOf(accountId: string): number[] {
		const slots: number[] = [];
		let slot = this.accounts.get(accountId)?.first ?? 0;
		for (; slot !== 0; slot = this.older.at(slot)) slots.push(slot);
		return slots;
	}

	add(slot: number, accountId: string): void {
		const account = this.accounts.get(accountId) ?? this.start(accountId);
		this.account.set(slot, account.number);
		this.newer.set(slot, 0);
		this.older.set(slot, account.first);
		if (account.first !== 0) this.newer.set(account.first, slot);
		account.first = slot;
		account.count += 1;
	}

	remove(slot: number): void {
		const account = this.accountOf(slot);
		const newer = this.newer.at(slot);
		const older = this.older.at(slot);
		if (newer === 0) account.first = older;
		else this.older.set(newer, older);
		if (older !== 0) this.newer.set(older, newer);
		account.count -= 1;
		if (account.count > 0) return;
		this.accounts.delete(account.accountId);
		this.freeNumbers.push(account.number);
	}

	private accountOf(slot: number): Account {
		const account = this.byNumber[this.account.at(slot)];
		if (account === undefined) throw new Error(`slot ${slot} has no account`);
		return account;
	}

	private start(accountId: string): Account {
		const number = this.freeNumbers.pop() ?? this.byNumber.length;
		const account = { accountId, number, first: 0, count: 0 };
		this.byNumber[number] = account;
		this.accounts.set(accountId, account);
		return account;
	}
}
