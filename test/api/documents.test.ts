/**
 * Committed documents are what the description makes. A stale one is written anew, and the test
 * then fails once, so that it is seen.
 */
import fs from 'node:fs';
import path from 'node:path';
import { documents } from '../../server/http/documents';
import { comparisonDocuments } from '../../service/comparison-page';
import { nodesPage, nodesPageFile } from '../../start/nodes-page';

const root = path.join(__dirname, '..', '..');

const all = {
	...documents(),
	...comparisonDocuments(root),
	[nodesPageFile]: nodesPage(root),
};

test.each(Object.entries(all))('%s is fresh', (name, fresh) => {
	const file = path.join(root, name);
	const committed = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
	if (committed !== fresh && !process.env['CI']) fs.writeFileSync(file, fresh);
	if (committed !== fresh) throw new Error(`${name} was stale: run npm run generate`);
	expect(committed).toBe(fresh);
});
