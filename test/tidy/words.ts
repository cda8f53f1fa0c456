/** Words with the reason they stay out, and the walks that find them. */
import ts from 'typescript';
import { lineOf, nodesOf, type Source } from './sources';

export interface BannedWord {
	readonly word: RegExp;
	readonly reason: string;
	/** The files that are the edge where it belongs. */
	readonly except?: RegExp;
}

export const banned: readonly BannedWord[] = [
	{ word: /\b(TODO|FIXME|XXX|HACK)\b/, reason: 'unfinished work is not landed' },
	{
		word: /\b(it|test|describe)\.(skip|only|todo)\b|\bx(it|describe|test)\(/,
		reason: 'every test runs',
	},
	{
		word: /\bconsole\.(log|error|warn)\(/,
		reason: 'programs write to their streams',
		except: /^test\//,
	},
	{
		word: /\bDate\.now\(\)|\bnew Date\(\)/,
		reason: 'time enters at the edge',
		except:
			/^(server\/clock\.ts|pages\/parts\/clock\.ts|nodes\/wire\/clock\.ts|start\/|exchange\/main\.ts|test\/)/,
	},
	{ word: /\bMath\.random\(/, reason: 'randomness enters at the edge', except: /^test\/bench\// },
	{ word: /@ts-(ignore|nocheck)/, reason: 'the types hold' },
	{ word: /catch\s*(\([^)]*\))?\s*\{\s*\}/, reason: 'no error is swallowed' },
];

/** Every line of a source that holds the word, unless the source is where it belongs. */
export function linesWith({ word, reason, except }: BannedWord, { file, text }: Source): string[] {
	if (file === 'test/tidy/words.ts' || except?.test(file)) return [];
	return text
		.split('\n')
		.map((line, index) => ({ line: line.trim(), place: `${file}:${index + 1}` }))
		.filter(({ line }) => word.test(line))
		.map(({ line, place }) => `${place} ${line} (${reason})`);
}

/** Where a source gives up its types: `any`, and `!` after a value. */
export function untyped({ file, tree }: Source): string[] {
	return [...nodesOf(tree)]
		.filter((node) => node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node))
		.map((node) => `${file}:${lineOf(tree, node)} ${node.getText()}`);
}

/** Where an object is spread only to pack its fields into one line: `...{ a, b }`. */
export function packed({ file, tree }: Source): string[] {
	return [...nodesOf(tree)]
		.filter((node) => ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
		.map((node) => `${file}:${lineOf(tree, node)} ${node.getText()}`);
}
