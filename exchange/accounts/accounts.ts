/**
 * Accounts of traders and their API keys. A key is shown once, when it is created; the database
 * keeps its hash. A key without an account belongs to an administrator.
 */
import type { Scope } from '../../api/language/scopes';
import { inDays, newId, newSecret, type Clock } from '../../server/clock';
import { inTransaction } from '../../server/database/transactions';
import { refuse } from '../../server/refusal';
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';
import { KeyCache } from './key-cache';
import { networksOf, requireAllowed } from './key-networks';
import { noteTrackerKey } from './tracker-keys';
import { CommandFault, FieldFault } from '../../server/commands/command-fault';

/** Proceeds and released funds are paid out at once, or only on request. */
export const payoutModes = ['AUTOMATIC', 'ON_DEMAND'] as const;
export type PayoutMode = (typeof payoutModes)[number];

export interface Account {
	readonly id: string;
	readonly name: string;
}

export interface NewKey {
	readonly id: string;
	/** Shown here and never again. */
	readonly key: string;
	/** ISO 8601; absent: the key ends only when it is revoked. */
	readonly expiresAt?: string;
	/** Absent: it may be used from anywhere. */
	readonly networks?: readonly string[] | undefined;
}

export type Caller =
	| {
			readonly kind: 'TRADER';
			readonly keyId: string;
			readonly accountId: string;
			readonly scope: Scope;
	  }
	| { readonly kind: 'ADMINISTRATOR'; readonly keyId: string; readonly label: string };

/** Ids per query. */
const batchSize = 500;

interface StoredKey {
	readonly accountId: string | null;
	readonly label: string;
	/** Milliseconds since 1970; null: the key ends only when it is revoked. */
	readonly expiresAt: number | null;
	readonly scope?: Scope;
	/** Id of the trader's key that created this one. */
	readonly madeBy?: string;
	/** Networks that it may be used from; undefined: from anywhere. */
	readonly networks?: readonly string[] | undefined;
}

/** What a new key is for. */
export type KeyUse = Pick<StoredKey, 'scope' | 'madeBy' | 'networks'>;

export class Accounts {
	private readonly keyRows = new KeyCache((hash) => this.readKey(hash));

	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {}

	async add(name: string): Promise<Account> {
		if (name.trim() === '' || name.length > 100) {
			throw new FieldFault('name', 'must have 1 to 100 characters, not all of them blanks');
		}
		const id = newId(this.clock);
		const { numInsertedOrUpdatedRows } = await this.database
			.insertInto('accounts')
			.values({ id, name, created_at: this.clock.now() })
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirstOrThrow();
		if (numInsertedOrUpdatedRows === 0n) {
			throw new CommandFault(`there is an account named ${name} already`);
		}
		return { id, name };
	}

	/**
	 * Revokes every key of the account and refuses new ones until the account is enabled. Its orders
	 * and its money stay as they are.
	 */
	async disable(accountId: string): Promise<void> {
		await inTransaction(this.database, async (transaction) => {
			await transaction
				.updateTable('accounts')
				.set({ disabled_at: this.clock.now() })
				.where('id', '=', accountId)
				.where('disabled_at', 'is', null)
				.execute();
			await this.endKeys(transaction, accountId);
		});
	}

	async enable(accountId: string): Promise<void> {
		await this.database
			.updateTable('accounts')
			.set({ disabled_at: null })
			.where('id', '=', accountId)
			.execute();
	}

	async find(idOrName: string): Promise<Account | undefined> {
		return this.database
			.selectFrom('accounts')
			.select(['id', 'name'])
			.where((columns) =>
				columns.or([columns('id', '=', idOrName), columns('name', '=', idOrName)]),
			)
			.where('name', '<>', '')
			.executeTakeFirst();
	}

	async setPayouts(accountId: string, payouts: PayoutMode): Promise<void> {
		await this.database
			.updateTable('accounts')
			.set({ payouts })
			.where('id', '=', accountId)
			.execute();
	}

	/**
	 * Creates a key for the account, or for an administrator when `accountId` is null. It expires
	 * after `lifetimeDays` if given.
	 */
	async addKey(
		accountId: string | null,
		label: string,
		lifetimeDays?: number,
		use: KeyUse = {},
	): Promise<NewKey> {
		const key = newSecret();
		const expiresAt = lifetimeDays === undefined ? null : inDays(this.clock, lifetimeDays);
		const id = await this.store(key, { accountId, label, expiresAt, ...use });
		const { networks } = use;
		if (expiresAt === null) return { id, key, networks };
		return { id, key, networks, expiresAt: new Date(expiresAt).toISOString() };
	}

	/** Revokes the account's keys with this label and creates a new one. */
	async replaceKeys(accountId: string, label: string): Promise<NewKey> {
		await this.endKeys(this.database, accountId, label);
		return this.addKey(accountId, label);
	}

