/**
 * Whom a socket speaks for: by the key of the request that opened it, or by a key or a token sent as a
 * message. It has the place of a stream, its messages are counted as requests are, and the key is
 * looked at again with every call that needs one. The key itself is not kept.
 */
import type { EndpointDescription } from '../../api/language/description';
import { secretHash } from '../../server/secret-hash';
import { addressGroup, type Limiter } from '../../server/http/app/limiter';
import { refuse } from '../../server/refusal';
import type { Accounts, Caller as KeyHolder } from '../accounts/accounts';
import type { StreamTokens } from '../accounts/stream-tokens';
import type { Caller } from '../operations/handler';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import { permit } from '../http/permission';
import type { StreamPlaces } from '../../server/http/streams/stream-places';

/** Which places a socket takes. */
export type SocketPool = 'address' | 'account';

export interface IdentityParts {
	readonly accounts: Pick<Accounts, 'authenticate' | 'authenticateHash'>;
	readonly streamTokens: Pick<StreamTokens, 'authenticate'>;
	readonly keyWatch: KeyWatch;
	readonly limiter: Limiter;
	readonly places: StreamPlaces;
}

type TraderHolder = Extract<KeyHolder, { readonly kind: 'TRADER' }>;

/** What a trader's socket asks of a key. */
const tradersCall = { caller: 'TRADER', scope: 'READ' } as const;

export class Identity {
	private holder: TraderHolder | undefined;
	/** Of a key; a token stands for one that is not known here. */
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

	/** Of the request that opens a socket; refuses a wrong key, and where there is no place. */
	static async open(
		parts: IdentityParts,
		{ ip, key }: { readonly ip: string; readonly key: string | undefined },
		onKeyEnded: () => void,
	): Promise<Identity> {
		const holder = key === undefined ? undefined : await holderOf(parts, { key });
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

	/** Once for a socket. */
	async authenticate(sent: { readonly key?: string; readonly token?: string }) {
		const { key, token } = sent;
		if ((key === undefined) === (token === undefined)) {
			throw refuse('Request_Invalid', 'key', 'or token is needed, and only one of them');
		}
		this.requireNobody();
		if (key !== undefined) refuseOver(await this.parts.limiter.count(this.ip, key));
		const holder = await holderOf(this.parts, sent);
		// Another message may have said so meanwhile.
		this.requireNobody();
		this.speakFor(holder, key);
		const { accountId, scope } = holder;
		return { accountId, scope };
	}

	/** Counts a message as a request of the key, or of the address where there is none. */
	count(): void {
		refuseOver(this.parts.limiter.countAgain(this.ip, this.keyHash));
	}

	/** Who makes a call, if they may make it now. */
	async callerFor(endpoint: EndpointDescription): Promise<Caller> {
		if (endpoint.caller === 'ANYONE') return { kind: 'ANYONE' };
		const { holder, keyHash } = this;
		if (holder === undefined) throw refuse('Auth_KeyMissing');
		const now =
			keyHash === undefined ? holder : await this.parts.accounts.authenticateHash(keyHash);
		const caller = permit(endpoint, now);
		return caller.kind === 'TRADER' ? { ...caller, key: undefined } : caller;
	}

	/** Gives the place back. */
	leave(): void {
		this.isLeft = true;
		this.leavePlace();
		this.stopWatch();
	}

	private requireNobody(): void {
		if (this.holder === undefined) return;
		throw refuse('Request_Malformed', 'the socket speaks for an account already');
	}

	/** From here on it has a place of the account's, and ends with the key. */
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

async function holderOf(
	{ accounts, streamTokens }: IdentityParts,
	{ key, token }: { readonly key?: string | undefined; readonly token?: string | undefined },
): Promise<TraderHolder> {
	const found =
		token === undefined
			? await accounts.authenticate(key ?? '')
			: await streamTokens.authenticate(token);
	const holder = permit(tradersCall, found);
	if (holder.kind !== 'TRADER') throw new Error('a trader was permitted who is none');
	return holder;
}

function refuseOver({ isOver, restMs }: ReturnType<Limiter['countAgain']>): void {
	if (isOver) throw refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000)));
}
