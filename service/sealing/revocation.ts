/**
 * Asks whether certificates were revoked, where they say themselves that it can be asked, and keeps what is
 * answered for a while. Nobody who is away or answers wrongly holds up a seal for long, or again soon;
 * what cannot be learned is told. What is asked, and what is believed, stands in `revocation/`.
 */
import { hash, X509Certificate } from 'node:crypto';
import { DerFault } from '../../proof/der';
import { SealFault } from '../../proof/sealed/seal-fault';
import type { Clock } from '../../server/clock';
import { answerOf, NoResponseError, type Asked } from './answers';
import { revocationPlaces, type RevocationPlaces } from './revocation/places';
import {
	ocspQuery,
	readOcspAnswer,
	readRevocationList,
	WordFault,
	type Questioned,
	type Word,
} from './revocation/words';

/** What goes into a seal, so that it can be checked when nobody is asked any more. */
export interface Evidence {
	/** Of those it is about, DER. */
	readonly certificates: readonly Uint8Array[];
	/** Of responders (OCSP), DER. */
	readonly answers: readonly Uint8Array[];
	/** Lists of what was revoked, DER. */
	readonly lists: readonly Uint8Array[];
	/** Whether it is about all that it has to be about: each certificate below the last one that is told. */
	readonly isWhole: boolean;
	/** Why it is not, as clauses for people. */
	readonly faults: readonly string[];
}

/** A certificate that was revoked seals nothing, and tells no time. */
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
/** Within which nobody is asked again: one that is revoked meanwhile seals no longer than that. */
const keptMs = 10 * 60_000;
const pauseMs = 60_000;
/** Of each kind; more are for those who have nothing else to do. */
const placesMax = 2;
const answerBytesMax = 64 * 1024;
/** It goes into each seal, so larger ones are not for this. */
const listBytesMax = 1024 * 1024;

type Kept = { readonly untilMs: number } & (
	| { readonly kind: 'answers' | 'lists'; readonly bytes: Uint8Array; readonly word: Word }
	| { readonly kind: 'fault'; readonly fault: string }
);

export class Revocation {
	private readonly kept = new Map<string, Kept>();

	constructor(
		private readonly clock: Clock,
		private readonly timeoutMs = usualTimeoutMs,
	) {}

	/** Of a certificate and those that vouch for it, one after the other. Throws `Revoked`. */
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
			const { revokedAt } = kept.word;
			if (revokedAt !== undefined) throw new Revoked(nameOf(certificate), revokedAt);
			found[kept.kind].push(kept.bytes);
		}
		return { certificates: path, ...found, isWhole, faults };
	}

	/** Nothing of a certificate that does not say where it can be asked. */
	private async ofOne(certificate: Uint8Array, issuer: Uint8Array): Promise<Kept | undefined> {
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

	/** Each in turn, responders first, whose answers are short. */
	private async ask(asked: Questioned): Promise<Kept> {
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
			const found = await wordOf(request, (bytes) => read(bytes, asked));
			if ('word' in found) {
				const untilMs = Math.min(found.word.untilMs, asked.nowMs + keptMs);
				return { kind, ...found, untilMs };
			}
			faults.push(`${new URL(request.url).host}: ${found.fault}`);
		}
		const fault = `whether the certificate of ${nameOf(asked.certificate)} was revoked could not be learned: ${faults.join('; ')}`;
		return { kind: 'fault', fault, untilMs: asked.nowMs + pauseMs };
	}
}

type Found = { readonly bytes: Uint8Array; readonly word: Word } | { readonly fault: string };

async function wordOf(request: Asked, read: (bytes: Uint8Array) => Word): Promise<Found> {
	try {
		const bytes = await answerOf(request);
		return { bytes, word: read(bytes) };
	} catch (fault) {
		if (fault instanceof NoResponseError || fault instanceof WordFault)
			return { fault: fault.message };
		if (fault instanceof DerFault || fault instanceof SealFault) {
			return { fault: 'it answered what cannot be read' };
		}
		throw fault;
	}
}

/** One whose extensions cannot be read names none. */
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

/** Of a certificate beside which nobody stands; one that vouches for itself needs nobody. */
function loneFault(certificate: Uint8Array): string | undefined {
	const { subject, issuer } = new X509Certificate(certificate);
	if (subject === issuer) return undefined;
	return `whether the certificate of ${nameOf(certificate)} was revoked cannot be asked without the certificate of who issued it beside it`;
}

function nameOf(certificate: Uint8Array): string {
	return new X509Certificate(certificate).subject.replace(/\n/g, ', ');
}
