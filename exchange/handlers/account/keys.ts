import { refuse } from '../../../server/refusal';
import { keysInUse, makeOwnKey, type OwnKey } from '../../accounts/own-keys';
import type { Model } from '../../../api/types';
import type { HandlerParts, Handlers } from '../../operations/handler';

export function keyHandlers(
	parts: HandlerParts,
): Handlers<'listOwnKeys' | 'makeOwnKey' | 'endOwnKey'> {
	const { database, clock, accounts } = parts;
	return {
		listOwnKeys: async ({ accountId }) =>
			(await keysInUse(database, { accountId, now: clock.now() })).map(keyWire),
		makeOwnKey: async ({ accountId, keyId, scope: makerScope }, asked) => {
			const { label, scope, lifetimeDays, networks } = asked;
			const wanted = { label, scope, lifetimeDays, networks };
			const terms = { accountId, madeBy: keyId, makerScope, ...wanted };
			const { id, key, expiresAt, networks: from } = await makeOwnKey(parts, terms);
			const end = expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) };
			return { keyId: id, key, label, scope, ...end, ...(from && { networks: from }) };
		},
		endOwnKey: async ({ accountId }, { keyId }) => {
			const ended = await accounts.revokeKey(keyId, accountId);
			if (ended === undefined) throw refuse('Exchange_KeyNotFound', keyId.slice(0, 100));
			return { keyId, label: ended.label };
		},
	};
}

function keyWire({ id: keyId, madeBy, expiresAt, networks, ...key }: OwnKey): Model<'OwnKey'> {
	return {
		keyId,
		...key,
		...(expiresAt !== null && { expiresAt }),
		...(madeBy !== null && { madeBy }),
		...(networks && { networks }),
	};
}
