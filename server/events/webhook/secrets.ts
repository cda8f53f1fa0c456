/**
 * Stored secrets that sign deliveries, encrypted under a key of the program, so that a reader of
 * the database cannot forge deliveries.
 */

/** Encrypts texts, each bound to a name. */
export interface SecretVault {
	/** Id of the current key. */
	readonly keyId: string;
	seal(name: string, secret: string): string;
	/** Undefined if no available key decrypts it. */
	open(name: string, sealed: string, keyId: string): string | undefined;
}

/** Secrets of a subscription as stored. */
export interface KeptSecrets {
	readonly id: string;
	readonly secret: string;
	readonly earlierSecret: string | undefined;
	/** Milliseconds. */
	readonly earlierSecretUntil: number | undefined;
	/** Id of the key that encrypted both. */
	readonly secretKeyId: string;
}

/** Reason of a stopped subscription. */
export const secretLost =
	'its secret is sealed under a key that is not there; it goes on with another secret';

/** Name that a subscription's secrets are bound to. */
export function secretName(subscriptionId: string): string {
	return `secret of subscription ${subscriptionId}`;
}

/** The columns of a subscription's secrets. */
export function sealedSecrets(
	vault: SecretVault,
	{
		id,
		secret,
		earlier,
	}: { readonly id: string; readonly secret: string; readonly earlier?: string },
) {
	const name = secretName(id);
	return {
		secret: vault.seal(name, secret),
		earlier_secret: earlier === undefined ? null : vault.seal(name, earlier),
		secret_key_id: vault.keyId,
	};
}

/** Secrets that sign now, the newest first; undefined if they cannot be decrypted. */
export function openSecrets(
	vault: SecretVault,
	kept: KeptSecrets,
	now: number,
): readonly string[] | undefined {
	const { id, secret, earlierSecret, earlierSecretUntil = 0, secretKeyId } = kept;
	const isEarlierGood = earlierSecret !== undefined && earlierSecretUntil > now;
	const sealed = isEarlierGood ? [secret, earlierSecret] : [secret];
	const open = sealed.map((text) => vault.open(secretName(id), text, secretKeyId));
	return open.every((text) => text !== undefined) ? open : undefined;
}
