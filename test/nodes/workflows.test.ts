/**
 * The shipped workflows as files: what n8n would complain of when they are opened, without
 * opening them. That they run is tested in a real n8n.
 */
import fs from 'node:fs';
import path from 'node:path';
import type {
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { Exchange } from '../../nodes/Exchange/Exchange.node';
import { ExchangeTrigger } from '../../nodes/ExchangeTrigger/ExchangeTrigger.node';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { KeeperTrigger } from '../../nodes/KeeperTrigger/KeeperTrigger.node';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { SealerTrigger } from '../../nodes/SealerTrigger/SealerTrigger.node';
import { Storage } from '../../nodes/Storage/Storage.node';
import { StorageTrigger } from '../../nodes/StorageTrigger/StorageTrigger.node';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { TrackerTrigger } from '../../nodes/TrackerTrigger/TrackerTrigger.node';

interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: INodeParameters;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

interface Connection {
	readonly node: string;
	readonly type: string;
	readonly index: number;
}

interface ShippedWorkflow {
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, { readonly main: readonly Connection[][] }>>;
	readonly settings: object;
}

const folder = path.join(__dirname, '../../workflows');
const files = fs
	.readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.sort();
const workflows = files.map((file) => {
	const text = fs.readFileSync(path.join(folder, file), 'utf8');
	return { file, text, workflow: JSON.parse(text) as ShippedWorkflow };
});

const ours: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-sealkeeper.sealer': new Sealer(),
	'n8n-nodes-sealkeeper.tracker': new Tracker(),
	'n8n-nodes-sealkeeper.keeper': new Keeper(),
	'n8n-nodes-sealkeeper.storage': new Storage(),
	'n8n-nodes-sealkeeper.exchange': new Exchange(),
	'n8n-nodes-sealkeeper.sealerTrigger': new SealerTrigger(),
	'n8n-nodes-sealkeeper.trackerTrigger': new TrackerTrigger(),
	'n8n-nodes-sealkeeper.keeperTrigger': new KeeperTrigger(),
	'n8n-nodes-sealkeeper.storageTrigger': new StorageTrigger(),
	'n8n-nodes-sealkeeper.exchangeTrigger': new ExchangeTrigger(),
};

/** The credentials that `npm start` makes. */
const credentials: ReadonlyArray<{ readonly id: string; readonly name: string }> = [
	{ id: 'sealkeeper-demo', name: 'Sealkeeper demo' },
	{ id: 'sealkeeper-demo-northwind', name: 'Sealkeeper demo: Northwind Energy' },
	{ id: 'sealkeeper-demo-harbour', name: 'Sealkeeper demo: Harbour Cooperative' },
];

/**
 * Versions of n8n's own nodes that the workflows use; each is in n8n 2.0 and in 2.41. None needs a
 * credential, such as that of a mail server, since a workflow is run before anybody has made one.
 */
const builtIn: Readonly<Record<string, number>> = {
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.filter': 2.2,
	'n8n-nodes-base.formTrigger': 2.2,
	'n8n-nodes-base.httpRequest': 4.2,
	'n8n-nodes-base.if': 2.2,
	'n8n-nodes-base.limit': 1,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.merge': 3.1,
	'n8n-nodes-base.noOp': 1,
	'n8n-nodes-base.readWriteFile': 1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.scheduleTrigger': 1.2,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.stopAndError': 1,
	'n8n-nodes-base.switch': 3.2,
	'n8n-nodes-base.wait': 1.1,
};

test('the shipped workflows are those that are meant', () => {
	expect(files).toEqual([
		'asset-life.json',
		'bulk-transfer.json',
		'compare-api-reply.json',
		'compare-folder.json',
		'compare-pdf.json',
		'compare-price-list.json',
		'compare-two-folders.json',
		'compare-web-page.json',
		'contract-completed.json',
		'contract-pre-signed.json',
		'contract-to-signers.json',
		'daily-statement.json',
		'difference-found.json',
		'document-history.json',
		'entities.json',
		'first-trade.json',
		'hiring.json',
		'invoice-to-delivery.json',
		'keep-two-versions.json',
		'market-maker.json',
		'multi-asset.json',
		'nda-by-form.json',
		'own-signature.json',
		'price-alert.json',
		'rebalancing-bot.json',
		'reserves-check.json',
		'scheduled-comparison.json',
		'settlement-alarm.json',
		'share-file.json',
		'signing-links.json',
		'storage-loss-1-upload.json',
		'storage-loss-2-download.json',
		'storage-watch.json',
		'trace-and-reverse.json',
	]);
	expect(new Set(workflows.map(({ workflow }) => workflow.id)).size).toBe(files.length);
});

