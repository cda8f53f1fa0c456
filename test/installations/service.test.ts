/**
 * Data folders that released versions of the service left: today's service opens them, answers as
 * they did, gives every byte back, goes on working, and its checks find nothing.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import PostalMime from 'postal-mime';
import { listeningUrl } from '../../server/http/listening-url';
import { openService, type Service } from '../../service/app';
import { runCommandLine } from '../../server/commands/shell';
import { storage } from '../../service/commands/storage';
import { readConfig } from '../../service/config';
import { send, type Answer, type FormPart } from '../support/clients/requests';
import { TextTerminal } from '../support/programs/text-terminal';
import { verified } from '../service/verification/filled-service';
import { keyOf, notedOf, unpackService, versions } from './installation';
import { drawnSignature } from '../support/clients/signature-picture';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(versions)('a data folder of %s', (version) => {
	const noted = notedOf(version);
	const { first } = noted.people;
	const sealer = `/sealer/${first.products.Sealer}`;
	const tracker = `/tracker/${first.products.Tracker}`;
	const keeper = `/keeper/${first.products.Keeper}`;
	let dataFolder: string;
	let service: Service;
	let url: string;
	let logged = '';

	beforeAll(async () => {
		dataFolder = unpackService(version);
		const log = new PassThrough();
		log.on('data', (chunk: Buffer) => (logged += chunk.toString()));
		// An hour later, while the links in its mails are good.
		const now = Date.parse(noted.filledAt) + 3_600_000;
		const environment = { SEALKEEPER_DATA: dataFolder, PUBLIC_URL: noted.address };
		service = await openService(readConfig({ ...environment, LOG_LEVEL: 'warn' }), {
			clock: { now: () => now },
			log,
		});
		await service.app.listen({ host: '127.0.0.1', port: 0 });
		url = listeningUrl(service.app);
	});

	afterAll(async () => {
		await service.close();
		fs.rmSync(path.dirname(dataFolder), { recursive: true });
	});

	function get(key: string, location: string): Promise<Answer> {
		return send({ method: 'GET', url: url + location, headers: { 'x-api-key': key } });
	}

	function post(
		key: string,
		location: string,
		content: { readonly json?: object; readonly form?: readonly FormPart[] },
		headers: Readonly<Record<string, string>> = {},
	): Promise<Answer> {
		const all = { 'x-api-key': key, ...headers };
		return send({ method: 'POST', url: url + location, headers: all, ...content });
	}

	async function bytesOf(key: string, location: string): Promise<Buffer> {
		const answer = await fetch(url + location, { headers: { 'x-api-key': key } });
		expect(answer.status).toBe(200);
		return Buffer.from(await answer.arrayBuffer());
	}

	async function fsck(): Promise<{ readonly code: number; readonly printed: string }> {
		const terminal = new TextTerminal();
		const environment = { SEALKEEPER_DATA: dataFolder };
		const code = await runCommandLine(storage, ['fsck'], { environment, terminal });
		return { code, printed: terminal.output + terminal.complaint };
	}

	const text = (name: string, content: string): FormPart => ({
		name,
		fileName: 'text.txt',
		content,
	});

	test.each(noted.replies.map(({ who, path: place, answer }) => [who, place, answer] as const))(
		'answers %s as before: %s',
		async (who, place, answer) => {
			const now = await get(keyOf(noted, who), place);
			expect(now.status).toBe(200);
			expect(now.json()).toMatchObject(answer);
		},
	);

	test('shows every record as confirmed, and its own start found no fault', () => {
		const records = noted.replies.flatMap(({ answer }) => (Array.isArray(answer) ? answer : []));
		const statuses = records.flatMap(({ blockchainStatus }: { blockchainStatus?: string }) =>
			blockchainStatus === undefined ? [] : [blockchainStatus],
		);
		expect(new Set(statuses)).toEqual(new Set(['Confirmed']));
		expect(logged).toBe('');
	});

	test.each(noted.files.map((file) => [file.name, file] as const))(
		'gives %s back, byte for byte',
		async (_name, { id, sha256: expected, sizeBytes }) => {
			const bytes = await bytesOf(first.reader.key, `/storage/files/${id}`);
			expect([bytes.length, sha256(bytes)]).toEqual([sizeBytes, expected]);
		},
	);

	test('still shows the report of a comparison, byte for byte', async () => {
		const { path: place, sha256: expected } = noted.documents.report;
		expect(sha256(await bytesOf('', place))).toBe(expected);
	});

	test('compares with the last version it kept', async () => {
		const { text: kept, versions: texts } = noted.documents;
		const compared = await Promise.all(
			texts.map((content) =>
				post(first.admin.key, `${keeper}/files/${kept.id}/compare/latest`, {
					form: [text('file', content)],
				}),
			),
		);
		const [older, latest] = compared.map((answer) => answer.json() as { accuracy: number });
		expect(latest).toMatchObject({ accuracy: 1 });
		expect(older?.accuracy).toBeLessThan(1);
	});

	test('answers a repeated transfer as the first time, and refuses its key for another', async () => {
		const { credit, transfer, idempotencyKey } = noted.assets;
		const repeat = (amount: number) =>
			post(
				first.trader.key,
				`${tracker}/assets/${credit.id}/transfer`,
				{ json: { recipientEmail: first.admin.email, amount } },
				{ 'idempotency-key': idempotencyKey },
			);
		expect((await repeat(77)).json()).toEqual(transfer);
		expect((await repeat(78)).json()).toMatchObject({
			errorCode: 'Request_IdempotencyKeyReused',
		});
	});

	test('has records that give their payload hashes, and signatures whose supplier is known', async () => {
		expect(await verified({ dataFolder, databaseUrl: undefined })).toMatchObject({
			code: 0,
			findings: [],
		});
		const contracts = (await get(first.admin.key, `${sealer}/contracts`)).json() as {
			signatures: { signerEmail: string; suppliedByEmail?: string }[];
		}[];
		const suppliers = contracts.flatMap(({ signatures }) =>
			signatures.map(({ signerEmail, suppliedByEmail }) => suppliedByEmail === signerEmail),
		);
		expect(new Set(suppliers)).toEqual(new Set([true, false]));
	});

	test('takes the signature of a signer by the link in a mail it sent', async () => {
		const folder = path.join(dataFolder, 'outbox');
		const mails = await Promise.all(
			fs
				.readdirSync(folder)
				.map((file) => PostalMime.parse(fs.readFileSync(path.join(folder, file)))),
		);
		const mail = mails.find(({ to }) => to?.[0]?.address === 'guest@elsewhere.test');
		const token = /\/sign\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
		expect((await get('', `/signing/${token}`)).text).toContain('Signed by one of two');
		const signed = await post(token, `${sealer}/contracts/${noted.contracts.half.id}/sign`, {
			form: [text('contract', noted.agreement), text('signature', drawnSignature())],
		});
		expect(signed.json()).toMatchObject({ contractStatus: 'Signed' });
	});

	test('takes the signature a signer used before', async () => {
		const signed = await post(
			first.signer.key,
			`${sealer}/contracts/${noted.contracts.open.id}/sign`,
			{ form: [text('contract', noted.agreement), { name: 'reuseLastSignature', value: 'true' }] },
		);
		expect(signed.json()).toMatchObject({ contractStatus: 'Signed' });
	});

	test('goes on with assets where it was', async () => {
		const { unused } = noted.assets;
		const { key, email } = first.admin;
		const base = `${tracker}/assets/${unused.id}`;
		const issued = await post(key, `${base}/issue`, { json: { recipientEmail: email, amount: 9 } });
		expect(issued.status).toBe(200);
		const recipientEmail = first.trader.email;
		const moved = await post(key, `${base}/transfer`, { json: { recipientEmail, amount: 4 } });
		expect(moved.status).toBe(200);
		const more = await post(key, `${base}/transfer`, { json: { recipientEmail, amount: 6 } });
		expect(more.json()).toMatchObject({ errorCode: 'Factory_FactoryTransferInsufficientFund' });
		const created = await post(key, `${tracker}/assets`, { json: { name: 'A new one' } });
		expect(created.status).toBe(201);
	});

	test('goes on with contracts, documents and files', async () => {
		const { key } = first.admin;
		const contract = await post(key, `${sealer}/contracts`, {
			form: [
				text('file', 'a new contract'),
				{ name: 'displayName', value: 'New' },
				{ name: 'signerEmails', value: first.signer.email },
			],
		});
		const version = await post(key, `${keeper}/files/${noted.documents.text.id}/versions`, {
			form: [text('file', 'A third version.\n')],
		});
		const stored = await post(key, '/storage/files', { form: [text('file', 'new bytes')] });
		expect([contract.status, version.status, stored.status]).toEqual([201, 201, 201]);
		const { id } = stored.json() as { id: string };
		expect((await bytesOf(key, `/storage/files/${id}`)).toString()).toBe('new bytes');
		await service.mailsDelivered();
		expect(logged).toBe('');
	});

	test('is found whole by the check of its storage, and by the next start', async () => {
		await service.close();
		expect(await fsck()).toMatchObject({ code: 0 });
		service = await openService(readConfig({ SEALKEEPER_DATA: dataFolder, LOG_LEVEL: 'silent' }));
		const left = await service.database
			.selectFrom('log_entries')
			.select('sequence')
			.where('status', '!=', 'Confirmed')
			.execute();
		expect(left).toEqual([]);
		expect((await verified({ dataFolder, databaseUrl: undefined })).findings).toEqual([]);
	});
});

test('there is a folder of every released version', () => {
	expect(versions).toEqual(['0.1.0']);
});
