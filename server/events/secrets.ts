/**
 * The secrets that sign what is sent, as they are kept: sealed under a key of the program, so that who
 * reads the database can pass nothing off as the program's.
 */

/** Seals texts, each under a name without which it does not open. */
export interface SecretVault {
	/** Of the key it seals with. */
	readonly keyId: string;
	seal(name: string, secret: string): string;
	/** Nothing where no key that is there opens it. */
	open(name: string, sealed: string, keyId: string): string | undefined;
}

/** What stands with a subscription. */
export interface KeptSecrets {
	readonly id: string;
	readonly secret: string;
	readonly earlierSecret: string | undefined;
	/** Milliseconds. */
	readonly earlierSecretUntil: number | undefined;
	/** Of the key that sealed both. */
	readonly secretKeyId: string;
}

/** Why nothing is sent. */
export const secretLost =
	'its secret is sealed under a key that is not there; it goes on with another secret';

/** What the secrets of a subscription are sealed under. */
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

/** Those that sign now, the newest first; nothing where they do not open. */
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
