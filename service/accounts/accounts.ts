/**
 * Organisations and what belongs to them: users with roles, products, keys. A key is shown once
 * when it is made and kept only as a hash. Handlers ask here who a caller or a recipient is.
 */
import type { Role } from '../../api/roles';
import { isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';
import type { Caller } from '../operations/handler';

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

/** The form e-mail addresses are stored and compared in. */
export function normalEmail(email: string): string {
	return email.toLowerCase();
}

export class Accounts {
	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {}

	async addOrganisation(name: string): Promise<{ readonly id: string }> {
		const id = newId(this.clock);
		await this.database
			.insertInto('organisations')
			.values({ id, name, created_at: isoTime(this.clock) })
			.execute();
		return { id };
	}

	async addUser(user: {
		readonly organisationId: string;
		readonly email: string;
		readonly roles: readonly Role[];
	}): Promise<User> {
		const id = newId(this.clock);
		const email = normalEmail(user.email);
		await this.database
			.insertInto('users')
			.values({
				id,
				organisation_id: user.organisationId,
				email,
				roles: JSON.stringify(user.roles),
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

	/** The users of an organisation with their roles, the oldest first. */
	async users(
		organisationId: string,
	): Promise<readonly (User & { readonly roles: readonly Role[] })[]> {
		const rows = await this.database
			.selectFrom('users')
			.select(['id', 'email', 'roles'])
			.where('organisation_id', '=', organisationId)
			.orderBy('sequence')
			.execute();
		return rows.map((row) => ({ ...row, roles: JSON.parse(row.roles) as readonly Role[] }));
	}

	/** The keys of an organisation's users; a key itself is not kept. */
	async keys(organisationId: string): Promise<
		readonly {
			readonly id: string;
			readonly email: string;
			readonly label: string;
			readonly createdAt: string;
			readonly revokedAt: string | null;
		}[]
	> {
		return this.database
			.selectFrom('api_keys')
			.innerJoin('users', 'users.id', 'api_keys.user_id')
			.select([
				'api_keys.id',
				'users.email',
				'api_keys.label',
				'api_keys.created_at as createdAt',
				'api_keys.revoked_at as revokedAt',
			])
			.where('users.organisation_id', '=', organisationId)
			.orderBy('api_keys.created_at')
			.orderBy('api_keys.id')
			.execute();
	}

	async setRoles(userId: string, roles: readonly Role[]): Promise<void> {
		await this.database
			.updateTable('users')
			.set({ roles: JSON.stringify(roles) })
			.where('id', '=', userId)
			.execute();
	}

	async addProduct(product: {
		readonly organisationId: string;
		readonly kind: ProductKind;
		readonly name: string;
	}): Promise<Product> {
		const id = newId(this.clock);
		await this.database
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

	/** Makes a key for a user. The returned key exists nowhere else; only its hash is stored. */
	async addKey(
		userId: string,
		label: string,
	): Promise<{ readonly id: string; readonly key: string }> {
		const id = newId(this.clock);
		const key = newSecret();
		await this.database
			.insertInto('api_keys')
			.values({
				id,
				user_id: userId,
				key_hash: secretHash(key),
				label,
				created_at: isoTime(this.clock),
				revoked_at: null,
			})
			.execute();
		return { id, key };
	}

	/** Ends a key; whether there was one to end. */
	async revokeKey(keyId: string): Promise<boolean> {
		const result = await this.database
			.updateTable('api_keys')
			.set({ revoked_at: isoTime(this.clock) })
			.where('id', '=', keyId)
			.where('revoked_at', 'is', null)
			.executeTakeFirst();
		return result.numUpdatedRows > 0n;
	}

	/** The user a key belongs to, or nothing when the key is unknown or revoked. */
	async callerByKey(key: string): Promise<Caller | undefined> {
		const row = await this.database
			.selectFrom('api_keys')
			.innerJoin('users', 'users.id', 'api_keys.user_id')
			.select(['users.id', 'users.organisation_id', 'users.email', 'users.roles'])
			.where('api_keys.key_hash', '=', secretHash(key))
			.where('api_keys.revoked_at', 'is', null)
			.executeTakeFirst();
		return row === undefined
			? undefined
			: {
					organisationId: row.organisation_id,
					userId: row.id,
					email: row.email,
					roles: JSON.parse(row.roles) as readonly Role[],
				};
	}

	/** A product of the organisation by id and kind; another organisation's is not found. */
	async product(
		organisationId: string,
		kind: ProductKind,
		id: string,
	): Promise<Product | undefined> {
		// No id holds one, and PostgreSQL takes no text that does.
		if (id.includes('\0')) return undefined;
		const row = await this.database
			.selectFrom('products')
			.select(['id', 'name'])
			.where('organisation_id', '=', organisationId)
			.where('kind', '=', kind)
			.where('id', '=', id)
			.executeTakeFirst();
		return row === undefined ? undefined : { ...row, kind };
	}

	async products(
		organisationId: string,
		range: { readonly limit: number; readonly offset: number },
	): Promise<readonly Product[]> {
		const rows = await this.database
			.selectFrom('products')
			.select(['id', 'name', 'kind'])
			.where('organisation_id', '=', organisationId)
			.orderBy('sequence')
			.limit(range.limit)
			.offset(range.offset)
			.execute();
		return rows.map((row) => ({ ...row, kind: row.kind as ProductKind }));
	}

	/** A user of the organisation by e-mail address, whatever its case. */
	async userByEmail(
		connection: Database | Transaction,
		organisationId: string,
		email: string,
	): Promise<User | undefined> {
		return connection
			.selectFrom('users')
			.select(['id', 'email'])
			.where('organisation_id', '=', organisationId)
			.where('email', '=', normalEmail(email))
			.executeTakeFirst();
	}
}
