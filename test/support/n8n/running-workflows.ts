/**
 * The shipped workflows in an n8n that runs, by its own interface alone, so that it does not matter how
 * that n8n keeps what it has, or how many processes it is: they are imported, published, run, started by
 * their forms, and what each node gave is read.
 */
import fs from 'node:fs';
import path from 'node:path';
import { shippedWorkflows } from '../../../start/n8n/contents';
import type { N8nRecord } from '../../../start/n8n/home';
import type { N8nServer } from '../../../start/n8n/server';
import { projectRoot } from '../../../start/machine/project-root';
import { type N8nItem } from './n8n';
import { N8nRest, type Saved } from './n8n-rest';
import { until } from '../clients/requests';

const folder = path.join(projectRoot(), 'workflows');

/** What became of an execution, and what each node of it gave. */
export interface Run {
	readonly id: string;
	readonly status: string;
	items(node: string, output?: number): readonly N8nItem[];
}

interface RunData {
	readonly resultData: {
		readonly error?: { readonly message?: string; readonly description?: string };
		readonly runData: Readonly<
			Record<
				string,
				ReadonlyArray<{ readonly data?: { readonly main?: ReadonlyArray<N8nItem[]> } }>
			>
		>;
	};
}

/** Credentials as n8n imports them: by the names and types that workflows know them by. */
type Credential = Readonly<Record<string, unknown>>;

export class RunningWorkflows {
	private readonly saved = new Map<string, Saved>();

	private constructor(
		private readonly server: N8nServer,
		private readonly rest: N8nRest,
		private readonly serviceUrl: string,
		private readonly credentials: ReadonlyArray<Credential & { readonly id: string }>,
	) {}

	static async open(
		server: N8nServer,
		serviceUrl: string,
		credentials: readonly Credential[],
	): Promise<RunningWorkflows> {
		const rest = await N8nRest.logIn(server);
		const made: Array<Credential & { readonly id: string }> = [];
		for (const { name, type, data } of credentials) {
			const { id } = await rest.call<{ id: string }>('POST', '/credentials', { name, type, data });
			made.push({ id, name, type, data });
		}
		return new RunningWorkflows(server, rest, serviceUrl, made);
	}

	/** Imports a workflow by the name of its file, once, changed as a person would before the first run. */
	async add(file: string, change = (text: string) => text): Promise<Saved> {
		const known = this.saved.get(file);
		if (known !== undefined) return known;
		const { name } = JSON.parse(fs.readFileSync(path.join(folder, `${file}.json`), 'utf8')) as {
			name: string;
		};
		const shipped = shippedWorkflows(folder, this.serviceUrl).find((one) => one.name === name);
		const whole = JSON.parse(change(JSON.stringify(shipped))) as N8nRecord;
		const nodes = (whole.nodes as readonly object[]).map((node) => this.withCredentials(node));
		const made = await this.rest.call<Saved>('POST', '/workflows', { ...whole, nodes });
		this.saved.set(file, made);
		return made;
	}

	/** Its nodes with the credentials they name. */
	private withCredentials(node: { readonly credentials?: object }): object {
		const names = Object.values(node.credentials ?? {}).map(({ name }: { name: string }) => name);
		const wanted = this.credentials.filter(({ name }) => names.includes(String(name)));
		if (wanted.length === 0) return node;
		const chosen = wanted.map(({ id, name, type }) => [String(type), { id, name }]);
		return { ...node, credentials: Object.fromEntries(chosen) };
	}

	/** Runs a workflow by hand, to its end. */
	async run(file: string, trigger: string): Promise<Run> {
		const id = await this.start(file, trigger);
		return this.ended(id);
	}

	/** The same, for one that need not end soon. */
	async start(file: string, trigger: string): Promise<string> {
		const { executionId } = await this.rest.run(await this.add(file), trigger);
		return String(executionId);
	}

