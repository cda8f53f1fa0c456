/** Encrypts the secrets of subscriptions under the service's master key. */
import { secretName, type SecretVault } from '../../server/events/webhook/secrets';
import type { RewrapBatch } from '../objects/keys/key-rotation';
import { openWrapped, wrapKey, type KeyRing } from '../objects/keys/key-ring';

export function secretVault(ring: KeyRing): SecretVault {
	return {
		keyId: ring.keys[0].id,
		seal: (name, secret) => wrapKey(ring, name, Buffer.from(secret)).wrapped,
		open: (name, wrapped, masterKeyId) =>
			openWrapped(ring, name, { wrapped, masterKeyId })?.toString(),
	};
}

/** A secret that no key opens stays unchanged, and cannot be opened with the new key either. */
export const rewrapSecrets: RewrapBatch = async (transaction, { masterKeyId, limit, rewrap }) => {
	const rows = await transaction
		.selectFrom('event_subscriptions')
		.select(['id', 'secret', 'earlier_secret', 'secret_key_id'])
		.where('secret_key_id', '!=', masterKeyId)
		.limit(limit)
		.execute();
	for (const { id, secret, earlier_secret: earlier, secret_key_id: oldId } of rows) {
		const again = (wrapped: string) =>
			rewrap(secretName(id), { wrapped, masterKeyId: oldId })?.wrapped ?? wrapped;
		await transaction
			.updateTable('event_subscriptions')
			.set({
				secret: again(secret),
				earlier_secret: earlier === null ? null : again(earlier),
				secret_key_id: masterKeyId,
			})
			.where('id', '=', id)
			.execute();
	}
	return rows.length;
};
