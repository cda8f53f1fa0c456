/**
 * The caller of a socket: known by the key or signature of the request that opened it, or by a key,
 * signature or token sent as a message. It takes the place of an event stream, its messages count
 * as requests, and the key is checked again with every call that needs one. The key itself is not
 * stored.
 */
import { signedSocket, type SignedParts } from '../../api/exchange/signing';
import type { EndpointDescription } from '../../api/language/description';
import type { Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import { addressGroup, type Limiter } from '../../server/http/app/limiter';
import { refuse, type Refusal } from '../../server/refusal';
import type { Accounts, Caller as KeyHolder } from '../accounts/accounts';
import { isProven, requireInTime } from '../accounts/signatures';
import type { StreamTokens } from '../accounts/stream-tokens';
import type { Caller } from '../operations/handler';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import { permit } from '../accounts/permission';
import type { StreamPlaces } from '../../server/http/streams/stream-places';

/** The pool of stream places that a socket uses. */
export type SocketPool = 'address' | 'account';

export interface IdentityParts {
	readonly accounts: Pick<
		Accounts,
		'authenticate' | 'authenticateHash' | 'authenticateSigned' | 'authenticateSigner'
	>;
	readonly clock: Clock;
	readonly streamTokens: Pick<StreamTokens, 'authenticate'>;
	readonly keyWatch: KeyWatch;
	readonly limiter: Limiter;
	readonly places: StreamPlaces;
}

type TraderHolder = Extract<KeyHolder, { readonly kind: 'TRADER' }>;

/** Requirements of the key of a trader's socket. */
const tradersCall = { caller: 'TRADER', scope: 'READ' } as const;

export class Identity {
	private holder: TraderHolder | undefined;
	/** Undefined if a token was used. */
	private key: ShownKey | undefined;
	private leavePlace: () => void;
	private stopWatch = () => {};
	private isLeft = false;

	private constructor(
		private readonly parts: IdentityParts,
		private readonly ip: string,
		private readonly onKeyEnded: () => void,
	) {
		this.leavePlace = parts.places.take({ kind: 'address', id: addressGroup(ip) });
	}

	/** For the request that opens a socket; refuses a wrong key, or if there is no free place. */
	static async open(
		parts: IdentityParts,
		{ ip, ...sent }: Omit<SentIdentity, 'token'> & { readonly ip: string },
		onKeyEnded: () => void,
	): Promise<Identity> {
		const isNamed = sent.key !== undefined || sent.claim !== undefined;
		const holder = isNamed ? await holderOf(parts, sent, ip) : undefined;
		const identity = new Identity(parts, ip, onKeyEnded);
		try {
			if (holder !== undefined) identity.speakFor(holder, sent);
			return identity;
		} catch (fault) {
			identity.leave();
			throw fault;
		}
	}

	get pool(): SocketPool {
		return this.holder === undefined ? 'address' : 'account';
	}

	/** Refuses a second authentication of the socket. */
	async authenticate(sent: SentMessage) {
		const { key, token } = sent;
		const claim = claimOf(sent);
		if ([key, token, claim].filter((each) => each !== undefined).length !== 1) {
			throw refuse('Request_Invalid', 'key', 'or keyId or token is needed, and only one of them');
		}
		this.requireUnauthenticated();
		const { accounts, limiter } = this.parts;
		const signer = claim && {
			keyId: claim.keyId,
			isProven: () => isProven(() => accounts.authenticateSigned(claim, this.ip)),
		};
		if (token === undefined) {
			const refusal = refusalOver(await limiter.count(this.ip, signer ?? key));
			if (refusal !== undefined) throw refusal;
		}
		const holder = await holderOf(this.parts, { key, token, claim }, this.ip);
		// Another message may have authenticated meanwhile.
		this.requireUnauthenticated();
		this.speakFor(holder, { key, claim });
		const { accountId, scope } = holder;
		return { accountId, scope };
	}

	/** Counts a frame as a request of the key, or of the address without one; refuses it over the limit. */
	count(): Refusal | undefined {
		return refusalOver(this.parts.limiter.countAgain(this.ip, this.key?.countedAs));
	}

	/** Returns the caller if they may make the call now; a token opens streams and nothing else. */
	async callerFor(endpoint: EndpointDescription, opens?: 'stream'): Promise<Caller> {
		if (endpoint.caller === 'ANYONE') return { kind: 'ANYONE' };
		const { holder, key } = this;
		if (holder === undefined) throw refuse('Auth_KeyMissing');
		if (key === undefined && opens !== 'stream') throw refuse('Auth_KeyMissing');
		const now = key === undefined ? holder : await key.caller();
		const caller = permit(endpoint, now);
		return caller.kind === 'TRADER' ? { ...caller, key: undefined } : caller;
	}

	/** Releases the place. */
	leave(): void {
		this.isLeft = true;
		this.leavePlace();
		this.stopWatch();
	}

	private requireUnauthenticated(): void {
		if (this.holder === undefined) return;
		throw refuse('Request_Malformed', 'the socket speaks for an account already');
	}

	/** From here on it uses a place of the account, and ends with the key. */
	private speakFor(holder: TraderHolder, sent: Omit<SentIdentity, 'token'>): void {
		if (this.isLeft) return;
		const leavePlace = this.parts.places.take({ kind: 'account', id: holder.accountId });
		this.leavePlace();
		this.leavePlace = leavePlace;
		this.holder = holder;
		this.key = this.shownKey(sent);
		this.stopWatch = this.parts.keyWatch.watch(holder.keyId, this.onKeyEnded);
	}

	private shownKey({ key, claim }: Omit<SentIdentity, 'token'>): ShownKey | undefined {
		const { accounts } = this.parts;
		if (claim !== undefined) {
			const { keyId } = claim;
			return { countedAs: keyId, caller: () => accounts.authenticateSigner(keyId, this.ip) };
		}
		if (key === undefined) return undefined;
		const hash = secretHash(key);
		return { countedAs: hash, caller: () => accounts.authenticateHash(hash, this.ip) };
	}
}

/** The key that a socket was authenticated by. */
interface ShownKey {
	/** What its messages are counted for. */
	readonly countedAs: string;
	/** Who may use it now. */
	readonly caller: () => Promise<KeyHolder | undefined>;
}

/** One of them. */
interface SentIdentity {
	readonly key?: string | undefined;
	readonly token?: string | undefined;
	readonly claim?: SignedParts | undefined;
}

interface SentMessage {
	readonly key?: string;
	readonly token?: string;
	readonly keyId?: string;
	readonly timestamp?: number;
	readonly recvWindow: number;
	readonly signature?: string;
}

/** What a message signs; refuses one that lacks a part. */
function claimOf({ keyId, timestamp, recvWindow, signature }: SentMessage) {
	if (keyId === undefined) return undefined;
	if (timestamp === undefined || signature === undefined) {
		const missing = timestamp === undefined ? 'timestamp' : 'signature';
		throw refuse('Request_Invalid', missing, 'is missing beside keyId');
	}
	const times = { timestamp: String(timestamp), recvWindow: String(recvWindow) };
	return { keyId, ...times, ...signedSocket, bodySha256: '', signature };
}

async function holderOf(
	{ accounts, streamTokens, clock }: IdentityParts,
	{ key, token, claim }: SentIdentity,
	address: string,
): Promise<TraderHolder> {
	const find = () => {
		if (claim !== undefined) return accounts.authenticateSigned(claim, address);
		if (token !== undefined) return streamTokens.authenticate(token, address);
		return accounts.authenticate(key ?? '', address);
	};
	const holder = permit(tradersCall, await find());
	if (claim !== undefined) requireInTime(claim, clock.now());
	if (holder.kind !== 'TRADER') throw new Error('a caller that is not a trader was permitted');
	return holder;
}

function refusalOver({ isOver, restMs }: ReturnType<Limiter['countAgain']>): Refusal | undefined {
	return isOver ? refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000))) : undefined;
}
