/**
 * The sources as the style guard sees them: every file with its text, its syntax tree and what it
 * imports. Knows no rule.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const root = path.resolve(__dirname, '../..');
const tops = [
	'api',
	'proof',
	'credentials',
	'nodes',
	'server',
	'exchange',
	'comparison',
	'service',
	'clients',
	'backup',
	'pages',
	'start',
	'tools',
	'test',
];

export interface Import {
	/** As it is written. */
	readonly name: string;
	readonly line: number;
	/** The file of ours that is meant, if it is one; type-only imports count like all others. */
	readonly file: string | undefined;
}

export interface Source {
	readonly file: string;
	readonly folder: string;
	readonly text: string;
	readonly tree: ts.SourceFile;
	readonly imports: readonly Import[];
}

/** Folders that are installed or built. */
const made = new Set(['node_modules', 'dist']);

function filesUnder(folder: string): string[] {
	return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) return made.has(entry.name) ? [] : filesUnder(file);
		return /\.(ts|tsx|js)$/.test(entry.name) ? [file] : [];
	});
}

const files = tops.flatMap(filesUnder);
const known = new Set(files);

export const sources: readonly Source[] = files.map((file) => {
	const text = fs.readFileSync(path.join(root, file), 'utf8');
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
	return { file, folder: path.posix.dirname(file), text, tree, imports: importsOf(file, tree) };
});

export const ours = sources.filter(({ file }) => !file.startsWith('test/'));
export const tests = sources.filter(({ file }) => file.startsWith('test/'));

export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
	return tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Every node of a tree, outer ones first. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
	const nodes: ts.Node[] = [];
	const add = (each: ts.Node): void => {
		nodes.push(each);
		ts.forEachChild(each, add);
	};
	add(node);
	return nodes;
}

function importsOf(file: string, tree: ts.SourceFile): Import[] {
	return nodesOf(tree).flatMap((node) => {
		const specifier = specifierOf(node);
		if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
		const name = specifier.text;
		return [{ name, line: lineOf(tree, node), file: resolve(file, name) }];
	});
}

/** What a node imports: by `import`, `export from`, `import()` of a value or a type, or `require`. */
function specifierOf(node: ts.Node): ts.Node | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
	if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
		return node.argument.literal;
	if (!ts.isCallExpression(node)) return undefined;
	const { expression } = node;
	const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
	return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword
		? node.arguments[0]
		: undefined;
}

function resolve(from: string, name: string): string | undefined {
	if (!name.startsWith('.')) return undefined;
	const target = path.posix.join(path.posix.dirname(from), name);
	// An import on first need names the file as it is built.
	const built = target.replace(/\.js$/, '.ts');
	return [`${target}.ts`, `${target}.tsx`, `${target}.js`, built, target].find((candidate) =>
		known.has(candidate),
	);
}
