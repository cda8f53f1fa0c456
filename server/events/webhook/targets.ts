/**
 * Addresses that events may be sent to: public ones over https, this machine by its own name, and
 * configured networks. The resolved address is checked at the moment of connecting, so that a
 * changing DNS name gains nothing; literal addresses are checked directly.
 */
import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { blockList } from '../../networks';

/**
 * Networks that are not public: the registries of special-purpose addresses of IANA (RFC 6890), and of
 * IPv6 all but 2000::/3, in which alone public addresses are given out (RFC 4291, section 2.4).
 */
const closedNetworks4 = [
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
	...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
	...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const closedNetworks6 = [
	...['::/3', '4000::/2', '8000::/1'],
	...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];
const loopback = blockList(['127.0.0.0/8', '::1/128']);
/** One list for each family: a list takes every IPv4 address for one of `::ffff:0:0/96`. */
const closed4 = blockList(closedNetworks4);
const closed6 = blockList(closedNetworks6);

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 15_000;

export interface TargetOptions {
	/** Further allowed networks and addresses, also over plain http. */
	readonly networks: readonly string[];
	/** Name resolution; default is the system's. */
	readonly lookup?: typeof dns.lookup;
}

export class Targets {
	private readonly opened: net.BlockList;
	private readonly agent: Agent;
	readonly dispatcher: Dispatcher;
	/** Names that were resolved to an address that is not public. */
	private readonly privateNames = new Set<string>();

	constructor(private readonly options: TargetOptions) {
		this.opened = blockList(options.networks);
		this.agent = new Agent({
			connect: this.connector(),
			headersTimeout: answerTimeoutMs,
			bodyTimeout: answerTimeoutMs,
		});
		this.dispatcher = this.agent.compose((dispatch) => (request, handler) => {
			const fault = this.literalFault(new URL(String(request.origin)));
			if (fault !== undefined) throw new Error(fault);
			return dispatch(request, handler);
		});
	}

	/** Why an address is not allowed, without resolving names; undefined if it may be. */
	faultOf(text: string): string | undefined {
		const url = URL.parse(text);
		if (url === null) return 'must be an address such as https://example.org/hook';
		if (url.username !== '' || url.password !== '') return 'must hold no name and no password';
		if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
		const host = hostOf(url);
		const isPlain = url.protocol === 'http:';
		if (isPlain && !isLocal(host) && this.options.networks.length === 0) {
			return 'must begin with https://, but for this machine';
		}
		return this.literalFault(url);
	}

	/**
	 * True if it is reached in a network that strangers cannot reach. What happened there tells of
	 * machines that are none of the subscriber's business.
	 */
	isPrivate(url: string): boolean {
		const host = hostOf(new URL(url));
		if (isLocal(host) || this.privateNames.has(host)) return true;
		return net.isIP(host) !== 0 && this.isInside(host);
	}

	close(): Promise<void> {
		return this.agent.destroy();
	}

	/** Checks a literal IP address, which is never resolved. */
	private literalFault(url: URL): string | undefined {
		const host = hostOf(url);
		if (isLocal(host) || net.isIP(host) === 0) return undefined;
		const isOpened = contains(this.opened, host);
		if (!isOpened && isClosed(host)) return `${host} is in no network that is open`;
		if (!isOpened && url.protocol === 'http:') return `${host} is reached by https alone`;
		return undefined;
	}

	private isInside(address: string): boolean {
		return contains(this.opened, address) || isClosed(address);
	}

	private connector(): buildConnector.connector {
		const timeout = connectTimeoutMs;
		const secure = buildConnector({ timeout, lookup: this.lookup(false) });
		const plain = buildConnector({ timeout, lookup: this.lookup(true) });
		return (options, done) => (options.protocol === 'https:' ? secure : plain)(options, done);
	}

	private lookup(isPlain: boolean): LookupFunction {
		return (host, options, done) => {
			const look = this.options.lookup ?? dns.lookup;
			look(host, { ...options, all: true }, (fault, found) => {
				const list = found ?? [];
				if (list.some(({ address }) => this.isInside(address))) this.privateNames.add(host);
				const wrong = fault ?? this.nameFault(host, list, isPlain);
				if (wrong !== undefined || options.all === true) return done(wrong ?? null, list);
				const [first] = list;
				done(
					first ? null : new Error(`${host} has no address`),
					first?.address ?? '',
					first?.family,
				);
			});
		};
	}

	private nameFault(
		host: string,
		list: readonly dns.LookupAddress[],
		isPlain: boolean,
	): Error | undefined {
		if (isLocal(host)) return undefined;
		const others = list.filter(({ address }) => !contains(this.opened, address));
		if (others.some(({ address }) => isClosed(address))) {
			return new Error(`${host} has an address in no network that is open`);
		}
		return isPlain && others.length > 0
			? new Error(`${host} is reached by https alone`)
			: undefined;
	}
}

function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[|\]$/g, '');
}

/** True for localhost and loopback addresses. */
function isLocal(host: string): boolean {
	return host === 'localhost' || (net.isIP(host) !== 0 && contains(loopback, host));
}

function isClosed(address: string): boolean {
	return contains(net.isIPv6(address) ? closed6 : closed4, address);
}

function contains(list: net.BlockList, address: string): boolean {
	return list.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');
}
