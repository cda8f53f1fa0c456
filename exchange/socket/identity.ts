/**
 * The caller of a socket: known by the key of the request that opened it, or by a key or token sent
 * as a message. It takes the place of an event stream, its messages count as requests, and the key
 * is checked again with every call that needs one. The key itself is not stored.
 */
import type { EndpointDescription } from '../../api/language/description';
import { secretHash } from '../../server/secret-hash';
import { addressGroup, type Limiter } from '../../server/http/app/limiter';
import { refuse, type Refusal } from '../../server/refusal';
import type { Accounts, Caller as KeyHolder } from '../accounts/accounts';
import type { StreamTokens } from '../accounts/stream-tokens';
import type { Caller } from '../operations/handler';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import { permit } from '../accounts/permission';
import type { StreamPlaces } from '../../server/http/streams/stream-places';

/** The pool of stream places that a socket uses. */
export type SocketPool = 'address' | 'account';

export interface IdentityParts {
	readonly accounts: Pick<Accounts, 'authenticate' | 'authenticateHash'>;
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
	/** Hash of the key; undefined if a token was used. */
	private keyHash: string | undefined;
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
		{ ip, key }: { readonly ip: string; readonly key: string | undefined },
		onKeyEnded: () => void,
	): Promise<Identity> {
		const holder = key === undefined ? undefined : await holderOf(parts, { key, address: ip });
		const identity = new Identity(parts, ip, onKeyEnded);
		try {
			if (holder !== undefined) identity.speakFor(holder, key);
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
	async authenticate(sent: { readonly key?: string; readonly token?: string }) {
		const { key, token } = sent;
		if ((key === undefined) === (token === undefined)) {
			throw refuse('Request_Invalid', 'key', 'or token is needed, and only one of them');
		}
		this.requireUnauthenticated();
		if (key !== undefined) {
			const refusal = refusalOver(await this.parts.limiter.count(this.ip, key));
			if (refusal !== undefined) throw refusal;
		}
		const holder = await holderOf(this.parts, { ...sent, address: this.ip });
		// Another message may have authenticated meanwhile.
		this.requireUnauthenticated();
		this.speakFor(holder, key);
		const { accountId, scope } = holder;
		return { accountId, scope };
	}

	/** Counts a frame as a request of the key, or of the address without one; refuses it over the limit. */
	count(): Refusal | undefined {
		return refusalOver(this.parts.limiter.countAgain(this.ip, this.keyHash));
	}

	/** Returns the caller if they may make the call now; a token opens streams and nothing else. */
	async callerFor(endpoint: EndpointDescription, opens?: 'stream'): Promise<Caller> {
		if (endpoint.caller === 'ANYONE') return { kind: 'ANYONE' };
		const { holder, keyHash } = this;
		if (holder === undefined) throw refuse('Auth_KeyMissing');
		if (keyHash === undefined && opens !== 'stream') throw refuse('Auth_KeyMissing');
		const now =
			keyHash === undefined ? holder : await this.parts.accounts.authenticateHash(keyHash, this.ip);
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
	private speakFor(holder: TraderHolder, key: string | undefined): void {
		if (this.isLeft) return;
		const leavePlace = this.parts.places.take({ kind: 'account', id: holder.accountId });
		this.leavePlace();
		this.leavePlace = leavePlace;
		this.holder = holder;
		this.keyHash = key === undefined ? undefined : secretHash(key);
		this.stopWatch = this.parts.keyWatch.watch(holder.keyId, this.onKeyEnded);
	}
}

interface SentIdentity {
	readonly key?: string | undefined;
	readonly token?: string | undefined;
	readonly address: string;
}

async function holderOf(
	{ accounts, streamTokens }: IdentityParts,
	{ key, token, address }: SentIdentity,
): Promise<TraderHolder> {
	const found =
		token === undefined
			? await accounts.authenticate(key ?? '', address)
			: await streamTokens.authenticate(token, address);
	const holder = permit(tradersCall, found);
	if (holder.kind !== 'TRADER') throw new Error('a caller that is not a trader was permitted');
	return holder;
}

function refusalOver({ isOver, restMs }: ReturnType<Limiter['countAgain']>): Refusal | undefined {
	return isOver ? refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000))) : undefined;
}
