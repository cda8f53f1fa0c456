/**
 * The style guard: import directions, lengths, banned words and opening comments, as data and a
 * few walks over the sources. A breach is named with its file and line.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '..');
const folders = ['api', 'credentials', 'nodes', 'server', 'exchange', 'service', 'start', 'test'];

interface Source {
	readonly file: string;
	readonly text: string;
	readonly tree: ts.SourceFile;
}

function sourceFiles(folder: string): string[] {
	return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(file);
		return /\.(ts|js)$/.test(entry.name) ? [file] : [];
	});
}

const sources: readonly Source[] = folders.flatMap(sourceFiles).map((file) => {
	const text = fs.readFileSync(path.join(root, file), 'utf8');
	return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true) };
});

const ours = sources.filter(({ file }) => !file.startsWith('test/'));

/** What a folder may import: folders of ours by prefix, packages by name; the longest rule wins. */
const mayImport: Readonly<
	Record<string, { readonly own: readonly string[]; readonly npm: RegExp }>
> = {
	api: { own: ['api'], npm: /^$/ },
	credentials: { own: ['credentials', 'api'], npm: /^n8n-workflow$/ },
	nodes: { own: ['nodes', 'api'], npm: /^n8n-workflow$/ },
	'exchange/engine': { own: ['exchange/engine'], npm: /^$/ },
	exchange: { own: ['exchange', 'server', 'api'], npm: /./ },
	server: { own: ['server', 'api'], npm: /./ },
	service: { own: ['service', 'server', 'api'], npm: /./ },
	start: { own: ['start', 'service'], npm: /./ },
};

