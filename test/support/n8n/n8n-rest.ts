/** n8n's own interface, as its editor calls it: workflows that are made, published, run and looked at. */
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { workflowRecord } from '../../../start/n8n/contents';
import type { N8nServer } from '../../../start/n8n/server';

export interface N8nNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, unknown>>;
}

/** From node to node, by what it gives. */
export type Connections = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Saved {
	readonly id: string;
	readonly versionId: string;
}

/** As n8n keeps it; `data` is the text of everything that was in it. */
export interface KeptExecution {
	readonly id: number;
	readonly status: string;
	readonly mode: string;
	readonly data: string;
}

export class N8nRest {
	private constructor(
		private readonly server: N8nServer,
		private readonly cookie: string,
	) {}

	static async logIn(server: N8nServer): Promise<N8nRest> {
		const { email, password } = server.owner;
		const answer = await fetch(`${server.address}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
		});
		if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
		return new N8nRest(server, answer.headers.getSetCookie().join('; '));
	}

	/** n8n closes idle connections at a moment that a next request may meet: each has its own. */
	get headers(): { readonly cookie: string; readonly connection: string } {
		return { cookie: this.cookie, connection: 'close' };
	}

	async call<Answer>(method: string, location: string, body?: unknown): Promise<Answer> {
		const answer = await fetch(`${this.server.address}/rest${location}`, {
			method,
			headers: {
				...this.headers,
				'content-type': 'application/json',
				'browser-id': 'test',
				'push-ref': 'test',
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${location}: ${answer.status} ${text}`);
		return (JSON.parse(text) as { readonly data: Answer }).data;
	}

	/** Saves a workflow with the credential of the test. */
	async save(
		name: string,
		nodes: readonly N8nNode[],
		connections: Connections = {},
	): Promise<Saved> {
		const whole = workflowRecord(
			{
				...{ name, settings: { executionOrder: 'v1' } },
				nodes: nodes.map((node, index) => ({
					...{ id: `${name}-${index}`, webhookId: `${name}-${index}`, position: [index * 200, 0] },
					...{ typeVersion: 1, parameters: {} },
					...node,
				})),
				connections: Object.fromEntries(
					Object.entries(connections).map(([from, outputs]) => [
						from,
						Object.fromEntries(
							Object.entries(outputs).map(([type, names]) => [
								type,
								[names.map((node) => ({ node, type, index: 0 }))],
							]),
						),
					]),
				),
			},
			name,
		);
		return this.call<Saved>('POST', '/workflows', whole);
	}

	/** As a person runs it by hand. */
	run({ id }: Saved, trigger: string): Promise<Readonly<Record<string, unknown>>> {
		const asked = { triggerToStartFrom: { name: trigger } };
		return this.call('POST', `/workflows/${id}/run`, asked);
	}

	publish({ id, versionId }: Saved): Promise<unknown> {
		return this.call('POST', `/workflows/${id}/activate`, { versionId });
	}

	unpublish({ id }: Saved): Promise<unknown> {
		return this.call('POST', `/workflows/${id}/deactivate`, {});
	}
}

/** The executions of a workflow in the order in which they started, but those that are known. */
export function keptExecutions(
	homeFolder: string,
	workflowId: string,
	known: Iterable<number> = [],
): readonly KeptExecution[] {
	const file = path.join(homeFolder, '.n8n', 'database.sqlite');
	using database = new DatabaseSync(file, { readOnly: true });
	const statement = database.prepare(`
		select execution.id as id, execution.status as status, execution.mode as mode, kept.data as data
		from execution_entity as execution
		join execution_data as kept on kept.executionId = execution.id
		where execution.workflowId = ? and execution.id not in (select value from json_each(?))
		order by execution.id`);
	return statement.all(workflowId, JSON.stringify([...known])) as unknown as KeptExecution[];
}

/** Makes the waits of a workflow end with the next start of n8n, which must not run. */
export function endWaits(homeFolder: string, workflowId: string): void {
	const file = path.join(homeFolder, '.n8n', 'database.sqlite');
	using database = new DatabaseSync(file);
	const { changes } = database
		.prepare(
			`update execution_entity set waitTill = '2020-01-01 00:00:00.000'
			where workflowId = ? and status = 'waiting'`,
		)
		.run(workflowId);
	if (changes !== 1) throw new Error(`${changes} executions of ${workflowId} wait`);
}

/** What n8n keeps for the nodes of a workflow, by node. */
export function staticDataOf(homeFolder: string, workflowId: string): Record<string, unknown> {
	const file = path.join(homeFolder, '.n8n', 'database.sqlite');
	using database = new DatabaseSync(file, { readOnly: true });
	const row = database
		.prepare('select staticData from workflow_entity where id = ?')
		.get(workflowId);
	return JSON.parse(String(row?.staticData)) as Record<string, unknown>;
}
