/**
 * The finished descriptions of the nodes. n8n's lint reads source text and is blind to what is
 * worked out from `api/`, so the evaluated descriptions are printed as source and n8n's own rules
 * run over that. Beyond the rules: every endpoint has its operation, every field its place.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	Workflow,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Field } from '../../api/language/description';
import { endpoints, type Area } from '../../api/endpoints';
import { Exchange } from '../../nodes/Exchange/Exchange.node';
import { exchangeScreen } from '../../nodes/Exchange/screen';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { Storage } from '../../nodes/Storage/Storage.node';
import { storageScreen } from '../../nodes/Storage/screen';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { KeeperTrigger } from '../../nodes/KeeperTrigger/KeeperTrigger.node';
import { SealerTrigger } from '../../nodes/SealerTrigger/SealerTrigger.node';
import { ExchangeTrigger } from '../../nodes/ExchangeTrigger/ExchangeTrigger.node';
import { StorageTrigger } from '../../nodes/StorageTrigger/StorageTrigger.node';
import { TrackerTrigger } from '../../nodes/TrackerTrigger/TrackerTrigger.node';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { simpleRecordOf } from '../../nodes/wire/output';
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
	{ name: 'Exchange', node: new Exchange(), screen: exchangeScreen },
];

const triggers: ReadonlyArray<Omit<Described, 'screen'>> = [
	{ name: 'SealerTrigger', node: new SealerTrigger() },
	{ name: 'TrackerTrigger', node: new TrackerTrigger() },
	{ name: 'KeeperTrigger', node: new KeeperTrigger() },
	{ name: 'StorageTrigger', node: new StorageTrigger() },
	{ name: 'ExchangeTrigger', node: new ExchangeTrigger() },
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
	const method = 'async function (this: IHookFunctions) { return true; }';
	const methods = description.webhooks?.map(
		({ name }) => `${name}: { checkExists: ${method}, create: ${method}, delete: ${method} }`,
	);
	const source = `export class ${name} implements INodeType {
		description: INodeTypeDescription = ${literal};
		${methods === undefined ? '' : `webhookMethods = { ${methods.join()} };`}
	}`;
	fs.writeFileSync(path.join(nodeFolder, `${name}.node.ts`), source);
}

const scanPrinted = () => scan(folder, ['nodes/**/*.ts']);

