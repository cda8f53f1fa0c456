/**
 * The migrations in order. Never edit a released one; add a new one. `test/installations` holds what each version
 * left behind.
 */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';
import { signIn } from './migrations/0002-sign-in';
import { storage } from './migrations/0003-storage';
import { references } from './migrations/0004-references';
import { passkeys } from './migrations/0005-passkeys';
import { signerCodes } from './migrations/0006-signer-codes';
import { keyLimits } from './migrations/0007-key-limits';
import { brand } from './migrations/0008-brand';
import { contractFiles } from './migrations/0009-contract-files';
import { waiting } from './migrations/0010-waiting';

export const migrations: Readonly<Record<string, Migration>> = {
	'0001-first-5': first,
	'0002-sign-in': signIn,
	'0003-storage': storage,
	'0004-references': references,
	'0005-passkeys': passkeys,
	'0006-signer-codes': signerCodes,
	'0007-key-limits': keyLimits,
	'0008-brand': brand,
	'0009-contract-files': contractFiles,
	'0010-waiting': waiting,
};
