/** Names are looked up once, and what they answer is what is connected to, or refused. */
import type dns from 'node:dns';
import { request } from 'undici';
import { Targets } from '../../../../server/events/webhook/targets';
import { sendThrough } from '../../../../server/events/webhook/sending';
import { WebhookTarget } from '../../../support/servers/webhook-target';

let receiver: WebhookTarget;
beforeAll(async () => {
	receiver = await WebhookTarget.open();
});
afterAll(() => receiver.close());

/** A name server that answers with these addresses, another list each time. */
function answering(...lists: readonly (readonly string[])[]) {
	let asked = 0;
	const lookup = (
		_host: string,
		_options: unknown,
		done: (fault: null, list: readonly dns.LookupAddress[]) => void,
	) => {
		const list = lists[Math.min(asked, lists.length - 1)] ?? [];
		asked += 1;
		const family = (address: string) => (address.includes(':') ? 6 : 4);
		done(
			null,
			list.map((address) => ({ address, family: family(address) })),
		);
	};
	return lookup as unknown as typeof dns.lookup;
}

async function attempt(url: string, targets: Targets) {
	const send = sendThrough(targets.dispatcher);
	const secrets = ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
	return send({ url, eventId: 'e', body: '{"type":"t"}', secrets, now: Date.now() });
}

test.each([
	['of this machine', ['127.0.0.1']],
	['of an inner network', ['10.0.0.1']],
	['of the metadata of a cloud', ['169.254.169.254']],
	['public and inner', ['93.184.216.34', '192.168.1.1']],
	['inner, written as IPv6', ['::ffff:10.0.0.1']],
	['of this machine by IPv6', ['::1']],
	['behind NAT64', ['64:ff9b::a00:1']],
	['behind SIIT', ['::ffff:0:10.0.0.1']],
	['site-local', ['fec0::1']],
	['for documentation', ['3fff::1']],
	['of segment routing', ['5f00::1']],
	['of 6to4 relays', ['192.88.99.1']],
])('a name whose address is %s is not connected to', async (_what, list) => {
	const targets = new Targets({ networks: [], lookup: answering(list) });
	const url = `${receiver.url.replace('127.0.0.1', 'target.example')}`.replace('http', 'https');
	expect(await attempt(url, targets)).toMatchObject({
		kind: 'FAILED',
		reason: expect.stringContaining('in no network that is open') as string,
	});
	await targets.close();
	expect(receiver.received).toEqual([]);
});

test.each(['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/'])(
	'%s is public',
	async (url) => {
		const targets = new Targets({ networks: [] });
		expect(targets.faultOf(url)).toBeUndefined();
		expect(targets.isPrivate(url)).toBe(false);
		await targets.close();
	},
);

test('a name that becomes an inner address after the check gains nothing', async () => {
	const targets = new Targets({
		networks: ['127.0.0.2'],
		lookup: answering(['127.0.0.2'], ['127.0.0.1']),
	});
	const url = receiver.url.replace('127.0.0.1', 'target.example');
	expect((await attempt(url, targets)).kind).toBe('FAILED');
	expect((await attempt(url, targets)).reason).toContain('in no network that is open');
	expect(receiver.received).toEqual([]);
	await targets.close();
});

test('a network that a setting opens is reached by name and by number, over plain HTTP', async () => {
	const lookup = answering(['127.0.0.1']);
	const targets = new Targets({ networks: ['127.0.0.0/8'], lookup });
	const url = receiver.url.replace('127.0.0.1', 'n8n');
	expect(targets.faultOf(url)).toBeUndefined();
	expect(await attempt(url, targets)).toMatchObject({ kind: 'TAKEN' });
	await targets.close();
});

test('a network that a setting opens opens no public address over plain HTTP', async () => {
	const targets = new Targets({ networks: ['10.0.0.0/8'], lookup: answering(['93.184.216.34']) });
	expect(await attempt('http://target.example/', targets)).toMatchObject({
		kind: 'FAILED',
		reason: 'target.example is reached by https alone',
	});
	await targets.close();
});

test('an address that is written as numbers is checked when it is connected to, too', async () => {
	const targets = new Targets({ networks: [] });
	const { dispatcher } = targets;
	for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/', 'http://93.184.216.34/']) {
		await expect(request(url, { dispatcher })).rejects.toThrow(/network|https alone/);
	}
	await targets.close();
});
