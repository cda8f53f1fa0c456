/** Lists of contracts by their state: each contract is in exactly the lists that its own record says. */
import { systemClock } from '../../../../server/clock';
import { startService, type RunningService } from '../../../support/programs/service';
import { SealerClient } from '../sealer-client';

let running: RunningService;
let sealer: SealerClient;
let nowMs: number;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({ clock: { now: () => nowMs } });
	sealer = new SealerClient(running);
});
afterAll(() => running.close());

test('a contract is open, done or ended, and asked of whose turn it is', async () => {
	const { admin, byRole } = running.organisation;
	const me = byRole.SealerUser;
	const create = async (
		displayName: string,
		signerEmails: readonly string[],
		more: Readonly<Record<string, string | readonly string[]>> = {},
	) => {
		const made = await sealer.create(admin.key, { displayName, signerEmails, more });
		return String(made.body['id']);
	};
	const others = 'zoe@signers.test';
	await create('mine', [me.email, others]);
	await create('after others', [others, me.email], { signingOrder: 'Sequential' });
	await create('copied to me', [others, me.email], { signerRoles: ['Signer', 'CopyRecipient'] });
	await create('not mine', [others]);
	const signed = await create('signed', [me.email]);
	await sealer.sign(me.key, signed, { signature: { text: 'me' } });
	await sealer.step(admin.key, await create('cancelled', [me.email]), 'cancel');
	await sealer.step(me.key, await create('declined', [me.email, others]), 'decline', {
		reason: 'no',
	});
	const half = await create('half', [me.email, others]);
	await sealer.sign(me.key, half, { signature: { text: 'me' } });
	await create('expired', [me.email], { expiresInDays: '1' });
	nowMs += 2 * 86_400_000;
	const names = async (key: string, location: string) =>
		(await sealer.list(key, location)).map(({ displayName }) => displayName);
	const all = await names(admin.key, '/contracts');
	const of = (state: string) => names(admin.key, `/contracts?state=${state}`);
	const [open, done, ended] = [await of('Open'), await of('Done'), await of('Ended')];
	expect(open).toEqual(['mine', 'after others', 'copied to me', 'not mine', 'half']);
	expect(done).toEqual(['signed']);
	expect(ended).toEqual(['cancelled', 'declined', 'expired']);
	expect([...open, ...done, ...ended].sort()).toEqual([...all].sort());
	expect(await names(me.key, '/contracts/self?state=Asked')).toEqual(['mine']);
	expect(await names(me.key, '/contracts/self?state=Ended')).toEqual(ended);
	expect(await names(admin.key, '/contracts?newestFirst=true')).toEqual([...all].reverse());
	const search = (text: string) => `search=${encodeURIComponent(text)}`;
	expect(await names(admin.key, `/contracts?${search('MINE')}`)).toEqual(['mine', 'not mine']);
	expect(await names(admin.key, `/contracts?state=Ended&${search('zoe@')}`)).toEqual(['declined']);
	expect(await names(admin.key, `/contracts?${search('%')}`)).toEqual([]);
	expect(await names(me.key, `/contracts/self?${search('mine')}`)).toEqual(['mine']);
	expect(await names(admin.key, '/contracts?newestFirst=true&state=Open&limit=2&offset=1')).toEqual(
		['not mine', 'copied to me'],
	);
});
