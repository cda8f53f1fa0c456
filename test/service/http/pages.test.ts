/**
 * Every list of the service says when there is more than its page holds, and following what it
 * says brings every record once, also while records are added.
 */
import type { EndpointDescription } from '../../../api/language/description';
import { programs } from '../../../api/programs';
import { Accounts } from '../../../service/accounts/accounts';
import { systemClock } from '../../../server/clock';
import { endpointsOf, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { agreement, Stage, steps, type StepName } from '../../api/stage';
import { goodParts, requestOf } from '../../support/clients/endpoint-requests';
import { followed, nextPage, type Listed } from '../../support/clients/pages';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});
afterAll(() => running.close());

const all = endpointsOf(programs.service);
const nameOf = ({ area, operation }: NamedEndpoint) => `${area}.${operation}`;

function named(name: string): NamedEndpoint {
	const found = all.find((each) => nameOf(each) === name);
	if (found === undefined) throw new Error(`there is no endpoint ${name}`);
	return found;
}

/** Sends the good request of an endpoint; the answer's id takes the place of the stage's. */
async function call(stage: Stage, name: string, idName?: string): Promise<void> {
	const endpoint = named(name);
	const answer = await send(requestOf(endpoint, goodParts(endpoint, stage), stage));
	if (answer.status >= 300) throw new Error(`${name} answers ${answer.status}: ${answer.text}`);
	if (idName !== undefined) stage.values[idName] = (answer.json() as { readonly id: string }).id;
}

/** Rises, so that no two of the same instant need to be told apart. */
let count = 0;

async function issueNew(stage: Stage): Promise<void> {
	await call(stage, 'tracker.createAsset', 'assetId');
	await stage.issue('assets', 'allRound');
}

async function addUser(stage: Stage): Promise<string> {
	const { accounts } = running.service;
	const email = `user-${(count += 1)}@${stage.value('domain')}`;
	await accounts.addUser({ organisationId: stage.value('organisationId'), email, roles: [] });
	return email;
}

async function issueToNewUser(stage: Stage): Promise<void> {
	stage.values['trackerUserEmail'] = await addUser(stage);
	await stage.issue('assets', 'trackerUser');
}

/** Until it has its place in the tree, which it is listed by. */
async function enter(stage: Stage): Promise<void> {
	await call(stage, 'tracker.createAsset');
	await stage.confirmedLog();
}

async function addKey(stage: Stage): Promise<void> {
	const second = (count += 1) * 1000;
	const later = { now: () => systemClock.now() + second };
	await new Accounts(running.service.database, later).addKey(stage.value('userId'), 'paging');
}

async function invite(stage: Stage): Promise<void> {
	const json = { email: `new-${(count += 1)}@${stage.value('domain')}`, roles: ['KeeperAdmin'] };
	const headers = { 'x-api-key': stage.value('allRoundKey') };
	const answer = await send({
		method: 'POST',
		url: `${running.url}/invitations`,
		headers,
		json,
	});
	expect(answer.status).toBe(201);
}

async function addProduct(stage: Stage): Promise<void> {
	const organisationId = stage.value('organisationId');
	await running.service.accounts.addProduct({ organisationId, kind: 'Keeper', name: 'Another' });
}

/** Each signer has a link to sign from the making of the contract on. */
async function contractOfSeveral(stage: Stage): Promise<void> {
	const signers = [1, 2, 3, 4].map((signer) => `signer-${signer}@signers.test`);
	const answer = await send({
		method: 'POST',
		url: `${running.url}/sealer/${stage.value('sealerProductId')}/contracts`,
		headers: { 'x-api-key': stage.value('allRoundKey') },
		form: [
			{ name: 'file', fileName: 'agreement.txt', content: agreement },
			{ name: 'displayName', value: 'Agreement' },
			...signers.map((value) => ({ name: 'signerEmails', value })),
		],
	});
	expect(answer.status).toBe(201);
	stage.values['contractId'] = (answer.json() as { readonly id: string }).id;
}

