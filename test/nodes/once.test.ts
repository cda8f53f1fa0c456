/**
 * Nodes that n8n runs again after one of their items failed: what the other items asked for is not
 * done again, and what has no answer is asked for under the same key.
 */
import { removeN8nFolder, runNode, type GivenItem, type Run } from './engine/engine';
import {
	answeringServer,
	json,
	type Answer,
	type AnsweringServer,
} from './engine/answering-server';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { EndpointDescription } from '../../api/language/description';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { Storage } from '../../nodes/Storage/Storage.node';
import { storageScreen } from '../../nodes/Storage/screen';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { operationProperties } from '../../nodes/wire/properties';
import { endpointOf, type AnyOperationScreen, type NodeScreen } from '../../nodes/wire/screen';

let server: AnsweringServer;

beforeAll(async () => {
	server = await answeringServer();
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(async () => {
	await server.close();
	removeN8nFolder();
});

const nodes: ReadonlyArray<readonly [string, INodeType, NodeScreen]> = [
	['Sealer', new Sealer(), sealerScreen],
	['Tracker', new Tracker(), trackerScreen],
	['Keeper', new Keeper(), keeperScreen],
	['Storage', new Storage(), storageScreen],
];

interface Asked {
	readonly node: INodeType;
	readonly endpoint: EndpointDescription;
	readonly parameters: INodeParameters;
}

/** Every required parameter filled in. */
function parametersOf(screen: NodeScreen, operation: AnyOperationScreen): INodeParameters {
	const required = operationProperties(screen, operation).filter((each) => each.required);
	const filled = required.map(({ name, type, default: initial }) => {
		if (type === 'resourceLocator') return [name, { __rl: true, mode: 'id', value: 'id' }];
		return [name, initial === '' ? 'a' : initial];
	});
	return {
		...(Object.fromEntries(filled) as INodeParameters),
		...{ resource: operation.resource, operation: operation.operation },
		signers: { signer: [{ email: 'a@b.test' }] },
	};
}

const operations = nodes.flatMap(([name, node, screen]) =>
	screen.operations.map((operation) => {
		const endpoint = endpointOf(screen.area, operation.endpoint);
		const parameters = parametersOf(screen, operation);
		const words = `${name} ${operation.resource} ${operation.operation}`;
		return [words, { node, endpoint, parameters }] as const;
	}),
);
const isBulk = ({ endpoint }: Asked) =>
	Object.values(endpoint.fields).some(({ type }) => type === 'object');
const changing = operations.filter(
	([, asked]) => asked.endpoint.method !== 'GET' && !isBulk(asked),
);
const keyed = operations.filter(([, { endpoint }]) => 'idempotency-key' in endpoint.fields);

/** Operations that change something and take no key, by what makes a repetition harmless. */
const harmless = {
	'a repetition sets what is set already': [
		...['Keeper file delete', 'Keeper file setRules', 'Keeper folder delete'],
		...['Keeper report revoke', 'Keeper version approve', 'Keeper comparison cancel'],
		...['Sealer contract delete', 'Sealer contract handOver', 'Sealer signature delete'],
		...['Sealer signingLink revoke'],
		...['Sealer template delete', 'Tracker asset delete', 'Tracker asset update'],
		...['Tracker entity delete', 'Tracker entity update', 'Tracker multiAsset delete'],
		...['Tracker multiAsset update', 'Storage file delete', 'Storage link revoke'],
	],
	'a repetition is refused, because the turn or the contract is over': [
		...['Sealer contract cancel', 'Sealer contract decline'],
		...['Sealer contract sign', 'Sealer contract signWithLast'],
	],
	'a repetition compares or looks again, and finds the same': [
		...['Keeper file compare', 'Keeper file compareOriginal', 'Keeper file find'],
		...['Keeper file compareTwoFiles', 'Keeper version compare', 'Keeper version compareTwo'],
		...['Sealer contract compare', 'Sealer contract compareSignature'],
		...['Sealer contract convertToPdf', 'Sealer contract verifyFile'],
		...['Sealer signature compare', 'Sealer template compare'],
	],
	'a link whose answer was lost is known to nobody': ['Keeper report link', 'Storage link create'],
};

test('every operation that changes something has a key, or a reason to need none', () => {
	const keyless = changing.filter(([, { endpoint }]) => !('idempotency-key' in endpoint.fields));
	expect(keyless.map(([name]) => name).toSorted()).toEqual(
		Object.values(harmless).flat().toSorted(),
	);
});

const file = { bytes: Buffer.from('Text\n') };
const item: GivenItem = { files: { data: file, signature: file, kept: file, sent: file } };

const run = ({ node, parameters }: Asked, change: Partial<Run> = {}) =>
	runNode({
		node,
		parameters,
		items: [item, item],
		credential: {
			apiKey: 'key',
			baseUrl: server.url,
			storageUrl: server.url,
			...{ sealerProductId: 'p', trackerProductId: 'p', keeperProductId: 'p' },
		},
		isRetried: true,
		...change,
	});

const done: Answer = (_request, response) => json(response, 200, { id: 'made' });
const refused: Answer = (_request, response) =>
	json(response, 422, { errorCode: 'Request_Invalid', arguments: ['a', 'b'] });
const lost: Answer = (_request, response) => response.destroy();
/** Answers that come one after the other; the last one stays. */
const inTurn = (...answers: readonly Answer[]) => {
	let at = 0;
	server.answer = (request, response) => {
		answers[Math.min(at, answers.length - 1)]?.(request, response);
		at += 1;
	};
};

test.each(changing)('%s is not done again because another item failed', async (_name, asked) => {
	inTurn(done, refused, refused, done);
	const { error, items } = await run(asked);
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(server.received.map(({ method }) => method)).toEqual(
		Array.from({ length: 4 }, () => asked.endpoint.method),
	);
});

test('of items that go in one call, only the one that was refused is sent again', async () => {
	const [, asked] = operations.find(([name]) => name === 'Tracker asset issueBulk') ?? [];
	const outcomes = (...codes: readonly number[]): Answer => {
		const body = codes.map((statusCode) => ({
			issueResult: { statusCode, error: { errorCode: 'Tracker_AssetNotFound', arguments: ['a'] } },
		}));
		return (_request, response) => json(response, 200, body);
	};
	inTurn(lost, outcomes(200, 422), outcomes(200));
	const { error, items } = await run(asked as Asked);
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	const sent = server.received.map(
		({ body }) => body.toString().split('recipientEmail').length - 1,
	);
	const [first, again, alone] = keys();
	expect(again).toBe(first);
	expect(alone).not.toBe(first);
	expect(sent).toEqual([2, 2, 1]);
});

const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);

test.each(keyed)(
	'%s has one key while no answer comes, another after a refusal',
	async (_name, asked) => {
		const outcome = { statusCode: 200 };
		const answered: Answer = (_request, response) =>
			json(response, 200, [{ issueResult: outcome, transferResult: outcome }]);
		inTurn(lost, refused, isBulk(asked) ? answered : done);
		const { error } = await run(asked, { items: [item] });
		expect(error).toBeUndefined();
		const [first, again, other] = keys();
		expect(first).toMatch(/^n8n-[0-9a-f]{32}$/);
		expect(again).toBe(first);
		expect(other).toMatch(/^n8n-[0-9a-f]{32}$/);
		expect(other).not.toBe(first);
		expect(keys()).toHaveLength(3);
	},
);