test('the finished descriptions of all nodes pass the check of n8n', async () => {
	for (const { name, node } of [...nodes, ...triggers]) print(name, node.description);
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

test('signing, and what stands with a contract, are the endpoints with two operations; both paths of signing can be chosen', () => {
	const names = nodes.flatMap(({ screen }) =>
		screen.operations.map((operation) => `${screen.area}.${operation.endpoint}`),
	);
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	expect(repeated).toEqual(['sealer.signContract', 'sealer.getContract']);
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
		screen,
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
	({ node, screen, area, operation }) => {
		const shown = propertiesOf(node, operation.resource, operation.operation);
		const options = shown.find((property) => property.name === 'options')?.options ?? [];
		const { before = [], after = [] } = operation;
		const beyond = [...before, ...after, ...(operation.options ?? [])].map(({ name }) => name);
		const endpoint = endpointOf(area, operation.endpoint);
		expect(Object.keys(operation.fields).sort()).toEqual(Object.keys(endpoint.fields).sort());
		const expected = Object.entries(operation.fields).flatMap(([name, screen]) =>
			expectedNames(name, screen),
		);
		if (simpleRecordOf(screen, operation) !== undefined) expected.push('simplify');
		const names = [
			...shown.map((property) => property.name).filter((name) => name !== 'options'),
			...options.map((option) => option.name),
		].filter((name) => !beyond.includes(name));
		expect(names.sort()).toEqual(expected.sort());
	},
);

function kindOf(field: Field, isMoment: boolean): string {
	if (isMoment) return 'dateTime';
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
		const kind =
			screen.search === undefined ? kindOf(field, screen.isMoment === true) : 'resourceLocator';
		expect([fieldName, property?.type]).toEqual([fieldName, kind]);
		expect([fieldName, property?.required === true]).toEqual([fieldName, field.required === true]);
		if (field.type === 'string' && field.choices !== undefined) {
			const values = property?.options?.map((option) => ('value' in option ? option.value : ''));
			expect(values?.sort()).toEqual([...field.choices].sort());
		}
	}
});

test.each([...nodes, ...triggers])('the list search methods $name names are there', ({ node }) => {
	const named = [...JSON.stringify(node.description).matchAll(/"searchListMethod":"(\w+)"/g)].map(
		(match) => match[1],
	);
	expect([...new Set(named)].sort()).toEqual(Object.keys(node.methods?.listSearch ?? {}).sort());
});

test.each(nodes)('$name can be used as a tool, with the credential of the package', ({ node }) => {
	expect(node.description.usableAsTool).toBe(true);
	expect(node.description.credentials).toMatchObject([{ name: 'sealkeeperApi', required: true }]);
});

test.each(nodes)('$name bears the name of the brand, and its own one stays', ({ name, node }) => {
	const { displayName, defaults, name: internal } = node.description;
	expect([displayName, defaults.name, internal]).toEqual([
		`Sealkeeper ${name}`,
		`Sealkeeper ${name}`,
		name.toLowerCase(),
	]);
});

/** What the subtitle says for these parameters, worked out as n8n's editor does. */
function subtitleFor({ description }: INodeType, parameters: INodeParameters): unknown {
	const base = { id: '1', name: 'Node', type: 'node', typeVersion: 1 } as const;
	const node = { ...base, position: [0, 0] as [number, number], parameters };
	const typeOf = (): INodeType => ({ description });
	const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

const subtitles = [
	['Tracker', 'balance', 'getAll', 'Get many: balances'],
	['Tracker', 'entity', 'getAll', 'Get many: entities'],
	['Tracker', 'batch', 'getAll', 'Get many: batches'],
	['Tracker', 'transaction', 'getAllOfProduct', 'Get many of product: transactions'],
	['Sealer', 'contract', 'signWithLast', 'Sign with last signature: contract'],
	['Keeper', 'file', 'keepOrCompare', 'Keep or compare: file'],
	['Exchange', 'order', 'getAll', 'Get many: orders'],
] as const;

test.each(subtitles)('below a %s node with %s and %s stands: %s', (...row) => {
	const [wanted, resource, operation, words] = row;
	const node = nodes.find(({ name }) => name === wanted)?.node;
	expect(node && subtitleFor(node, { resource, operation })).toBe(words);
});

/** Every parameter, with those of its collections. */
function allOf(properties: readonly INodeProperties[]): readonly INodeProperties[] {
	return properties.flatMap((property) => {
		const within = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [property, ...allOf(within)];
	});
}

test.each(nodes)('every parameter of $name is described, for people and for agents', ({ node }) => {
	const known = ['resource', 'operation', 'options'];
	const properties = allOf(node.description.properties);
	const without = properties.filter(
		({ name, description }) => !known.includes(name) && !description,
	);
	expect(without.map(({ displayName }) => displayName)).toEqual([]);
});

/** What an agent is told of an operation is its action and the name of the node. */
test('an operation that moves money or binds somebody says so in its action', () => {
	const moving =
		/^(Exchange: (place|replace|deposit|withdraw) |Tracker: (issue|transfer|burn|reverse)|Sealer: (create|sign\w*) contract)/;
	const told = operations.filter(({ name }) => moving.test(name));
	expect(told).toHaveLength(19);
	for (const { operation } of told) {
		expect(operation.action).toMatch(/ so (try a dry run|ask a person) first$/);
	}
});

test('what every operation does is said in words', () => {
	for (const {
		node,
		operation: { resource, operation },
	} of operations) {
		expect(subtitleFor(node, { resource, operation })).toMatch(/^[A-Z][a-z ]+: [a-z-][a-z -]+$/);
	}
});

/** What people type into the search of n8n's node panel, which reads names and these words. */
const searched: Readonly<Record<string, readonly string[]>> = {
	Sealer: ['sealkeeper', 'docusign', 'e-sign', 'signature', 'contract', 'pdf'],
	Keeper: ['sealkeeper', 'pdf', 'diff', 'compare', 'monitor', 'blockchain'],
	Tracker: ['sealkeeper', 'token', 'ledger', 'blockchain'],
	Storage: ['sealkeeper', 'backup', 's3'],
	Exchange: ['sealkeeper', 'order', 'trade', 'market'],
	SealerTrigger: ['sealkeeper', 'docusign', 'contract'],
	KeeperTrigger: ['sealkeeper', 'diff', 'monitor'],
	TrackerTrigger: ['sealkeeper', 'token', 'ledger'],
	StorageTrigger: ['sealkeeper', 'backup', 's3'],
	ExchangeTrigger: ['sealkeeper', 'trading', 'order book'],
};

test.each([...nodes, ...triggers])(
	'$name is found by what people type for it',
	({ name, node: { description } }) => {
		const file = path.join(projectFolder, 'nodes', name, `${name}.node.json`);
		const { node, alias, categories } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
			readonly node: string;
			readonly alias: readonly string[];
			readonly categories: readonly string[];
		};
		expect(node).toBe(`n8n-nodes-sealkeeper.${description.name}`);
		expect(alias).toEqual(expect.arrayContaining([...(searched[name] ?? [])]));
		expect(categories.length).toBeGreaterThan(0);
	},
);

test('all icons are of one family: the same colours, light and dark', () => {
	const colours = (theme: string) => {
		const icons = [
			...nodes.map(({ name }) => `nodes/${name}/${name.toLowerCase()}`),
			'credentials/sealkeeper',
		];
		return icons.map((icon) => {
			const svg = fs.readFileSync(path.join(projectFolder, `${icon}${theme}.svg`), 'utf8');
			return [...new Set(svg.match(/#[0-9a-f]{6}/g))];
		});
	};
	const families = {
		'': ['#0f766e', '#ffffff', '#d97706', '#cbd5e1', '#ccfbf1'],
		'.dark': ['#2dd4bf', '#1e293b', '#fbbf24', '#475569', '#134e4a'],
	};
	for (const [theme, family] of Object.entries(families)) {
		for (const used of colours(theme)) {
			expect(family).toEqual(expect.arrayContaining(used));
			expect(used).toContain(family[0]);
		}
	}
});
