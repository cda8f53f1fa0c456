/**
 * Which transaction of the tracker a settled intent was, where nothing that settled it said so: a
 * balance, a person, an empty answer that is believed. Pure. Only where a single one can be meant is
 * it named; that the list is complete by then is the caller's to wait for.
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

/** The id of the transaction; undefined where none fits, or more than one. */
export function transactionOf(
	intent: SettledIntent,
	parties: Parties,
	{
		transactions,
		claimedIds,
	}: {
		readonly transactions: readonly TrackerTransaction[];
		/** Those that count for other intents. */
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

/** A name that is no address tells nobody apart; a sender that is not known may be anybody. */
function isParty(name: string, email: string | null): boolean {
	return isAddress(name) && (email === null || isSameEmail(name, email));
}
