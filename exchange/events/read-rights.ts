/**
 * The events a key may read: a trader's those of the account, an administrator's those for
 * operators.
 */
import { events, eventTypesOf, type EventType, type Hearers } from '../../api/events/events';
import type { ReadRights } from '../../server/events/record/reading';
import { administrators, everybody } from '../telling/telling';

export function traderRights(accountId: string): ReadRights {
	return {
		owners: [accountId, everybody],
		typesReadable: typesFor('ACCOUNT', 'ACCOUNT_AND_ADMINISTRATOR', 'ANYONE'),
		typesIfAddressed: [],
		audienceNames: [],
	};
}

export const administratorRights: ReadRights = {
	owners: 'ALL',
	typesReadable: typesFor('ADMINISTRATOR', 'ACCOUNT_AND_ADMINISTRATOR', 'ANYONE'),
	typesIfAddressed: [],
	audienceNames: [],
};

/** The account whose events may be read; undefined for administrators. */
export function accountRead({ owners }: ReadRights): string | undefined {
	return owners === 'ALL' ? undefined : owners[0];
}

/** Owner of a key's subscriptions; all administrators share theirs. */
export function ownerOf(accountId: string | undefined): string {
	return accountId ?? administrators;
}

function typesFor(...hearers: readonly Hearers[]): readonly EventType[] {
	return eventTypesOf('exchange').filter((type) => {
		const by: Hearers = events[type].hearers;
		return hearers.includes(by);
	});
}
