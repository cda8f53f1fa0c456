import { events, eventTypesOf, type EventType, type Hearers } from '../../api/events/events';
import type { Role } from '../../api/language/roles';
import { comparableEmail } from '../../server/email-address';
import type { ReadRights } from '../../server/events/record/reading';

export interface Listener {
	readonly organisationId: string;
	readonly userId?: string;
	readonly email: string;
	readonly roles: readonly Role[];
}

export function readRightsOf({ organisationId, userId, email, roles }: Listener): ReadRights {
	const typesFor = (kind: 'all' | 'own') =>
		eventTypesOf('service').filter((type) =>
			rolesOf(type, kind).some((role) => roles.includes(role)),
		);
	return {
		owners: [organisationId],
		typesReadable: typesFor('all'),
		typesIfAddressed: typesFor('own'),
		audienceNames: [comparableEmail(email), ...(userId === undefined ? [] : [userId])],
	};
}

function rolesOf(type: EventType, kind: 'all' | 'own'): readonly Role[] {
	const hearers: Hearers = events[type].hearers;
	if (typeof hearers === 'string') throw new Error(`${type} is heard by nobody of the service`);
	return hearers[kind] ?? [];
}
