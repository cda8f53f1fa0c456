/**
 * Fills a data folder with the service of a built checkout, over HTTP alone, and notes what it was
 * answered. Run once for a version, never by a test; how, and what comes of it, is in the README.
 */
'use strict';
const { execFileSync, spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const [checkout = '.', target = '.', adminCommand = 'dist/service/commands/admin.js'] =
	process.argv.slice(2);
const dataFolder = path.join(target, 'service');
const address = 'https://sealkeeper.example';
const everyRole = [
	...['Admin', 'UserAdmin', 'Billing', 'TrackerAdmin', 'TrackerUser'],
	...['KeeperAdmin', 'SealerAdmin', 'SealerUser', 'StorageRead', 'StorageWrite'],
].join(',');

const environment = {
	PATH: process.env.PATH,
	SEALKEEPER_DATA: dataFolder,
	PUBLIC_URL: address,
	PORT: '0',
	LOG_LEVEL: 'error',
};

/** One row of the administrator's command, and the JSON it prints. */
function admin(...words) {
	const program = path.join(checkout, adminCommand);
	const printed = execFileSync(process.execPath, [program, ...words], { env: environment });
	return JSON.parse(printed.toString());
}

/** The service as a process, with the address it says it listens on. */
async function startService() {
	const child = spawn(process.execPath, [path.join(checkout, 'dist/service/main.js')], {
		env: environment,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let printed = '';
	for await (const chunk of child.stdout) {
		printed += chunk;
		const url = /listens on (http:\S+)/.exec(printed)?.[1];
		if (url !== undefined) return { child, url };
	}
	throw new Error('the service ended before it listened');
}

async function endService({ child }) {
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	await ended;
}

let service;

/** The answer's JSON; every call of the filling is one that succeeds. */
async function call(key, method, place, { json, form, headers = {} } = {}) {
	const answer = await fetch(service.url + place, {
		method,
		headers: {
			'x-api-key': key,
			...(json === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: form === undefined ? JSON.stringify(json) : formData(form),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text}`);
	return JSON.parse(text);
}

function formData(parts) {
	const form = new FormData();
	for (const [name, value] of parts) {
		if (typeof value === 'string') form.append(name, value);
		else form.append(name, new Blob([value.bytes], { type: value.type }), value.name);
	}
	return form;
}

function file(name, bytes, type = 'text/plain') {
	return { name, bytes: Buffer.from(bytes), type };
}

/** Bytes that do not repeat, the same for the same seed. */
function noise(sizeBytes, seed) {
	const blocks = Array.from({ length: Math.ceil(sizeBytes / 32) }, (_, index) =>
		createHash('sha256').update(`${seed} ${index}`).digest(),
	);
	return Buffer.concat(blocks).subarray(0, sizeBytes);
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Waits until a list shows every record as confirmed. */
async function confirmed(key, place) {
	for (;;) {
		const records = await call(key, 'GET', place);
		if (records.every((record) => record.blockchainStatus === 'Confirmed')) return records;
	}
}

function organisations() {
	const made = ['first', 'second'].map((name) => {
		const { id } = admin('organisation', 'add', '--name', name);
		const products = Object.fromEntries(
			['Sealer', 'Tracker', 'Keeper'].map((kind) => [
				kind,
				admin(...['product', 'add', '--organisation', id, '--kind', kind], '--name', `${kind} one`)
					.id,
			]),
		);
		return { id, products, admin: user(id, `admin@${name}.test`, everyRole) };
	});
	const [first, second] = made;
	first.trader = user(first.id, 'trader@first.test', 'TrackerUser');
	first.signer = user(first.id, 'signer@first.test', 'SealerUser');
	first.reader = user(first.id, 'reader@first.test', 'StorageRead');
	return { first, second };
}

function user(organisation, email, roles) {
	admin('user', 'add', '--organisation', organisation, '--email', email, '--roles', roles);
	return { email, key: admin('key', 'add', '--organisation', organisation, '--email', email).key };
}

const agreement = 'An agreement between two parties.\nIt has two lines.\n';

async function contracts({ first }) {
	const base = `/sealer/${first.products.Sealer}`;
	const { key } = first.admin;
	const contract = (name, form) =>
		call(key, 'POST', `${base}/contracts`, {
			form: [['file', file('agreement.txt', agreement)], ['displayName', name], ...form],
		});
	const template = await call(key, 'POST', `${base}/templates`, {
		form: [
			['file', file('template.txt', 'A template')],
			['displayName', 'Template'],
		],
	});
	await contract('Signed at once', [
		['signerEmails', 'one@elsewhere.test'],
		['signerEmails', 'two@elsewhere.test'],
		['signatures', file('one.png', 'hand of one', 'image/png')],
		['signatures', file('two.png', 'hand of two', 'image/png')],
		['templateId', template.id],
	]);
	const half = await contract('Signed by one of two', [
		['signerEmails', first.signer.email],
		['signerEmails', 'guest@elsewhere.test'],
	]);
	await call(first.signer.key, 'POST', `${base}/contracts/${half.id}/sign`, {
		form: [
			['contract', file('agreement.txt', agreement)],
			['signature', file('hand.png', 'hand of the signer', 'image/png')],
		],
	});
	const open = await contract('Open', [['signerEmails', first.signer.email]]);
	return { template, half, open };
}

async function assets({ first, second }) {
	const base = `/tracker/${first.products.Tracker}`;
	const { key } = first.admin;
	const credit = await call(key, 'POST', `${base}/assets`, { json: { name: 'Energy credit' } });
	const unused = await call(key, 'POST', `${base}/assets`, { json: { name: 'Not issued' } });
	const move = (caller, kind, recipientEmail, amount, headers = {}) =>
		call(caller.key, 'POST', `${base}/assets/${credit.id}/${kind}`, {
			json: { recipientEmail, amount },
			headers,
		});
	await move(first.admin, 'issue', first.admin.email, 2147483647);
	await move(first.admin, 'issue', first.trader.email, 1000);
	await move(first.admin, 'transfer', first.trader.email, 2000000000);
	const repeatable = { 'idempotency-key': 'a transfer that is sent twice' };
	const transfer = await move(first.trader, 'transfer', first.admin.email, 77, repeatable);
	const other = `/tracker/${second.products.Tracker}`;
	await call(second.admin.key, 'POST', `${other}/assets`, { json: { name: 'Foreign' } });
	return { credit, unused, transfer, idempotencyKey: repeatable['idempotency-key'] };
}

const versions = ['The first line.\nThe second line.\n', 'The first line.\nA changed line.\n'];

async function documents({ first }) {
	const base = `/keeper/${first.products.Keeper}`;
	const { key } = first.admin;
	const folder = await call(key, 'POST', `${base}/folders`, { json: { name: 'Agreements' } });
	const add = (name, part, accuracy) =>
		call(key, 'POST', `${base}/files`, {
			form: [
				['folderId', folder.id],
				['accuracy', accuracy],
				['file', part],
				['displayName', name],
			],
		});
	const text = await add('Text', file('text.txt', versions[0]), 'High');
	await call(key, 'POST', `${base}/files/${text.id}/versions`, {
		form: [['file', file('text.txt', versions[1])]],
	});
	const image = await add(
		'Image',
		file('image.bin', noise(20_000, 'image'), 'application/octet-stream'),
		'Excellent',
	);
	const compared = await call(key, 'POST', `${base}/files/${text.id}/compare/latest`, {
		form: [
			['file', file('text.txt', versions[0])],
			['generateDiffFile', 'true'],
		],
	});
	const reportPath = new URL(compared.fileUrl).pathname;
	const report = Buffer.from(await (await fetch(service.url + reportPath)).arrayBuffer());
	return {
		...{ folder, text, image, compared, versions },
		report: { path: reportPath, sha256: sha256(report) },
	};
}

async function storedFiles({ first }, sizes) {
	const stored = [];
	for (const sizeBytes of sizes) {
		const bytes = noise(sizeBytes, `stored ${sizeBytes}`);
		const name = `stored-${sizeBytes}.bin`;
		const receipt = await call(first.admin.key, 'POST', '/storage/files', {
			form: [['file', file(name, bytes, 'application/octet-stream')]],
		});
		stored.push({ id: receipt.id, name, sizeBytes, sha256: sha256(bytes) });
	}
	return stored;
}

/** What every list and every file map answers, by the key that asks and the path it asks for. */
async function answers({ first, second }, { contracts, assets, documents, files }) {
	const { Sealer, Tracker, Keeper } = first.products;
	const asked = [
		['admin', '/products'],
		['admin', `/sealer/${Sealer}/contracts`],
		['signer', `/sealer/${Sealer}/contracts/self`],
		['admin', `/sealer/${Sealer}/templates`],
		['admin', `/tracker/${Tracker}/assets`],
		['admin', `/tracker/${Tracker}/balances`],
		['trader', `/tracker/${Tracker}/balances`],
		['admin', `/tracker/${Tracker}/assets/${assets.credit.id}/transactions`],
		['admin', `/keeper/${Keeper}/folders`],
		['admin', `/keeper/${Keeper}/files?folderId=${documents.folder.id}`],
		['admin', `/keeper/${Keeper}/files/${documents.text.id}/versions`],
		['admin', `/keeper/${Keeper}/files/${documents.image.id}/versions`],
		['reader', '/storage/files/'],
		...files.map(({ id }) => ['reader', `/storage/files/info/${id}`]),
	];
	const noted = [];
	for (const [who, place] of asked) {
		noted.push({ who, path: place, answer: await call(first[who].key, 'GET', place) });
	}
	const foreign = `/tracker/${second.products.Tracker}/assets`;
	const answer = await call(second.admin.key, 'GET', foreign);
	if (contracts.open.contractStatus !== 'Unsigned') throw new Error('a contract must stay open');
	return [...noted, { who: 'foreigner', path: foreign, answer }];
}

async function main() {
	fs.mkdirSync(dataFolder, { recursive: true });
	const people = organisations();
	const settings = path.join(dataFolder, 'buckets.json');
	// The first files are cut small, so that they have many stripes; the others as by default.
	fs.writeFileSync(settings, JSON.stringify(smallBlocks));
	service = await startService();
	const small = await storedFiles(people, [1, 5_000, 61_000]);
	await endService(service);
	fs.rmSync(settings);
	service = await startService();
	const made = {
		contracts: await contracts(people),
		assets: await assets(people),
		documents: await documents(people),
		files: [...small, ...(await storedFiles(people, [100, 30_000]))],
	};
	for (const place of [
		`/sealer/${people.first.products.Sealer}/contracts`,
		`/tracker/${people.first.products.Tracker}/assets`,
	]) {
		await confirmed(people.first.admin.key, place);
	}
	await confirmed(people.second.admin.key, `/tracker/${people.second.products.Tracker}/assets`);
	const noted = { address, agreement, filledAt: new Date().toISOString(), people, ...made };
	const replies = await answers(people, made);
	await endService(service);
	fs.writeFileSync(
		path.join(target, 'service.json'),
		`${JSON.stringify({ ...noted, replies }, null, '\t')}\n`,
	);
	execFileSync('tar', ['-C', target, '-czf', path.join(target, 'service.tar.gz'), 'service']);
}

const smallBlocks = {
	dataShards: 6,
	parityShards: 2,
	blockSizeBytes: 1024,
	buckets: Array.from({ length: 8 }, (_, index) => ({
		kind: 'folder',
		name: `bucket-${index + 1}`,
		folder: `buckets/bucket-${index + 1}`,
	})),
};

void main();
