/**
 * A trader who signed in at the console and allowed deposits pastes no key: the exchange has it from the tracker, keeps it
 * sealed, uses it for who signed in alone, and says what to do once its owner has revoked it.
 */
import { Accounts } from '../../../exchange/accounts/accounts';
import { createKeyVault, secretOfFolder } from '../../../exchange/settlement/setup/key-vault';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import { systemClock } from '../../../server/clock';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { consoleCaller, consoleCode } from '../support/console-codes';
import { startBareExchange, type BareExchange } from '../support/exchange';
import { heldBy, openMarket, writeSettings, type SettledMarket } from '../support/settling';

const databases = new TestDatabases();
let service: RunningService;
let exchange: BareExchange;
let market: SettledMarket;
let tracker: string;
let dataFolder: string;

beforeAll(async () => {
	service = await startService();
	tracker = service.organisation.products.Tracker;
	const escrow = await service.addUser('escrow@first.test', ['TrackerUser']);
	const place = await databases.place();
	({ dataFolder } = place);
	writeSettings(dataFolder, service, escrow, {});
	const signIn = { signInUrl: service.url, administrators: ['seller@first.test'] };
	exchange = await startBareExchange(place, signIn);
	service.signInFor.push({ address: exchange.url, organisationId: service.organisation.id });
	market = await openMarket(service, exchange.exchange.database, escrow);
});
afterAll(async () => {
	await exchange.close();
	await service.close();
	await databases.close();
});

const database = () => exchange.exchange.database;
const emailOf = (who: 'seller' | 'buyer') => market[who].user.email;

interface SignIn {
	readonly isAllowed?: boolean;
	/** What the page says beside the code. */
	readonly said?: object;
}

async function signIn(who: 'seller' | 'buyer', { isAllowed = true, said }: SignIn = {}) {
	const page = { redirectUri: `${exchange.url}/venue`, ...(isAllowed && { tracker }) };
	const code = await consoleCode(service, emailOf(who), page);
	const body = { as: 'TRADER', allowsDeposits: isAllowed, ...code, ...said };
	const answer = await exchange.call('POST', '/session', { body });
	return { ...answer, key: (answer.body as { readonly key?: string }).key ?? '', sent: body };
}

const deposit = (key: string, asset = 'CREDIT', amount = '3') =>
	exchange.call('POST', '/deposits', { key, body: { asset, amount } });
const told = async (key: string) => (await exchange.call('GET', '/session', { key })).body;
const needsKey = { status: 400, body: { arguments: ['x-tracker-key', expect.anything()] } };

async function keysAtTracker(who: 'seller' | 'buyer') {
	const ask = await consoleCaller(service, emailOf(who));
	const keys = (await ask('GET', '/keys')).json() as { id: string; label: string }[];
	return keys.filter(({ label }) => label.startsWith('Deposits at'));
}

async function revokeAtTracker(who: 'seller' | 'buyer') {
	const ask = await consoleCaller(service, emailOf(who));
	for (const { id } of await keysAtTracker(who)) await ask('DELETE', `/keys/${id}`);
}

test('a trader who allowed it deposits without a key, and nothing shows the key', async () => {
	const { key, body } = await signIn('seller');
	expect(body).toEqual({ key, expiresAt: expect.anything(), email: emailOf('seller') });
	expect(await told(key)).toEqual({
		signIn: { console: service.url, tracker },
		allowsDeposits: true,
	});
	expect(await deposit(key)).toMatchObject({ status: 201, body: { status: 'SETTLED' } });
	expect(await heldBy(service, market.escrow, market.assetIds.CREDIT)).toBe(3);
	const balances = await exchange.call('GET', '/account/tracker-balances', { key });
	expect(balances.body).toEqual({ balances: [{ asset: 'CREDIT', amount: '997' }] });
	const rows = await database().selectFrom('deposit_keys').selectAll().execute();
	expect(rows).toMatchObject([{ account_id: market.seller.accountId, email: emailOf('seller') }]);
	const name = `deposits of ${market.seller.accountId}`;
	const kept = createKeyVault(secretOfFolder(dataFolder)).open(name, rows[0]?.sealed ?? '');
	expect(kept).toMatch(/^[\w-]{43}$/);
	for (const shown of [exchange.log(), service.log()]) expect(shown).not.toContain(kept);
	const [madeKey] = await keysAtTracker('seller');
	expect(madeKey).toMatchObject({ label: `Deposits at ${new URL(exchange.url).host}` });
});

test('who signs in again keeps the key that was allowed, and another trader has none of it', async () => {
	const [before] = await keysAtTracker('seller');
	const { key } = await signIn('seller', { isAllowed: false });
	expect(await deposit(key)).toMatchObject({ status: 201 });
	expect(await keysAtTracker('seller')).toEqual([before]);
	const { key: others } = await signIn('buyer', { isAllowed: false });
	expect(await told(others)).toMatchObject({ allowsDeposits: false });
	expect(await deposit(others, 'EUR')).toMatchObject(needsKey);
});

