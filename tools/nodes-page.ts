/**
 * Writes the generated part of docs/nodes.md from the nodes' own descriptions: every operation and
 * every event of a trigger. The text above it is edited by hand.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

export const nodesPageFile = 'docs/nodes.md';
const begins = '<!-- Written by `npm run generate` from the nodes: -->\n\n';

/** The page with its current generated part. */
export function nodesPage(root: string): string {
	const page = fs.readFileSync(path.join(root, nodesPageFile), 'utf8');
	const end = page.indexOf(begins) + begins.length;
	if (end < begins.length) throw new Error(`${nodesPageFile} has no place for the nodes`);
	return `${page.slice(0, end)}${descriptions(root).map(chapter).join('\n\n')}\n`;
}

function descriptions(root: string): readonly INodeTypeDescription[] {
	const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		readonly n8n: { readonly nodes: readonly string[] };
	};
	return manifest.n8n.nodes.map(description);
}

const load = createRequire(__filename);

/**
 * Description of a node, by the compiled file in the manifest; the class is named after the file.
 */
function description(file: string): INodeTypeDescription {
	const target = file.replace(/^dist\/(.*)\.js$/, '../$1');
	const name = path.basename(target, '.node');
	const classes = load(target) as Readonly<Record<string, new () => INodeType>>;
	const Node = classes[name];
	if (Node === undefined) throw new Error(`${file} has no class ${name}`);
	return new Node().description;
}

function chapter(node: INodeTypeDescription): string {
	const rows = node.properties.flatMap((property) => [
		...(property.name === 'operation' ? operationRows(node, property) : []),
		...(property.name === 'events' ? options(property).map(eventRow) : []),
	]);
	const heads = node.group.includes('trigger')
		? '| Starts a workflow by | When |\n| --- | --- |'
		: '| Resource | Operation | What it does |\n| --- | --- | --- |';
	return [`## ${node.displayName}`, '', `${node.description}.`, '', heads, ...rows].join('\n');
}

function operationRows(node: INodeTypeDescription, property: INodeProperties): readonly string[] {
	const of = property.displayOptions?.show?.['resource'] ?? [];
	const resources = node.properties.filter(({ name }) => name === 'resource').flatMap(options);
	const shown = resources.filter(({ value }) => of.includes(value)).map(({ name }) => name);
	return options(property).map(
		({ name, description: does }) => `| ${shown.join(', ')} | ${name} | ${does} |`,
	);
}

function eventRow({ name, description: when }: Option): string {
	return `| ${name} | ${when} |`;
}

interface Option {
	readonly name: string;
	readonly value: string;
	readonly description: string;
}

function options({ options: given = [] }: INodeProperties): readonly Option[] {
	return given.flatMap((option) =>
		'value' in option
			? [{ name: option.name, value: String(option.value), description: option.description ?? '' }]
			: [],
	);
}

if (require.main === module) fs.writeFileSync(path.resolve(nodesPageFile), nodesPage('.'));
