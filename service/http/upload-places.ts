/**
 * How many uploads may be under way at once in this process: of each caller, and of all callers of an
 * organisation together. Signers who came by a link have places of their own, and so have callers without
 * a key, so that links that got into wrong hands, and strangers, take none from those who have keys.
 */
import { refuse } from '../../server/refusal';
import type { Caller, Client } from '../operations/handler';

export interface PlaceLimits {
	/** Of one user, whatever the number of their keys. */
	readonly perUser: number;
	readonly perLink: number;
	/** Of all users, and again of all signers by link. */
	readonly perOrganisation: number;
}

interface Bound {
	/** Whose uploads are counted together. */
	readonly of: string;
	readonly max: number;
	/** As a refusal says it. */
	readonly words: string;
}

export class UploadPlaces {
	private readonly taken = new Map<string, number>();

	constructor(private readonly limits: PlaceLimits) {}

	/** A place until it is disposed of; refuses when there is none. */
	take(caller: Caller, client: Client): Disposable {
		const bounds = caller.organisationId === '' ? this.strangers(client) : this.boundsOf(caller);
		for (const { of, max, words } of bounds) {
			if (this.count(of) >= max) throw refuse('Request_UploadsTooMany', max, words);
		}
		for (const { of } of bounds) this.taken.set(of, this.count(of) + 1);
		return {
			[Symbol.dispose]: () => {
				for (const { of } of bounds) this.give(of);
			},
		};
	}

	/** Who calls without a key and without a link is known by an address only. */
	private strangers({ address }: Client): readonly Bound[] {
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

	private give(of: string): void {
		const left = this.count(of) - 1;
		if (left > 0) this.taken.set(of, left);
		else this.taken.delete(of);
	}
}
