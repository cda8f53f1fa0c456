/** The operations of the Sealer node that compare, in n8n's engine against the running service: files in, reports out. */
import { bytesOf, removeN8nFolder, runNode, type GivenFile } from '../engine/engine';
import { byId, realService, type RealService } from '../engine/real-service';
import type { INodeParameters } from 'n8n-workflow';
import { Sealer } from '../../../nodes/Sealer/Sealer.node';
import type { TestUser } from '../../support/programs/service';
import { drawnSignature } from '../../support/clients/signature-picture';

let real: RealService;
let alice: TestUser;

beforeAll(async () => {
	real = await realService();
	alice = await real.service.addUser('alice@first.test', ['SealerUser']);
});

afterAll(async () => {
	await real.service.close();
	removeN8nFolder();
});

const text = (content: string): GivenFile => ({
	...{ bytes: Buffer.from(content), fileName: 'Vertrag ä.txt', mimeType: 'text/plain' },
});
const hand = (name: string): GivenFile => ({
	...{ bytes: Buffer.from(drawnSignature(name)), fileName: 'hand.svg', mimeType: 'image/svg+xml' },
});

const agreed = 'The parties agree.\n';
const disagreed = 'The parties disagree.\n';

interface Asked {
	readonly user?: TestUser;
	readonly files?: Readonly<Record<string, GivenFile>>;
}

const run = (parameters: INodeParameters, { user, files = {} }: Asked = {}) =>
	runNode({
		...{ node: new Sealer(), parameters, credential: real.credential(user) },
		items: [{ files }],
	});

async function output(parameters: INodeParameters, asked?: Asked) {
	const { items, error } = await run(parameters, asked);
	if (error !== undefined) throw error;
	return items[0];
}

/** A contract that Alice has signed; the admin waits for nobody else. */
async function signedContract(): Promise<INodeParameters> {
	const signers = { signer: [{ email: alice.email, signatureField: '' }] };
	const create = { resource: 'contract', operation: 'create', displayName: 'Lease' };
	const files = { data: text(agreed), signature: hand('Alice') };
	const created = await output({ ...create, signerSource: 'pairs', signers }, { files });
	const contract = { resource: 'contract', contractId: byId(created?.json.id) };
	const given = { contractField: 'data', signatureField: 'signature' };
	await output({ ...contract, operation: 'sign', ...given }, { user: alice, files });
	return contract;
}

/** A comparison that is to answer with its report, of the file in another field than the usual. */
const reported = (of: INodeParameters, operation = 'compare'): INodeParameters => ({
	...{ ...of, operation, inputField: 'sent' },
	...{ generateDiffFile: true, outputField: 'report' },
});

/** The report of a comparison, a page and what lies beside it, by their fields. */
async function reportOf(item: Awaited<ReturnType<typeof output>>) {
	expect(item?.binary?.report?.mimeType).toBe('text/html');
	const page = (await bytesOf(item, 'report')).toString();
	return { page, fields: Object.keys(item?.binary ?? {}) };
}

test('a file is compared with a contract as it was signed, with a report where it differs', async () => {
	const contract = await signedContract();
	for (const user of [undefined, alice]) {
		const same = await output(reported(contract), { user, files: { sent: text(agreed) } });
		expect(same?.json).toMatchObject({ accuracy: 1, identical: true, equal: true });
	}
	const other = await output(reported(contract), { files: { sent: text(disagreed) } });
	expect(other?.json).toMatchObject({ outcome: 'different', changedText: ['disagree'] });
	const { page, fields } = await reportOf(other);
	expect(page).toContain('Comparison of Lease');
	expect(fields).toEqual(['report', 'unifiedDiff']);
	expect((await bytesOf(other, 'unifiedDiff')).toString()).toContain(`+${disagreed}`);
});

test('a picture is compared with the signatures of a contract, and the nearest is named', async () => {
	const asked = reported(await signedContract(), 'compareSignature');
	const same = await output(asked, { files: { sent: hand('Alice') } });
	const found = { signerEmail: alice.email, accuracy: 1, identical: true };
	expect(same?.json).toMatchObject({ identical: true, signatures: [found] });
	const forged = await output(asked, { files: { sent: hand('Mallory') } });
	expect(forged?.json).toMatchObject({ outcome: 'different', identical: false });
	expect((await reportOf(forged)).page).toContain(`Signature of ${alice.email}`);
	const { error } = await run(asked, { files: { sent: text(agreed) } });
	expect(error?.context.errorCode).toBe('Sealer_SignatureInvalid');
});

test('a picture is compared with a signature of one’s own, and nobody else’s', async () => {
	const add = { resource: 'signature', operation: 'add', inputField: 'signature' };
	const own = { user: alice, files: { signature: hand('Alice'), sent: hand('Alice') } };
	const added = await output(add, own);
	const asked = reported({ resource: 'signature', signatureId: byId(added?.json.id) });
	expect((await output(asked, own))?.json).toMatchObject({ accuracy: 1, identical: true });
	const other = await output(asked, { ...own, files: { sent: hand('Mallory') } });
	expect(other?.json).toMatchObject({ outcome: 'different', identical: false });
	expect((await reportOf(other)).page).toContain('<html');
	const { error } = await run(asked, { files: own.files });
	expect(error?.context.errorCode).toBe('Sealer_OwnSignatureNotFound');
});

test('a file is compared with a template, whose report may stay where it is', async () => {
	const create = { resource: 'template', operation: 'create', displayName: 'Form' };
	const made = await output(create, { files: { data: text(agreed) } });
	const asked = reported({ resource: 'template', templateId: byId(made?.json.id) });
	const same = await output(asked, { files: { sent: text(agreed) } });
	expect(same?.json).toMatchObject({ accuracy: 1, identical: true });
	const files = { sent: text(disagreed) };
	const other = await output(asked, { files });
	expect(other?.json).toMatchObject({ outcome: 'different', changed: 1, unit: 'word' });
	expect((await reportOf(other)).page).toContain('Comparison of Form');
	const left = await output({ ...asked, downloadDiffFile: false }, { files });
	expect(left?.json.fileUrl).toMatch(/^http/);
	expect(left?.binary).toBeUndefined();
	const { error } = await run(asked, { user: alice, files });
	expect(error?.context.errorCode).toBe('Auth_RoleMissing');
});
