/** The sources of the nodes are clean under n8n's own check, as what is published is: package.test.ts. */
import path from 'node:path';
import { scan } from './scan';

test('the sources pass the check of n8n', async () => {
	const root = path.join(__dirname, '../..');
	const verdict = await scan(root, ['package.json', '{nodes,credentials}/**/*.{js,ts,json}']);
	expect(verdict).toEqual({ passed: true });
});
