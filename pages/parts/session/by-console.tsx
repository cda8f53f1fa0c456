/**
 * Signing in to the exchange's pages through the console of a service, with PKCE (RFC 7636). The key that this brings
 * is kept as long as the tab, and ended by signing out.
 */
import { answerAt, CallFault, exactJson, textOf } from '../client';
import { sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';
import { useLoaded } from '../loading';
import { lineOf } from '../person-text';
import { WhenLoaded } from '../states';

export type SignedInAs = 'TRADER' | 'ADMINISTRATOR';

interface SignedInKey {
	readonly key: string;
	readonly email: string;
}

/** A sign-in that was begun in this tab. */
interface Begun {
	readonly state: string;
	readonly codeVerifier: string;
	readonly redirectUri: string;
}

const names = {
	/** By what somebody is: an administrator may be a trader as well. */
	key: { TRADER: 'trader-key', ADMINISTRATOR: 'administrator-key' },
	begun: 'sign-in-begun',
} as const;

function read<Kept>(name: string): Kept | undefined {
	const text = sessionStorage.getItem(name);
	return text === null ? undefined : (JSON.parse(text) as Kept);
}

export function signedInKey(as: SignedInAs): SignedInKey | undefined {
	return read<SignedInKey>(names.key[as]);
}

export function forgetSignedInKey(as: SignedInAs): void {
	sessionStorage.removeItem(names.key[as]);
}

async function ask(method: string, body?: object, key?: string): Promise<unknown> {
	const headers = new Headers();
	if (body !== undefined) headers.set('content-type', 'application/json');
	if (key !== undefined) headers.set('x-api-key', key);
	const sent = body === undefined ? null : JSON.stringify(body);
	const text = await textOf(await answerAt('/session', { method, headers, body: sent }));
	return text === '' ? undefined : exactJson(text);
}

function base64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (mark) =>
		mark === '+' ? '-' : mark === '/' ? '_' : '',
	);
}

const newRandom = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** What the exchange says of signing in. */
interface Offer {
	readonly console: string;
	/** Whose assets are deposited; undefined: nothing is. */
	readonly tracker?: string;
}

interface Told {
	/** Undefined where the exchange knows no console. */
	readonly signIn?: Offer;
	/** Whether the exchange has a deposit key of who asks. */
	readonly allowsDeposits?: boolean;
}

/** Leaves for the console, which leads back to this page; `prompt` asks for deposits whatever was said before. */
async function begin(
	{ console, tracker }: Offer,
	{ as, prompt }: { readonly as: SignedInAs; readonly prompt?: 'consent' },
): Promise<void> {
	const { origin, pathname, search } = globalThis.location;
	const begun = {
		state: newRandom(),
		codeVerifier: newRandom(),
		redirectUri: origin + pathname + search,
	};
	sessionStorage.setItem(names.begun, JSON.stringify(begun));
	const digest = await crypto.subtle.digest(
		'SHA-256',
		new TextEncoder().encode(begun.codeVerifier),
	);
	const query = new URLSearchParams({
		response_type: 'code',
		redirect_uri: begun.redirectUri,
		state: begun.state,
		code_challenge: base64Url(new Uint8Array(digest)),
		code_challenge_method: 'S256',
		...(as === 'TRADER' && tracker !== undefined && { tracker }),
		...(prompt && { prompt }),
	});
	globalThis.location.assign(`${console}/console/authorize?${query.toString()}`);
}

/** The key that the console's answer behind the # brings; undefined if there is none. */
async function finish(as: SignedInAs): Promise<string | undefined> {
	const answer = new URLSearchParams(globalThis.location.hash.slice(1));
	const code = answer.get('code');
	if (code === null) return undefined;
	const begun = read<Begun>(names.begun);
	sessionStorage.removeItem(names.begun);
	const { pathname, search } = globalThis.location;
	history.replaceState(null, '', pathname + search);
	if (begun === undefined || begun.state !== answer.get('state')) {
		throw new CallFault('refused', 'This sign-in was not begun in this tab.', 'Sign in again.');
	}
	const { codeVerifier, redirectUri } = begun;
	const allowsDeposits = answer.get('allows') === 'deposits';
	const sent = { as, code, codeVerifier, redirectUri, allowsDeposits };
	const key = (await ask('POST', sent)) as SignedInKey;
	sessionStorage.setItem(names.key[as], JSON.stringify(key));
	return key.key;
}

interface BySignInProps {
	readonly as: SignedInAs;
	readonly onKey: (key: string) => void;
}

/** The way to sign in through the console; nothing where the exchange knows no console. */
export function ByConsole({ as, onKey }: BySignInProps) {
	const say = useTexts(sharedTexts);
	const asked = useLoaded(as, async () => {
		const key = await finish(as);
		if (key !== undefined) onKey(key);
		return ((await ask('GET')) as Told).signIn;
	});
	return (
		<WhenLoaded asked={asked}>
			{(offer) =>
				offer !== undefined && (
					<p>
						<button type="button" onClick={() => void begin(offer, { as })}>
							{say('Sign in')}
						</button>{' '}
						{say('or enter an API key.')}
					</p>
				)
			}
		</WhenLoaded>
	);
}

interface SignedInLineProps {
	/** Undefined on a page that nobody signs in to this way. */
	readonly as: SignedInAs | undefined;
	/** Of the page; nothing is shown for one that somebody entered. */
	readonly currentKey: string | undefined;
	readonly onEnd: () => void;
}

/** Who is signed in, and the way out. */
export function SignedInLine({ as, currentKey, onEnd }: SignedInLineProps) {
	const say = useTexts(sharedTexts);
	const { email = '', key } = (as && signedInKey(as)) ?? {};
	if (key === undefined || key !== currentKey) return null;
	const signOut = () => void ask('DELETE', undefined, key).finally(onEnd);
	return (
		<p class="soft">
			{say.filled('Signed in as {email}', { email: <bdi>{lineOf(email)}</bdi> })}{' '}
			<button class="quiet" type="button" onClick={signOut}>
				{say('Sign out')}
			</button>
		</p>
	);
}

/** What the exchange knows of the deposits of a trader who signed in; undefined of one who entered a key. */
export async function depositsOf(key: string): Promise<Told | undefined> {
	if (signedInKey('TRADER')?.key !== key) return undefined;
	return (await ask('GET', undefined, key)) as Told;
}

/** Signs in anew, with the question whether deposits are allowed. */
export async function askForDeposits(offer: Offer, key: string): Promise<void> {
	await ask('DELETE', undefined, key);
	forgetSignedInKey('TRADER');
	await begin(offer, { as: 'TRADER', prompt: 'consent' });
}
