/** Several processes of the service on one PostgreSQL behave as one, also when some are killed. */
import fs from 'node:fs';
import path from 'node:path';
import { runCommandLine } from '../../server/commands/shell';
import { storage } from '../../service/commands/storage';
import { send, until, type Answer, type FormPart } from '../support/clients/requests';
import { startLog } from '../support/programs/started-log';
import { TextTerminal } from '../support/programs/text-terminal';
import { Tracker } from './assets/tracker';
import {
	copyKeys,
	quotaBytes,
	startSeveral,
	type OneProcess,
	type SeveralProcesses,
} from './several-processes';
import { drawnSignature } from '../support/clients/signature-picture';
import { WebhookTarget } from '../support/servers/webhook-target';

let several: SeveralProcesses;

beforeEach(async () => {
	several = await startSeveral(3);
});

afterEach(() => several.close());

const part = (index: number): OneProcess => {
	const found = several.parts[index % several.parts.length];
	if (found === undefined) throw new Error('there is no process');
	return found;
};

const user = (index: number) => {
	const found = several.users[index % several.users.length];
	if (found === undefined) throw new Error('there is no user');
	return found;
};

const tracker = (index: number) => new Tracker(part(index), several.products.Tracker);

function post(at: OneProcess, location: string, form: readonly FormPart[]): Promise<Answer> {
	return send({
		method: 'POST',
		url: at.url + location,
		headers: { 'x-api-key': user(0).key },
		form,
	});
}

function filePart(name: string, content: string): FormPart {
	return { name, fileName: `${name}.txt`, content };
}

async function idOf(answer: Promise<Answer>): Promise<string> {
	const { status, text } = await answer;
	if (status !== 201) throw new Error(`${status}: ${text}`);
	return (JSON.parse(text) as { readonly id: string }).id;
}

async function asset(amount: number): Promise<string> {
	const assetId = await tracker(0).asset(user(0));
	const movement = { assetId, recipientEmail: user(0).email, amount };
	expect((await tracker(1).issue(user(0), movement)).status).toBe(200);
	return assetId;
}

/** The balances of all users, as the database has them. */
async function balances(assetId: string): Promise<number[]> {
	const rows = await several.database
		.selectFrom('asset_balances')
		.select('amount')
		.where('asset_id', '=', assetId)
		.execute();
	return rows.map(({ amount }) => Number(amount));
}

/** Once the log has confirmed everything: how many of its entries do not match. */
async function corruptedEntries(): Promise<number> {
	const { database } = several;
	await until(async () => {
		const query = database.selectFrom('log_entries').select('sequence');
		const pending = await query.where('status', '=', 'Unconfirmed').executeTakeFirst();
		return pending === undefined ? true : undefined;
	});
	const dataFolder = several.parts[0]?.dataFolder ?? '';
	const { databaseUrl } = several;
	const { log, corrupted } = await startLog({ dataFolder, databaseUrl }, database);
	await log.close();
	return corrupted;
}

/** Mails in the folders of all processes, by the names of their files. */
function mails(): string[] {
	return several.parts.flatMap(({ dataFolder }) => {
		const outbox = path.join(dataFolder, 'outbox');
		return fs.existsSync(outbox) ? fs.readdirSync(outbox).filter((name) => /^\d/.test(name)) : [];
	});
}

function mailTexts(dataFolder: string): string[] {
	const outbox = path.join(dataFolder, 'outbox');
	if (!fs.existsSync(outbox)) return [];
	const names = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'));
	// Lines of a mail are folded with an equals sign.
	return names.map((name) =>
		fs.readFileSync(path.join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, ''),
	);
}

test('uploads over all of them at once are stored as far as the quota goes, and no further', async () => {
	const content = 'a'.repeat(100_000);
	const answers = await Promise.all(
		Array.from({ length: 40 }, (_, index) =>
			post(part(index), '/storage/files', [filePart('file', content)]),
		),
	);
	const stored = answers.filter(({ status }) => status === 201).length;
	expect(answers.filter(({ status }) => status === 507)).toHaveLength(40 - stored);
	const rows = await several.database.selectFrom('storage_objects').selectAll().execute();
	const sizes = rows.map(({ stored_size_bytes: sizeBytes }) => sizeBytes);
	const storedBytes = sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
	expect(stored).toBe(Math.floor(quotaBytes / (sizes[0] ?? 0)));
	const usage = await several.database.selectFrom('storage_usage').selectAll().execute();
	expect(usage).toEqual([{ owner_id: several.organisationId, stored_bytes: storedBytes }]);
});

