/**
 * Addresses that events may be sent to: public ones over https, this machine by its own name, and
 * configured networks. The resolved address is checked at the moment of connecting, so that a
 * changing DNS name gains nothing; literal addresses are checked directly.
 */
import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';

/** Networks that are not public. */
const closedNetworks = [
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
	...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15'],
	...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '::/96'],
	...['64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
	...['fc00::/7', 'fe80::/10', 'ff00::/8'],
];
const loopback = blockList(['127.0.0.0/8', '::1/128']);
const closed = blockList(closedNetworks);

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

	close(): Promise<void> {
		return this.agent.destroy();
	}

	/** Checks a literal IP address, which is never resolved. */
	private literalFault(url: URL): string | undefined {
		const host = hostOf(url);
		if (isLocal(host) || net.isIP(host) === 0) return undefined;
		const isOpened = contains(this.opened, host);
		if (!isOpened && contains(closed, host)) return `${host} is in no network that is open`;
		if (!isOpened && url.protocol === 'http:') return `${host} is reached by https alone`;
		return undefined;
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
		if (others.some(({ address }) => contains(closed, address))) {
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

function contains(list: net.BlockList, address: string): boolean {
	return list.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');
}

function blockList(networks: readonly string[]): net.BlockList {
	const list = new net.BlockList();
	for (const network of networks) {
		const [address = '', length] = network.split('/');
		const family = net.isIPv6(address) ? 'ipv6' : 'ipv4';
		if (length === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(length), family);
	}
	return list;
}
