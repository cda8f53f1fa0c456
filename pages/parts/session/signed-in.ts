/**
 * Who is signed in to the console, asked once for each document. The browser keeps the cookie; a page sees nothing of it.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { answerAt, exactJson, textOf } from '../client';

export interface SignedIn {
	readonly user?: Model<'User'>;
	readonly organisation?: { readonly id: string; readonly name: string };
	/** Further ways to sign in, for who is not: what the sign-in of their organisation is called. */
	readonly signIn?: { readonly oidc: string };
}

const nobody: SignedIn = {};
const changed = 'signed-in-changed';

let asked: Promise<SignedIn> | undefined;
let known: SignedIn | undefined;

/** Undefined until it is known; nobody where the page's server signs nobody in. */
export function useSignedIn(isAsked = true): SignedIn | undefined {
	const [who, setWho] = useState(isAsked ? known : nobody);
	useEffect(() => {
		if (!isAsked) return undefined;
		const look = () => void signedIn().then(setWho);
		look();
		addEventListener(changed, look);
		return () => removeEventListener(changed, look);
	}, []);
	return who;
}

async function signedIn(): Promise<SignedIn> {
	asked ??= session('GET').then(
		(answer) => answer as SignedIn,
		() => nobody,
	);
	known = await asked;
	return known;
}

/** After the session has ended: it is asked again who is signed in. */
export function forgetSignedIn(): void {
	asked = undefined;
	known = undefined;
	dispatchEvent(new Event(changed));
}

/** A call of the session's routes below `/session`; throws a CallFault. */
export async function session(method: string, below = '', body?: object): Promise<unknown> {
	const headers = { 'content-type': 'application/json' };
	const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
	const text = await textOf(await answerAt(`/session${below}`, { method, ...sent }));
	return text === '' ? undefined : exactJson(text);
}

/** Leads back to this page behind the sign-in. */
export function signInAddress(): string {
	const { pathname, search } = globalThis.location;
	return `/console/sign-in?to=${encodeURIComponent(pathname + search)}`;
}
