import type { Model } from '../../../api/types';
import type { Delivery } from './deliveries';
import type { Subscription } from './subscriptions';

type WireSubscription = Model<'Subscription'>;

const states = {
	ACTIVE: 'Active',
	STOPPED: 'Stopped',
	DISABLED: 'Disabled',
	EXPIRED: 'Expired',
} as const;

const deliveryStates = { DELIVERED: 'Delivered', WAITING: 'Waiting', PARKED: 'Parked' } as const;

function timeOf(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}

export function wireSubscription(
	one: Subscription,
	{ waiting, parked }: { readonly waiting: number; readonly parked: number },
	now: number,
): WireSubscription {
	const isFailing = one.state === 'ACTIVE' && one.failures > 0;
	const { productId, subject, expiresAt, pausedUntil = 0, earlierSecretUntil = 0 } = one;
	const reason = isFailing ? 'the target takes nothing; see its deliveries' : one.reason;
	return {
		id: one.id,
		url: one.url,
		description: one.description,
		...(one.types !== undefined && { types: one.types }),
		...(productId !== undefined && { productId }),
		...(subject !== undefined && { subject }),
		state: isFailing ? 'Failing' : states[one.state],
		...(reason !== undefined && { reason }),
		cursor: one.cursor,
		waiting,
		parked,
		...(pausedUntil > now && { nextAttempt: timeOf(pausedUntil) }),
		...(expiresAt !== undefined && { expires: timeOf(expiresAt) }),
		...(earlierSecretUntil > now && { earlierSecretExpires: timeOf(earlierSecretUntil) }),
		creationDate: one.createdAt,
	};
}

export function wireDelivery(one: Delivery): Model<'Delivery'> {
	return {
		eventId: one.eventId,
		sequence: one.sequence,
		type: one.type,
		subject: one.subject,
		state: deliveryStates[one.state],
		attempts: one.attempts,
		...(one.lastAt !== null && { lastAttempt: timeOf(one.lastAt) }),
		...(one.state === 'WAITING' && { nextAttempt: timeOf(one.nextAt) }),
		...(one.status !== null && { status: one.status }),
		...(one.reason !== null && { reason: one.reason }),
	};
}
