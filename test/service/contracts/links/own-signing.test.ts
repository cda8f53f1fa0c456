/** Who is signed in comes to the page where they sign without a mail, when it is their turn, and for themselves alone. */
import { systemClock } from '../../../../server/clock';
import { issueSignInLink } from '../../../../service/accounts/sign-in-links';
import { send } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';
import { SealerClient } from '../sealer-client';

let running: RunningService;
let sealer: SealerClient;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
});
afterAll(() => running.close());

async function cookieOf(email: string): Promise<string> {
	const { database } = running.service;
	const { id } = await database
		.selectFrom('users')
		.select('id')
		.where('email', '=', email.toLowerCase())
		.executeTakeFirstOrThrow();
	const { token } = await database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, id));
	const headers = { 'sec-fetch-site': 'same-origin' };
	const url = `${running.url}/session`;
	const answer = await send({ method: 'POST', url, headers, json: { token } });
	return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

async function ask(cookie: string, contractId: string, site = 'same-origin') {
	return send({
		method: 'POST',
		url: `${running.url}/session/signing-links`,
		headers: { cookie, 'sec-fetch-site': site },
		json: { productId: running.organisation.products.Sealer, contractId },
	});
}

test('a signer gets a link of their own in their turn', async () => {
	const { admin, byRole } = running.organisation;
	const me = byRole.SealerUser.email;
	const signerEmails = ['first@signers.test', me];
	const order = { signingOrder: 'Sequential' };
	const waits = await sealer.create(admin.key, { signerEmails, more: order });
	const asked = await sealer.create(admin.key, { signerEmails: [me] });
	const [mine, others] = [await cookieOf(me), await cookieOf(byRole.SealerAdmin.email)];
	const contractId = String(asked.body['id']);
	const codeOf = async (answer: ReturnType<typeof ask>) => {
		const { status, json } = await answer;
		return [status, (json() as { readonly errorCode: string }).errorCode];
	};
	expect(await codeOf(ask(mine, String(waits.body['id'])))).toEqual([409, 'Sealer_NotYourTurn']);
	expect(await codeOf(ask(others, contractId))).toEqual([403, 'Sealer_NotASigner']);
	expect(await codeOf(ask(mine, contractId, 'cross-site'))).toEqual([403, 'Auth_OtherSite']);
	expect(await codeOf(ask('', contractId))).toEqual([401, 'Auth_SessionEnded']);
	expect(await codeOf(ask(mine, 'f'.repeat(24)))).toEqual([404, 'Sealer_ContractNotFound']);
	const { link } = (await ask(mine, contractId)).json() as { readonly link: string };
	const request = await send({
		method: 'GET',
		url: link.replace('/sign/', '/signing/'),
	});
	expect(request.json()).toMatchObject({ signerEmail: me, state: 'Asked' });
});