test('a key here that was not got by signing in pulls nothing by it', async () => {
	const { accountId } = market.seller;
	const { key: given } = await new Accounts(database(), systemClock).addKey(accountId, 'a program');
	expect(await deposit(given)).toMatchObject(needsKey);
	const { key: signedIn } = await signIn('seller', { isAllowed: false });
	const made = await exchange.call('POST', '/account/keys', {
		key: signedIn,
		body: { label: 'own', scope: 'TRADE' },
	});
	expect(made.status).toBe(201);
	const { key: own } = made.body as { readonly key: string };
	expect(await deposit(own)).toMatchObject(needsKey);
});

test('what was sealed for one trader does not open for another', async () => {
	const { key } = await signIn('buyer', { isAllowed: false });
	const { accountId } = market.buyer;
	const { sealed } = await database()
		.selectFrom('deposit_keys')
		.select('sealed')
		.executeTakeFirstOrThrow();
	const moved = { account_id: accountId, email: emailOf('buyer'), sealed };
	await database().insertInto('deposit_keys').values(moved).execute();
	expect(await deposit(key, 'CREDIT')).toMatchObject(needsKey);
	await database().deleteFrom('deposit_keys').where('account_id', '=', accountId).execute();
});

test('an account of another address has no key that was allowed before', async () => {
	const { key } = await signIn('seller', { isAllowed: false });
	const { accountId } = market.seller;
	const set = (email: string) => setEmail(database(), { accountId, email, settings: undefined });
	await set('somebody-else@first.test');
	expect(await deposit(key)).toMatchObject(needsKey);
	await set(emailOf('seller'));
	expect(await deposit(key)).toMatchObject({ status: 201 });
});

test('after its owner revoked it a deposit says what to do, and it can be allowed again', async () => {
	const { key } = await signIn('seller', { isAllowed: false });
	await revokeAtTracker('seller');
	const { status, body } = await deposit(key);
	expect([status, body]).toEqual([
		422,
		expect.objectContaining({ errorCode: 'Exchange_DepositKeyEnded' }),
	]);
	expect(await told(key)).toMatchObject({ allowsDeposits: false });
	expect(await deposit(key)).toMatchObject(needsKey);
	const again = await signIn('seller');
	expect(await deposit(again.key)).toMatchObject({ status: 201 });
	await revokeAtTracker('seller');
	const balances = await exchange.call('GET', '/account/tracker-balances', { key });
	expect(balances).toMatchObject({ status: 422, body: { errorCode: 'Exchange_DepositKeyEnded' } });
});

test('a wrong key that is sent along ends nothing', async () => {
	const { key } = await signIn('seller');
	const headers = { 'x-tracker-key': 'of-nobody' };
	const body = { asset: 'CREDIT', amount: '1' };
	expect(await exchange.call('POST', '/deposits', { key, body, headers })).toMatchObject({
		...{ status: 422, body: { errorCode: 'Exchange_TransferRefused' } },
	});
	expect(await deposit(key)).toMatchObject({ status: 201 });
});

describe('no key comes of', () => {
	beforeEach(async () => {
		await revokeAtTracker('seller');
		await database().deleteFrom('deposit_keys').execute();
	});
	afterEach(async () => {
		expect(await keysAtTracker('seller')).toEqual([]);
		expect(await database().selectFrom('deposit_keys').selectAll().execute()).toEqual([]);
	});

	test('a page that says what nobody allowed', async () => {
		const { status, key } = await signIn('seller', {
			isAllowed: false,
			said: { allowsDeposits: true },
		});
		expect(status).toBe(200);
		expect(await told(key)).toMatchObject({ allowsDeposits: false });
		expect(exchange.log()).toContain('the tracker refuses the key that was allowed for deposits');
	});

	test('the sign-in of an administrator', async () => {
		const refused = await signIn('seller', { said: { as: 'ADMINISTRATOR' } });
		expect(refused).toMatchObject({
			status: 400,
			body: { arguments: ['allowsDeposits', expect.anything()] },
		});
		const said = { as: 'ADMINISTRATOR', allowsDeposits: false };
		expect((await signIn('seller', { said })).status).toBe(200);
	});

	test('a sign-in of another page, or with another verifier', async () => {
		for (const said of [{ redirectUri: `${exchange.url}/admin` }, { codeVerifier: 'other' }])
			expect((await signIn('seller', { said })).status).toBe(409);
	});

	test('somebody without an account here', async () => {
		const page = { redirectUri: `${exchange.url}/venue`, tracker };
		const { email } = service.organisation.byRole.TrackerUser;
		const code = await consoleCode(service, email, page);
		const body = { as: 'TRADER', allowsDeposits: true, ...code };
		expect((await exchange.call('POST', '/session', { body })).status).toBe(403);
		const ask = await consoleCaller(service, email);
		expect((await ask('GET', '/keys')).json()).toHaveLength(1);
	});
});

test('a code that was used brings no second key', async () => {
	const { sent } = await signIn('buyer');
	const [key] = await keysAtTracker('buyer');
	expect((await exchange.call('POST', '/session', { body: sent })).status).toBe(409);
	expect(await keysAtTracker('buyer')).toEqual([key]);
});

test('a disabled account loses the key that it allowed', async () => {
	const { accountId } = market.buyer;
	await new Accounts(database(), systemClock).disable(accountId);
	const rows = database().selectFrom('deposit_keys').selectAll();
	expect(await rows.where('account_id', '=', accountId).execute()).toEqual([]);
});
