/** Makes and uses passkeys by the browser (WebAuthn); the server checks them. */
import type { Say } from '../../parts/language/texts';
import { session } from '../../parts/session/signed-in';
import type { texts } from './texts';

type AccessSay = Say<keyof typeof texts>;

/** Browsers have passkeys for names over HTTPS and for localhost, not for bare addresses. */
export function hasPasskeys(): boolean {
	const { hostname } = globalThis.location;
	const isName = !/^[\d.]+$|:/.test(hostname);
	return globalThis.isSecureContext && isName && 'PublicKeyCredential' in globalThis;
}

/** Signs in by a passkey of this person; throws if they leave it or it is not taken. */
export async function signInByPasskey(say: AccessSay): Promise<void> {
	const options = await session('POST', '/passkeys/options');
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
		options as PublicKeyCredentialRequestOptionsJSON,
	);
	const given = asked(say, () => navigator.credentials.get({ publicKey }));
	await session('POST', '/passkeys', await given);
}

/** Makes a passkey on this device for who is signed in. */
export async function addPasskey(say: AccessSay): Promise<void> {
	const options = await session('POST', '/passkeys/new/options');
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
		options as PublicKeyCredentialCreationOptionsJSON,
	);
	const made = asked(say, () => navigator.credentials.create({ publicKey }));
	await session('POST', '/passkeys/new', await made);
}

async function asked(say: AccessSay, ask: () => Promise<Credential | null>): Promise<object> {
	const credential = await ask().catch((fault: unknown) => {
		const isKnown = fault instanceof DOMException && fault.name === 'InvalidStateError';
		throw new Error(
			say(
				isKnown ? 'This device has a passkey for you already.' : 'No passkey was given. Try again.',
			),
		);
	});
	if (!(credential instanceof PublicKeyCredential))
		throw new Error(say('No passkey was given. Try again.'));
	return credential.toJSON();
}