/** The parameters of a node that the editor would show for the values it has. */
function shownProperties(description: INodeTypeDescription, node: WorkflowNode): INodeProperties[] {
	return description.properties.filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
			const declared = description.properties.find((property) => property.name === name);
			const value = node.parameters[name] ?? declared?.default;
			return values?.includes(value as never) ?? true;
		}),
	);
}

function undeclared(description: INodeTypeDescription, node: WorkflowNode): string[] {
	const shown = shownProperties(description, node);
	const options = shown.find((property) => property.name === 'options')?.options ?? [];
	const names = Object.keys(node.parameters).filter(
		(name) => !shown.some((property) => property.name === name),
	);
	const inOptions = Object.keys(node.parameters.options ?? {}).filter(
		(name) => !options.some((option) => option.name === name),
	);
	return [...names, ...inOptions.map((name) => `options.${name}`)];
}

function emptyRequired(description: INodeTypeDescription, node: WorkflowNode): string[] {
	return shownProperties(description, node)
		.filter(({ name, required, default: initial }) => {
			const value = node.parameters[name] ?? initial;
			const given =
				typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
			return required === true && (given === '' || given === undefined);
		})
		.map(({ name }) => name);
}

describe.each(workflows)('$file', ({ text, workflow }) => {
	test('has what an import needs and nothing that belongs to one n8n', () => {
		expect(Object.keys(workflow).sort()).toEqual([
			'connections',
			'id',
			'name',
			'nodes',
			'settings',
		]);
		expect(workflow.id).toMatch(/^[A-Za-z0-9]{16}$/);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
	});

	test('holds no key, only the name of a demo credential', () => {
		expect(text).not.toMatch(/apiKey|x-api-key|password|secret|token/i);
		for (const node of workflow.nodes) {
			const named = credentials.find(({ id }) => id === node.credentials?.sealkeeperApi?.id);
			const expected = node.type in ours ? { sealkeeperApi: named ?? 'missing' } : undefined;
			expect([node.name, node.credentials]).toEqual([node.name, expected]);
		}
	});

	test('uses nodes of this package, and versions of n8n that are there', () => {
		for (const { name, type, typeVersion } of workflow.nodes) {
			const versions = [ours[type]?.description.version ?? builtIn[type]].flat();
			expect([name, type, versions]).toEqual([name, type, expect.arrayContaining([typeVersion])]);
		}
	});

	test('gives every node of this package declared parameters, and all that are required', () => {
		for (const node of workflow.nodes) {
			const description = ours[node.type]?.description;
			if (description === undefined) continue;
			expect([node.name, undeclared(description, node)]).toEqual([node.name, []]);
			expect([node.name, emptyRequired(description, node)]).toEqual([node.name, []]);
		}
	});

	test('connects nodes that are there, and leaves none but notes and triggers without input', () => {
		const names = workflow.nodes.map((node) => node.name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map((node) => node.id)).size).toBe(names.length);
		const targets = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
		expect(names).toEqual(expect.arrayContaining(Object.keys(workflow.connections)));
		expect(names).toEqual(expect.arrayContaining(targets.map((target) => target.node)));
		const unreached = workflow.nodes.filter(
			(node) => !targets.some((target) => target.node === node.name),
		);
		for (const node of unreached) expect(node.type).toMatch(/Trigger$|stickyNote$/);
	});

	test('refers in its expressions only to nodes it has', () => {
		const names = workflow.nodes.map((node) => node.name);
		const referred = [...text.matchAll(/\$\('([^']+)'\)/g)].map((match) => match[1]);
		expect(names).toEqual(expect.arrayContaining(referred));
	});

	test('begins with a note that says what it does and what to click', () => {
		expect(noteOf(workflow)).toMatch(/^## .*Execute workflow/s);
	});

	test('names the buttons of n8n and the page of the mails as they are', () => {
		const note = noteOf(workflow);
		const isPublished = workflow.nodes.some(
			({ type }) => type.endsWith('Trigger') && !type.endsWith('.manualTrigger'),
		);
		expect([note, /\bpublish/i.test(note)]).toEqual([note, isPublished]);
		expect(note).not.toMatch(/activate|`outbox`/i);
	});

	test('says that a failed request fails the run, and what cannot be read is told at every run', () => {
		const note = noteOf(workflow);
		const isWatched = workflow.nodes.some(({ type }) => type.endsWith('.scheduleTrigger'));
		const isFetched = workflow.nodes.some(({ type }) => type.endsWith('.httpRequest'));
		if (isWatched && isFetched) expect(note).toMatch(/with an error fails the run/);
		if (note.includes('cannot be read')) expect(note).toMatch(/at every run/);
	});

	test('has fewer than ten nodes, and a note of three sentences', () => {
		expect(workflow.nodes.filter((node) => !isNote(node)).length).toBeLessThan(10);
		const [, said = ''] = noteOf(workflow).split('\n\n');
		expect(said.match(/[.](?=\s|$)/g)).toHaveLength(3);
	});

	test('has its settings apart where its note speaks of them, and only there', () => {
		const hasSettings = workflow.nodes.some((node) => node.name === 'Settings');
		expect(noteOf(workflow).includes('*Settings*')).toBe(hasSettings);
	});

	test('names in its note only nodes and workflows that there are', () => {
		const known = [
			...workflow.nodes.flatMap(({ name, parameters }) => [name, ...Object.keys(parameters)]),
			...workflows.map((shipped) => shipped.workflow.name),
			...credentials.map(({ name }) => name),
			...labels,
		];
		const named = [...noteOf(workflow).matchAll(/(?<![*])[*]([A-Z][^*]+)[*](?![*])/g)];
		const unknown = named.map(([, name = '']) => name).filter((name) => !isKnown(name, known));
		expect(unknown).toEqual([]);
	});
});

/** What notes speak of that is neither node nor workflow: buttons, fields and states. */
const labels = [
	...['Execute workflow', 'Idempotency Key', 'Signed', 'Dry Run', 'Trigger On'],
	...['Reconciliation Broken', 'Stop', 'Go', 'Rules', 'Supply agreement'],
];

/** A workflow may be called by the beginning of its name. */
function isKnown(name: string, known: readonly string[]): boolean {
	const begins = (one: string) => [':', ','].some((end) => one.startsWith(name + end));
	return known.some((one) => one === name || begins(one));
}

const isNote = ({ type }: WorkflowNode) => type.endsWith('.stickyNote');

function noteOf({ nodes }: ShippedWorkflow): string {
	return String(nodes.find(isNote)?.parameters.content);
}

/** A node of this package and one of its resources; of a trigger the node alone. */
function groupOf({ type, parameters }: WorkflowNode): string {
	const { properties } = ours[type]?.description ?? { properties: [] };
	const resource = properties.find(({ name }) => name === 'resource');
	return `${type} ${String(parameters.resource ?? resource?.default ?? '')}`.trim();
}

test('every operation group and every trigger of the package has a workflow', () => {
	const used = workflows.flatMap(({ workflow }) => workflow.nodes.map(groupOf));
	const wanted = Object.entries(ours).flatMap(([type, { description }]) => {
		const resources = description.properties.find(({ name }) => name === 'resource')?.options;
		return resources?.map((one) => `${type} ${'value' in one ? String(one.value) : ''}`) ?? [type];
	});
	expect(wanted.length).toBeGreaterThan(24);
	expect(wanted.filter((group) => !used.includes(group))).toEqual([]);
});

test('the comparison on a schedule is five nodes: schedule, fetch, Keep or Compare, if, tell', () => {
	const found = workflows.find(({ file }) => file === 'scheduled-comparison.json');
	const types = found?.workflow.nodes.filter((node) => !isNote(node)).map(({ type }) => type);
	expect(types).toEqual([
		'n8n-nodes-base.scheduleTrigger',
		'n8n-nodes-base.httpRequest',
		'n8n-nodes-sealkeeper.keeper',
		'n8n-nodes-base.if',
		'n8n-nodes-base.set',
	]);
});

const changes = [
	{
		...{ kind: 'changed', oldText: '12.50', newText: '13.90' },
		...{ kept: { sheet: 'Prices', cell: 'B7' }, sent: { sheet: 'Prices', cell: 'B7' } },
	},
	{ kind: 'added', sent: { line: 2, column: 5 }, newText: 'and a half' },
	{ kind: 'removed', kept: { path: '/beta' }, oldText: 'true' },
	{ kind: 'changed', kept: { line: 9 }, sent: { line: 9 }, oldText: 'four', newText: 'five' },
];

/** What n8n makes of the text of a message. */
function messageText(expression: string, $json: object): unknown {
	const code = expression.replace(/^=\{\{|\}\}$/g, '');
	return new Function('$json', `return ${code}`)($json);
}

test.each(workflows.filter(({ file }) => /^(compare|scheduled)-/.test(file)))(
	'the message of $file says the first changes, and how many there are',
	({ workflow }) => {
		const texts = workflow.nodes
			.filter(({ name }) => ['Message', 'Changed'].includes(name))
			.map(({ parameters }) => JSON.parse(JSON.stringify(parameters)) as MessageParameters)
			.map(({ assignments }) => assignments.assignments.find(({ name }) => name === 'text')?.value);
		expect(texts).toHaveLength(1);
		const [text = ''] = texts;
		const summary = '2 words changed, 1 added, 1 removed.';
		expect(messageText(text, { outcome: 'different', summary, changes })).toBe(
			['B7 12.50 → 13.90', 'added: and a half', '/beta removed: true', summary].join('\n'),
		);
		expect(messageText(text, { outcome: 'unreadable', summary: 'It is empty.' })).toBe(
			'It is empty.',
		);
	},
);

interface MessageParameters {
	readonly assignments: {
		readonly assignments: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	};
}
