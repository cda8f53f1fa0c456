/**
 * Verify in n8n's engine: proofs of the running service, checked with the key in the credential, and a
 * server that lies about them. What does not hold is an item that says so.
 */
import { bytesOf, removeN8nFolder, runNode, type GivenItem } from './engine/engine';
import { answeringServer, type AnsweringServer } from './engine/answering-server';
import { byId, realService, type RealService } from './engine/real-service';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { Storage } from '../../nodes/Storage/Storage.node';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { cosignatureType, ed25519Type } from '../../proof/verifier-key';
import { proofOf, Signer } from '../proof/small-log';
import { drawnSignature } from '../support/clients/signature-picture';
import { logKeyOf } from '../support/programs/log-key';

let real: RealService;
let liar: AnsweringServer;
let logKey: string;

beforeAll(async () => {
	real = await realService();
	liar = await answeringServer();
	logKey = await logKeyOf(real.service);
});

afterAll(async () => {
	await liar.close();
	await real.service.close();
	removeN8nFolder();
});

interface Change {
	readonly credential?: IDataObject;
	readonly items?: readonly GivenItem[];
}

function run(node: INodeType, parameters: INodeParameters, { credential, items }: Change = {}) {
	return runNode({
		...{ node, parameters, items },
		credential: { ...real.credential(), logKey, ...credential },
	});
}

async function output(node: INodeType, parameters: INodeParameters, change: Change = {}) {
	const { items, error } = await run(node, parameters, change);
	if (error !== undefined) throw error;
	const [item] = items;
	if (item === undefined) throw new Error('the node gave no item');
	return item;
}

const file = Buffer.from('An agreement between two parties.\n');
const withFile = (bytes: Buffer): GivenItem => ({ files: { data: { bytes } } });
/** With a signature that its signer has drawn beside it. */
const withSignature: GivenItem = {
	files: { data: { bytes: file }, drawn: { bytes: Buffer.from(drawnSignature()) } },
};
const binary = { resource: 'file', operation: 'upload' };

async function stored(): Promise<string> {
	const { json } = await output(new Storage(), binary, { items: [withFile(file)] });
	return String(json.id);
}

const verifyFile = (fileId: string, change: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'file', operation: 'verify', proofFrom: 'service', fileId: byId(fileId) },
	...{ compareFile: true, inputField: 'data', outputField: 'proof', ...change },
});

/** The records of each node that are about a file, and those that are about none. */
async function madeRecords(): Promise<
	readonly (readonly [INodeType, INodeParameters, IDataObject])[]
> {
	const items = [withSignature];
	const [sealer, tracker, keeper] = [new Sealer(), new Tracker(), new Keeper()];
	const make = async (node: INodeType, parameters: INodeParameters) =>
		(await output(node, parameters, { items })).json;
	const { email } = real.service.organisation.admin;
	const contract = await make(sealer, {
		...{ resource: 'contract', operation: 'create', inputField: 'data', displayName: 'Lease' },
		...{ signers: { signer: [{ email, signatureField: 'drawn' }] }, signerSource: 'pairs' },
	});
	const template = await make(sealer, {
		...{ resource: 'template', operation: 'create', inputField: 'data', displayName: 'Lease' },
	});
	const asset = await make(tracker, { resource: 'asset', operation: 'create', name: 'Wind' });
	const assetId = byId(asset.id);
	const issued = await make(tracker, {
		...{ resource: 'asset', operation: 'issue', assetId, recipientEmail: email, amount: 5 },
	});
	const folder = await make(keeper, { resource: 'folder', operation: 'create', name: 'Leases' });
	const kept = await make(keeper, {
		...{ resource: 'file', operation: 'create', folderId: byId(folder.id), inputField: 'data' },
		...{ displayName: 'Lease', accuracy: 'High' },
	});
	const fileId = byId(kept.id);
	const contractId = byId(contract.id);
	return [
		[sealer, { resource: 'contract', contractId }, contract],
		[sealer, { resource: 'template', templateId: byId(template.id) }, template],
		[tracker, { resource: 'asset', assetId }, asset],
		[tracker, { resource: 'transaction', assetId, transactionId: issued.id as string }, issued],
		[keeper, { resource: 'folder', folderId: byId(folder.id) }, folder],
		[keeper, { resource: 'version', fileId, versionId: kept.id as string }, kept],
	];
}

test('records of every node are proven with the file they are about, and the proof is kept', async () => {
	for (const [node, place, record] of await madeRecords()) {
		const { resource } = place;
		const parameters = {
			operation: 'verify',
			proofFrom: 'service',
			outputField: 'proof',
			...place,
		};
		const isAboutFile = ['contract', 'template', 'version'].includes(String(resource));
		const compare = isAboutFile ? { compareFile: true, inputField: 'data' } : {};
		const item = await output(node, { ...parameters, ...compare }, { items: [withFile(file)] });
		expect(item.json).toMatchObject({
			...{ valid: true, entry: { id: record.id }, payload: { id: record.id }, witnesses: [] },
		});
		const proof = await bytesOf(item, 'proof');
		const again = await output(
			node,
			{ ...parameters, proofFrom: 'input', proofField: 'proof' },
			{
				items: [{ files: { proof: { bytes: proof }, data: { bytes: file } } }],
				credential: { baseUrl: 'http://127.0.0.1:1' },
			},
		);
		expect(again.json).toMatchObject({ valid: true, entry: { id: record.id } });
	}
});

