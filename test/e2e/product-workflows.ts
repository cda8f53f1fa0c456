/**
 * What the shipped workflows of the four products come to, in whatever way n8n runs: each scenario is a
 * workflow, or some that go together, and what is true once they have run.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { mailsAbout, SealerClient, type ReadMail } from '../service/contracts/sealer-client';
import { send, until } from '../support/clients/requests';
import type { Scenarios, WorkflowStage } from '../support/n8n/workflow-stage';

const email = (name: string) => `${name}@demo.sealkeeper.test`;

const sealer = ({ service, products }: WorkflowStage) => new SealerClient(service, products.Sealer);

/** The newest mail that asks somebody to sign. */
function asked({ service }: WorkflowStage, about: string, to: string): Promise<ReadMail> {
	return until(async () => {
		const mails = await mailsAbout(service, about);
		return mails.filter((mail) => mail.to === to && mail.link !== '').at(-1);
	});
}

const tokenOf = ({ link }: ReadMail) => link.slice(link.lastIndexOf('/') + 1);

async function sign(
	stage: WorkflowStage,
	about: string,
	to: string,
	fieldValues: Readonly<Record<string, string>>,
): Promise<void> {
	const mail = await asked(stage, about, to);
	const answer = await sealer(stage).signByLink(tokenOf(mail), {
		signature: { text: `the hand of ${to}` },
		fieldValues,
	});
	expect([to, answer.status]).toEqual([to, 200]);
}

/** Three sign one after the other; a signer is sent a new link meanwhile, and a trigger hears of the end. */
async function contract(stage: WorkflowStage): Promise<void> {
	const { n8n } = stage;
	await stage.publish('contract-completed');
	const execution = await n8n.start('contract-to-signers', 'Start');
	await n8n.sleeps(execution);
	const about = 'Service agreement';
	const first = await asked(stage, about, email('alice'));
	const links = await n8n.run('signing-links', 'Start');
	expect(links.items('New Link').map(({ json }) => json)).toEqual([
		expect.objectContaining({ signerEmail: email('alice'), status: 'Open' }),
	]);
	const ended = await sealer(stage).signByLink(tokenOf(first), {
		...{ signature: { text: 'Alice' }, fieldValues: { 'Name 1': 'Alice' } },
	});
	expect(ended.status).not.toBe(200);
	const others = (await mailsAbout(stage.service, about)).map(({ to }) => to);
	expect(new Set(others)).toEqual(new Set([email('alice')]));
	await until(
		async () => tokenOf(await asked(stage, about, email('alice'))) !== tokenOf(first) || undefined,
	);
	for (const [index, name] of ['alice', 'bob', 'admin'].entries()) {
		await sign(stage, about, email(name), { [`Name ${index + 1}`]: name });
	}

	const run = await n8n.ended(execution);
	const sealed = await n8n.binary(run.items('Sealed File')[0]);
	const [message] = run.items('Message');
	expect(message?.json.subject).toBe('Signed by all: Service agreement');
	expect(await n8n.binary(message)).toEqual(sealed);
	const [stored] = run.items('Store');
	const location = `${stage.service.storageUrl}/files/${String(stored?.json.id)}`;
	const headers = { 'x-api-key': stage.key('admin') };
	const answer = await fetch(location, { headers });
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(sealed);
	await n8n.ran('contract-completed', (one) => one.items('Store').length === 1);
	await n8n.unpublish('contract-completed');
}

async function hiring(stage: WorkflowStage): Promise<void> {
	const { n8n } = stage;
	await n8n.publish('hiring');
	const person = (name: string) => [
		...[name, 'bob@demo.sealkeeper.test', 'Ship builder', '48000', '2027-02-01', email('alice')],
	];
	await n8n.fillIn('hiring', 'Hiring', person('Ada Ahab'));
	const made = await n8n.ran('hiring', (run) => run.items('Ask for Signatures').length === 1);
	const offer = made.items('Ask for Signatures')[0]?.json;
	expect(offer).toMatchObject({
		displayName: 'Offer to Ada Ahab',
		signers: [
			{ signerEmail: email('alice'), role: 'Approver', state: 'Asked' },
			{ signerEmail: email('bob'), role: 'Signer' },
		],
	});
	const text = (await n8n.binary(made.items('Offer File')[0])).toString();
	expect(text).toContain('Dear Ada Ahab');
	expect(text).toMatch(/position of Ship builder, from \S*2027\S* on, for 48000 euros/);
	expect(text).not.toContain('[');
	await n8n.fillIn('hiring', 'Hiring', person('Ben Bligh'));
	const again = await n8n.ran('hiring', (run) => run.items('Known?').length === 1);
	expect(again.items('Add Template')).toEqual([]);
	await n8n.unpublish('hiring');
}

