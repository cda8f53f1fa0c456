/**
 * Checks certificates for revocation at the servers they name, and caches the answers for a while.
 * A slow or wrong server delays a seal only shortly and is not asked again soon; missing answers
 * are reported. `revocation/` has requests and validation.
 */
import { hash, X509Certificate } from 'node:crypto';
import { DerFault } from '../../proof/der';
import { SealFault } from '../../proof/sealed/seal-fault';
import type { Clock } from '../../server/clock';
import { answerOf, NoResponseError, type HttpQuery } from './answers';
import { revocationPlaces, type RevocationPlaces } from './revocation/places';
import {
	ocspQuery,
	readOcspAnswer,
	readRevocationList,
	RevocationAnswerFault,
	type RevocationQuery,
	type RevocationStatus,
} from './revocation/words';

/** Revocation data for a seal, so that it can be checked offline later. */
export interface Evidence {
	/** The certificates it is about, DER. */
	readonly certificates: readonly Uint8Array[];
	/** OCSP answers, DER. */
	readonly answers: readonly Uint8Array[];
	/** Certificate revocation lists, DER. */
	readonly lists: readonly Uint8Array[];
	/** True if there is an answer for each certificate except the last. */
	readonly isWhole: boolean;
	/** Why it is incomplete, as clauses for people. */
	readonly faults: readonly string[];
}

/** A revoked certificate; it must neither seal nor time-stamp. */
export class Revoked extends Error {
	override readonly name = 'Revoked';

	constructor(
		readonly subject: string,
		readonly at: string,
	) {
		super(`the certificate of ${subject} was revoked on ${at}`);
	}
}

const usualTimeoutMs = 5_000;
/** Cache time: a certificate revoked meanwhile is used no longer than this. */
const keptMs = 10 * 60_000;
const pauseMs = 60_000;
/** Maximum servers asked of each kind. */
const placesMax = 2;
const answerBytesMax = 64 * 1024;
/** A list goes into each seal, so larger ones are not used. */
const listBytesMax = 1024 * 1024;

type CachedStatus = { readonly untilMs: number } & (
	| {
			readonly kind: 'answers' | 'lists';
			readonly bytes: Uint8Array;
			readonly status: RevocationStatus;
	  }
	| { readonly kind: 'fault'; readonly fault: string }
);

export class Revocation {
	private readonly kept = new Map<string, CachedStatus>();

	constructor(
		private readonly clock: Clock,
		private readonly timeoutMs = usualTimeoutMs,
	) {}

	/** Evidence for a certificate and its chain. Throws `Revoked`. */
	async evidence(path: readonly Uint8Array[]): Promise<Evidence> {
		const found = { answers: [] as Uint8Array[], lists: [] as Uint8Array[] };
		const faults: string[] = [];
		let isWhole = true;
		for (const [at, certificate] of path.entries()) {
			const issuer = path[at + 1];
			if (issuer === undefined) {
				const fault = at === 0 ? loneFault(certificate) : undefined;
				if (fault !== undefined) isWhole = false;
				if (fault !== undefined && namesPlaces(certificate)) faults.push(fault);
				break;
			}
			const kept = await this.ofOne(certificate, issuer);
			if (kept === undefined || kept.kind === 'fault') {
				isWhole = false;
				if (kept !== undefined) faults.push(kept.fault);
				continue;
			}
			const { revokedAt } = kept.status;
			if (revokedAt !== undefined) throw new Revoked(nameOf(certificate), revokedAt);
			found[kept.kind].push(kept.bytes);
		}
		return { certificates: path, ...found, isWhole, faults };
	}

	/** Undefined for a certificate that names no server. */
	private async ofOne(
		certificate: Uint8Array,
		issuer: Uint8Array,
	): Promise<CachedStatus | undefined> {
		if (!namesPlaces(certificate)) return undefined;
		const nowMs = this.clock.now();
		const id = hash('sha256', certificate);
		const before = this.kept.get(id);
		if (before !== undefined && nowMs < before.untilMs) return before;
		const kept = await this.ask({ certificate, issuer, nowMs });
		for (const [other, { untilMs }] of this.kept) if (untilMs <= nowMs) this.kept.delete(other);
		this.kept.set(id, kept);
		return kept;
	}

	/** Asks the servers one after the other, responders first, because their answers are short. */
	private async ask(asked: RevocationQuery): Promise<CachedStatus> {
		const { responders, lists } = placesOf(asked.certificate);
		const faults: string[] = [];
		const { timeoutMs } = this;
		const body = { bytes: ocspQuery(asked), mediaType: 'application/ocsp-request' };
		const ways = [
			...responders.slice(0, placesMax).map((url) => ({
				...({ kind: 'answers', read: readOcspAnswer } as const),
				request: { url, body, timeoutMs, sizeBytesMax: answerBytesMax },
			})),
			...lists.slice(0, placesMax).map((url) => ({
				...({ kind: 'lists', read: readRevocationList } as const),
				request: { url, timeoutMs, sizeBytesMax: listBytesMax },
			})),
		];
		for (const { kind, read, request } of ways) {
			const found = await statusFrom(request, (bytes) => read(bytes, asked));
			if ('status' in found) {
				const untilMs = Math.min(found.status.untilMs, asked.nowMs + keptMs);
				return { kind, ...found, untilMs };
			}
			faults.push(`${new URL(request.url).host}: ${found.fault}`);
		}
		const fault = `whether the certificate of ${nameOf(asked.certificate)} was revoked could not be learned: ${faults.join('; ')}`;
		return { kind: 'fault', fault, untilMs: asked.nowMs + pauseMs };
	}
}

type StatusResult =
	| { readonly bytes: Uint8Array; readonly status: RevocationStatus }
	| { readonly fault: string };

async function statusFrom(
	request: HttpQuery,
	read: (bytes: Uint8Array) => RevocationStatus,
): Promise<StatusResult> {
	try {
		const bytes = await answerOf(request);
		return { bytes, status: read(bytes) };
	} catch (fault) {
		if (fault instanceof NoResponseError || fault instanceof RevocationAnswerFault)
			return { fault: fault.message };
		if (fault instanceof DerFault || fault instanceof SealFault) {
			return { fault: 'it answered what cannot be read' };
		}
		throw fault;
	}
}

/** A certificate with unreadable extensions names no server. */
function placesOf(certificate: Uint8Array): RevocationPlaces {
	try {
		return revocationPlaces(certificate);
	} catch (fault) {
		if (fault instanceof DerFault) return { responders: [], lists: [] };
		throw fault;
	}
}

function namesPlaces(certificate: Uint8Array): boolean {
	const { responders, lists } = placesOf(certificate);
	return responders.length + lists.length > 0;
}

/** The fault of a certificate without its issuer; undefined for a self-signed one. */
function loneFault(certificate: Uint8Array): string | undefined {
	const { subject, issuer } = new X509Certificate(certificate);
	if (subject === issuer) return undefined;
	return `whether the certificate of ${nameOf(certificate)} was revoked cannot be asked without the certificate of who issued it beside it`;
}

function nameOf(certificate: Uint8Array): string {
	return new X509Certificate(certificate).subject.replace(/\n/g, ', ');
}
