import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const README = readFileSync(join(ROOT, 'exchange', 'engine', 'README.md'), 'utf8');

function block(language: string): string {
	const [, text] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(README) ?? [];
	if (text === undefined) throw new Error(`the README has no block of ${language}`);
	return text;
}

/** The source stands for the compiled file the example names. */
function requireSource(path: string): unknown {
	return jest.requireActual(join(ROOT, path.replace('./dist/', '').replace(/\.js$/, '')));
}

test('the example of the README prints what the README says', () => {
	const lines: string[] = [];
	const log = (...words: unknown[]) => lines.push(words.join(' '));
	new Function('require', 'console', block('js'))(requireSource, { log });
	expect(lines).toEqual(block('text').trimEnd().split('\n'));
});

test('the README stays a page', () => {
	expect(README.split('\n').length).toBeLessThanOrEqual(61);
});