async function nda(stage: WorkflowStage): Promise<void> {
	const { n8n } = stage;
	await n8n.publish('nda-by-form');
	await n8n.fillIn('nda-by-form', 'NDA', ['Bob', 'Hafen & Söhne', email('bob'), 'German']);
	const run = await n8n.ran('nda-by-form', (one) => one.items('Ask for Signatures').length === 1);
	expect(run.items('Ask for Signatures')[0]?.json).toMatchObject({
		...{ displayName: 'NDA with Hafen & Söhne', signingOrder: 'Sequential' },
	});
	const mail = await asked(stage, 'NDA with Hafen & Söhne', email('bob'));
	expect(mail.text).toMatch(/unterschreiben|Unterschrift/i);
	expect((await n8n.binary(run.items('Agreement File')[0])).toString()).toContain(
		'For Hafen & Söhne: Bob',
	);
	await n8n.unpublish('nda-by-form');
}

async function ownSignature({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('own-signature', 'Start');
	const [kept] = run.items('Keep Signature');
	const listed = run.items('Kept Signatures').map(({ json }) => json.id);
	expect(listed).toContain(String(kept?.json.id));
}

async function documents(stage: WorkflowStage): Promise<void> {
	const { n8n, service, products } = stage;
	const kept = await n8n.run('keep-two-versions', 'Start');
	const [compared] = kept.items('Compare');
	expect(compared?.json).toMatchObject({ equal: false, added: expect.any(Number) });
	expect((await n8n.binary(compared, 'diff')).toString()).toMatch(/^<!doctype html>.*14/is);
	const history = await n8n.run('document-history', 'Start');
	const [link] = history.items('Link');
	expect((await fetch(String(link?.json.fileUrl))).status).toBe(200);

	await stage.publish('difference-found');
	const fileId = String(kept.items('Keep')[0]?.json.id);
	const url = `${service.url}/keeper/${products.Keeper}/files/${fileId}/compare/latest`;
	const form = [{ name: 'file', fileName: 'agreement.txt', content: 'Nothing of the kind.\n' }];
	await send({ method: 'POST', url, form, headers: { 'x-api-key': stage.key('admin') } });
	const told = await n8n.ran('difference-found', (run) => run.items('Message').length === 1);
	expect(told.items('Message')[0]?.json).toMatchObject({
		...{ subject: 'Changed: Supply agreement', text: expect.stringMatching(/^\d+ % of it/) },
	});
	await n8n.unpublish('difference-found');
}

async function multiAsset({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('multi-asset', 'Start');
	const moved = run.items('Movements').map(({ json }) => json.amount);
	expect(moved.sort()).toEqual([100, 30]);
	expect(run.items('Batches')).toHaveLength(1);
}

async function entities({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('entities', 'Start');
	expect(run.items('In the Warehouse').map(({ json }) => json)).toEqual([
		expect.objectContaining({ name: expect.stringMatching(/^Pallets/), amount: 12 }),
	]);
}

async function traced({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('trace-and-reverse', 'Start');
	expect(run.items('Path of the Batch').length).toBeGreaterThanOrEqual(1);
	expect(run.items('Take Back').map(({ json }) => json)).toEqual([
		expect.objectContaining({ amount: 30, recipientDisplayName: email('admin') }),
	]);
}

/** A bucket is away, and comes back. */
async function storageWatch(stage: WorkflowStage): Promise<void> {
	const { n8n, service } = stage;
	await stage.publish('storage-watch');
	const buckets = path.join(service.dataFolder, 'buckets');
	const [name = ''] = fs.readdirSync(buckets).sort();
	fs.renameSync(path.join(buckets, name), path.join(service.dataFolder, 'away'));
	const form = [{ name: 'file', fileName: 'log.txt', content: 'A line.\n' }];
	const headers = { 'x-api-key': stage.key('admin') };
	await send({ method: 'POST', url: `${service.storageUrl}/files`, form, headers });
	const subjectIs = (pattern: RegExp) =>
		n8n.ran('storage-watch', (run) => {
			const [message] = run.items('Message');
			return pattern.test(String((message?.json as IDataObject | undefined)?.subject));
		});
	const told = await subjectIs(/^log\.txt lacks 1 shards$/);
	expect(told.items('Message')[0]?.json.text).toMatch(/^Buckets that are not up: ./);
	fs.rmSync(path.join(buckets, name), { recursive: true, force: true });
	fs.renameSync(path.join(service.dataFolder, 'away'), path.join(buckets, name));
	await subjectIs(/^log\.txt is whole again$/);
	await n8n.unpublish('storage-watch');
}

/** The link in the message gives the file as often as it says. */
async function shared({ n8n }: WorkflowStage): Promise<void> {
	const run = await n8n.run('share-file', 'Start');
	const [message] = run.items('Message');
	const [url = ''] = /http\S+$/.exec(String(message?.json.text)) ?? [];
	const answers = [];
	for (let at = 0; at < 3; at += 1) answers.push(await send({ method: 'GET', url }));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 410]);
	expect(answers[0]?.text).toBe('Our offer, for your eyes.');
}

export const productWorkflows: Scenarios = {
	'contract-to-signers, signing-links, contract-completed': contract,
	'own-signature': ownSignature,
	hiring,
	'nda-by-form': nda,
	'keep-two-versions, document-history, difference-found': documents,
	'multi-asset': multiAsset,
	entities,
	'trace-and-reverse': traced,
	'storage-watch': storageWatch,
	'share-file': shared,
};
