/** A built checkout that is copied works from its new place: it neither reads nor needs the old one. */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';
import { send } from '../support/clients/requests';
import { buildCheckout } from '../support/n8n/n8n';
import {
	adminKey,
	capture,
	data,
	makeDataFolder,
	removeDataFolder,
	run,
	serviceAlone,
} from './started';

beforeAll(() => buildCheckout());
beforeEach(makeDataFolder);
afterEach(removeDataFolder);

const workspaces = ['server', 'comparison', 'service', 'exchange'];

/** What running it takes. The packages of the root are the same files, since they are many. */
function copyCheckout(to: string): void {
	const root = projectRoot();
	const folders = ['dist', ...workspaces.map((name) => path.join(name, 'node_modules'))];
	for (const name of folders.filter((folder) => fs.existsSync(path.join(root, folder)))) {
		const options = { recursive: true, verbatimSymlinks: true };
		fs.cpSync(path.join(root, name), path.join(to, name), options);
	}
	for (const name of ['package.json', 'package-lock.json']) {
		fs.copyFileSync(path.join(root, name), path.join(to, name));
	}
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'));
}

test('a copied checkout has its own packages, and compares two files', async () => {
	const copy = path.join(path.dirname(data), 'copy');
	fs.mkdirSync(copy);
	copyCheckout(copy);
	const links = workspaces
		.map((name) => path.join(copy, 'dist', name, 'node_modules'))
		.filter((link) => fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined);
	expect(links.length).toBeGreaterThan(0);
	for (const link of links) expect(fs.realpathSync(link).startsWith(`${copy}/`)).toBe(true);

	const started = run(process.execPath, [path.join(copy, 'dist/start/main.js'), ...serviceAlone]);
	const address = await started.address();
	const headers = { 'x-api-key': adminKey(started.text) };
	const productId = capture(started.text, /Keeper +([0-9a-f]{24})/);
	const files = `${address}/keeper/${productId}/files/keep-or-compare`;
	const folders = await send({
		...{ method: 'GET', url: `${address}/keeper/${productId}/folders`, headers },
	});
	const [folder] = folders.json() as ReadonlyArray<{ readonly id: string }>;
	const keepOrCompare = async (days: number) => {
		const content = `Payment is due within ${days} days.\n`;
		const form = [
			{ name: 'folderId', value: String(folder?.id) },
			{ name: 'displayName', value: 'Terms' },
			{ name: 'file', fileName: 'terms.txt', content },
		];
		const answer = await send({ method: 'POST', url: files, headers, form });
		return [answer.status, (answer.json() as { readonly outcome?: string }).outcome];
	};
	expect(await keepOrCompare(30)).toEqual([200, 'kept']);
	expect(await keepOrCompare(14)).toEqual([200, 'different']);
	expect(await started.end()).toBe(0);
});
