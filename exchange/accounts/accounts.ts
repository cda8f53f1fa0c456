/**
 * Accounts of traders and their API keys. A key is shown once, when it is created; the database
 * keeps its hash, or of a key that signs the public part. A key without an account belongs to an
 * administrator.
 */
import type { Selectable } from 'kysely';
import type { SignedParts } from '../../api/exchange/signing';
import type { Scope } from '../../api/language/scopes';
import { inDays, newId, newSecret, type Clock } from '../../server/clock';
import { inTransaction } from '../../server/database/transactions';
import { refuse } from '../../server/refusal';
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import { KeyCache } from './key-cache';
import { networksOf, requireAllowed } from '../../server/key-networks';
import { publicKeyOf, requireSignature, type SigningTerms } from './signatures';
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

/** A key that signs; `key` is there where it has a plain one besides, which reads. */
export interface NewSignedKey extends Omit<NewKey, 'key'>, SigningTerms {
	readonly key?: string | undefined;
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

/** A row of a working key. */
type KnownKey = Pick<
	Selectable<Schema['api_keys']>,
	'id' | 'label' | 'account_id' | 'expires_at' | 'scope' | 'networks'
>;

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
	readonly publicKey?: string;
	/** Made by signing in through the console; default false. */
	readonly isSignedIn?: boolean;
}

/** What a new key is for. */
export type KeyUse = Pick<StoredKey, 'scope' | 'madeBy' | 'networks' | 'isSignedIn'>;

interface NewKeyTerms extends Pick<StoredKey, 'accountId' | 'label' | 'publicKey'> {
	readonly lifetimeDays: number | undefined;
	readonly use: KeyUse;
}

export class Accounts {
	private readonly keyRows = new KeyCache((hash) => this.readKey(hash));
	private readonly signerRows = new KeyCache((id) => this.readSigner(id));

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
	 * Revokes every key of the account, forgets the one it allowed at the tracker, and refuses new ones
	 * until the account is enabled. Its orders and its money stay as they are.
	 */
	async disable(accountId: string): Promise<void> {
		await inTransaction(this.database, async (transaction) => {
			await transaction
				.updateTable('accounts')
				.set({ disabled_at: this.clock.now() })
				.where('id', '=', accountId)
				.where('disabled_at', 'is', null)
				.execute();
			await transaction.deleteFrom('deposit_keys').where('account_id', '=', accountId).execute();
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
		return { ...(await this.addStored(key, { accountId, label, lifetimeDays, use })), key };
	}

	/** Creates a plain key, or one that signs, whose plain key, if it is to have one, can only read. */
	async addTraderKey(
		accountId: string,
		label: string,
		lifetimeDays: number | undefined,
		{ signing, ...use }: KeyUse & { readonly signing: SigningTerms | undefined },
	): Promise<NewKey | NewSignedKey> {
		if (signing === undefined) return this.addKey(accountId, label, lifetimeDays, use);
		const key = signing.plainReading ? newSecret() : undefined;
		const { publicKey } = signing;
		const terms = { accountId, label, lifetimeDays, use, publicKey };
		return { ...(await this.addStored(key, terms)), key, ...signing };
	}

	private async addStored(
		key: string | undefined,
		{ lifetimeDays, use, ...stored }: NewKeyTerms,
	): Promise<Omit<NewKey, 'key'>> {
		const expiresAt = lifetimeDays === undefined ? null : inDays(this.clock, lifetimeDays);
		const id = await this.store(key, { ...stored, expiresAt, ...use });
		const { networks } = use;
		if (expiresAt === null) return { id, networks };
		return { id, networks, expiresAt: new Date(expiresAt).toISOString() };
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
		this.forgetKeys();
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
		this.forgetKeys();
	}

	/** Clears the cache, so that keys revoked by another process stop working at once. */
	forgetKeys(): void {
		this.keyRows.forget();
		this.signerRows.forget();
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
		// The plain key of one that signs does nothing but read.
		return this.callerOf(row.public_key === null ? row : { ...row, scope: 'READ' }, address);
	}

	/**
	 * The caller of a key that signs, of which a signature was verified before; undefined where there
	 * is no such key.
	 */
	async authenticateSigner(keyId: string, address: string): Promise<Caller | undefined> {
		const row = await this.signerRows.find(keyId);
		return row && this.callerOf(row, address);
	}

	/** The caller who signed; refuses a signature that is not the key's. The time is not looked at. */
	async authenticateSigned(claim: SignedParts, address: string): Promise<Caller | undefined> {
		const row = await this.signerRows.find(claim.keyId);
		if (row === undefined) return undefined;
		requireSignature(row.publicKey, claim);
		return this.callerOf(row, address);
	}

	private callerOf(row: KnownKey, address: string): Caller {
		const { id: keyId, label, account_id: accountId, expires_at: end } = row;
		const scope = row.scope as Scope;
		if (this.hasExpired(row)) throw refuse('Auth_KeyExpired', new Date(Number(end)).toISOString());
		requireAllowed(networksOf(row), address);
		return accountId === null
			? { kind: 'ADMINISTRATOR', keyId, label }
			: { kind: 'TRADER', keyId, accountId, scope };
	}

	private readKey(hash: string) {
		return this.workingKeys().where('key_hash', '=', hash).executeTakeFirst();
	}

	/** With its public key read, which takes longer than the row. */
	private async readSigner(id: string) {
		const row = await this.workingKeys().where('id', '=', id).executeTakeFirst();
		if (row === undefined || row.public_key === null) return undefined;
		return { ...row, publicKey: publicKeyOf(row.public_key) };
	}

	private workingKeys() {
		return this.database
			.selectFrom('api_keys')
			.select(['id', 'label', 'account_id', 'expires_at', 'scope', 'networks', 'public_key'])
			.where('revoked_at', 'is', null);
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

	/** Stores a new key, as the hash of its secret, and returns its id. */
	private async store(
		key: string | undefined,
		{ accountId, label, expiresAt, ...use }: StoredKey,
	): Promise<string> {
		if (accountId !== null) await this.requireEnabled(accountId);
		const id = newId(this.clock);
		const { numInsertedOrUpdatedRows } = await this.database
			.insertInto('api_keys')
			.values({
				id,
				key_hash: key === undefined ? null : secretHash(key),
				public_key: use.publicKey,
				account_id: accountId,
				label,
				created_at: this.clock.now(),
				expires_at: expiresAt,
				revoked_at: null,
				scope: use.scope,
				made_by: use.madeBy,
				networks: use.networks && JSON.stringify(use.networks),
				signed_in: use.isSignedIn === true ? 1 : 0,
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