/** What has no file, by the operation that verifies it and the kind of its entry. */
async function furtherRecords(): Promise<
	readonly (readonly [INodeType, INodeParameters, string])[]
> {
	const items = [withSignature];
	const [sealer, tracker, keeper] = [new Sealer(), new Tracker(), new Keeper()];
	const storage = new Storage();
	const make = async (node: INodeType, parameters: INodeParameters) =>
		(await output(node, parameters, { items })).json;
	const { email } = real.service.organisation.admin;
	const multi = await make(tracker, {
		...{ resource: 'multiAsset', operation: 'create', name: 'Green', assetDisplayNames: 'Wind' },
	});
	const ofMulti = { resource: 'multiAsset', assetId: byId(multi.id) };
	const moved = { recipientEmail: email, amount: 5 };
	await make(tracker, { ...ofMulti, operation: 'issue', ...moved });
	const burned = await make(tracker, { ...ofMulti, operation: 'burn', amount: 2, reason: 'Used' });
	const entity = await make(tracker, {
		...{ resource: 'entity', operation: 'create', entityName: 'Warehouse' },
	});
	const folder = await make(keeper, { resource: 'folder', operation: 'create', name: 'Old' });
	const folderId = byId(folder.id);
	const kept = await make(keeper, {
		...{ resource: 'file', operation: 'create', folderId, inputField: 'data' },
		...{ displayName: 'Lease', accuracy: 'High' },
	});
	const ofVersion = { resource: 'version', fileId: byId(kept.id), versionId: String(kept.id) };
	await make(keeper, { ...ofVersion, operation: 'approve' });
	const ofFile = { resource: 'file', fileId: byId(kept.id) };
	await make(keeper, { ...ofFile, operation: 'setRules', rules: { ignoreCase: true } });
	await make(keeper, { ...ofFile, operation: 'delete' });
	await make(keeper, { resource: 'folder', operation: 'delete', folderId });
	const template = await make(sealer, {
		...{ resource: 'template', operation: 'create', inputField: 'data', displayName: 'Lease' },
	});
	const ofTemplate = { resource: 'template', templateId: byId(template.id) };
	await make(sealer, { ...ofTemplate, operation: 'delete' });
	const signature = await make(sealer, {
		...{ resource: 'signature', operation: 'add', inputField: 'drawn' },
	});
	const ofSignature = { resource: 'signature', signatureId: byId(signature.id) };
	await make(sealer, { ...ofSignature, operation: 'delete' });
	const stored = await make(storage, { resource: 'file', operation: 'upload', inputField: 'data' });
	const ofStored = { resource: 'file', fileId: byId(stored.id) };
	await make(storage, { ...ofStored, operation: 'delete' });
	return [
		[storage, { ...ofStored, operation: 'verifyDeletion' }, 'stored-file-deletion'],
		[tracker, { ...ofMulti, operation: 'verify' }, 'multi-asset'],
		[
			tracker,
			{ ...ofMulti, operation: 'verifyTransaction', transactionId: String(burned.id) },
			'burn',
		],
		[tracker, { resource: 'entity', operation: 'verify', entityId: byId(entity.id) }, 'entity'],
		[keeper, { ...ofVersion, operation: 'verifyApproval' }, 'version-approval'],
		[keeper, { ...ofFile, operation: 'verifyRules' }, 'file-rules'],
		[keeper, { ...ofFile, operation: 'verifyDeletion' }, 'file-deletion'],
		[keeper, { resource: 'folder', operation: 'verifyDeletion', folderId }, 'folder-deletion'],
		[sealer, { ...ofTemplate, operation: 'verifyDeletion' }, 'template-deletion'],
		[sealer, { ...ofSignature, operation: 'verify' }, 'signature'],
		[sealer, { ...ofSignature, operation: 'verifyDeletion' }, 'signature-deletion'],
	];
}

test('records without a file, approvals and deletions are proven', async () => {
	for (const [node, parameters, kind] of await furtherRecords()) {
		const { json } = await output(node, { ...parameters, proofFrom: 'service', outputField: '' });
		expect(json).toMatchObject({ valid: true, entry: { kind } });
	}
});

