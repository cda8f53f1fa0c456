/**
 * The events a key may read: a trader's those of the account, an administrator's those for
 * operators.
 */
import { events, eventTypesOf, type EventType, type Hearers } from '../../api/events/events';
import type { Hearing } from '../../server/events/reading';
import { administrators, everybody } from '../telling/telling';

export function traderHearing(accountId: string): Hearing {
	return {
		owners: [accountId, everybody],
		all: heardAs('ACCOUNT', 'ACCOUNT_AND_ADMINISTRATOR', 'ANYONE'),
		own: [],
		names: [],
	};
}

export const administratorHearing: Hearing = {
	owners: 'ALL',
	all: heardAs('ADMINISTRATOR', 'ACCOUNT_AND_ADMINISTRATOR', 'ANYONE'),
	own: [],
	names: [],
};

/** The account whose events are heard; undefined for administrators. */
export function accountHeard({ owners }: Hearing): string | undefined {
	return owners === 'ALL' ? undefined : owners[0];
}

/** Owner of a key's subscriptions; all administrators share theirs. */
export function ownerOf(accountId: string | undefined): string {
	return accountId ?? administrators;
}

function heardAs(...hearers: readonly Hearers[]): readonly EventType[] {
	return eventTypesOf('exchange').filter((type) => {
		const by: Hearers = events[type].hearers;
		return hearers.includes(by);
	});
}
