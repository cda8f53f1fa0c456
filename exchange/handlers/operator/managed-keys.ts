import type { Model } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import type { NewKey } from '../../accounts/accounts';
import { addKey, addOwnKey, revokeKey } from '../../operator/actions/key-actions';
import { findKey, listKeys, type ManagedKey } from '../../reading/managed-accounts';
import { accountOf, auditContext } from './acting';
import type { Handlers, OperatorParts } from '../../operations/handler';

export function managedKeyHandlers(
	parts: OperatorParts,
): Handlers<'listKeys' | 'addKey' | 'addTrackerKey' | 'addAdministratorKey' | 'revokeKey'> {
	const { database, reader, keyLifetimeDays } = parts;
	const lifetimeOf = ({
		lifetimeDays: days = keyLifetimeDays,
	}: {
		readonly lifetimeDays?: number;
	}) => (days === 0 ? undefined : days);
	const shown = async (id: string) => {
		const key = await findKey(database, id);
		if (key === undefined) throw refuse('Exchange_KeyNotFound', id.slice(0, 100));
		return keyWire(key);
	};
	return {
		listKeys: async (_by, asked) => inParts(await listKeys(reader, asked), keyWire),
		addKey: async (by, { accountId, label, scope, reason, ...asked }) => {
			await accountOf(parts, accountId);
			const lifetimeDays = lifetimeOf(asked);
			const terms = { accountId, label, lifetimeDays, scope };
			const made = await addKey(auditContext(parts, by, reason), terms);
			return { ...newKeyWire(made, label), accountId, scope };
		},
		addTrackerKey: async (by, { accountId, label, scope, reason, ...asked }) => {
			await accountOf(parts, accountId);
			const { 'x-tracker-key': key } = asked;
			const lifetimeDays = lifetimeOf(asked);
			const settings = parts.settlementSettings();
			const terms = { accountId, key, label, lifetimeDays, scope, settings };
			return shown(await addOwnKey(auditContext(parts, by, reason), terms));
		},
		addAdministratorKey: async (by, { label, reason, ...asked }) => {
			const lifetimeDays = lifetimeOf(asked);
			const terms = { accountId: null, label, lifetimeDays };
			return newKeyWire(await addKey(auditContext(parts, by, reason), terms), label);
		},
		revokeKey: async (by, { keyId, reason }) => {
			const isRevoked = await revokeKey(auditContext(parts, by, reason), keyId);
			if (!isRevoked) throw refuse('Exchange_KeyNotFound', keyId.slice(0, 100));
			parts.accounts.forgetKeys();
			return shown(keyId);
		},
	};
}

function newKeyWire({ id: keyId, key, expiresAt }: NewKey, label: string): Model<'NewKey'> {
	return {
		keyId,
		key,
		label,
		...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
	};
}

function keyWire(key: ManagedKey): Model<'ManagedKey'> {
	const { id: keyId, accountId, label, scope, createdAt, isAtTracker } = key;
	const { expiresAt, revokedAt, madeBy } = key;
	return {
		keyId,
		label,
		createdAt,
		isAtTracker,
		...(accountId !== null && { accountId, scope }),
		...(expiresAt !== null && { expiresAt }),
		...(revokedAt !== null && { revokedAt }),
		...(madeBy !== null && { madeBy }),
	};
}
