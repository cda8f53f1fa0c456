/** What the workflows on GitHub must hold: every test runs, and a version can be trusted. */
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../../start/machine/cache-folder';

const folder = path.join(__dirname, '../../.github/workflows');
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
const files = fs.readdirSync(folder);

test.each(files)(
	'%s pins every action by its full commit hash, with the version beside it',
	(name) => {
		const uses = read(name).match(/uses: .*/g) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		for (const use of uses)
			expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	},
);

test('every change is tested, and started by the other Node.js versions a contributor may have', () => {
	const { test: tested = '', start = '' } = jobsOf('ci.yml');
	expect(tested).toContain('- run: npm test\n');
	expect(start).toContain('node: [20, 22]');
	expect(start).toContain('npm start -- --without-n8n');
});

/** The text of each job of a workflow, by its name. */
function jobsOf(name: string): Record<string, string> {
	const jobs = read(name).split(/^jobs:\n/m)[1] ?? '';
	const parts = jobs.split(/^ {2}(\w+):\n/m).slice(1);
	return Object.fromEntries(
		parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? '']] : [])),
	);
}

test('a version is tested and packed in a job that cannot publish, and published in jobs that run nothing else', () => {
	const {
		test: tested = '',
		attest = '',
		publish = '',
		files = '',
		...others
	} = jobsOf('publish.yml');
	expect(others).toEqual({});
	expect(tested).toContain('- run: npm run test:full\n');
	expect(tested).toMatch(/npm run release\n/);
	expect(tested).not.toMatch(/id-token|environment|: write/);
	expect(publish).toContain('environment: npm');
	for (const [job, needed] of [
		[attest, 'test'],
		[publish, 'attest'],
		[files, 'publish'],
	] as const) {
		expect(job).toContain(`needs: ${needed}\n`);
		expect(job).not.toMatch(/checkout|npm (ci|install|test|run)/);
	}
	expect(publish.match(/- run: .*/g)).toEqual([
		'- run: sha256sum --check SHA256SUMS',
		'- run: npm publish --provenance --access public --ignore-scripts ./n8n-nodes-sealkeeper-*.tgz',
		'- run: npm publish --provenance --access public --ignore-scripts ./sealkeeper-*.tgz',
	]);
});

test('each job that publishes has the rights it needs and no other', () => {
	const { attest = '', publish = '', files = '' } = jobsOf('publish.yml');
	const rights = [attest, publish, files].map((job) => job.match(/[\w-]+: write/g));
	expect(rights).toEqual([
		['id-token: write', 'attestations: write'],
		['id-token: write'],
		['contents: write'],
	]);
});

test('outside its jobs, publishing may only read, and no token is kept anywhere', () => {
	const text = read('publish.yml');
	expect(text.split(/^jobs:\n/m)[0]).toMatch(/^permissions:\n {2}contents: read\n$/m);
	expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
});

test('the full and the long tests run each night and by hand', () => {
	const text = read('long.yml');
	expect(text).toMatch(/schedule:\n\s+- cron: '\d+ \d+ \* \* \*'/);
	expect(text).toContain('workflow_dispatch:');
	expect(text).toContain('- run: npm run test:full');
	expect(text).toContain('- run: npm run test:long');
});

test.each(['ci.yml', 'long.yml'])('%s keeps what is fetched once for a machine', (name) => {
	const text = read(name);
	const home = { platform: 'linux', home: '~', environment: {} } as const;
	expect(text).toContain(`path: ${cacheFolder(home)}\n`);
	const [, keyedBy = ''] = /hashFiles\('(.*)'\)/.exec(text) ?? [];
	expect(keyedBy).toBe('test/n8n-host/package-lock.json');
	expect(fs.existsSync(path.join(folder, '../..', keyedBy))).toBe(true);
});

test('a version that is published takes nothing from a cache that other runs write', () => {
	expect(read('publish.yml')).not.toMatch(/cache/);
});
