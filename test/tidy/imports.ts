/** The walks over imports: breaches of the rows, breaches of purity, and rings. */
import ts from 'typescript';
import { pure, reachesOutside } from './purity';
import { rooms, type Room } from './rooms';
import { lineOf, nodesOf, ours, type Source } from './sources';

/** Folders that hold sources and have no row. */
export function foldersWithoutRow(): string[] {
	return [...new Set(ours.map(({ folder }) => folder))].filter((folder) => !(folder in rooms));
}

/** Rows of folders that are gone. */
export function rowsWithoutFolder(): string[] {
	return Object.keys(rooms).filter((folder) => !ours.some((source) => source.folder === folder));
}

function allows({ own }: Room, folder: string): boolean {
	return own.some((name) =>
		name.endsWith('/*') ? folder.startsWith(name.slice(0, -1)) : folder === name,
	);
}

export function importBreaches({ file, folder, imports }: Source): string[] {
	const room = rooms[folder];
	if (room === undefined) return [];
	return imports
		.filter((one) => {
			if (!one.name.startsWith('.')) return !room.npm.test(one.name);
			if (one.file === undefined) return true;
			const target = folderOf(one.file);
			return target !== folder && !allows(room, target);
		})
		.map(({ name, line }) => `${file}:${line} imports ${name}`);
}

function folderOf(file: string): string {
	return file.slice(0, file.lastIndexOf('/'));
}

/** The packages a source may import if it is pure, by its own entry or that of its folder. */
function purityOf(file: string): RegExp | undefined {
	return pure[file] ?? pure[folderOf(file)];
}

export function impurities(source: Source): string[] {
	const packages = purityOf(source.file);
	if (packages === undefined) return [];
	const imports = source.imports
		.filter(({ name, file }) =>
			file === undefined ? !packages.test(name) : purityOf(file) === undefined,
		)
		.map(({ name, line }) => `${source.file}:${line} imports ${name}`);
	return [...imports, ...outsideNames(source)];
}

function outsideNames({ file, tree }: Source): string[] {
	return [...nodesOf(tree)]
		.filter((node) => ts.isIdentifier(node) && reachesOutside.has(node.text) && !isMember(node))
		.map((node) => `${file}:${lineOf(tree, node)} reaches for ${node.getText()}`);
}

/** Whether a name is that of a member, as in `order.process`. */
function isMember({ parent, pos }: ts.Node): boolean {
	return (
		(ts.isPropertyAccessExpression(parent) && parent.name.pos === pos) ||
		ts.isPropertyAssignment(parent) ||
		ts.isPropertySignature(parent)
	);
}

/** Entries of the list that name nothing. */
export function pureWithoutSource(): string[] {
	return Object.keys(pure).filter(
		(name) => !ours.some(({ file, folder }) => file === name || folder === name),
	);
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Rings among files or among folders, each as its members in order; type-only imports count. */
export function rings(of: 'files' | 'folders'): string[] {
	const graph = graphOf(of);
	const reached = new Map([...graph.keys()].map((name) => [name, reachableFrom(graph, name)]));
	const ringOf = (name: string) =>
		[...(reached.get(name) ?? [])].filter((other) => reached.get(other)?.has(name)).sort();
	const found = [...graph.keys()].map(ringOf).filter((ring) => ring.length > 0);
	return [...new Set(found.map((ring) => ring.join(' <-> ')))];
}

function graphOf(of: 'files' | 'folders'): Graph {
	const nameOf = (file: string) => (of === 'files' ? file : folderOf(file));
	const graph = new Map<string, Set<string>>();
	for (const source of ours) {
		const from = nameOf(source.file);
		const targets = graph.get(from) ?? new Set();
		graph.set(from, targets);
		for (const { file } of source.imports) {
			if (file !== undefined && nameOf(file) !== from) targets.add(nameOf(file));
		}
	}
	return graph;
}

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
	const reached = new Set<string>();
	const open = [start];
	for (let name = open.pop(); name !== undefined; name = open.pop()) {
		for (const next of graph.get(name) ?? []) {
			if (reached.has(next)) continue;
			reached.add(next);
			open.push(next);
		}
	}
	return reached;
}
