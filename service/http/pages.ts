/**
 * The pages reached by an address with a secret in it: where a signer signs, and in files of their
 * own where a key is made and where a report of differences is read. The secret is the permission, so
 * it goes to no other site and into no log, and looking at a page changes nothing.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../api/endpoints';
import { programs } from '../../api/programs';
import type { ErrorCode } from '../../api/errors';
import { signingRequest, type SigningRequest } from '../contracts/sign-link';
import { admitSigning, signContract, type SigningParts } from '../contracts/signing';
import {
	alreadySignedPage,
	expiredPage,
	revokedPage,
	signedPage,
	signingPage,
	unknownLinkPage,
} from '../contracts/signing-page';
import { problemPage, type Problem } from '../html/page';
import { refuse, type Refusal } from '../../server/refusal';
import type { ObjectStore } from '../objects/object-store';
import { checkContentType, checkFor, type Values } from '../../server/http/checks';
import { refusalOf } from './faults';
import { fieldChecks, withForm, type UploadParts } from './uploading';

export interface PageParts extends SigningParts {
	readonly objects: ObjectStore;
	readonly uploads: UploadParts;
}

interface TokenRoute {
	Params: { token: string };
}
type TokenRequest = FastifyRequest<TokenRoute>;

const signingPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const signingPrefix = '/sign/';
export const keyPrefix = '/keys/';
export const reportPrefix = '/reports/';

/** Beginnings of routes with a secret behind them. */
export const secretRoutes = [signingPrefix, keyPrefix, reportPrefix];

export function mountPages(app: FastifyInstance, parts: PageParts): void {
	app.get<TokenRoute>(`${signingPrefix}:token`, async (request, reply) =>
		sendState(reply, await signingRequest(parts, request.params.token), 200),
	);
	app.post<TokenRoute>(
		`${signingPrefix}:token`,
		{ onRequest: (request, reply) => openLink(parts, request, reply) },
		(request, reply) => sign(parts, request, reply),
	);
}

/** A refusal as a page for the person who followed the link. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
	return sendPage(reply, refusal.status, problemPage(problemOf(refusal)));
}

/** A page that may be kept nowhere and tells no other site where it lies. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
	return reply
		.code(status)
		.header('content-security-policy', signingPolicy)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(page);
}

/** The page of a link, whatever has become of it. */
function sendState(
	reply: FastifyReply,
	signing: SigningRequest | undefined,
	/** That it was signed is the answer to who looks, and a refusal to who signs. */
	statusOfUsed: 200 | 409,
): FastifyReply {
	switch (signing?.state) {
		case undefined:
			return sendPage(reply, 404, unknownLinkPage());
		case 'open':
			return sendPage(reply, 200, signingPage(signing));
		case 'used':
			return sendPage(reply, statusOfUsed, alreadySignedPage(signing));
		case 'revoked':
			return sendPage(reply, 410, revokedPage(signing));
		case 'expired':
			return sendPage(reply, 410, expiredPage(signing));
	}
}

/** Answers everybody who cannot sign before anything of their body is read. */
async function openLink(parts: PageParts, request: TokenRequest, reply: FastifyReply) {
	const signing = await signingRequest(parts, request.params.token);
	if (signing?.state !== 'open') return sendState(reply, signing, 409);
	request.signing = signing;
	try {
		checkContentType(endpoints.sealer.signContract, request);
	} catch (fault) {
		return sendUnsigned(reply, signing, refusalOf(fault, request));
	}
	return undefined;
}

async function sign(parts: PageParts, request: TokenRequest, reply: FastifyReply) {
	try {
		await signWithForm(parts, request);
	} catch (fault) {
		const refusal = refusalOf(fault, request);
		// The link has ended while the files came; its page says how.
		if (refusal.code === 'Auth_KeyInvalid') {
			return sendState(reply, await signingRequest(parts, request.params.token), 409);
		}
		return sendUnsigned(reply, request.signing, refusal);
	}
	return sendPage(reply, 200, signedPage(request.signing));
}

function sendUnsigned(
	reply: FastifyReply,
	signing: SigningRequest,
	refusal: Refusal,
): FastifyReply {
	const page =
		refusal.code === 'Sealer_AlreadySigned'
			? alreadySignedPage(signing)
			: signingPage(signing, problemOf(refusal, signing));
	return sendPage(reply, refusal.status, page);
}

const checks = fieldChecks(endpoints.sealer.signContract);
const formCheck = checkFor(endpoints.sealer.signContract, 'form', programs.service);

async function signWithForm(parts: PageParts, { headers, body, signing: of }: TokenRequest) {
	const { caller, productId } = of;
	const endpoint = endpoints.sealer.signContract;
	const signing = { caller, productId, contractId: caller.contractId };
	const admit = (texts: Values) => admitSigning(parts, { ...signing, ...texts });
	await withForm(
		parts.uploads,
		{ endpoint, caller, headers, body: body as Readable, checks, admit },
		async (form) => {
			const contract = form.files['contract']?.[0];
			if (contract === undefined) throw refuse('Request_FileEmpty', 'contract');
			await signContract(parts, {
				...{ ...signing, contract },
				signature: form.files['signature']?.[0],
				reuseLastSignature: formCheck(form.texts)['reuseLastSignature'] === true,
			});
		},
	);
}

/** What a signer reads; the sentences of the interface speak to those who write programs. */
function problemOf(refusal: Refusal, signing?: SigningRequest): Problem {
	const sender = signing?.ownerEmail ?? 'the sender';
	const problems: Partial<Record<ErrorCode, Problem>> = {
		Request_Invalid: {
			happened: 'Something is missing.',
			change: 'Choose the contract and your signature.',
		},
		Request_FileEmpty: {
			happened: 'A file is missing or empty.',
			change: 'Choose the contract and your signature, both with something in them.',
		},
		Request_TooLarge: {
			happened: 'A file you chose is far larger than the contract.',
			change: `Choose the contract as you received it from ${sender}, and a smaller picture of your signature.`,
		},
		Request_UploadsTooMany: {
			happened: 'This page is sending files already.',
			change: 'Wait until that has ended, then try again.',
		},
		Sealer_ContractDoesNotMatch: {
			happened: 'The file you chose is not the contract you are asked to sign.',
			change: `Choose the file exactly as you received it from ${sender}. A copy that was opened and saved again, or printed and scanned, is another file.`,
		},
		Sealer_NoEarlierSignature: {
			happened: 'There is no earlier signature of yours.',
			change: 'Sign with a new one.',
		},
	};
	return problems[refusal.code] ?? { happened: refusal.message, change: refusal.change };
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set before a body is read, where the address is that of a signing link. */
		signing: SigningRequest;
	}
}
