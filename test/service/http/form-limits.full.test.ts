/**
 * What one form may cost while it is held open, seen from outside at a process of its own: memory and
 * descriptors do not grow with the number of its parts. Each bound is a small part of what the form
 * would cost if every part were held, and a few times what one file costs.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roles } from '../../../api/language/roles';
import { signersMax } from '../../../api/sealer/endpoints';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { descriptorsOf, heapBytes, heapTelling } from '../../support/programs/process-use';
import { ProgramProcess } from '../../support/programs/program-process';
import { partHead, RawUpload, wholePart } from '../../support/hostile/raw-upload';
import { until } from '../../support/clients/requests';

const mebibyte = 1024 ** 2;

/** A file on its way has a draft of each of its eight shards open; its connection is one more. */
const descriptorsMax = 3 * (8 + 1);

/** A stripe of 384 kB for each of 300 files would be 110 MiB, 990 fields of 65 kB are 61 MiB. */
const memoryBytesMax = 30 * mebibyte;

let folder: string;
let url: string;
let key: string;
let sealerProduct: string;
let program: ProgramProcess;
const uploads: RawUpload[] = [];

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-form-'));
	const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const user = await accounts.addUser({ organisationId, email: 'ann@harbour.test', roles });
	({ key } = await accounts.addKey(user.id, 'test'));
	const product = { organisationId, kind: 'Sealer', name: 'Contracts' } as const;
	({ id: sealerProduct } = await accounts.addProduct(product));
	await database.destroy();
	const port = await testPort();
	url = `http://127.0.0.1:${port}`;
	const environment = {
		...{ SEALKEEPER_DATA: folder, PORT: String(port), LOG_LEVEL: 'warn' },
		NODE_OPTIONS: heapTelling,
	};
	const running = /Sealkeeper listens/;
	program = new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
	await program.start();
	// What is loaded and compiled once is not the cost of a form.
	await tryOnce();
});

afterEach(() => {
	for (const upload of uploads.splice(0)) upload.leave();
});

afterAll(async () => {
	await program.end();
	fs.rmSync(folder, { recursive: true, force: true });
});

async function begin(): Promise<RawUpload> {
	const upload = await RawUpload.begin({ url: `${url}/sealer/${sealerProduct}/contracts`, key });
	uploads.push(upload);
	return upload;
}

/** A form of the same kind that ends with a refusal. */
async function tryOnce(): Promise<void> {
	const upload = await begin();
	const signatures = Array.from({ length: 60 }, () => wholePart('signatures', 'a', 'a.png'));
	upload.send(signatures.join('') + wholePart('displayName', 'a'.repeat(201)));
	upload.send(partHead('displayName'));
	expect(await upload.status()).toBe(400);
	upload.leave();
	await until(() => Promise.resolve(drafts() === 0 ? true : undefined));
}

interface Cost {
	readonly descriptors: number;
	readonly memoryBytes: number;
}

async function costNow(): Promise<Cost> {
	return { descriptors: await descriptorsOf(program), memoryBytes: await heapBytes(program) };
}

/** Drafts of shards in one of the buckets, which are as many as files under way. */
function drafts(): number {
	return fs.readdirSync(path.join(folder, 'buckets', 'bucket-8', 'drafts')).length;
}

/** What a form in hand costs, once descriptors that are no longer needed are closed. */
async function expectSmall(before: Cost): Promise<void> {
	await until(async () => {
		const isSmall = (await descriptorsOf(program)) - before.descriptors < descriptorsMax;
		return isSmall ? true : undefined;
	});
	expect((await heapBytes(program)) - before.memoryBytes).toBeLessThan(memoryBytesMax);
}

test('as many small signatures as a form takes cost little more than one', async () => {
	const before = await costNow();
	const upload = await begin();
	const content = 'a'.repeat(10_000);
	for (let count = 0; count < signersMax; count += 1) {
		upload.send(wholePart('signatures', content, `${count}.png`));
	}
	await until(() => Promise.resolve(drafts() === signersMax ? true : undefined));
	await expectSmall(before);
});

test('a field that nobody knows is refused when it begins, whatever follows', async () => {
	const before = await costNow();
	const upload = await begin();
	upload.send(partHead('nobodyKnows'));
	const sentBytes = await upload.sendUntilAnswered(Buffer.alloc(64 * 1024, 'a'));
	expect(await upload.status()).toBe(400);
	expect(sentBytes).toBeLessThan(20 * mebibyte);
	await expectSmall(before);
});

test('a field that is longer than it can be is refused when it ends, not when the form does', async () => {
	const upload = await begin();
	upload.send(wholePart('signerEmails', 'a'.repeat(65_000)) + partHead('signerEmails'));
	expect(await upload.status()).toBe(400);
	await until(() =>
		Promise.resolve(upload.received().includes("'signerEmails'") ? true : undefined),
	);
});

test('a field is refused by its length before it ends', async () => {
	const upload = await begin();
	upload.send(partHead('displayName') + 'a'.repeat(64 * 1024 + 1));
	expect(await upload.status()).toBe(413);
});

test('parts are counted as they come', async () => {
	const upload = await begin();
	const signer = wholePart('signerEmails', 'a@signers.test');
	for (let count = 0; count < 1001; count += 1) upload.send(signer);
	upload.send(partHead('signerEmails'));
	expect(await upload.status()).toBe(400);
	await until(() => Promise.resolve(upload.received().includes('1000 parts') ? true : undefined));
});

test('the head of a part is refused when it does not end', async () => {
	const before = await costNow();
	const upload = await begin();
	upload.send(`--the-boundary\r\ncontent-disposition: form-data; name="`);
	const sentBytes = await upload.sendUntilAnswered(Buffer.alloc(64 * 1024, 'a'));
	expect(await upload.status()).toBe(400);
	expect(sentBytes).toBeLessThan(20 * mebibyte);
	await expectSmall(before);
});
