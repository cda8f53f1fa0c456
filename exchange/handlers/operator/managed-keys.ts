import type { Scope } from '../../../api/language/scopes';
import type { Model } from '../../../api/types';
import { CommandFault } from '../../../server/commands/command-fault';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { refuse } from '../../../server/refusal';
import { Accounts, type KeyUse, type NewKey, type NewSignedKey } from '../../accounts/accounts';
import { checkedNetworks } from '../../../server/key-networks';
import { signingTerms } from '../../accounts/signatures';
import type { Handlers, OperatorParts } from '../../operations/handler';
import { findKey, listKeys, type ManagedKey } from '../../reading/managed-accounts';
import { ownAccounts } from '../../settlement/setup/settings';
import { accountOf, perform, type By } from './acting';

interface Wanted {
	readonly label: string;
	/** Absent: as the exchange is set; 0: the key ends only when it is revoked. */
	readonly lifetimeDays?: number;
	readonly scope?: Scope;
	readonly networks?: readonly string[];
	readonly reason?: string;
}

export function managedKeyHandlers(
	parts: OperatorParts,
): Handlers<'listKeys' | 'addKey' | 'addTrackerKey' | 'addAdministratorKey' | 'revokeKey'> {
	const { reader, clock, keyLifetimeDays } = parts;
	/** Null: an administrator's key. */
	const add = <Made extends { readonly id: string; readonly publicKey?: string }>(
		by: By,
		{ accountId, ...wanted }: Wanted & { readonly accountId: string | null },
		make: (accounts: Accounts, lifetimeDays: number | undefined, use: KeyUse) => Promise<Made>,
	) => {
		const { label, scope, reason, lifetimeDays: days = keyLifetimeDays } = wanted;
		const networks = checkedNetworks(wanted.networks, undefined);
		const lifetimeDays = days === 0 ? undefined : days;
		return perform(parts, { by, reason }, async (transaction, record) => {
			const made = await make(new Accounts(transaction, clock), lifetimeDays, { scope, networks });
			const owner = accountId === null ? { administrator: true } : { accountId };
			const { id: keyId, publicKey } = made;
			const terms = { scope, lifetimeDays, networks: networks?.join(), publicKey };
			const details = { keyId, label, ...terms, ...owner };
			await record('KEY_ADD', accountId ?? made.id, details);
			return made;
		});
	};
	return {
		listKeys: async (_by, asked) => inParts(await listKeys(reader, asked), keyWire),
		addKey: async (by, input) => {
			const { accountId, label, scope } = input;
			await accountOf(parts, accountId);
			const signing = signingTerms(input);
			const made = await add(by, input, (accounts, lifetimeDays, use) =>
				accounts.addTraderKey(accountId, label, lifetimeDays, { ...use, signing }),
			);
			return { ...newKeyWire(made, label), accountId, scope };
		},
		addTrackerKey: async (by, input) => {
			const { accountId, label, 'x-tracker-key': key } = input;
			await accountOf(parts, accountId);
			const settings = parts.settlementSettings();
			if (settings !== undefined && ownAccounts(settings).some((own) => own.key === key)) {
				throw new CommandFault('this is a key of the exchange itself');
			}
			const { id } = await add(by, input, (accounts, lifetimeDays, use) =>
				accounts.addOwnKey(accountId, key, label, lifetimeDays, use),
			);
			return shown(parts, id);
		},
		addAdministratorKey: async (by, input) => {
			const { label } = input;
			const made = await add(by, { ...input, accountId: null }, (accounts, lifetimeDays, use) =>
				accounts.addKey(null, label, lifetimeDays, use),
			);
			return newKeyWire(made, label);
		},
		revokeKey: async (by, { keyId, reason }) => {
			await perform(parts, { by, reason }, async (transaction, record) => {
				const key = await new Accounts(transaction, clock).revokeKey(keyId);
				if (key === undefined) throw refuse('Exchange_KeyNotFound', keyId.slice(0, 100));
				const { accountId, label } = key;
				const owner = accountId === null && { administrator: true };
				await record('KEY_REVOKE', accountId ?? keyId, { keyId, label, ...owner });
			});
			parts.accounts.forgetKeys();
			return shown(parts, keyId);
		},
	};
}

async function shown({ database }: OperatorParts, id: string): Promise<Model<'ManagedKey'>> {
	const key = await findKey(database, id);
	if (key === undefined) throw refuse('Exchange_KeyNotFound', id.slice(0, 100));
	return keyWire(key);
}

function newKeyWire(
	{ id: keyId, expiresAt, ...made }: NewKey | NewSignedKey,
	label: string,
): Model<'NewKey'> {
	const end = expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) };
	return known({ keyId, ...made, label, ...end });
}

function keyWire({ id: keyId, signing, ...key }: ManagedKey): Model<'ManagedKey'> {
	return known({ keyId, ...key, ...signing, scope: key.accountId === null ? null : key.scope });
}
