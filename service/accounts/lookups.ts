/**
 * Finds the key and the product of a request. Requests that arrive at the same time share one
 * statement. Nothing is cached between statements, so a key that was revoked in any process fails
 * at the next request.
 */
import { textList, textsValue } from '../../server/database/bulk';
import { Prepared } from '../../server/database/prepared';
import { SharedReads } from '../../server/database/shared-reads';
import type { Database, Transaction } from '../database/database';
import type { LimitColumns, Schema } from '../database/schema';

export interface KeyRow extends LimitColumns {
	readonly key_id: string;
	readonly key_hash: string;
	readonly expires_at: string | null;
	/** Id of the key's user. */
	readonly id: string;
	readonly organisation_id: string;
	readonly email: string;
	/** JSON. */
	readonly roles: string;
	readonly kind: 'KEY' | 'SESSION';
	readonly used_at: string | null;
}

export interface ProductRow {
	readonly id: string;
	readonly organisation_id: string;
	readonly kind: string;
	readonly name: string;
}

/** Keys and sessions that were not revoked, with their users, who are neither disabled nor deleted. */
export function keyRows(connection: Database | Transaction) {
	return connection
		.selectFrom('api_keys')
		.innerJoin('users', 'users.id', 'api_keys.user_id')
		.select(['users.id', 'users.organisation_id', 'users.email', 'users.roles'])
		.select(['api_keys.id as key_id', 'api_keys.key_hash', 'api_keys.expires_at'])
		.select(['api_keys.kind', 'api_keys.used_at', 'api_keys.limited_roles', 'api_keys.networks'])
		.where('api_keys.revoked_at', 'is', null)
		.where('users.disabled_at', 'is', null)
		.where('users.deleted_at', 'is', null);
}

const keysByHash = new Prepared<Schema, KeyRow>((database) =>
	keyRows(database).where('api_keys.key_hash', 'in', textList<Schema>(database, [])),
);

const productsById = new Prepared<Schema, ProductRow>((database) =>
	database
		.selectFrom('products')
		.select(['id', 'organisation_id', 'kind', 'name'])
		.where('id', 'in', textList<Schema>(database, [])),
);

export class Lookups {
	private readonly keys: SharedReads<string, KeyRow>;
	private readonly products: SharedReads<string, ProductRow>;

	constructor(database: Database) {
		this.keys = new SharedReads(async (hashes) => {
			const rows = await keysByHash.rows(database, [textsValue([...new Set(hashes)])]);
			const byHash = new Map(rows.map((row) => [row.key_hash, row]));
			return hashes.map((hash) => byHash.get(hash));
		});
		this.products = new SharedReads(async (ids) => {
			const rows = await productsById.rows(database, [textsValue([...new Set(ids)])]);
			const byId = new Map(rows.map((row) => [row.id, row]));
			return ids.map((id) => byId.get(id));
		});
	}

	/** The key of a hash, unless it or its user was ended; an expired key is returned, too. */
	key(hash: string): Promise<KeyRow | undefined> {
		return this.keys.find(hash);
	}

	/** The product of that id, of any organisation. */
	product(id: string): Promise<ProductRow | undefined> {
		return this.products.find(id);
	}
}
