/**
 * Tokens that open event streams where a key cannot be sent: a browser's EventSource sends no
 * header, and an address ends up in logs. A token opens the streams of its key's account and
 * nothing else, for one minute, and ends with its key. The database keeps its hash.
 */
import { newSecret, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';
import type { Caller } from './accounts';
import { networksOf, requireAllowed } from '../../server/key-networks';

const lifetimeMs = 60_000;

export interface StreamToken {
	readonly token: string;
	/** Milliseconds since 1970; streams opened before then go on. */
	readonly expiresAt: number;
}

export class StreamTokens {
	constructor(
		private readonly database: Database,
		private readonly clock: Clock,
	) {}

	/** Creates a token for the key and deletes all expired tokens. */
	async create(keyId: string): Promise<StreamToken> {
		const token = newSecret();
		const now = this.clock.now();
		const expiresAt = now + lifetimeMs;
		await this.database.transaction().execute(async (transaction) => {
			await transaction
				.deleteFrom('stream_tokens')
				.where('expires_at', '<=', BigInt(now))
				.execute();
			await transaction
				.insertInto('stream_tokens')
				.values({ token_hash: secretHash(token), key_id: keyId, expires_at: expiresAt })
				.execute();
		});
		return { token, expiresAt };
	}

	/** Returns the caller of a token, or undefined once the token or its key has ended. */
	async authenticate(token: string, address: string): Promise<Caller | undefined> {
		const now = BigInt(this.clock.now());
		const row = await this.database
			.selectFrom('stream_tokens')
			.innerJoin('api_keys', 'api_keys.id', 'stream_tokens.key_id')
			.select(['api_keys.id', 'api_keys.account_id', 'api_keys.networks'])
			.where('stream_tokens.token_hash', '=', secretHash(token))
			.where('stream_tokens.expires_at', '>', now)
			.where('api_keys.revoked_at', 'is', null)
			.where(({ eb, or }) =>
				or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]),
			)
			.executeTakeFirst();
		if (row === undefined || row.account_id === null) return undefined;
		requireAllowed(networksOf(row), address);
		return { kind: 'TRADER', keyId: row.id, accountId: row.account_id, scope: 'READ' };
	}
}