test('transfers of many clients over all of them neither overdraw nor lose a unit, and each is told once', async () => {
	const receiver = await subscribed();
	const assetId = await asset(1000);
	const answers = await Promise.all(
		Array.from({ length: 150 }, (_, index) => {
			// Every key is used at two processes at once, with the same request.
			const pair = Math.floor(index / 2);
			const recipientEmail = user(pair * 7 + 1).email;
			const movement = { assetId, recipientEmail, amount: 90, idempotencyKey: `key-${pair}` };
			return tracker(index).transfer(user(pair), movement);
		}),
	);
	expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 422]);
	const held = await balances(assetId);
	expect(held.every((amount) => amount >= 0)).toBe(true);
	expect(held.reduce((total, amount) => total + amount, 0)).toBe(1000);
	const done = new Set(
		answers
			.filter(({ status }) => status === 200)
			.map((answer) => (answer.json() as readonly { readonly id: string }[])[0]?.id),
	);
	const moved = await several.database
		.selectFrom('asset_transactions')
		.select('id')
		.where('kind', '=', 'transfer')
		.execute();
	expect(new Set(moved.map(({ id }) => id))).toEqual(done);
	expect(await corruptedEntries()).toBe(0);
	const told = await receiver.asked(done.size);
	const ids = told.map(({ body }) => transactionIn(body));
	expect(new Set(ids)).toEqual(done);
	expect(ids).toHaveLength(done.size);
	const sequences = told.map(({ sequence }) => sequence);
	expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
	await receiver.close();
});

function transactionIn(body: string): string {
	const event = JSON.parse(body) as { readonly data: { readonly transactionId: string } };
	return event.data.transactionId;
}

/** A target that transfers are sent to, by whichever process. */
async function subscribed(): Promise<WebhookTarget> {
	const receiver = await WebhookTarget.open();
	const answer = await send({
		...{ method: 'POST', url: `${part(0).url}/subscriptions` },
		headers: { 'x-api-key': user(0).key },
		json: { url: receiver.url, types: ['asset.transferred'] },
	});
	expect(answer.status).toBe(201);
	return receiver;
}

test('a contract signed and a version added at two of them at once happen as if one after the other', async () => {
	const { Sealer, Keeper } = several.products;
	const contractId = await idOf(
		post(part(0), `/sealer/${Sealer}/contracts`, [
			filePart('file', 'The parties agree.'),
			{ name: 'displayName', value: 'Agreement' },
			{ name: 'signerEmails', value: user(0).email },
		]),
	);
	const sign = (index: number) =>
		post(part(index), `/sealer/${Sealer}/contracts/${contractId}/sign`, [
			filePart('contract', 'The parties agree.'),
			filePart('signature', drawnSignature()),
		]);
	const signed = await Promise.all(Array.from({ length: 9 }, (_, index) => sign(index)));
	expect(signed.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(8).fill(409)]);
	const folder = await send({
		method: 'POST',
		url: `${part(1).url}/keeper/${Keeper}/folders`,
		headers: { 'x-api-key': user(0).key },
		json: { name: 'Folder' },
	});
	const fileId = await idOf(
		post(part(1), `/keeper/${Keeper}/files`, [
			{ name: 'folderId', value: (folder.json() as { readonly id: string }).id },
			{ name: 'accuracy', value: 'Medium' },
			{ name: 'displayName', value: 'Document' },
			filePart('file', 'first'),
		]),
	);
	const added = await Promise.all(
		Array.from({ length: 9 }, (_, index) =>
			post(part(index), `/keeper/${Keeper}/files/${fileId}/versions`, [
				filePart('file', `version ${index}`),
			]),
		),
	);
	const numbers = added.map((answer) => (answer.json() as { readonly version: number }).version);
	expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
	expect(await corruptedEntries()).toBe(0);
	// Asked once, and told once that it is signed.
	await until(() => Promise.resolve(mails().length > 1 || undefined));
	expect(mails()).toHaveLength(2);
});

test('a link to a key that is used at all of them at once gives one key', async () => {
	const headers = { 'x-api-key': user(0).key };
	const get = (location: string, key: string) =>
		send({ method: 'GET', url: part(1).url + location, headers: { 'x-api-key': key } });
	const { id } = (await get('/users/self', user(1).key)).json() as { readonly id: string };
	const asked = { method: 'POST', url: `${part(0).url}/apikeys`, headers, json: { userId: id } };
	expect((await send(asked)).status).toBe(204);
	const location = await until(() =>
		Promise.resolve(
			several.parts
				.flatMap(({ dataFolder }) => mailTexts(dataFolder))
				.flatMap((text) => /\/keys\/[\w-]{43}/.exec(text)?.[0] ?? [])[0],
		),
	);
	const press = (index: number) => post(part(index), location, [{ name: 'x', value: '' }]);
	const pressed = await Promise.all(Array.from({ length: 9 }, (_, index) => press(index)));
	expect(pressed.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(8).fill(410)]);
	const page = pressed.find(({ status }) => status === 200)?.text ?? '';
	const key = /<code id="key">([\w-]{43})<\/code>/.exec(page)?.[1] ?? '';
	expect((await get('/users/self', key)).json()).toMatchObject({ id });
	const made = several.database.selectFrom('api_keys').select('id').where('user_id', '=', id);
	expect(await made.execute()).toHaveLength(2);
});

