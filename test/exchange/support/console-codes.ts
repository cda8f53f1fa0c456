/** Codes that the console of a real service makes for pages of the exchange. */
import { createHash } from 'node:crypto';
import { signInToken } from '../../support/programs/console';
import { send } from '../../support/clients/requests';
import type { RunningService } from '../../support/programs/service';

const ownPage = { 'sec-fetch-site': 'same-origin' };

/** What a page sends to the exchange after its user came back from the console. */
export async function consoleCode(running: RunningService, email: string, redirectUri: string) {
	const { url } = running;
	const json = { token: await signInToken(running, email) };
	const signedIn = await send({ method: 'POST', url: `${url}/session`, headers: ownPage, json });
	const [cookie = ''] = String(signedIn.headers['set-cookie']).split(';');
	const codeVerifier = `verifier of ${email}`;
	const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
	const answer = await send({
		method: 'POST',
		url: `${url}/session/codes`,
		headers: { ...ownPage, cookie },
		json: { redirectUri, codeChallenge },
	});
	const { code } = answer.json() as { readonly code: string };
	return { code, codeVerifier, redirectUri };
}