function importsOf({ tree }: Source): { readonly name: string; readonly line: number }[] {
	const found: { name: string; line: number }[] = [];
	const visit = (node: ts.Node) => {
		const specifier =
			ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
				? node.moduleSpecifier
				: ts.isCallExpression(node) && node.expression.getText() === 'require'
					? node.arguments[0]
					: undefined;
		if (specifier !== undefined && ts.isStringLiteral(specifier)) {
			const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push({ name: specifier.text, line });
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

function ruleFor(file: string) {
	const prefixes = Object.keys(mayImport).filter((prefix) => file.startsWith(`${prefix}/`));
	const longest = prefixes.sort((a, b) => b.length - a.length)[0];
	const rule = longest === undefined ? undefined : mayImport[longest];
	if (rule === undefined) throw new Error(`no import rule covers ${file}`);
	return rule;
}

function importBreaches(source: Source): string[] {
	const rule = ruleFor(source.file);
	return importsOf(source).flatMap(({ name, line }) => {
		const breach = `${source.file}:${line} imports ${name}`;
		if (!name.startsWith('.')) return rule.npm.test(name) ? [] : [breach];
		const target = path.posix.join(path.posix.dirname(source.file), name);
		const allowed = rule.own.some((own) => target === own || target.startsWith(`${own}/`));
		return allowed ? [] : [breach];
	});
}

describe('imports', () => {
	test('point one way only', () => {
		expect(ours.flatMap(importBreaches)).toEqual([]);
	});

	test('form no cycle that runs', () => {
		expect(cycles()).toEqual([]);
	});
});

/** Cycles of imports that exist at run time; type-only imports vanish and may go round. */
function cycles(): string[] {
	const graph = new Map(ours.map((source) => [source.file, runtimeImports(source)]));
	const done = new Set<string>();
	const found: string[] = [];
	const walk = (file: string, trail: readonly string[]) => {
		if (trail.includes(file)) {
			found.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
			return;
		}
		if (done.has(file)) return;
		for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
		done.add(file);
	};
	for (const file of graph.keys()) walk(file, []);
	return found;
}

function runtimeImports({ file, tree }: Source): string[] {
	return tree.statements.flatMap((statement) => {
		if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
			return [];
		const name = statement.moduleSpecifier.text;
		if (!name.startsWith('.') || isTypeOnly(statement.importClause)) return [];
		const target = path.posix.join(path.posix.dirname(file), name);
		return [`${target}.ts`, target].filter((candidate) =>
			sources.some((s) => s.file === candidate),
		);
	});
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
	if (clause === undefined) return false;
	if (clause.isTypeOnly) return true;
	const { name, namedBindings } = clause;
	return (
		name === undefined &&
		namedBindings !== undefined &&
		ts.isNamedImports(namedBindings) &&
		namedBindings.elements.every((element) => element.isTypeOnly)
	);
}

const functionLinesMax = 70;
const fileLinesMax = 500;

/** Plain data tables, which are as long as what they describe. */
const tables = new Set(['api/endpoints.ts']);

function lineCount(text: string): number {
	return text.split('\n').length;
}

function longFunctions({ file, tree }: Source): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		const isBlockFunction =
			ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && node.body !== null;
		if (isBlockFunction && lineCount(node.getText()) > functionLinesMax) {
			const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push(`${file}:${line} is a function of ${lineCount(node.getText())} lines`);
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

describe('lengths', () => {
	test('no function is longer than a screen', () => {
		expect(ours.flatMap(longFunctions)).toEqual([]);
	});

	test('no file is longer than 500 lines', () => {
		const long = ours.filter(
			({ file, text }) => !tables.has(file) && lineCount(text) > fileLinesMax,
		);
		expect(long.map(({ file }) => file)).toEqual([]);
	});
});

/** Words with the reason they stay out, and the files that are the edge where one belongs. */
const banned: readonly {
	readonly word: RegExp;
	readonly reason: string;
	readonly except?: RegExp;
}[] = [
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
		except: /^(server\/clock\.ts|start\/|exchange\/main\.ts|test\/)/,
	},
	{ word: /\bMath\.random\(/, reason: 'randomness enters at the edge', except: /^test\/bench\// },
	{ word: /@ts-(ignore|nocheck)/, reason: 'the types hold' },
	{ word: /catch\s*(\([^)]*\))?\s*\{\s*\}/, reason: 'no error is swallowed' },
];

describe('words', () => {
	test.each(banned.map((entry) => [String(entry.word), entry] as const))(
		'%s stays out',
		(_, entry) => {
			const hits = sources
				.filter(({ file }) => file !== 'test/tidy.test.ts' && !entry.except?.test(file))
				.flatMap(({ file, text }) =>
					text
						.split('\n')
						.map((line, index) => ({ line: line.trim(), place: `${file}:${index + 1}` }))
						.filter(({ line }) => entry.word.test(line))
						.map(({ line, place }) => `${place} ${line} (${entry.reason})`),
				);
			expect(hits).toEqual([]);
		},
	);

	test('nothing is untyped', () => {
		expect(ours.flatMap(untyped)).toEqual([]);
	});

	test('files are not called utils, helpers, manager, common or index', () => {
		const vague = sources.filter(({ file }) =>
			/(^|\/)(utils?|helpers?|manager|common|index)\.(ts|js)$/.test(file),
		);
		expect(vague.map(({ file }) => file)).toEqual([]);
	});

	test('every source opens with a comment on what it is', () => {
		const silent = sources.filter(
			({ file, text }) =>
				!file.endsWith('.test.ts') && !/^(#!.*\n)?('use strict';\n)?\s*\/(\*|\/)/.test(text),
		);
		expect(silent.map(({ file }) => file)).toEqual([]);
	});
});

function untyped({ file, tree }: Source): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node)) {
			const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push(`${file}:${line} ${node.getText()}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

describe('manifests', () => {
	const read = (file: string) =>
		JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as {
			dependencies?: Record<string, string>;
			devDependencies?: Record<string, string>;
		};

	test('the n8n package has no run-time dependencies', () => {
		expect(read('package.json').dependencies).toBeUndefined();
	});

	test.each(['server', 'service', 'exchange'])(
		'every dependency of %s has its reason in its README',
		(name) => {
			const { dependencies = {}, devDependencies = {} } = read(`${name}/package.json`);
			const readme = fs
				.readFileSync(path.join(root, name, 'README.md'), 'utf8')
				.replace(/ +/g, ' ');
			const without = Object.keys({ ...dependencies, ...devDependencies }).filter(
				(dependency) => !readme.includes(`| \`${dependency}\` |`),
			);
			expect(without).toEqual([]);
		},
	);

	test('versions are exact', () => {
		const loose = [
			'package.json',
			'server/package.json',
			'service/package.json',
			'exchange/package.json',
		].flatMap((file) =>
			Object.entries({ ...read(file).dependencies, ...read(file).devDependencies })
				.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
				.map(([name, version]) => `${file}: ${name}@${version}`),
		);
		expect(loose).toEqual([]);
	});

	test('the lock file names no download address', () => {
		const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
		expect(lock.match(/"resolved": "http[^"]*"/g) ?? []).toEqual([]);
	});
});
