/** What the workflows on GitHub must hold for n8n to trust a published version. */
import fs from 'node:fs';
import path from 'node:path';

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

test('every change is tested with the three Node.js versions a contributor may have', () => {
	const text = read('ci.yml');
	expect(text).toContain('node: [20, 22, 24]');
	expect(text).toContain('- run: npm test');
});

test('a version is tested, then published with provenance and without a token', () => {
	const text = read('publish.yml');
	expect(text).toContain('id-token: write');
	expect(text.indexOf('npm test')).toBeGreaterThan(0);
	expect(text.indexOf('npm publish --provenance')).toBeGreaterThan(text.indexOf('npm test'));
	expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
});
