/**
 * Organisations with their users, roles, products and keys. A key is shown once when it is made
 * and kept only as a hash.
 */
import type { Role } from '../../api/language/roles';
import { inDays, isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import { comparableEmail } from '../../server/email-address';
import { textList } from '../../server/database/bulk';
import { forShare } from '../../server/database/locks';
import { requireAllowed } from '../../server/key-networks';
import { inTransaction } from '../../server/database/transactions';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';
import type { Schema } from '../database/schema';
import type { Caller, KeyLimits } from '../operations/handler';
import { readList } from '../database/list-reading';
import { limitColumns, limitsOf, usableRoles } from './key-limits';
import { isIdle } from './sessions';
import { noteUse } from './uses';
import { keyRows, Lookups, type KeyRow } from './lookups';

export type ProductKind = 'Sealer' | 'Tracker' | 'Keeper';

export interface Product {
	readonly id: string;
	readonly kind: ProductKind;
	readonly name: string;
}

export interface User {
	readonly id: string;
	readonly email: string;
}

export interface KeyTerms extends KeyLimits {
	/** Undefined: it never expires. */
	readonly lifetimeDays?: number | undefined;
}

export interface MadeKey {
	readonly id: string;
	/** Shown here and never again. */
	readonly key: string;
	/** Absent if the key never expires. */
	readonly expiresAt?: string;
}

interface ListedKey extends KeyLimits {
	readonly id: string;
	readonly email: string;
	readonly label: string;
	readonly createdAt: string;
	readonly expiresAt: string | null;
	readonly revokedAt: string | null;
}

export class Accounts {
	private readonly lookups: Lookups;

	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {
		this.lookups = new Lookups(database);
	}

	async addOrganisation(
		name: string,
		connection: Database | Transaction = this.database,
	): Promise<{ readonly id: string }> {
		const id = newId(this.clock);
		await connection
			.insertInto('organisations')
			.values({ id, name, created_at: isoTime(this.clock) })
			.execute();
		return { id };
	}

	/** Adds a user; a deleted user of the same address is restored with the new roles. */
	async addUser(
		user: {
			readonly organisationId: string;
			readonly email: string;
			readonly roles: readonly Role[];
		},
		connection: Database | Transaction = this.database,
	): Promise<User> {
		const email = comparableEmail(user.email);
		const roles = JSON.stringify(user.roles);
		const before = await connection
			.updateTable('users')
			.set({ roles, deleted_at: null, disabled_at: null })
			.where('organisation_id', '=', user.organisationId)
			.where('email', '=', email)
			.where('deleted_at', 'is not', null)
			.returning(['id', 'email'])
			.executeTakeFirst();
		if (before !== undefined) return before;
		const id = newId(this.clock);
		await connection
			.insertInto('users')
			.values({
				id,
				organisation_id: user.organisationId,
				email,
				roles,
				disabled_at: null,
				deleted_at: null,
				created_at: isoTime(this.clock),
			})
			.execute();
		return { id, email };
	}

	/** Organisations, the oldest first. */
	async organisations(): Promise<readonly { readonly id: string; readonly name: string }[]> {
		return this.database
			.selectFrom('organisations')
			.select(['id', 'name'])
			.orderBy('created_at')
			.orderBy('id')
			.execute();
	}

	async organisationName(id: string): Promise<string> {
		const query = this.database.selectFrom('organisations').select('name').where('id', '=', id);
		return (await query.executeTakeFirstOrThrow()).name;
	}

	/** The users of an organisation with their roles, the oldest first. */
	async users(
		organisationId: string,
	): Promise<readonly (User & { readonly roles: readonly Role[]; readonly isEnabled: boolean })[]> {
		const rows = await this.database
			.selectFrom('users')
			.select(['id', 'email', 'roles', 'disabled_at'])
			.where('organisation_id', '=', organisationId)
			.where('deleted_at', 'is', null)
			.orderBy('sequence')
			.execute();
		return rows.map(({ id, email, roles, disabled_at }) => ({
			id,
			email,
			roles: JSON.parse(roles) as readonly Role[],
			isEnabled: disabled_at === null,
		}));
	}

	/** The keys of an organisation's users; a key itself is not kept. */
	async keys(organisationId: string): Promise<readonly ListedKey[]> {
		const rows = await this.database
			.selectFrom('api_keys')
			.innerJoin('users', 'users.id', 'api_keys.user_id')
			.select([
				'api_keys.id',
				'users.email',
				'api_keys.label',
				'api_keys.created_at as createdAt',
				'api_keys.expires_at as expiresAt',
				'api_keys.revoked_at as revokedAt',
				'api_keys.limited_roles',
				'api_keys.networks',
			])
			.where('users.organisation_id', '=', organisationId)
			.where('api_keys.kind', '=', 'KEY')
			.orderBy('api_keys.created_at')
			.orderBy('api_keys.id')
			.execute();
		return rows.map(({ limited_roles, networks, ...key }) => ({
			...key,
			...limitsOf({ limited_roles, networks }),
		}));
	}

	async setRoles(userId: string, roles: readonly Role[]): Promise<void> {
		await this.database
			.updateTable('users')
			.set({ roles: JSON.stringify(roles) })
			.where('id', '=', userId)
			.execute();
	}

	async addProduct(
		product: {
			readonly organisationId: string;
			readonly kind: ProductKind;
			readonly name: string;
		},
		connection: Database | Transaction = this.database,
	): Promise<Product> {
		const id = newId(this.clock);
		await connection
			.insertInto('products')
			.values({
				id,
				organisation_id: product.organisationId,
				kind: product.kind,
				name: product.name,
				created_at: isoTime(this.clock),
			})
			.execute();
		return { id, kind: product.kind, name: product.name };
	}

	/**
	 * Makes a key for a user. The returned key exists nowhere else; only its hash is stored.
	 */
	async addKey(
		userId: string,
		label: string,
		{ lifetimeDays, ...limits }: KeyTerms = {},
		connection: Database | Transaction = this.database,
	): Promise<MadeKey> {
		const id = newId(this.clock);
		const key = newSecret();
		const expiresAt =
			lifetimeDays === undefined
				? undefined
				: new Date(inDays(this.clock, lifetimeDays)).toISOString();
		await connection
			.insertInto('api_keys')
			.values({
				id,
				user_id: userId,
				key_hash: secretHash(key),
				label,
				created_at: isoTime(this.clock),
				expires_at: expiresAt ?? null,
				revoked_at: null,
				...limitColumns(limits),
			})
			.execute();
		return { id, key, ...(expiresAt !== undefined && { expiresAt }) };
	}

	/** Ends a user's keys of a label and makes a new one. */
	async replaceKeys(
		userId: string,
		label: string,
		terms: KeyTerms = {},
		connection: Database | Transaction = this.database,
	): Promise<MadeKey> {
		return inTransaction(connection, async (transaction) => {
			await transaction
				.updateTable('api_keys')
				.set({ revoked_at: isoTime(this.clock) })
				.where('user_id', '=', userId)
				.where('label', '=', label)
				.where('kind', '=', 'KEY')
				.where('revoked_at', 'is', null)
				.execute();
			return this.addKey(userId, label, terms, transaction);
		});
	}

	/** Ends a key. Returns false if there was none to end. */
	async revokeKey(keyId: string): Promise<boolean> {
		const result = await this.database
			.updateTable('api_keys')
			.set({ revoked_at: isoTime(this.clock) })
			.where('id', '=', keyId)
			.where('revoked_at', 'is', null)
			.executeTakeFirst();
		return result.numUpdatedRows > 0n;
	}

	/** True if a key or the secret of a session works now. */
	async isInUse(secret: string): Promise<boolean> {
		const row = await this.lookups.key(secretHash(secret));
		return row !== undefined && !hasExpired(row, this.clock);
	}

	/**
	 * The user of a key, noting the use; undefined if the key is unknown or revoked. An expired key, and one that may
	 * not be used from this address, are refused by name, because only their holder can learn that.
	 */
	async callerByKey(key: string, address: string): Promise<Caller | undefined> {
		const row = await this.lookups.key(secretHash(key));
		if (row?.kind !== 'KEY') return undefined;
		requireTime(row, this.clock);
		const limits = limitsOf(row);
		requireAllowed(limits.networks, address);
		await noteUse(this.database, this.clock, row);
		return { ...this.callerOf(row), limits };
	}

	/** The user of a session by the secret of its cookie, noting the use; undefined if it has ended. */
	async callerBySession(secret: string): Promise<Caller | undefined> {
		const row = await this.lookups.key(secretHash(secret));
		if (row?.kind !== 'SESSION' || hasExpired(row, this.clock)) return undefined;
		await noteUse(this.database, this.clock, row);
		return this.callerOf(row);
	}

	private callerOf(row: KeyRow): Caller {
		return {
			organisationId: row.organisation_id,
			userId: row.id,
			email: row.email,
			roles: rolesOf(row),
			grant: grantOf(row),
			requireStill: (transaction) => this.requireKey(transaction, row.key_id),
		};
	}

	/** Returns the grants that still hold: the key is good, and may use the same roles of its user. */
	async grantsInUse(grants: readonly string[]): Promise<ReadonlySet<string>> {
		const keyIds = grants.map((grant) => grant.slice(0, grant.indexOf(' ')));
		const rows = await keyRows(this.database)
			.where('api_keys.id', 'in', textList<Schema>(this.database, keyIds))
			.execute();
		return new Set(rows.filter((row) => !hasExpired(row, this.clock)).map(grantOf));
	}

	/** Refuses a key or session that has ended since the request began, and locks it until the commit. */
	private async requireKey(transaction: Transaction, keyId: string): Promise<void> {
		const rows = keyRows(transaction).where('api_keys.id', '=', keyId);
		const row = await forShare(transaction, rows).executeTakeFirst();
		if (row === undefined) throw refuse('Auth_KeyInvalid');
		requireTime(row, this.clock);
	}

	/** A product by id and kind; not found if it belongs to another organisation. */
	async product(
		organisationId: string,
		kind: ProductKind,
		id: string,
	): Promise<Product | undefined> {
		// PostgreSQL refuses texts with NUL, and no id has one.
		if (id.includes('\0')) return undefined;
		const row = await this.lookups.product(id);
		const isTheirs = row?.organisation_id === organisationId && row.kind === kind;
		return isTheirs ? { id, kind, name: row.name } : undefined;
	}

	/**
	 * Sets whether replies name signing links to a contract's creator. Returns false if there is no
	 * such product.
	 */
	async setNamesLinks(productId: string, namesLinks: boolean): Promise<boolean> {
		const done = await this.database
			.updateTable('products')
			.set({ names_links: namesLinks ? 1 : 0 })
			.where('id', '=', productId)
			.where('kind', '=', 'Sealer')
			.executeTakeFirst();
		return done.numUpdatedRows === 1n;
	}

	async products(
		organisationId: string,
		range: { readonly limit: number; readonly offset: number },
	): Promise<readonly Product[]> {
		const query = this.database
			.selectFrom('products')
			.select(['id', 'name', 'kind'])
			.where('organisation_id', '=', organisationId);
		return readList(query, { by: 'products.sequence' }, range, (rows) =>
			rows.map(({ id, name, kind }) => ({ id, name, kind: kind as ProductKind })),
		);
	}

	/** A user of the organisation by e-mail address, whichever way it is written. */
	async userByEmail(
		connection: Database | Transaction,
		organisationId: string,
		email: string,
	): Promise<User | undefined> {
		return connection
			.selectFrom('users')
			.select(['id', 'email'])
			.where('organisation_id', '=', organisationId)
			.where('email', '=', comparableEmail(email))
			.where('deleted_at', 'is', null)
			.executeTakeFirst();
	}
}

function rolesOf(row: KeyRow): readonly Role[] {
	return usableRoles(JSON.parse(row.roles) as readonly Role[], limitsOf(row));
}

function grantOf(row: KeyRow): string {
	return `${row.key_id} ${rolesOf(row).join()}`;
}

type Ending = Pick<KeyRow, 'kind' | 'expires_at' | 'used_at'>;

function hasExpired({ kind, expires_at: end, used_at: usedAt }: Ending, clock: Clock): boolean {
	const isOver = end !== null && end <= isoTime(clock);
	return isOver || (kind === 'SESSION' && isIdle(usedAt, clock));
}

function requireTime(key: Ending, clock: Clock): void {
	if (!hasExpired(key, clock)) return;
	if (key.kind === 'SESSION') throw refuse('Auth_SessionEnded');
	throw refuse('Auth_KeyExpired', key.expires_at ?? '');
}
