/** What the operator asks of the exchange, and does to it. */
import type { Model } from '../../api/types';
import { listActs, type WrittenAct } from '../audit/audit';
import type { HandlerParts, Handlers } from './handler';

export function adminHandlers({ database }: HandlerParts): Handlers<'listAdminActions'> {
	return {
		listAdminActions: async (_administrator, asked) =>
			(await listActs(database, asked)).map(actWire),
	};
}

function actWire({ actor, details, reason, ...act }: WrittenAct): Model<'AdminAction'> {
	const { kind, name } = actor;
	return {
		...act,
		actor: { kind, ...(actor.kind === 'KEY' && { keyId: actor.id }), name },
		details: Object.entries(details).map(([name, value]) => ({ name, value: String(value) })),
		...(reason !== null && { reason }),
	};
}
