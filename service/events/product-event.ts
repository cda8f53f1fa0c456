/** Like `addEvent`, for callers who know only the product. */
import type { EventType } from '../../api/events/events';
import type { Clock } from '../../server/clock';
import { addEvent, type NewEvent } from '../../server/events/record/events';
import type { Transaction } from '../database/database';

export type ProductEvent<Type extends EventType> = Omit<NewEvent<Type>, 'owner' | 'productId'> & {
	readonly productId: string;
};

/**
 * Adds an event in the caller's transaction. It is delivered after the next log entry is
 * confirmed, after `events.wake()`, or within two seconds.
 */
export async function addProductEvent<Type extends EventType>(
	transaction: Transaction,
	clock: Clock,
	event: ProductEvent<Type>,
): Promise<void> {
	const { organisation_id: owner } = await transaction
		.selectFrom('products')
		.select('organisation_id')
		.where('id', '=', event.productId)
		.executeTakeFirstOrThrow();
	await addEvent(transaction, clock, { ...event, owner });
}
