/** Networks that a key may be used from, in both programs. */
import { isNetwork, Networks, networkText } from './networks';
import { refuse } from './refusal';

/** Undefined: from anywhere. */
export function networksOf({
	networks,
}: {
	readonly networks: string | null;
}): readonly string[] | undefined {
	return networks === null ? undefined : (JSON.parse(networks) as readonly string[]);
}

export function requireAllowed(networks: readonly string[] | undefined, address: string): void {
	if (networks === undefined || new Networks(networks).has(address)) return;
	throw refuse('Auth_AddressNotAllowed', address);
}

/**
 * The networks of a new key, each written in one way, which are those of its maker unless others are given.
 * A key never makes one that can be used from further away than itself.
 */
export function checkedNetworks(
	given: readonly string[] | undefined,
	maker: readonly string[] | undefined,
): readonly string[] | undefined {
	if (given === undefined) return maker;
	if (given.length === 0) {
		const fault = 'must name one at least; leave it out for a key that may be used from anywhere';
		throw refuse('Request_Invalid', 'networks', fault);
	}
	const strange = given.find((network) => !isNetwork(network));
	if (strange !== undefined) {
		const fault = `must be addresses or networks such as 203.0.113.0/24, and '${strange}' is none`;
		throw refuse('Request_Invalid', 'networks', fault);
	}
	const networks = [...new Set(given.map(networkText))];
	const own = maker && new Networks(maker);
	const beyond = own && networks.find((network) => !own.holds(network));
	if (beyond === undefined) return networks;
	const fault = `must lie within those of the key that makes it, and ${beyond} does not`;
	throw refuse('Request_Invalid', 'networks', fault);
}
