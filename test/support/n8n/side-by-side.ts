/**
 * Puts several workflows side by side into one that is started by hand: each keeps its nodes,
 * parameters and connections under a name of its own, and its trigger gives way to the shared one.
 */
import type { N8nRecord } from '../../../start/n8n/home';

interface Node {
	readonly name: string;
	readonly type: string;
}

interface Targets {
	readonly main: ReadonlyArray<ReadonlyArray<{ readonly node: string }>>;
}

const start = 'Start';

/** What a node of one of the workflows is called within the whole. */
export function byPrefix(workflow: string, node: string): string {
	return `${workflow}: ${node}`;
}

export function sideBySide(
	id: string,
	workflows: ReadonlyArray<readonly [string, N8nRecord]>,
): N8nRecord {
	const renamed = workflows.map(([name, workflow]) => withPrefix(name, workflow));
	const nodes = renamed.flatMap((workflow) => workflow.nodes).filter((node) => !isTrigger(node));
	const trigger = {
		...{ id: start, name: start, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		...{ position: [0, 0], parameters: {} },
	};
	const connections = Object.assign({}, ...renamed.map((workflow) => workflow.connections));
	const first = renamed.flatMap((workflow) => workflow.first);
	return {
		...{ id, name: id, active: false, settings: { executionOrder: 'v1' } },
		...{ nodes: [trigger, ...nodes], connections: { ...connections, [start]: { main: [first] } } },
	};
}

function isTrigger({ type }: Node): boolean {
	return type.endsWith('Trigger');
}

function withPrefix(prefix: string, workflow: N8nRecord) {
	const text = JSON.stringify(workflow).replaceAll("$('", `$('${prefix}: `);
	const { nodes, connections } = JSON.parse(text) as {
		readonly nodes: readonly Node[];
		readonly connections: Readonly<Record<string, Targets>>;
	};
	const targets = ({ main }: Targets) =>
		main.map((output) => output.map((to) => ({ ...to, node: byPrefix(prefix, to.node) })));
	const triggers = nodes.filter(isTrigger).map(({ name }) => name);
	const entries = Object.entries(connections);
	return {
		nodes: nodes.map((node) => ({
			...node,
			...{ id: byPrefix(prefix, node.name), name: byPrefix(prefix, node.name) },
		})),
		connections: Object.fromEntries(
			entries
				.filter(([name]) => !triggers.includes(name))
				.map(([name, to]) => [byPrefix(prefix, name), { main: targets(to) }]),
		),
		first: entries
			.filter(([name]) => triggers.includes(name))
			.flatMap(([, to]) => targets(to).flat()),
	};
}
