/** What a browser fetches before a page is there: its script, what that needs at once, and the style, compressed. */
import fs from 'node:fs';
import path from 'node:path';
import { builtPagesFolder } from '../support/servers/built-pages';

const bytesMax = 250_000;

const folder = builtPagesFolder();
const pages = fs.readdirSync(folder).filter((name) => name.endsWith('.html'));

test.each(pages)('%s is there after 250 kB', (page) => {
	const document = fs.readFileSync(path.join(folder, page), 'utf8');
	const named = [...document.matchAll(/(?:src|href)="\/pages\/([^"]+)"/g)].map(([, name]) => name);
	expect(named.length).toBeGreaterThan(2);
	const sizes = named.map((name) => fs.statSync(path.join(folder, 'files', `${name}.gz`)).size);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(bytesMax);
});