	async ended(executionId: string): Promise<Run> {
		const run = await until(async () => {
			const found = await this.read(executionId);
			return ['new', 'running', 'waiting'].includes(found.status) ? undefined : found;
		});
		if (run.status !== 'success') throw new Error(`${executionId} ended as ${run.status}`);
		return run;
	}

	async sleeps(executionId: string): Promise<void> {
		await until(async () => (await this.read(executionId)).status === 'waiting' || undefined);
	}

	/** The execution of a published workflow in which something is true. */
	async ran(file: string, isWanted: (run: Run) => boolean): Promise<Run> {
		const { id: workflowId } = await this.add(file);
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return until(async () => {
			const { results } = await this.rest.call<{
				readonly results: ReadonlyArray<{ readonly id: string; readonly status: string }>;
			}>('GET', `/executions?filter=${filter}&limit=50`);
			const failed = results.find(({ status }) => status === 'error' || status === 'crashed');
			if (failed !== undefined) return await this.ended(failed.id);
			for (const { id, status } of results) {
				if (status !== 'success') continue;
				const run = await this.read(id);
				if (isWanted(run)) return run;
			}
			return undefined;
		});
	}

	async publish(file: string): Promise<void> {
		await this.rest.publish(await this.add(file));
	}

	async unpublish(file: string): Promise<void> {
		await this.rest.unpublish(await this.add(file));
	}

	/** Sends the form of a published workflow, as the page of the form does. */
	async fillIn(file: string, node: string, answers: readonly string[]): Promise<void> {
		const { id } = await this.add(file);
		const whole = await this.rest.call<{
			nodes: ReadonlyArray<{ readonly name: string; readonly webhookId: string }>;
		}>('GET', `/workflows/${id}`);
		const { webhookId } = whole.nodes.find(({ name }) => name === node) ?? {};
		const url = `${this.server.address}/form/${webhookId}`;
		const form = new FormData();
		for (const [index, answer] of answers.entries()) form.append(`field-${index}`, answer);
		// n8n opens the address of a form some moments after it has published the workflow, and then
		// what the form is sent to.
		await until(async () => (await fetch(url)).ok || undefined);
		const answer = await until(async () => {
			const sent = await fetch(url, { method: 'POST', body: form });
			return sent.status === 404 ? undefined : sent;
		});
		if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
	}

	/** The bytes of a file that an item has, wherever n8n keeps them. */
	async binary(item: N8nItem | undefined, field = 'data'): Promise<Buffer> {
		const { id, data = '' } = item?.binary?.[field] ?? {};
		if (id === undefined) return Buffer.from(data, 'base64');
		const url = `${this.server.address}/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
		const answer = await fetch(url, { headers: this.rest.headers });
		if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
		return Buffer.from(await answer.arrayBuffer());
	}

	private async read(id: string): Promise<Run> {
		const { status, data } = await this.rest.call<{ status: string; data: string }>(
			...(['GET', `/executions/${id}`] as const),
		);
		// Of one that has just begun nothing is kept yet.
		const { error, runData = {} } = (unflattened(data) as RunData | undefined)?.resultData ?? {};
		if (status === 'error' || status === 'crashed') {
			throw new Error(`${id} ended as ${status}: ${error?.message} ${error?.description ?? ''}`);
		}
		return {
			...{ id, status },
			items: (node, output = 0) =>
				(runData[node] ?? []).flatMap(({ data: given }) => given?.main?.[output] ?? []),
		};
	}
}

/** n8n keeps executions as a list of values, in which texts within others are places in the list. */
function unflattened(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const known = new Map<number, unknown>();
	const at = (place: number): unknown => {
		const value = values[place];
		if (typeof value !== 'object' || value === null) return value;
		if (known.has(place)) return known.get(place);
		const made: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
		known.set(place, made);
		for (const [name, inner] of Object.entries(value)) {
			Object.assign(made, { [name]: typeof inner === 'string' ? at(Number(inner)) : inner });
		}
		return made;
	};
	return at(0);
}
