/** Codes that the console of a real service makes for pages of the exchange. */
import { createHash } from 'node:crypto';
import { signInToken } from '../../support/programs/console';
import { send } from '../../support/clients/requests';
import type { RunningService } from '../../support/programs/service';

const ownPage = { 'sec-fetch-site': 'same-origin' };

/** A request of the console's own page, of who is signed in there. */
export async function consoleCaller(running: RunningService, email: string) {
	const { url } = running;
	const json = { token: await signInToken(running, email) };
	const signedIn = await send({ method: 'POST', url: `${url}/session`, headers: ownPage, json });
	const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';');
	return (method: string, path: string, sent?: object) =>
		send({
			method,
			url: `${url}/session${path}`,
			headers: { ...ownPage, cookie },
			...(sent && { json: sent }),
		});
}

/** What a page sends to the exchange after its user came back from the console; `tracker`: who allowed deposits. */
export async function consoleCode(
	running: RunningService,
	email: string,
	{ redirectUri, tracker }: { readonly redirectUri: string; readonly tracker?: string },
) {
	const ask = await consoleCaller(running, email);
	const codeVerifier = `verifier of ${email}`;
	const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
	const sent = { redirectUri, codeChallenge, ...(tracker !== undefined && { tracker }) };
	const { code } = (await ask('POST', '/codes', sent)).json() as { readonly code: string };
	return { code, codeVerifier, redirectUri };
}
