/** How an account stands: whether it may begin anything, and whether it may have keys. */
import type { Database } from '../database/database';
import type { Account } from './accounts';

export interface AccountState extends Account {
	/** Frozen where nothing new may begin for it, disabled where it may have no key. */
	readonly status: 'ACTIVE' | 'FROZEN' | 'DISABLED';
	/** Milliseconds since 1970. */
	readonly frozenAt: number | undefined;
}

export async function accountState(
	database: Database,
	id: string,
): Promise<AccountState | undefined> {
	const row = await database
		.selectFrom('accounts')
		.select(['id', 'name', 'frozen_at', 'disabled_at'])
		.where('id', '=', id)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	const { name, frozen_at: frozen, disabled_at: disabled } = row;
	const status = disabled !== null ? 'DISABLED' : frozen !== null ? 'FROZEN' : 'ACTIVE';
	return { id, name, status, frozenAt: frozen === null ? undefined : Number(frozen) };
}
