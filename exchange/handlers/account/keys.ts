import { known } from '../../../server/known';
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
			const { label, scope } = asked;
			const terms = { accountId, madeBy: keyId, makerScope, ...asked };
			const { id, expiresAt, ...made } = await makeOwnKey(parts, terms);
			const end = expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) };
			return known({ keyId: id, ...made, label, scope, ...end });
		},
		endOwnKey: async ({ accountId }, { keyId }) => {
			const ended = await accounts.revokeKey(keyId, accountId);
			if (ended === undefined) throw refuse('Exchange_KeyNotFound', keyId.slice(0, 100));
			return { keyId, label: ended.label };
		},
	};
}

function keyWire({ id: keyId, signing, ...key }: OwnKey): Model<'OwnKey'> {
	return known({ keyId, ...key, ...signing });
}
