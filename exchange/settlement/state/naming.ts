/**
 * Finds the transaction of a settled intent that was settled without an id: by a balance, a person,
 * or an empty answer that is believed. Pure. Returns an id only if it is unique; the caller waits
 * until the list is complete.
 */
import { isSameEmail } from '../../../server/email-address';
import { isAddress } from '../../tracker/addresses';
import type { TrackerTransaction } from '../../tracker/tracker';
import { clockSkewMs, type Parties } from './evidence';
import type { Intent } from './intent';

export interface SettledIntent extends Pick<Intent, 'units' | 'triedSince'> {
	readonly createdAt: number;
	readonly endedAt: number | null;
}

/** Returns the id; undefined if none fits, or more than one. */
export function transactionOf(
	intent: SettledIntent,
	parties: Parties,
	{
		transactions,
		claimedIds,
	}: {
		readonly transactions: readonly TrackerTransaction[];
		/** Transactions of other intents. */
		readonly claimedIds: ReadonlySet<string>;
	},
): string | undefined {
	const since = (intent.triedSince ?? intent.createdAt) - clockSkewMs;
	const until = (intent.endedAt ?? Infinity) + clockSkewMs;
	const [first, ...others] = transactions.filter(
		({ id, units, time, sender, recipient }) =>
			units === BigInt(intent.units) &&
			time >= since &&
			time <= until &&
			!claimedIds.has(id) &&
			isParty(recipient, parties.recipient) &&
			isParty(sender, parties.sender),
	);
	return others.length === 0 ? first?.id : undefined;
}

/** A name that is not an address matches nobody; an unknown sender matches anybody. */
function isParty(name: string, email: string | null): boolean {
	return isAddress(name) && (email === null || isSameEmail(name, email));
}