	/**
	 * Accepts a key that its owner already uses at the tracker, so that one key serves both. Refuses
	 * a key that is stored already.
	 */
	async addOwnKey(
		accountId: string,
		key: string,
		label: string,
		lifetimeDays?: number,
		use: KeyUse = {},
	): Promise<{ readonly id: string }> {
		if (!/^[\x21-\x7e]{32,500}$/.test(key)) {
			throw new FieldFault('x-tracker-key', 'must have 32 to 500 characters and no blanks');
		}
		const expiresAt = lifetimeDays === undefined ? null : inDays(this.clock, lifetimeDays);
		const id = await this.store(key, { accountId, label, expiresAt, ...use });
		await noteTrackerKey(this.database, { accountId, key });
		return { id };
	}

	/**
	 * Returns the owner of the revoked key; undefined if there is no such key in use or it is not the
	 * owner's.
	 */
	async revokeKey(
		id: string,
		owner?: string,
	): Promise<Pick<StoredKey, 'accountId' | 'label'> | undefined> {
		let query = this.database
			.updateTable('api_keys')
			.set({ revoked_at: this.clock.now() })
			.where('id', '=', id)
			.where('revoked_at', 'is', null)
			.returning(['account_id', 'label']);
		if (owner !== undefined) query = query.where('account_id', '=', owner);
		const row = await query.executeTakeFirst();
		this.keyRows.forget();
		return row && { accountId: row.account_id, label: row.label };
	}

	/** Revokes all keys of an account, or those with one label. */
	async endKeys(connection: Database, accountId: string, label?: string): Promise<void> {
		let query = connection
			.updateTable('api_keys')
			.set({ revoked_at: this.clock.now() })
			.where('account_id', '=', accountId)
			.where('revoked_at', 'is', null);
		if (label !== undefined) query = query.where('label', '=', label);
		await query.execute();
		this.keyRows.forget();
	}

	/** Clears the cache, so that keys revoked by another process stop working at once. */
	forgetKeys(): void {
		this.keyRows.forget();
	}

	async isInUse(key: string): Promise<boolean> {
		const row = await this.keyRows.find(secretHash(key));
		return row !== undefined && !this.hasExpired(row);
	}

	/**
	 * Returns the caller of a key, or undefined for an unknown one. An expired key, and one that may
	 * not be used from this address, are refused by name, because only their holder can learn that.
	 */
	authenticate(key: string, address: string): Promise<Caller | undefined> {
		return this.authenticateHash(secretHash(key), address);
	}

	/** The same from the hash of a key. */
	async authenticateHash(hash: string, address: string): Promise<Caller | undefined> {
		const row = await this.keyRows.find(hash);
		if (row === undefined) return undefined;
		const { id: keyId, label, account_id: accountId, expires_at: end } = row;
		const scope = row.scope as Scope;
		if (this.hasExpired(row)) throw refuse('Auth_KeyExpired', new Date(Number(end)).toISOString());
		requireAllowed(networksOf(row), address);
		return accountId === null
			? { kind: 'ADMINISTRATOR', keyId, label }
			: { kind: 'TRADER', keyId, accountId, scope };
	}

	private readKey(hash: string) {
		return this.database
			.selectFrom('api_keys')
			.select(['id', 'label', 'account_id', 'expires_at', 'scope', 'networks'])
			.where('key_hash', '=', hash)
			.where('revoked_at', 'is', null)
			.executeTakeFirst();
	}

	private hasExpired({ expires_at: end }: { readonly expires_at: bigint | null }): boolean {
		return end !== null && end <= this.clock.now();
	}

	/** Returns those of the keys that still work. */
	async keysInUse(ids: readonly string[]): Promise<ReadonlySet<string>> {
		const inUse = new Set<string>();
		for (let from = 0; from < ids.length; from += batchSize) {
			const rows = await this.database
				.selectFrom('api_keys')
				.select(['id', 'expires_at'])
				.where('id', 'in', ids.slice(from, from + batchSize))
				.where('revoked_at', 'is', null)
				.execute();
			for (const row of rows) if (!this.hasExpired(row)) inUse.add(row.id);
		}
		return inUse;
	}

	/** Stores the hash of a new key and returns its id. */
	private async store(
		key: string,
		{ accountId, label, expiresAt, ...use }: StoredKey,
	): Promise<string> {
		if (accountId !== null) await this.requireEnabled(accountId);
		const id = newId(this.clock);
		const { numInsertedOrUpdatedRows } = await this.database
			.insertInto('api_keys')
			.values({
				id,
				key_hash: secretHash(key),
				account_id: accountId,
				label,
				created_at: this.clock.now(),
				expires_at: expiresAt,
				revoked_at: null,
				scope: use.scope,
				made_by: use.madeBy,
				networks: use.networks && JSON.stringify(use.networks),
			})
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirstOrThrow();
		if (numInsertedOrUpdatedRows === 0n) throw new CommandFault('this key is known already');
		return id;
	}

	private async requireEnabled(accountId: string): Promise<void> {
		const account = await this.database
			.selectFrom('accounts')
			.select(['name', 'disabled_at'])
			.where('id', '=', accountId)
			.executeTakeFirst();
		if (account === undefined || account.disabled_at === null) return;
		throw new CommandFault(`the account ${account.name} is disabled`);
	}
}