interface Growth {
	readonly needs?: readonly StepName[];
	/** Adds one record. */
	readonly add: (stage: Stage) => Promise<unknown>;
	/** Who asks, where it is not the user with every role. */
	readonly key?: string;
	/** What is added stands before the pages that follow. */
	readonly isNewestFirst?: 'fromSize' | 'fromId';
}

/** How each list comes to hold more. */
const lists: Readonly<Record<string, Growth>> = {
	'sealer.listContracts': { add: (stage) => stage.contract() },
	'sealer.listOwnContracts': { add: (stage) => stage.contract(), key: 'sealerUserKey' },
	'sealer.listContractEvents': {
		needs: ['a contract'],
		add: (stage) => call(stage, 'sealer.remindSigners'),
	},
	'sealer.listSignatures': { add: (stage) => call(stage, 'sealer.addSignature') },
	'sealer.listTemplates': { add: (stage) => stage.template() },
	'sealer.listTemplateContracts': {
		needs: ['a template'],
		add: (stage) =>
			stage.contract('contractId', [{ name: 'templateId', value: stage.value('templateId') }]),
	},
	'tracker.listAssets': { add: (stage) => call(stage, 'tracker.createAsset') },
	'tracker.listBalances': { add: issueNew },
	'tracker.listHolders': { needs: ['a confirmed asset'], add: issueToNewUser },
	'tracker.listTransactions': {
		needs: ['a confirmed asset'],
		add: (stage) => stage.issue('assets', 'trackerUser'),
	},
	'tracker.listProductTransactions': {
		needs: ['a confirmed asset'],
		add: (stage) => stage.issue('assets', 'trackerUser'),
	},
	'tracker.listHeldBatches': {
		needs: ['a confirmed asset'],
		add: (stage) => stage.issue('assets', 'allRound'),
	},
	'tracker.listEntities': { add: (stage) => call(stage, 'tracker.createEntity') },
	'tracker.listMultiAssets': { needs: ['an asset'], add: (stage) => stage.multiAsset() },
	'tracker.listMultiAssetTransactions': {
		needs: ['an asset', 'a multi-asset'],
		add: (stage) => stage.issue('multiassets', 'trackerUser'),
	},
	'log.listEntries': { needs: ['a confirmed log'], add: enter },
	'log.listCheckpoints': { needs: ['a confirmed log'], add: enter, isNewestFirst: 'fromSize' },
	'keeper.listFiles': { needs: ['a folder'], add: (stage) => stage.keptFile() },
	'keeper.listVersions': {
		needs: ['a folder', 'a kept file'],
		add: (stage) => call(stage, 'keeper.addVersion'),
	},
	'keeper.listComparisons': { needs: ['a folder', 'a kept file'], add: (stage) => stage.report() },
	'keeper.listTimeline': { needs: ['a folder', 'a kept file'], add: (stage) => stage.report() },
	'storage.listFileLinks': { needs: ['a stored file'], add: (stage) => stage.fileLink() },
	'keeper.listReports': { needs: ['a folder', 'a kept file'], add: (stage) => stage.report() },
	'keeper.listFolders': { add: (stage) => stage.folder() },
	'storage.listFiles': { add: (stage) => stage.storedFile() },
	'platform.listProducts': { add: addProduct },
	'platform.listUsers': { add: addUser },
	'platform.listInvitations': { add: invite },
	'platform.listMails': { needs: ['a contract'], add: invite, isNewestFirst: 'fromId' },
	'platform.listApiKeys': { needs: ['a user'], add: addKey },
	'platform.listSubscriptions': { add: (stage) => stage.ownSubscription() },
	'platform.listDeliveries': {
		needs: ['a subscription of who does everything'],
		add: (stage) => stage.delivery((count += 1)),
	},
};

const isList = ({ method, reply }: EndpointDescription) =>
	method === 'GET' && reply.kind === 'list';

test('every list has its pages, but those that are short by their nature', () => {
	const described = all.filter(({ endpoint }) => isList(endpoint)).map(nameOf);
	const other = [
		'sealer.listSigningLinks',
		'storage.listBucketHealth',
		// As long as a setting.
		'platform.listWaiting',
	];
	expect([...Object.keys(lists), ...other].sort()).toEqual(described.sort());
});

