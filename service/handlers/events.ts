import type { platformEvents } from '../../api/platform/events';
import type { EventCaller, EventOperations } from '../../server/events/operations';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { AreaHandlers, RequestContext } from '../operations/handler';
import { readRightsOf } from '../events/read-rights';

interface EventHandlerParts {
	readonly database: Database;
	/** Finds the grants that still hold. */
	readonly accounts: { grantsInUse(grants: readonly string[]): Promise<ReadonlySet<string>> };
}

export function eventHandlers(
	operations: EventOperations,
	{ database, accounts }: EventHandlerParts,
): Pick<AreaHandlers<'platform'>, keyof typeof platformEvents> {
	return {
		async listEvents(context, input, open) {
			await requireProduct(database, context, input.productId);
			if (open === undefined) return operations.page(eventCallerOf(context), input);
			const { grant = '' } = context.caller;
			const isStillAuthorised = async () => (await accounts.grantsInUse([grant])).has(grant);
			await operations.stream(eventCallerOf(context), input, { isStillAuthorised, out: open() });
			return undefined;
		},
		async createSubscription(context, input) {
			await requireProduct(database, context, input.productId);
			return operations.create(eventCallerOf(context), input);
		},
		listSubscriptions: (context, input) => operations.list(eventCallerOf(context), input),
		getSubscription: (context, input) => operations.get(eventCallerOf(context), input),
		deleteSubscription: (context, input) => operations.remove(eventCallerOf(context), input),
		testSubscription: (context, input) => operations.test(eventCallerOf(context), input),
		listDeliveries: (context, input) => operations.deliveries(eventCallerOf(context), input),
		replaySubscription: (context, input) => operations.replay(eventCallerOf(context), input),
		rotateSubscriptionSecret: (context, input) => operations.rotate(eventCallerOf(context), input),
	};
}

/** Only users have platform operations, never signers by link. */
function eventCallerOf({ caller }: RequestContext): EventCaller {
	const { organisationId: owner, userId, limits } = caller;
	if (userId === undefined) throw new Error('a key belongs to a user');
	return { owner, userId, limitedRoles: limits?.roles, rights: readRightsOf(caller) };
}

/** Refuses an unknown product, which would never have an event. */
async function requireProduct(
	database: Database,
	{ caller }: RequestContext,
	productId: string | undefined,
): Promise<void> {
	if (productId === undefined) return;
	const product = await database
		.selectFrom('products')
		.select('id')
		.where('id', '=', productId)
		.where('organisation_id', '=', caller.organisationId)
		.executeTakeFirst();
	if (product === undefined)
		throw refuse('Product_NotFound', productId, 'Sealer, Tracker or Keeper');
}
