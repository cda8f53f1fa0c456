import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installN8nHost } from '../../../start/n8n/host';

let folder: string;
beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-host-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A damaged lock file, which npm ci refuses at once and without a look at the network. */
function brokenManifest(): string {
	const manifestFolder = path.join(folder, 'manifest');
	fs.mkdirSync(manifestFolder);
	const manifest = { name: 'host', version: '1.0.0', dependencies: { n8n: '1.2.3' } };
	fs.writeFileSync(path.join(manifestFolder, 'package.json'), JSON.stringify(manifest));
	fs.writeFileSync(path.join(manifestFolder, 'package-lock.json'), '{');
	return manifestFolder;
}

function attempt(more: { freeBytesNeeded?: number; signal?: AbortSignal } = {}) {
	const said: string[] = [];
	const cache = path.join(folder, 'cache');
	const installation = installN8nHost({
		cache,
		manifestFolder: brokenManifest(),
		signal: new AbortController().signal,
		output: { isTerminal: false, write: (text) => said.push(text) },
		freeBytesNeeded: 0,
		...more,
	});
	return { cache, said, installation };
}

describe('installing the pinned n8n', () => {
	test('says where it goes, that it is once per machine, and how large it is', async () => {
		const { said, installation, cache } = attempt();
		await expect(installation).rejects.toThrow();
		expect(said.join('')).toContain(`Installing n8n 1.2.3 into ${cache}${path.sep}n8n-1.2.3-`);
		expect(said.join('')).toMatch(/once per machine.*2\.6 GB/);
	});

	test('that npm refuses is reported with its words and leaves nothing half done', async () => {
		const { cache, installation } = attempt();
		await expect(installation).rejects.toThrow(
			/n8n could not be installed.*exit code 1.*npm help ci.*--without-n8n/s,
		);
		const left = fs.readdirSync(cache).filter((name) => name.startsWith('n8n-1'));
		expect(left).toEqual([]);
	});

	test('is refused before it begins when the disk has too little room', async () => {
		const { installation } = attempt({ freeBytesNeeded: 1e18 });
		await expect(installation).rejects.toThrow(/needs 1000000000000 MB free.*SEALKEEPER_CACHE/s);
	});

	test('removes what an installation that was killed left behind', async () => {
		const leftover = path.join(folder, 'cache', 'n8n-0.9.0-abc.partial');
		fs.mkdirSync(path.join(leftover, 'node_modules'), { recursive: true });
		const { said, installation } = attempt();
		await expect(installation).rejects.toThrow();
		expect(fs.existsSync(leftover)).toBe(false);
		expect(said.join('')).toContain('Removing n8n-0.9.0-abc.partial');
	});

	test('is called off by its signal', async () => {
		const { installation } = attempt({ signal: AbortSignal.abort(new Error('called off')) });
		await expect(installation).rejects.toThrow('called off');
	});
});
