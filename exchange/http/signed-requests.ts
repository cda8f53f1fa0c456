/**
 * Requests that are signed. A signature is verified once for a request, when it is counted; the time
 * is checked when the request arrives and again when its body is read, which a network may hold back.
 */
import type { FastifyRequest } from 'fastify';
import type { SignedParts } from '../../api/exchange/signing';
import type { Signer } from '../../server/http/app/limiter';
import type { Accounts, Caller } from '../accounts/accounts';
import {
	claimOfRequest,
	isProven,
	isSigned,
	requireInTime,
	requireSignedBody,
} from '../accounts/signatures';

type SignedAccounts = Pick<Accounts, 'authenticateSigned'>;

export interface VerifiedRequest {
	readonly claim: SignedParts;
	/** Undefined: there is no such key. */
	readonly caller: Caller | undefined;
}

const verified = new WeakMap<FastifyRequest['raw'], Promise<VerifiedRequest>>();

/** For a request that is signed; rejects with the refusal of one that is signed badly. */
export function verifiedRequest(
	accounts: SignedAccounts,
	request: FastifyRequest,
): Promise<VerifiedRequest> {
	const made = verified.get(request.raw) ?? verify(accounts, request);
	verified.set(request.raw, made);
	return made;
}

async function verify(
	accounts: SignedAccounts,
	{ method, url, headers, ip }: FastifyRequest,
): Promise<VerifiedRequest> {
	const claim = claimOfRequest({ method, url, headers });
	return { claim, caller: await accounts.authenticateSigned(claim, ip) };
}

/** The signer of a request, for the limit of its key. */
export function signerOf(accounts: SignedAccounts, request: FastifyRequest): Signer | undefined {
	if (!isSigned(request.headers)) return undefined;
	return {
		keyId: String(request.headers['x-key-id']),
		isProven: () => isProven(async () => (await verifiedRequest(accounts, request)).caller),
	};
}

/** Refuses a body that is not the signed one, before it is parsed. */
export function checkSignedBody({ headers }: FastifyRequest, body: Uint8Array): void {
	if (isSigned(headers)) requireSignedBody(headers['x-body-sha256'], body);
}

/** When the whole request is there: a body may be gone, or late. */
export function requireWhole(claim: SignedParts, request: FastifyRequest, now: number): void {
	if (request.body === undefined && claim.bodySha256 !== '') {
		requireSignedBody(claim.bodySha256, Buffer.alloc(0));
	}
	requireInTime(claim, now);
}
