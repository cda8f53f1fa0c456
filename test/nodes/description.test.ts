/**
 * The finished descriptions of the nodes. n8n's lint reads source text and is blind to what is
 * worked out from `api/`, so the evaluated descriptions are printed as source and n8n's own rules
 * run over that. Beyond the rules: every endpoint has its operation, every field its place.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import type { Field } from '../../api/description';
import { endpoints, type Area } from '../../api/endpoints';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { Storage } from '../../nodes/Storage/Storage.node';
import { storageScreen } from '../../nodes/Storage/screen';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { endpointOf, type AnyOperationScreen, type NodeScreen } from '../../nodes/wire/screen';
import { scan } from '../package/scan';

interface Described {
	readonly name: string;
	readonly node: INodeType;
	readonly screen: NodeScreen;
}

const nodes: readonly Described[] = [
	{ name: 'Sealer', node: new Sealer(), screen: sealerScreen },
	{ name: 'Tracker', node: new Tracker(), screen: trackerScreen },
	{ name: 'Keeper', node: new Keeper(), screen: keeperScreen },
	{ name: 'Storage', node: new Storage(), screen: storageScreen },
];

/** A value as TypeScript source, in the form the rules look for: plain keys, literal values. */
function printed(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(([key, entry]) => {
			const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
			return `${name}: ${printed(entry)}`;
		});
		return `{\n${entries.join(',\n')}\n}`;
	}
	return JSON.stringify(value);
}

const projectFolder = path.join(__dirname, '../..');

let folder: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-descriptions-'));
	for (const name of ['package.json', 'credentials']) {
		fs.cpSync(path.join(projectFolder, name), path.join(folder, name), { recursive: true });
	}
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Prints a description as the source of its node, where the scan looks for nodes. */
function print(name: string, description: INodeTypeDescription): void {
	const nodeFolder = path.join(folder, 'nodes', name);
	fs.cpSync(path.join(projectFolder, 'nodes', name), nodeFolder, {
		recursive: true,
		filter: (file) => !file.endsWith('.ts'),
	});
	const literal = printed(description).replaceAll('["main"]', '[NodeConnectionTypes.Main]');
	const source = `export class ${name} implements INodeType {
		description: INodeTypeDescription = ${literal};
	}`;
	fs.writeFileSync(path.join(nodeFolder, `${name}.node.ts`), source);
}

const scanPrinted = () => scan(folder, ['nodes/**/*.ts']);

test('the finished descriptions of all nodes pass the check of n8n', async () => {
	for (const { name, node } of nodes) print(name, node.description);
	expect(await scanPrinted()).toEqual({ passed: true });
});

type Fault = readonly [string, Partial<INodeProperties>, string];

const faults: readonly Fault[] = [
	['a label in lower case', { displayName: 'some label' }, 'node-param-display-name-miscased'],
	[
		'a final full stop',
		{ description: 'A sentence.' },
		'node-param-description-excess-final-period',
	],
	['ID in lower case', { displayName: 'Asset id' }, 'node-param-display-name-miscased-id'],
	[
		'a boolean without Whether',
		{ type: 'boolean', default: false, description: 'Do it' },
		'node-param-description-boolean-without-whether',
	],
	[
		'an e-mail without a placeholder',
		{ displayName: 'Email', name: 'email' },
		'node-param-placeholder-missing-email',
	],
];

test('the check sees a printed description: each of these faults is found', async () => {
	const { description } = new Tracker();
	const sound: INodeProperties = {
		displayName: 'Sound Label',
		name: 'sound',
		type: 'string',
		default: '',
	};
	const faulty = faults.map(([, fault]) => ({ ...sound, ...fault }));
	print('Tracker', { ...description, properties: [...description.properties, ...faulty] });
	const { passed, details } = await scanPrinted();
	expect(passed).toBe(false);
	for (const [name, , rule] of faults) {
		expect([name, details?.includes(rule)]).toEqual([name, true]);
	}
});

test('signing is the one endpoint with two operations, and both paths of it can be chosen', () => {
	const names = nodes.flatMap(({ screen }) =>
		screen.operations.map((operation) => `${screen.area}.${operation.endpoint}`),
	);
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	expect(repeated).toEqual(['sealer.signContract']);
	const withOlderPath = Object.entries(endpoints).flatMap(([area, operations]) =>
		Object.keys(operations).filter((name) => endpointOf(area as Area, name).alsoAt !== undefined),
	);
	expect(withOlderPath).toEqual(['signContract']);
	const shape = propertiesOf(new Sealer(), 'contract', 'signWithLast')
		.flatMap((property) => property.options ?? [])
		.find((option) => option.name === 'pathShape');
	expect(JSON.stringify(shape)).toContain('"older"');
});

