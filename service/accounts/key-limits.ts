/** What a key may do less than its user: by some roles alone, from some networks alone. Sessions have no limits. */
import { roles as allRoles, type Role } from '../../api/language/roles';
import { checkedNetworks, networksOf } from '../../server/key-networks';
import { refuse } from '../../server/refusal';
import type { LimitColumns } from '../database/schema';
import type { KeyLimits } from '../operations/handler';

export function limitsOf(row: LimitColumns): KeyLimits {
	const { limited_roles: roles } = row;
	return {
		roles: roles === null ? undefined : (JSON.parse(roles) as readonly Role[]),
		networks: networksOf(row),
	};
}

export function limitColumns({ roles, networks }: KeyLimits): LimitColumns {
	return {
		limited_roles: roles === undefined ? null : JSON.stringify(roles),
		networks: networks === undefined ? null : JSON.stringify(networks),
	};
}

/** The roles of a user that a key of theirs may use. */
export function usableRoles(
	ofUser: readonly Role[],
	{ roles: limit }: Pick<KeyLimits, 'roles'>,
): readonly Role[] {
	return ofUser.filter((role) => limit?.includes(role) ?? true);
}

/** The limits of a new key. Those of the key that asks for it hold for it as well. */
export function checkedLimits({ roles, networks }: KeyLimits, maker: KeyLimits = {}): KeyLimits {
	if (roles?.length === 0) {
		const fault =
			'must name one at least; leave it out for a key that may use every role of its user';
		throw refuse('Request_Invalid', 'roles', fault);
	}
	if (maker.roles !== undefined)
		requireAmong(roles, maker.roles, 'those of the key that asks for it');
	return {
		// In one order, so that equal limits are equal texts.
		roles: roles === undefined ? maker.roles : allRoles.filter((role) => roles.includes(role)),
		networks: checkedNetworks(networks, maker.networks),
	};
}

/** Refuses roles of a new key that are not among these. */
export function requireAmong(
	roles: readonly Role[] | undefined,
	among: readonly Role[],
	whose: string,
): void {
	const beyond = roles?.find((role) => !among.includes(role));
	if (beyond === undefined) return;
	throw refuse('Request_Invalid', 'roles', `must be among ${whose}, and ${beyond} is not`);
}
