/**
 * The migrations in order. Never edit a released one; add a new one. `test/installations` holds what each version
 * left behind.
 */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';
import { depositKeys } from './migrations/0002-deposit-keys';

export const migrations: Readonly<Record<string, Migration>> = {
	'0001-first-4': first,
	'0002-deposit-keys': depositKeys,
};
