/** Addresses and networks as text: 203.0.113.7, 10.0.0.0/8, ::1 or 2001:db8::/32. */
import net from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and how many of its first bits count. */
type Range = readonly [Address, number];

const form = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/** Undefined for a text that is no network. IPv4 that is written as IPv6 counts as itself. */
function rangeOf(text: string): Range | undefined {
	const [, written = '', length] = form.exec(text) ?? [];
	const { IPv4, IPv6 } = ipaddr;
	if (!IPv4.isValidFourPartDecimal(written) && !IPv6.isValid(written)) return undefined;
	const address = ipaddr.parse(written);
	const bits = length === undefined ? bitsOf(address) : Number(length);
	if (bits > bitsOf(address)) return undefined;
	const isMapped = address instanceof IPv6 && address.isIPv4MappedAddress() && bits >= 96;
	return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

function bitsOf(address: Address): number {
	return address.kind() === 'ipv6' ? 128 : 32;
}

export function isNetwork(text: string): boolean {
	return rangeOf(text) !== undefined;
}

/** The one way to write a network: by its first address, and without a length for an address alone. */
export function networkText(text: string): string {
	const [address, bits] = known(text);
	if (bits === bitsOf(address)) return address.toString();
	const family = address.kind() === 'ipv6' ? ipaddr.IPv6 : ipaddr.IPv4;
	return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

function known(text: string): Range {
	const range = rangeOf(text);
	if (range === undefined) throw new Error(`${text} is no network`);
	return range;
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

/** A list that a caller's address is looked up in. A text that is no network throws. */
export class Networks {
	private readonly ranges: readonly Range[];

	constructor(texts: readonly string[]) {
		this.ranges = texts.map(known);
	}

	/** An IPv4 address that is written as IPv6 counts as itself; what a proxy sends that is no address is in none. */
	has(address: string): boolean {
		return ipaddr.isValid(address) && this.holdsRange([ipaddr.process(address), 128]);
	}

	/** Whether every address of this network lies in one network of the list. */
	holds(network: string): boolean {
		return this.holdsRange(known(network));
	}

	private holdsRange([inner, innerBits]: Range): boolean {
		return this.ranges.some(([outer, outerBits]) => {
			const isSameKind = inner.kind() === outer.kind();
			return isSameKind && innerBits >= outerBits && inner.match(outer, outerBits);
		});
	}
}
