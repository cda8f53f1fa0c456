/** Addresses that name several hosts, as `postgres://user@one:5432,two:5432/name`. */
const parts = /^([a-z][a-z+.-]*:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host, in their order. */
export function addressesOf(address: string): readonly string[] {
	const [, before, hosts, behind] = parts.exec(address) ?? [];
	if (hosts === undefined) return [address];
	return hosts.split(',').map((host) => `${before}${host}${behind}`);
}