test('an event of a contract is proven, and none is taken for another one', async () => {
	const items = [withSignature];
	const { email } = real.service.organisation.admin;
	const sealer = new Sealer();
	const { json: contract } = await output(
		sealer,
		{
			...{ resource: 'contract', operation: 'create', inputField: 'data', displayName: 'Lease' },
			...{ signers: { signer: [{ email, signatureField: 'drawn' }] }, signerSource: 'pairs' },
		},
		{ items },
	);
	const contractId = byId(contract.id);
	const { items: events } = await run(sealer, {
		...{ resource: 'contract', operation: 'getEvents', contractId, returnAll: true },
	});
	const [first, second] = events.map(({ json }) => String(json.id));
	const verify = (stepId: string | undefined, credential: IDataObject = {}) =>
		output(
			sealer,
			{
				...{ resource: 'contract', operation: 'verifyStep', proofFrom: 'service', contractId },
				...{ stepId: stepId ?? '', outputField: 'proof' },
			},
			{ credential },
		);
	const item = await verify(first);
	expect(item.json).toMatchObject({ valid: true, payload: { id: first } });
	expect((await verify(second)).json).toMatchObject({ valid: true, payload: { id: second } });
	const proof = await bytesOf(item, 'proof');
	liar.answer = (_request, response) => response.writeHead(200).end(proof);
	const { json } = await verify(second, { baseUrl: liar.url });
	expect(json).toMatchObject({ valid: false, code: 'other-record' });
});

test('a signature is proven by the place of its signer', async () => {
	const { email } = real.service.organisation.admin;
	const [{ json: contract }, sealer] = [
		await output(
			new Sealer(),
			{
				...{ resource: 'contract', operation: 'create', inputField: 'data', displayName: 'Lease' },
				...{ signers: { signer: [{ email, signatureField: 'drawn' }] }, signerSource: 'pairs' },
			},
			{ items: [withSignature] },
		),
		new Sealer(),
	];
	const { json } = await output(sealer, {
		...{ resource: 'contract', operation: 'verifySignature', proofFrom: 'service' },
		...{ contractId: byId(contract.id), position: '1', outputField: '', compareFile: false },
	});
	expect(json).toMatchObject({
		...{ valid: true, entry: { kind: 'contract-signature' }, payload: { email, position: 0 } },
	});
});

test('another file, and another key, do not hold', async () => {
	const fileId = await stored();
	const items = [withFile(Buffer.from('Another agreement.\n'))];
	const { json } = await output(new Storage(), verifyFile(fileId), { items });
	expect(json).toMatchObject({ valid: false, code: 'other-file' });
	const other = (await Signer.of(logKey.split('+')[0] ?? '', ed25519Type, 9)).vkey;
	const answer = await output(new Storage(), verifyFile(fileId), {
		...{ items: [withFile(file)], credential: { logKey: other } },
	});
	expect(answer.json).toMatchObject({ valid: false, code: 'other-log' });
});

test('witnesses of the credential are asked for', async () => {
	const witness = await Signer.of('witness.example/one', cosignatureType, 2);
	const fileId = await stored();
	const asked = (witnessesMin: string) =>
		output(new Storage(), verifyFile(fileId), {
			...{ items: [withFile(file)], credential: { witnessKeys: witness.vkey, witnessesMin } },
		});
	expect((await asked('')).json).toMatchObject({ valid: false, code: 'too-few-witnesses' });
	expect((await asked('0')).json).toMatchObject({ valid: true, witnesses: [] });
});

test('a server that lies is found out, whatever it answers', async () => {
	const fileId = await stored();
	const another = await stored();
	const proof = await bytesOf(
		await output(new Storage(), verifyFile(another), { items: [withFile(file)] }),
		'proof',
	);
	const own = await Signer.of(logKey.split('+')[0] ?? '', ed25519Type, 9);
	const forged = proofOf({ log: own, witnesses: [] }, { origin: logKey.split('+')[0] });
	const answers = [
		[proof, 'other-record'],
		[forged, 'other-log'],
		[proof.toString().replace(/index \d+/, 'index 0'), 'not-included'],
		['<!doctype html><p>All is well.</p>', 'malformed'],
		['', 'malformed'],
		[Buffer.alloc(8 * 1024 * 1024, 'a'), 'malformed'],
		[Buffer.from([0xff, 0xfe]), 'malformed'],
	] as const;
	for (const [body, code] of answers) {
		liar.answer = (_request, response) => response.writeHead(200).end(body);
		const { json } = await output(new Storage(), verifyFile(fileId), {
			...{ items: [withFile(file)], credential: { storageUrl: liar.url } },
		});
		expect(json).toMatchObject({ valid: false, code });
	}
});

test('without a key in the credential, or with one that is none, nothing is asked', async () => {
	const before = liar.received.length;
	for (const [key, words] of [
		['', /'Log Public Key' of the credential is empty/],
		['log.example', /cannot be checked with/],
	] as const) {
		const { error } = await run(new Storage(), verifyFile('f1'), {
			...{ items: [withFile(file)], credential: { logKey: key, storageUrl: liar.url } },
		});
		expect(error?.message).toMatch(words);
	}
	expect(liar.received).toHaveLength(before);
});
