import { readSettings } from '../../../exchange/settlement/setup/settings';

const file = {
	trackerUrl: 'http://tracker.test/',
	productId: 'product',
	escrow: { email: 'escrow@house.test', key: 'a-secret-of-escrow' },
};
const transit = [{ email: 'transit@house.test', key: 'a-secret-of-transit' }];

test('the least there must be gives the rest its defaults', () => {
	expect(readSettings(file)).toMatchObject({
		trackerUrl: 'http://tracker.test',
		resolvers: ['idempotency-key'],
		transit: [],
		timeoutMs: 10_000,
		quietMs: 60_000,
		windowMs: 60_000,
		windowTrades: 1_000,
		onRefusedKey: 'KEEP_TRADING',
	});
});

test('resolvers are asked in their own order, however they are written', () => {
	const { resolvers } = readSettings({ ...file, resolvers: ['balance', 'idempotency-key'] });
	expect(resolvers).toEqual(['idempotency-key', 'balance']);
});

test.each<readonly [unknown, RegExp]>([
	[[], /the file must be an object/],
	[{ ...file, trackerUrl: 'tracker' }, /trackerUrl must be an address/],
	[{ ...file, trackerUrl: 'ftp://tracker' }, /trackerUrl must be an address/],
	[{ ...file, productId: ' ' }, /productId must be a text/],
	[{ ...file, escrow: undefined }, /escrow is missing/],
	[{ ...file, escrow: 'a-secret' }, /escrow must be an object/],
	[{ ...file, trackerUrl: undefined }, /trackerUrl is missing/],
	[{ ...file, trackerUrl: 'http://tracker?a=b' }, /trackerUrl must be without .*query/],
	[{ ...file, trackerUrl: 'http://u:a-secret@tracker' }, /trackerUrl must be without user/],
	[{ ...file, trackerUrl: 'http://tracker/tracker/' }, /trackerUrl must be .* without \/tracker/],
	[{ ...file, escrow: { email: 'escrow', key: 'x' } }, /escrow\.email must be an e-mail address/],
	[{ ...file, escrow: { email: 'kasse@haus', key: 'x' } }, /escrow\.email .* the name of a domain/],
	[{ ...file, transit: [{ email: 'kässe@house.test', key: 'x' }] }, /transit\[0\]\.email .* ASCII/],
	[{ ...file, escrow: { email: 'a@b.test', key: 'a b' } }, /escrow\.key must be the key/],
	[{ ...file, transit: [{}] }, /transit\[0\]\.email is missing/],
	[{ ...file, transit: [{ ...file.escrow, key: 'other' }] }, /transit names an account twice/],
	[
		{ ...file, transit: [{ email: 'ESCROW@house.test', key: 'other' }] },
		/transit names an account twice/,
	],
	[{ ...file, transit: [{ ...transit[0], key: file.escrow.key }] }, /transit has a key twice/],
	[{ ...file, resolvers: ['hope'] }, /resolvers must name some of/],
	[{ ...file, resolvers: [] }, /resolvers must name some of/],
	[{ ...file, resolvers: ['balance', 'balance'] }, /resolvers must name some of/],
	[
		{ ...file, transit, resolvers: ['balance', 'transit'] },
		/resolvers may name nothing beside transit/,
	],
	[{ ...file, resolvers: ['transit'] }, /transit needs at least one account/],
	[{ ...file, quietMs: 10_000 }, /quietMs must be longer than timeoutMs/],
	[{ ...file, idempotencyKeptMs: 70_000 }, /idempotencyKeptMs must be longer than .* 70000$/],
	[{ ...file, timeoutMs: '10' }, /timeoutMs must be a whole number from 100 to 600000/],
	[{ ...file, windowTrades: -1 }, /windowTrades must be a whole number/],
	[{ ...file, parallelCalls: 1.5 }, /parallelCalls must be a whole number/],
	[{ ...file, onRefusedKey: 'PANIC' }, /onRefusedKey must be one of KEEP_TRADING, HALT/],
	[{ ...file, windowSeconds: 5 }, /windowSeconds is not known/],
])('%j is refused by name, without its keys', (value, sentence) => {
	const read = () => readSettings(value);
	expect(read).toThrow(sentence);
	expect(read).not.toThrow(/a-secret/);
});