/** The parameters of one operation, as the editor would show them. */
function propertiesOf(node: INodeType, resource: string, operation: string): INodeProperties[] {
	return node.description.properties.filter(({ displayOptions }) => {
		const show = displayOptions?.show ?? {};
		return (
			show.resource?.includes(resource) === true && show.operation?.includes(operation) === true
		);
	});
}

const operations = nodes.flatMap(({ name, node, screen }) =>
	screen.operations.map((operation) => ({
		name: `${name}: ${operation.operation} ${operation.resource}`,
		node,
		area: screen.area,
		operation,
	})),
);

/** Names of the parameters that a field of the wire must have given rise to. */
function expectedNames(fieldName: string, screen: AnyOperationScreen['fields'][string]): string[] {
	switch (screen.as) {
		case 'parameter':
		case 'option':
			return [screen.name ?? fieldName];
		case 'product':
			return ['productId'];
		case 'paging':
			return fieldName === 'limit' ? ['returnAll', 'limit'] : [];
		case 'items':
			return Object.entries(screen.fields).map(([name, shown]) => shown.name ?? name);
		case 'own':
			return screen.properties.map((property) => property.name);
		case 'always':
		case 'absent':
			return [];
	}
}

test.each(operations)(
	'$name shows every field of its endpoint once',
	({ node, area, operation }) => {
		const shown = propertiesOf(node, operation.resource, operation.operation);
		const options = shown.find((property) => property.name === 'options')?.options ?? [];
		const { before = [], after = [] } = operation;
		const beyond = [...before, ...after, ...(operation.options ?? [])].map(({ name }) => name);
		const endpoint = endpointOf(area, operation.endpoint);
		expect(Object.keys(operation.fields).sort()).toEqual(Object.keys(endpoint.fields).sort());
		const expected = Object.entries(operation.fields).flatMap(([name, screen]) =>
			expectedNames(name, screen),
		);
		const names = [
			...shown.map((property) => property.name).filter((name) => name !== 'options'),
			...options.map((option) => option.name),
		].filter((name) => !beyond.includes(name));
		expect(names.sort()).toEqual(expected.sort());
	},
);

function kindOf(field: Field): string {
	if (field.type === 'integer') return 'number';
	if (field.type === 'boolean') return 'boolean';
	if (field.type === 'record') return 'json';
	if (field.type !== 'string') return 'string';
	if (field.format === 'date-time') return 'dateTime';
	return field.choices !== undefined ? 'options' : 'string';
}

test.each(operations)('$name asks for each field in its own kind', ({ node, area, operation }) => {
	const shown = propertiesOf(node, operation.resource, operation.operation);
	const endpoint = endpointOf(area, operation.endpoint);
	for (const [fieldName, screen] of Object.entries(operation.fields)) {
		const field = endpoint.fields[fieldName];
		if (screen.as !== 'parameter' || field === undefined) continue;
		const property = shown.find((candidate) => candidate.name === (screen.name ?? fieldName));
		const kind = screen.search === undefined ? kindOf(field) : 'resourceLocator';
		expect([fieldName, property?.type]).toEqual([fieldName, kind]);
		expect([fieldName, property?.required === true]).toEqual([fieldName, field.required === true]);
		if (field.type === 'string' && field.choices !== undefined) {
			const values = property?.options?.map((option) => ('value' in option ? option.value : ''));
			expect(values?.sort()).toEqual([...field.choices].sort());
		}
	}
});

test.each(nodes)('the list search methods $name names are there', ({ node }) => {
	const named = [...JSON.stringify(node.description).matchAll(/"searchListMethod":"(\w+)"/g)].map(
		(match) => match[1],
	);
	expect([...new Set(named)].sort()).toEqual(Object.keys(node.methods?.listSearch ?? {}).sort());
});

test.each(nodes)('$name can be used as a tool, with the credential of the package', ({ node }) => {
	expect(node.description.usableAsTool).toBe(true);
	expect(node.description.credentials).toEqual([{ name: 'sealkeeperApi', required: true }]);
});
