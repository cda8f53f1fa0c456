/**
 * The migrations in order. Never edit a released one; add a new one. Until the tag `v0.1.0` the first one is
 * edited and its name changed with it, so that a database of an earlier state is refused; the tag ends that, and
 * `test/installations` holds what the version left behind.
 */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';
import { signIn } from './migrations/0002-sign-in';
import { storage } from './migrations/0003-storage';
import { passkeys } from './migrations/0004-passkeys';

export const migrations: Readonly<Record<string, Migration>> = {
	'0001-first-5': first,
	'0002-sign-in': signIn,
	'0003-storage': storage,
	'0004-passkeys': passkeys,
};
