/** Which way imports may point, and the walks that find breaches and rings. */
import { nodesOf, lineOf, ours, type Source } from './sources';
import { roomOf } from './rooms';
import ts from 'typescript';

/** For each top folder, the others it may import. Whatever it holds itself it may import too. */
const directions: Readonly<Record<string, readonly string[]>> = {
	api: [],
	proof: [],
	credentials: ['api'],
	nodes: ['api', 'proof'],
	clients: [],
	pages: ['api', 'proof', 'clients'],
	server: ['api', 'proof'],
	comparison: ['server', 'api', 'proof'],
	service: ['comparison', 'server', 'api', 'proof'],
	exchange: ['server', 'api', 'proof'],
	backup: ['service', 'exchange', 'server', 'api', 'proof'],
	start: ['pages', 'api', 'tools', 'server/release.ts'],
	// Pages about a program say what it is worked out from.
	tools: ['nodes', 'service', 'comparison', 'exchange', 'server', 'api'],
};

/** What n8n runs: it must load there without a package of ours. */
const n8nPackage = /^(api|proof|credentials|nodes)\//;
const n8nPackages = /^(n8n-workflow|node:crypto)$/;

/** The rooms of the products, which never import each other's. */
const products: Readonly<Record<string, readonly string[]>> = {
	sealer: ['service/contracts', 'service/signing', 'service/sealing', 'service/handlers/sealer'],
	tracker: ['service/assets', 'service/handlers/tracker'],
	keeper: ['service/documents', 'service/handlers/keeper'],
	storage: ['service/storage'],
};

/** What of the comparison others may import: the shape of its answers, how it is asked, and its readers. */
const entries = [
	/^comparison\/core\//,
	/^comparison\/worker\/comparisons\.ts$/,
	/^comparison\/report\/page\.ts$/,
	/^comparison\/formats\/pdf\/reading\/(pdf-document|reading-order|words?)\.ts$/,
	/^comparison\/formats\/(pdf\/format|office\/(word\/text|outside-parts))\.ts$/,
];

function isInside(file: string, target: string): boolean {
	const isOther = topOf(target) === 'comparison' && topOf(file) === 'service';
	return isOther && !entries.some((entry) => entry.test(target));
}

/** Folders that compute and do nothing else: no package, no time, no randomness, no process. */
const pure = ['api', 'proof', 'exchange/engine', 'server/html'];
const reachesOutside = new Set([
	...['process', 'fetch', 'performance', 'setTimeout', 'setInterval', 'setImmediate'],
]);

const isIn = (file: string, folder: string) => `${file}/`.startsWith(`${folder}/`);

function topOf(file: string): string {
	return file.slice(0, file.indexOf('/'));
}

function productOf(file: string): string | undefined {
	return Object.keys(products).find((name) => products[name]?.some((folder) => isIn(file, folder)));
}

/** Imports against the direction, of another product, or of nothing that is there. */
export function importBreaches({ file, imports }: Source): string[] {
	const allowed = [topOf(file), ...(directions[topOf(file)] ?? [])];
	const product = productOf(file);
	return imports
		.filter(({ name, file: target }) => {
			if (!name.startsWith('.')) return n8nPackage.test(file) && !n8nPackages.test(name);
			if (target === undefined || !allowed.some((folder) => isIn(target, folder))) return true;
			if (isInside(file, target)) return true;
			const other = productOf(target);
			return product !== undefined && other !== undefined && product !== other;
		})
		.map(({ name, line }) => `${file}:${line} imports ${name}`);
}

/** What a pure folder reaches for outside of the pure ones. */
export function impurities({ file, tree, imports }: Source): string[] {
	if (!pure.some((folder) => isIn(file, folder))) return [];
	const impure = imports
		.filter(
			({ file: target }) => !pure.some((folder) => target !== undefined && isIn(target, folder)),
		)
		.map(({ name, line }) => `${file}:${line} imports ${name}`);
	const names = [...nodesOf(tree)]
		.filter((node) => ts.isIdentifier(node) && reachesOutside.has(node.text) && !isMember(node))
		.map((node) => `${file}:${lineOf(tree, node)} reaches for ${node.getText()}`);
	return [...impure, ...names];
}

/** Whether a name is that of a member, as in `order.process`. */
function isMember({ parent, pos }: ts.Node): boolean {
	return (
		(ts.isPropertyAccessExpression(parent) && parent.name.pos === pos) ||
		ts.isPropertyAssignment(parent) ||
		ts.isPropertySignature(parent)
	);
}

/** What a ring is looked for among. A file beside rooms is a room of its own. */
const groups = {
	files: (file: string) => file,
	folders: (file: string) => file.slice(0, file.lastIndexOf('/')),
	/** What stands directly below a top folder, with all below it. */
	topRooms: (file: string) => file.split('/').slice(0, 2).join('/'),
	/** The deepest room that a README lists. */
	rooms: (file: string) => roomOf(file) ?? groups.topRooms(file),
} as const;

/** Rings among files, folders or rooms, each as its members in order; type-only imports count. */
export function rings(of: keyof typeof groups): string[] {
	const nameOf = groups[of];
	const graph = new Map<string, Set<string>>();
	for (const { file, imports } of ours) {
		const targets = graph.get(nameOf(file)) ?? new Set();
		graph.set(nameOf(file), targets);
		for (const { file: target } of imports) {
			if (target !== undefined && nameOf(target) !== nameOf(file)) targets.add(nameOf(target));
		}
	}
	const reached = new Map([...graph.keys()].map((name) => [name, reachableFrom(graph, name)]));
	const ringOf = (name: string) =>
		[...(reached.get(name) ?? [])].filter((other) => reached.get(other)?.has(name)).sort();
	const found = [...graph.keys()].map(ringOf).filter((ring) => ring.length > 0);
	return [...new Set(found.map((ring) => ring.join(' <-> ')))];
}

function reachableFrom(
	graph: ReadonlyMap<string, ReadonlySet<string>>,
	start: string,
): Set<string> {
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
