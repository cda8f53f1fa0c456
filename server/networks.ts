/** Addresses and networks as text: 203.0.113.7, 10.0.0.0/8, ::1 or 2001:db8::/32. */
import net from 'node:net';
import ipaddr from 'ipaddr.js';

export function isNetwork(text: string): boolean {
	if (text.includes('/')) return ipaddr.isValidCIDR(text);
	return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** True for a host name that means this machine, an IPv6 address also in the brackets of a URL. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || /^(\[::1\]|::1|127(\.\d{1,3}){3})$/.test(host);
}

/** A text that is no network throws. */
export function blockList(networks: readonly string[]): net.BlockList {
	const list = new net.BlockList();
	for (const network of networks) {
		const [address = '', length] = network.split('/');
		const family = net.isIPv6(address) ? 'ipv6' : 'ipv4';
		if (length === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(length), family);
	}
	return list;
}

/** A list that a caller's address is looked up in. */
export class Networks {
	private readonly list: net.BlockList;

	constructor(private readonly texts: readonly string[]) {
		this.list = blockList(texts);
	}

	/** An IPv4 address that is written as IPv6 counts as itself. */
	has(address: string): boolean {
		const plain = ipaddr.process(address).toString();
		return this.list.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4');
	}

	/** Whether every address of this network lies in one network of the list. */
	holds(network: string): boolean {
		const [inner, innerLength] = rangeOf(network);
		return this.texts.some((text) => {
			const [outer, outerLength] = rangeOf(text);
			const isSameKind = inner.kind() === outer.kind();
			return isSameKind && innerLength >= outerLength && inner.match(outer, outerLength);
		});
	}
}

function rangeOf(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
	if (network.includes('/')) return ipaddr.parseCIDR(network);
	const address = ipaddr.parse(network);
	return [address, address.kind() === 'ipv6' ? 128 : 32];
}
