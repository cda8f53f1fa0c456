/** Secrets of subscriptions stand sealed under the master key; those of before are sealed at the next start. */
import type { Kysely, Migration } from 'kysely';
import { addSecretKeys } from '../../../server/events/tables';

export const sealedSecrets: Migration = {
	up: (database: Kysely<unknown>) => addSecretKeys(database),
};
