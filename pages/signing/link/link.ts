/**
 * The signing link: its token, its addresses and its state at the server, which is polled while
 * something is pending (other signers, the sealed file).
 */
import { useEffect, useState } from 'preact/hooks';
import { signing as endpoints } from '../../../api/sealer/signing';
import type { Input, Model } from '../../../api/types';
import { answerAt, CallFault, clientOf } from '../../parts/client';
import { errorOf } from '../../parts/loading';

export type Request = Model<'SigningRequest'>;
export type Code = Model<'SigningCode'>;
export type View = Input<'signing', 'addView', Blob>['view'];
export type Signing = Omit<Input<'signing', 'sign', Blob>, 'token'>;

const client = clientOf<'signing'>(endpoints);

export const token = decodedToken(globalThis.location?.pathname ?? '');

function decodedToken(path: string): string {
	const [, , text = ''] = path.split('/');
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const secretKey = `code of the signing link ${token}`;
let secret = keptSecret();

function keptSecret(): string | undefined {
	try {
		return sessionStorage.getItem(secretKey) ?? undefined;
	} catch {
		return undefined;
	}
}

function keepSecret(given: string): void {
	secret = given;
	try {
		sessionStorage.setItem(secretKey, given);
	} catch {
		// Storage is unavailable: the code is entered again when the page is loaded anew.
	}
}

/** For calls of the link: its token, and what this tab was given for the code of the signer. */
function link() {
	return { token, ...secretHeader() };
}

export function secretHeader(): { readonly 'signing-code-secret'?: string } {
	return secret === undefined ? {} : { 'signing-code-secret': secret };
}

export function needsSecret(): boolean {
	return secret !== undefined;
}

/** A file below the link's address. */
export async function fileBelow(part: string): Promise<Blob> {
	return (await answerAt(addressBelow(part), { headers: secretHeader() })).blob();
}

export const askCode = (): Promise<Code> => client.call('askCode', { token });
export const readCode = (): Promise<Code> => client.call('getCode', { token });

export async function confirmCode(code: string): Promise<void> {
	keepSecret((await client.call('confirmCode', { token, code })).secret);
}

/** An address below the link's. */
export function addressBelow(part: string): string {
	return `/signing/${encodeURIComponent(token)}/${part}`;
}

export interface Link {
	readonly request: Request | undefined;
	/** Set while the code of the signer is to be entered. */
	readonly code: Code | undefined;
	/** Why loading failed. */
	readonly fault: Error | undefined;
	readonly again: () => void;
	/** Shows the answer of a call at once. */
	readonly show: (request: Request) => void;
}

export function useLink(): Link {
	const [request, setRequest] = useState<Request>();
	const [code, setCode] = useState<Code>();
	const [fault, setFault] = useState<Error>();
	const [round, setRound] = useState(0);
	const again = () => setRound((before) => before + 1);
	const show = (found: Request) => {
		setRequest(found);
		setCode(undefined);
		setFault(undefined);
	};
	const refused = async (reason: unknown) => {
		if (!(reason instanceof CallFault) || reason.code !== 'Sealer_CodeNeeded') throw reason;
		setCode(await readCode());
		setRequest(undefined);
	};
	useEffect(() => {
		client
			.call('getRequest', link())
			.then(show, refused)
			.catch((reason: unknown) => setFault(errorOf(reason)));
	}, [round]);
	const pauseMs = request === undefined ? undefined : pauseOf(request);
	useEffect(() => {
		if (pauseMs === undefined) return undefined;
		const timer = setTimeout(again, pauseMs);
		return () => clearTimeout(timer);
	}, [pauseMs, request, round]);
	return { request, code, fault, again, show };
}

/** Pause before the next poll; undefined if nothing more will change, or the reader is working. */
export function pauseOf({ files, seal, state, reason }: Request): number | undefined {
	if (files === undefined || reason !== undefined || seal?.status === 'Sealed') return undefined;
	if (seal !== undefined) return 2_000;
	return state === 'Asked' ? undefined : 10_000;
}

export function sign(signing: Signing): Promise<Request> {
	return client.call('sign', { ...signing, ...link() });
}

export function decline(reason: string): Promise<Request> {
	return client.call('decline', { ...link(), reason });
}

/** Reports views to the server; failures are shown, because the record is part of the signature. */
export function useViews(): readonly [fault: Error | undefined, record: (view: View) => void] {
	const [fault, setFault] = useState<Error>();
	const record = (view: View) => {
		client
			.call('addView', { ...link(), view })
			.catch((reason: unknown) => setFault(errorOf(reason)));
	};
	return [fault, record];
}
