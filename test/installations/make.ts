/**
 * Makes an installation to keep, by the command of a release that is installed:
 *
 *   node -r ./start/typescript.js test/installations/make.ts FOLDER/dist/start/sealkeeper.js
 *
 * Writes `test/installations/VERSION/`, and never over one that is there.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { until } from '../support/clients/requests';
import type { Environment } from '../support/programs/run-command';
import { putPostgresOnPath, startPostgres } from '../support/servers/postgres';
import { answersOf, ask, demoOf, marketOf, type Installation } from './kept-answers';

/** A record of every product, and a trade that is settled. */
async function fill(place: Installation): Promise<void> {
	const { products, users } = demoOf(place.dataFolder);
	const [{ key } = { key: '' }, other] = users;
	const post = (url: string, body: object) => ask({ method: 'POST', url, key, ...body });
	const tracker = `${place.service}/tracker/${products.Tracker}`;
	const { id: assetId } = (await post(`${tracker}/assets`, { json: { name: 'Bottles' } })) as {
		readonly id: string;
	};
	await post(`${tracker}/assets/${assetId}/issue`, {
		json: { recipientEmail: other?.email, amount: 10 },
	});
	const keeper = `${place.service}/keeper/${products.Keeper}`;
	const [folder] = (await ask({ url: `${keeper}/folders`, key })) as readonly {
		readonly id: string;
	}[];
	for (const days of [30, 14]) {
		const content = `Payment is due within ${days} days.\n`;
		await post(`${keeper}/files/keep-or-compare`, {
			form: [
				{ name: 'folderId', value: folder?.id ?? '' },
				{ name: 'displayName', value: 'Terms' },
				{ name: 'keepNewVersion', value: 'true' },
				{ name: 'file', fileName: 'terms.txt', content },
			],
		});
	}
	const stored = { name: 'file', fileName: 'hello.txt', content: 'hello world\n' };
	await post(`${place.service}/storage/files`, { form: [stored] });
	await post(`${place.service}/sealer/${products.Sealer}/contracts`, {
		form: [
			{ name: 'file', fileName: 'agreement.txt', content: 'An agreement.\n' },
			{ name: 'displayName', value: 'Agreement' },
			{ name: 'signerEmails', value: other?.email ?? '' },
		],
	});
	await trade(place);
}

async function trade({ dataFolder, exchange }: Installation): Promise<void> {
	const { symbol, traders } = marketOf(dataFolder);
	const order = { symbol, type: 'LIMIT', price: '12.5', quantity: '40', fund: true };
	for (const [at, side] of (['SELL', 'BUY'] as const).entries()) {
		const json = { ...order, side, clientOrderId: `order-${at}` };
		await ask({ method: 'POST', url: `${exchange}/orders`, key: traders[at]?.key ?? '', json });
	}
}

/** Starts the release on a new installation, fills it, and says what it answers to lists. */
async function makeIn(
	dataFolder: string,
	program: string,
	environment: Environment,
): Promise<unknown> {
	const env = { ...process.env, ...environment };
	const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
	const child = spawn(process.execPath, [program, 'start'], { env, stdio });
	const ended = once(child, 'close');
	try {
		let screen = '';
		child.stdout.on('data', (text) => (screen += text));
		await until(() => Promise.resolve(/^ {2}First: /m.test(screen) ? true : undefined));
		const [, service = ''] = /^ {2}Service +(http:\S+)/m.exec(screen) ?? [];
		const [, exchange = ''] = /^ {2}Exchange +(http:\S+)\/venue/m.exec(screen) ?? [];
		const place = { dataFolder, service, exchange };
		await fill(place);
		// A trade brings a payout to each of the two, and the log confirms everything a moment later.
		return await until(async () => {
			const answers = await answersOf(place);
			const text = JSON.stringify(answers);
			const isOver = (text.match(/"SETTLED"/g) ?? []).length === 2 && !text.includes('Unconfirmed');
			return isOver ? answers : undefined;
		});
	} finally {
		child.kill();
		await ended;
	}
}

function pack(folder: string, archive: string): void {
	const packing = ['--owner=0', '--group=0', '-I', 'gzip -9n', '-cf', archive];
	execFileSync('tar', [...packing, '-C', folder, '.']);
}

function keep(target: string, name: string, answers: unknown): void {
	const file = path.join(target, `${name}.json`);
	fs.writeFileSync(file, `${JSON.stringify(answers, null, '\t')}\n`);
}

/** On SQLite the data folder itself is kept. */
async function makeOnSqlite(scratch: string, program: string, target: string): Promise<void> {
	const dataFolder = path.join(scratch, 'data');
	keep(target, 'data', await makeIn(dataFolder, program, { SEALKEEPER_DATA: dataFolder }));
	for (const name of ['logs', 'start', 'exchange/redis']) {
		fs.rmSync(path.join(dataFolder, name), { recursive: true, force: true });
	}
	pack(dataFolder, path.join(target, 'data.tar.gz'));
}

/** On PostgreSQL it is a copy, made by the command. */
async function makeOnPostgres(scratch: string, program: string, target: string): Promise<void> {
	const postgres = await startPostgres();
	try {
		const dataFolder = path.join(scratch, 'postgres-data');
		const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: postgres.url };
		keep(target, 'postgres', await makeIn(dataFolder, program, environment));
		const copy = path.join(scratch, 'copy');
		const env = { ...process.env, ...environment };
		execFileSync(process.execPath, [program, 'backup', 'make', '--to', copy], { env });
		pack(copy, path.join(target, 'postgres.tar.gz'));
	} finally {
		await postgres.close();
	}
}

async function main(program: string): Promise<void> {
	putRedisOnPath();
	putPostgresOnPath();
	const said = execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
	const target = path.join(__dirname, said.trim().split(' ')[0] ?? '');
	fs.mkdirSync(target);
	const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-made-'));
	await makeOnSqlite(scratch, program, target);
	await makeOnPostgres(scratch, program, target);
	fs.rmSync(scratch, { recursive: true });
}

void main(path.resolve(process.argv[2] ?? ''));
