/** What docs/running.md tells a person to type works as it stands there. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Accounts } from '../../service/accounts/accounts';
import { openDatabase } from '../../service/database/database';
import { systemClock } from '../../server/clock';

const root = path.resolve(__dirname, '..', '..');
const page = fs.readFileSync(path.join(root, 'docs', 'running.md'), 'utf8');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-running-'));
beforeAll(
	() => void execFileSync(process.execPath, ['start/build.js'], { cwd: root }),
	10 * 60_000,
);
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** The commands of a chapter, a line each. */
function commandsOf(chapter: string): readonly string[] {
	const text = page.slice(page.indexOf(`## ${chapter}`));
	return /```sh\n([\s\S]*?)```/.exec(text)?.[1]?.trim().split('\n') ?? [];
}

function run(script: string, environment: Readonly<Record<string, string>>): string {
	const env = { ...process.env, ...environment };
	return execFileSync('bash', ['-e', '-c', script], { cwd: root, env, encoding: 'utf8' });
}

test('four commands give a user a key that works', async () => {
	const [organisation = '', ...others] = commandsOf('Your own keys');
	expect(others).toHaveLength(3);
	const dataFolder = path.join(home, 'data');
	const environment = { SEALKEEPER_DATA: dataFolder };
	const { id } = JSON.parse(run(organisation, environment)) as { id: string };
	const shown = others.map((command) => run(command, { ...environment, ID: id }));
	const { key } = JSON.parse(shown.at(-1) ?? '') as { key: string };
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	try {
		const caller = await new Accounts(database, systemClock).callerByKey(key, '127.0.0.1');
		expect(caller).toMatchObject({ email: 'me@example.com' });
	} finally {
		await database.destroy();
	}
});

test('the packed nodes are installed where n8n looks for them', () => {
	const [build, ...others] = commandsOf('The nodes in your own n8n');
	// Built already; all tests share what was built.
	expect(build).toBe('npm run build');
	run(others.join('\n'), { HOME: home });
	const folder = path.join(home, '.n8n', 'nodes', 'node_modules');
	const installed = fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
	expect(installed).toEqual(['n8n-nodes-sealkeeper']);
	expect(
		fs.existsSync(path.join(folder, 'n8n-nodes-sealkeeper/dist/nodes/Sealer/Sealer.node.js')),
	).toBe(true);
});
