/**
 * Accounts of traders and the keys that speak for them. A key is shown once, when it is made; the
 * database keeps its hash. A key without an account is the administrator's.
 */
import { newId, newSecret, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';
import { noteTrackerKey } from './tracker-keys';
import { CommandFault } from '../../server/commands/command-fault';

/** Whether proceeds and released funds leave by themselves or only when asked for. */
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
}

export type Caller =
	{ readonly kind: 'TRADER'; readonly accountId: string } | { readonly kind: 'ADMINISTRATOR' };

export class Accounts {
	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {}

	async add(name: string): Promise<Account> {
		if (name.trim() === '' || name.length > 100) {
			throw new CommandFault('a name has 1 to 100 characters');
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

	/** Every account, with the address its payouts go to and whether they go by themselves. */
	async list(): Promise<
		readonly (Account & { readonly email: string | null; readonly payouts: string })[]
	> {
		return this.database
			.selectFrom('accounts')
			.select(['id', 'name', 'email', 'payouts'])
			.orderBy('id')
			.execute();
	}

	/** The account of this id or name. */
	async find(idOrName: string): Promise<Account | undefined> {
		return this.database
			.selectFrom('accounts')
			.select(['id', 'name'])
			.where((columns) =>
				columns.or([columns('id', '=', idOrName), columns('name', '=', idOrName)]),
			)
			.executeTakeFirst();
	}

	async setPayouts(accountId: string, payouts: PayoutMode): Promise<void> {
		await this.database
			.updateTable('accounts')
			.set({ payouts })
			.where('id', '=', accountId)
			.execute();
	}

	/** A new key for the account, or for the administrator when there is none. */
	async addKey(accountId: string | null, label: string): Promise<NewKey> {
		const key = newSecret();
		return { id: await this.keep(key, accountId, label), key };
	}

	/**
	 * Lets a key the owner has already speak for the account, so that one key serves exchange and
	 * tracker. Refuses one that is known as such already.
	 */
	async addOwnKey(accountId: string, key: string, label: string): Promise<{ readonly id: string }> {
		if (!/^[\x21-\x7e]{32,500}$/.test(key)) {
			throw new CommandFault('a key has 32 to 500 characters and no blanks');
		}
		const noted = await noteTrackerKey(this.database, { accountId, key });
		if (noted !== undefined) return { id: noted };
		const id = await this.keep(key, accountId, label);
		await noteTrackerKey(this.database, { accountId, key });
		return { id };
	}

	/** Answers whether there was such a key in use. */
	async revokeKey(id: string): Promise<boolean> {
		const { numUpdatedRows } = await this.database
			.updateTable('api_keys')
			.set({ revoked_at: this.clock.now() })
			.where('id', '=', id)
			.where('revoked_at', 'is', null)
			.executeTakeFirstOrThrow();
		return numUpdatedRows === 1n;
	}

	/** Whom a key speaks for, or undefined. */
	async authenticate(key: string): Promise<Caller | undefined> {
		const row = await this.database
			.selectFrom('api_keys')
			.select('account_id')
			.where('key_hash', '=', secretHash(key))
			.where('revoked_at', 'is', null)
			.executeTakeFirst();
		if (row === undefined) return undefined;
		const { account_id: accountId } = row;
		return accountId === null ? { kind: 'ADMINISTRATOR' } : { kind: 'TRADER', accountId };
	}

	/** Keeps the hash of a key that is not known yet; answers its id. */
	private async keep(key: string, accountId: string | null, label: string): Promise<string> {
		const id = newId(this.clock);
		const { numInsertedOrUpdatedRows } = await this.database
			.insertInto('api_keys')
			.values({
				id,
				key_hash: secretHash(key),
				account_id: accountId,
				label,
				created_at: this.clock.now(),
				revoked_at: null,
			})
			.onConflict((conflict) => conflict.doNothing())
			.executeTakeFirstOrThrow();
		if (numInsertedOrUpdatedRows === 0n) throw new CommandFault('this key is known already');
		return id;
	}
}
