/** Keys that are given as files: a service starts by them, and its data folder holds none. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readInstallation } from '../../../backup/installation';
import { makeBackup } from '../../../backup/make';
import { systemClock } from '../../../server/clock';
import { runCommandLine, type Program } from '../../../server/commands/shell';
import type { Environment } from '../../../server/config/environment';
import { readConfig, type Config } from '../../../service/config';
import { admin } from '../../../service/commands/admin';
import { storage } from '../../../service/commands/storage';
import { startService, type RunningService } from '../../support/programs/service';
import { TextTerminal } from '../../support/programs/text-terminal';
import { send } from '../../support/clients/requests';

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-secrets-'));
const keyFiles = ['log-key.json', 'master-keys.json', 'seal-key.json'];
let variables: Readonly<Record<string, string>>;
let running: RunningService;

beforeAll(async () => {
	const { code, output } = await run(admin, ['secrets', 'make', '--to', folderOf('keys')], {});
	expect(code).toBe(0);
	const buckets = Array.from({ length: 4 }, (_, index) => ({
		...{ kind: 'folder', name: `disk-${index}`, folder: folderOf(`disk-${index}`) },
	}));
	const scheme = { dataShards: 3, parityShards: 1 };
	const BUCKETS_FILE = folderOf('buckets');
	fs.writeFileSync(BUCKETS_FILE, JSON.stringify({ ...scheme, buckets }), { mode: 0o600 });
	variables = { ...(JSON.parse(output) as typeof variables), BUCKETS_FILE };
	running = await startService({ config: given(variables) });
});

afterAll(async () => {
	await running.close();
	fs.rmSync(top, { recursive: true });
});

const folderOf = (name: string) => path.join(top, name);

async function run(
	program: Program,
	args: readonly string[],
	environment: Readonly<Record<string, string>>,
) {
	const terminal = new TextTerminal();
	const code = await runCommandLine(program, args, { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

function given(environment: Environment): Partial<Config> {
	const { masterKeys, logKey, sealKey, bucketSettings } = readConfig(environment);
	return { masterKeys, logKey, sealKey, bucketSettings };
}

const environmentOf = ({ dataFolder, databaseUrl = '' }: RunningService) => ({
	...{ ...variables, SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl },
	EXCHANGE_DATA: path.join(dataFolder, 'exchange'),
});

test('a folder of keys is private, whole, and never written over', async () => {
	expect(fs.readdirSync(folderOf('keys')).sort()).toEqual(keyFiles);
	for (const name of keyFiles) {
		expect(fs.statSync(path.join(folderOf('keys'), name)).mode & 0o777).toBe(0o600);
	}
	const again = await run(admin, ['secrets', 'make', '--to', folderOf('keys')], {});
	expect(again).toMatchObject({
		code: 2,
		complaint: expect.stringContaining('is not empty') as unknown,
	});
});

test('a service given its keys and buckets keeps files by them, and no key in its folder', async () => {
	const { storageUrl, organisation, dataFolder } = running;
	const answer = await send({
		method: 'POST',
		url: `${storageUrl}/files`,
		headers: { 'x-api-key': organisation.admin.key },
		form: [{ name: 'file', fileName: 'file.txt', content: 'of several processes' }],
	});
	expect(answer.status).toBe(201);
	const kept = fs.readdirSync(dataFolder);
	expect(kept.filter((name) => [...keyFiles, 'buckets.json'].includes(name))).toEqual([]);
	expect(fs.readdirSync(folderOf('disk-3'))).toContain('bucket.json');
});

test('a copy names what is given from outside, and checks the stored files by it', async () => {
	const edges = { clock: systemClock, nowMs: () => performance.now() };
	const installation = readInstallation(environmentOf(running));
	const { notCopied, objects } = await makeBackup(installation, folderOf('copy'), edges);
	for (const name of ['MASTER_KEYS', 'LOG_KEY', 'SEAL_KEY', 'BUCKETS']) {
		const sentence = `${name} is given from outside of the data folder; keep it where you keep that`;
		expect(notCopied).toContain(sentence);
	}
	expect(objects).toMatchObject({ unreadable: [] });
});

test('keys given from outside are not rotated from here, and the cure is named', async () => {
	await running.service.close();
	const { code, complaint } = await run(storage, ['rotate-key'], environmentOf(running));
	expect(code).toBe(2);
	expect(complaint).toContain('MASTER_KEYS cannot be written from here: put the keys into');
});

test.each(['MASTER_KEYS', 'SEAL_KEY', 'LOG_KEY', 'BUCKETS'] as const)(
	'%s of another form is refused by its name, and repeated nowhere',
	async (name) => {
		const config = given({ [name]: '{a-secret' });
		const fault: unknown = await startService({ config }).catch((thrown: unknown) => thrown);
		expect(String(fault)).toMatch(new RegExp(`${name} holds no|buckets.json is no JSON`));
		expect(String(fault)).not.toContain('a-secret');
	},
);