test('what one was doing when it was killed is done by the others, and its acknowledged files are there', async () => {
	const { Sealer } = several.products;
	const assetId = await asset(500);
	const files: string[] = [];
	let acknowledged = 0;
	const isOver = { value: false };
	const client = async (index: number) => {
		for (let count = 0; !isOver.value; count += 1) {
			const at = index + count;
			const content = `file ${index} ${count}`;
			const upload = post(part(at), '/storage/files', [filePart('file', content)]);
			const mail = post(part(at), `/sealer/${Sealer}/contracts`, [
				filePart('file', content),
				{ name: 'displayName', value: content },
				{ name: 'signerEmails', value: 'someone@elsewhere.test' },
			]);
			const movement = { assetId, recipientEmail: user(at + 1).email, amount: 1 };
			const moved = tracker(at).transfer(user(at), movement);
			const [file, contract] = await Promise.allSettled([upload, mail, moved]);
			// A process that was killed answers nothing.
			if (file.status === 'fulfilled' && file.value.status === 201) {
				files.push((file.value.json() as { readonly id: string }).id);
			}
			if (contract.status === 'fulfilled' && contract.value.status === 201) acknowledged += 1;
		}
	};
	const clients = Array.from({ length: 6 }, (_, index) => client(index));
	await until(() => Promise.resolve(files.length > 10 || undefined));
	await part(0).process.kill();
	const before = files.length;
	await until(() => Promise.resolve(files.length > before + 10 || undefined));
	isOver.value = true;
	await Promise.all(clients);
	expect((await balances(assetId)).reduce((total, amount) => total + amount, 0)).toBe(500);
	expect(await corruptedEntries()).toBe(0);
	for (const id of files) {
		const answer = await send({
			method: 'GET',
			url: `${part(1).url}/storage/files/${id}`,
			headers: { 'x-api-key': user(0).key },
		});
		expect(answer.status).toBe(200);
	}
	await until(async () => {
		const query = several.database.selectFrom('mails').select('id').where('sent_at', 'is', null);
		return (await query.executeTakeFirst()) === undefined ? true : undefined;
	});
	expect(mails().length).toBeGreaterThanOrEqual(acknowledged);
	const staged = () =>
		several.database
			.selectFrom('storage_objects')
			.select('id')
			.where('state', '=', 'STAGED')
			.execute();
	await part(0).process.start();
	await until(async () => ((await staged()).length === 0 ? true : undefined));
	await Promise.all(several.parts.map(({ process }) => process.end()));
	const terminal = new TextTerminal();
	const { dataFolder } = part(1);
	const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: several.databaseUrl };
	const code = await runCommandLine(storage, ['fsck'], { environment, terminal });
	expect({ code, complaint: terminal.complaint }).toEqual({ code: 0, complaint: '' });
}, 300_000);

test('one more process is given its keys as files and has no other copy of them', async () => {
	const file = (name: string) => path.join(part(0).dataFolder, name);
	const added = await several.add('replica', {
		MASTER_KEYS_FILE: file('master-keys.json'),
		LOG_KEY_FILE: file('log-key.json'),
		SEAL_KEY_FILE: file('seal-key.json'),
	});
	await added.process.start();
	expect((await send({ method: 'GET', url: `${added.url}/health/ready` })).status).toBe(200);
	expect(fs.readdirSync(added.dataFolder)).not.toContain('master-keys.json');
	expect(fs.readdirSync(added.dataFolder)).not.toContain('seal-key.json');
	expect(await added.process.end()).toBe(0);
});

test('a process with other keys or other buckets, and a check beside them, are refused', async () => {
	const stranger = await several.add('stranger');
	await expect(stranger.process.start()).rejects.toThrow('the master keys are gone');
	copyKeys(part(0), stranger);
	fs.rmSync(path.join(stranger.dataFolder, 'buckets.json'));
	await expect(stranger.process.start()).rejects.toThrow('share their buckets');
	const terminal = new TextTerminal();
	const environment = { SEALKEEPER_DATA: stranger.dataFolder, DATABASE_URL: several.databaseUrl };
	expect(await runCommandLine(storage, ['fsck'], { environment, terminal })).toBe(2);
	expect(terminal.complaint).toContain('another process works on the service');
});
