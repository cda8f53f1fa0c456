/** The check of n8n that the tests of the package and of the descriptions call can fail. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { scan } from './scan';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-scan-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the check of n8n finds a forbidden module and a run-time dependency', async () => {
	const root = path.join(__dirname, '../..');
	const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as object;
	const changed = { ...manifest, dependencies: { axios: '1.0.0' } };
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(changed));
	fs.writeFileSync(path.join(folder, 'call.js'), `require('node:fs');\n`);
	const { passed, details } = await scan(folder, ['**/*.js', 'package.json']);
	expect(passed).toBe(false);
	expect(details).toMatch(/no-restricted-imports/);
	expect(details).toMatch(/no-runtime-dependencies/);
});
