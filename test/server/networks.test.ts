import { isNetwork, networkText, Networks } from '../../server/networks';

test.each([
	['203.0.113.7', true],
	['10.0.0.0/8', true],
	['::1', true],
	['2001:db8::/32', true],
	['::ffff:10.0.0.0/104', true],
	['10.0.0.0/33', false],
	['2001:db8::/129', false],
	['010.0.0.0/8', false],
	['10/8', false],
	['fe80::1%eth0', false],
	['10.0.0', false],
	['0x7f.1', false],
	['example.org', false],
	['', false],
])('%s is a network: %s', (text, expected) => {
	expect(isNetwork(text)).toBe(expected);
});

test.each([
	['10.1.2.3/8', '10.0.0.0/8'],
	['203.0.113.7/32', '203.0.113.7'],
	['0.0.0.0/0', '0.0.0.0/0'],
	['2001:DB8:0:0::1/32', '2001:db8::/32'],
	['2001:db8::0001', '2001:db8::1'],
	['::ffff:10.1.2.3', '10.1.2.3'],
	['::ffff:10.1.2.3/104', '10.0.0.0/8'],
	['::/0', '::/0'],
])('%s is written %s', (text, expected) => {
	expect(networkText(text)).toBe(expected);
});

test('a list of every IPv6 address has none of IPv4', () => {
	expect(new Networks(['::/0']).has('203.0.113.7')).toBe(false);
	expect(new Networks(['::/0']).has('2001:db8::1')).toBe(true);
});

describe('a list of networks', () => {
	const list = new Networks(['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', '::1']);

	test.each([
		['10.255.255.255', true],
		['11.0.0.0', false],
		['203.0.113.7', true],
		['203.0.113.8', false],
		['::ffff:10.1.2.3', true],
		['::ffff:11.1.2.3', false],
		['2001:db8:ffff::1', true],
		['2001:db9::1', false],
		['::1', true],
		['::2', false],
		['unknown', false],
		['203.0.113.7:4711', false],
	])('has %s: %s', (address, expected) => {
		expect(list.has(address)).toBe(expected);
	});

	test.each([
		['10.1.0.0/16', true],
		['10.1.2.3', true],
		['10.0.0.0/8', true],
		['10.0.0.0/7', false],
		['0.0.0.0/0', false],
		['203.0.113.7', true],
		['203.0.113.0/24', false],
		['2001:db8:1::/48', true],
		['2001::/16', false],
		['::/0', false],
	])('holds all of %s: %s', (network, expected) => {
		expect(list.holds(network)).toBe(expected);
	});
});
