/**
 * Limits concurrent uploads in this process: per caller, and per organisation. Signers by link and
 * callers without a key have separate limits, so that stolen links and strangers take nothing from
 * callers with keys.
 */
import { refuse } from '../../server/refusal';
import type { Caller, Client } from '../operations/handler';

export interface PlaceLimits {
	/** For one user with all keys. */
	readonly perUser: number;
	readonly perLink: number;
	/** For all users of an organisation, and again for all its signers by link. */
	readonly perOrganisation: number;
}

interface Bound {
	/** Key under which uploads are counted together. */
	readonly of: string;
	readonly max: number;
	/** The counted callers, as a refusal names them. */
	readonly words: string;
}

export class UploadPlaces {
	private readonly taken = new Map<string, number>();

	constructor(private readonly limits: PlaceLimits) {}

	/** Takes a place until it is disposed of; refuses if none is free. */
	take(caller: Caller, client: Client): Disposable {
		const bounds =
			caller.organisationId === '' ? this.anonymousBounds(client) : this.boundsOf(caller);
		for (const { of, max, words } of bounds) {
			if (this.count(of) >= max) throw refuse('Request_UploadsTooMany', max, words);
		}
		for (const { of } of bounds) this.taken.set(of, this.count(of) + 1);
		return {
			[Symbol.dispose]: () => {
				for (const { of } of bounds) this.release(of);
			},
		};
	}

	/** Callers without key and link are only known by address. */
	private anonymousBounds({ address }: Client): readonly Bound[] {
		const { perLink, perOrganisation } = this.limits;
		return [
			{ of: `address ${address}`, max: perLink, words: 'this address' },
			{ of: 'strangers', max: perOrganisation, words: 'callers without a key' },
		];
	}

	private boundsOf({ organisationId, userId, contractId, email }: Caller): readonly Bound[] {
		const { perUser, perLink, perOrganisation } = this.limits;
		const isLink = userId === undefined;
		return [
			isLink
				? { of: `link ${contractId} ${email}`, max: perLink, words: 'this link' }
				: { of: `user ${userId}`, max: perUser, words: 'this user' },
			{
				of: `${isLink ? 'links' : 'users'} of ${organisationId}`,
				max: perOrganisation,
				words: isLink ? "this organisation's links" : 'this organisation',
			},
		];
	}

	private count(of: string): number {
		return this.taken.get(of) ?? 0;
	}

	private release(of: string): void {
		const left = this.count(of) - 1;
		if (left > 0) this.taken.set(of, left);
		else this.taken.delete(of);
	}
}
