/** The committed pages are what the descriptions make of them. */
import fs from 'node:fs';
import path from 'node:path';
import { documents } from '../../tools/documents';
import { comparisonDocuments } from '../../tools/comparison-page';
import { nodesPage, nodesPageFile } from '../../tools/nodes-page';

const root = path.join(__dirname, '..', '..');

const all = {
	...documents(),
	...comparisonDocuments(root),
	[nodesPageFile]: nodesPage(root),
};

test.each(Object.entries(all))('%s is fresh', (name, fresh) => {
	const file = path.join(root, name);
	const committed = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
	if (committed !== fresh) throw new Error(`${name} is stale: npm run generate writes it`);
	expect(committed).toBe(fresh);
});