/** What tells a record from others, which its status in the log does not. */
const idOf = ({ id, batchId, index, treeSize, eventId }: Listed) =>
	id ?? batchId ?? index ?? treeSize ?? eventId;

function listing(stage: Stage, name: string, { key = 'allRoundKey' }: Pick<Growth, 'key'> = {}) {
	const endpoint = named(name);
	const request = requestOf(endpoint, { ...goodParts(endpoint, stage), query: '' }, stage);
	const headers = { 'x-api-key': stage.value(key) };
	return { url: request.url, ask: (url: string) => send({ method: 'GET', url, headers }) };
}

test.each(Object.entries(lists))(
	'%s brings every record once by its links, and no link where there is no more',
	async (name, { needs = [], add, key, isNewestFirst }) => {
		const stage = await Stage.open(running);
		for (const need of needs) await steps[need](stage);
		for (let round = 0; round < 3; round += 1) await add(stage);
		const { url, ask } = listing(stage, name, { key });
		const whole = await ask(url);
		expect(nextPage(whole, url)).toBeUndefined();
		const before = (whole.json() as readonly Listed[]).map(idOf);
		const exact = await ask(`${url}?limit=${before.length}`);
		expect(nextPage(exact, url)).toBeUndefined();
		const behind = (place: number) =>
			isNewestFirst ? `${isNewestFirst}=${String(before[place])}` : `offset=${place}`;
		const one = await ask(`${url}?limit=${before.length - 1}`);
		expect(one.headers['link']).toBe(
			`<?limit=${before.length - 1}&${behind(before.length - 1)}>; rel="next"`,
		);

		// Where a client may send what it likes, the links keep it.
		const isBeyond = named(name).endpoint.number === 'beyond';
		const own = isBeyond ? '' : 'of-their-own=%3E+%26%0A&';
		if (isBeyond) expect((await ask(`${url}?of-their-own=1`)).status).toBe(400);
		const first = await ask(`${url}?${own}limit=1&offset=1`);
		const next = nextPage(first, url) ?? '';
		expect(next).toBe(`${url}?${own}limit=1&${behind(2)}`);
		await add(stage);
		const rest = await followed(ask, next);
		const after = (await followed(ask, url)).map(idOf);
		expect(new Set(after).size).toBe(before.length + 1);
		expect([before[0], idOf((first.json() as Listed[])[0] ?? {}), ...rest.map(idOf)]).toEqual(
			isNewestFirst ? after.slice(1) : after,
		);
	},
);

test('the links to sign a contract come by the page, as one page and one by one', async () => {
	const stage = await Stage.open(running);
	await contractOfSeveral(stage);
	const { url, ask } = listing(stage, 'sealer.listSigningLinks');
	const whole = await followed(ask, url);
	expect(whole).toHaveLength(4);
	expect(await followed(ask, `${url}?limit=1`)).toEqual(whole);
	expect(nextPage(await ask(`${url}?limit=4`), url)).toBeUndefined();
});

test('a list without a limit says so when it stops at 5,000', async () => {
	const stage = await Stage.open(running);
	const { url, ask } = listing(stage, 'platform.listProducts');
	const known = (await followed(ask, url)).length;
	const row = (number: number) => ({
		id: `${stage.value('domain')}-${number}`,
		organisation_id: stage.value('organisationId'),
		kind: 'Keeper',
		name: 'One of many',
		created_at: '2026-01-01T00:00:00.000Z',
	});
	const rows = Array.from({ length: 5000 - known }, (_none, number) => row(number));
	const { database } = running.service;
	for (let from = 0; from < rows.length; from += 100) {
		await database
			.insertInto('products')
			.values(rows.slice(from, from + 100))
			.execute();
	}
	const full = await ask(url);
	expect(full.json()).toHaveLength(5000);
	expect(nextPage(full, url)).toBeUndefined();
	await addProduct(stage);
	const capped = await ask(url);
	expect(capped.json()).toHaveLength(5000);
	expect(capped.headers['link']).toBe('<?offset=5000>; rel="next"');
	expect(await followed(ask, url)).toHaveLength(5001);
});
