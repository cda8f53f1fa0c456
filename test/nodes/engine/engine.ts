/**
 * Runs one of our nodes in n8n's real execution engine, inside the test: a source node hands it
 * items with files, the engine evaluates expressions, applies the credential, keeps binary data
 * on disk and collects what comes out. Only the source node and the credential store are ours.
 */
import { n8nFolder } from './n8n-folder';
import fs from 'node:fs';
import { Container } from '@n8n/di';
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ExecutionError,
	type IBinaryData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { CredentialStore } from './credential-store';

export interface GivenFile {
	readonly bytes: Buffer;
	readonly fileName?: string;
	readonly mimeType?: string;
	/** The bytes travel within the item, as they do in an n8n that keeps them in memory. */
	readonly inline?: true;
}

export interface GivenItem {
	readonly json?: IDataObject;
	readonly files?: Readonly<Record<string, GivenFile>>;
}

export interface Run {
	readonly node: INodeType;
	readonly parameters: INodeParameters;
	readonly items?: readonly GivenItem[];
	readonly credential: IDataObject;
	readonly onError?: INode['onError'];
	/** The node as n8n gives it to an agent. */
	readonly isTool?: true;
	/** Another node of the same type behind this one, by its parameters. */
	readonly behind?: INodeParameters;
	/** Retry On Fail, three times without a pause. */
	readonly isRetried?: true;
}

export interface Outcome {
	/** What left the node's main output. */
	readonly items: readonly INodeExecutionData[];
	/** What left the node's error output, when it has one. */
	readonly failed: readonly INodeExecutionData[];
	readonly error?: ExecutionError;
	/** Everything the execution recorded, as n8n would save it. */
	readonly run: IRun;
}

const workflowId = 'engine-test';

/** A node that puts the given items, with their files, into the workflow. */
function sourceOf(items: readonly GivenItem[]): INodeType {
	return {
		description: {
			displayName: 'Source',
			name: 'source',
			group: ['transform'],
			version: 1,
			description: 'Hands over the items of the test',
			defaults: { name: 'Source' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			const outputs: INodeExecutionData[] = [];
			for (const { json, files } of items) {
				const binary: Record<string, IBinaryData> = {};
				for (const [name, file] of Object.entries(files ?? {})) {
					const fileName = file.fileName ?? `${name}.bin`;
					const mimeType = file.mimeType ?? 'application/octet-stream';
					binary[name] =
						file.inline === true
							? { data: file.bytes.toString('base64'), fileName, mimeType }
							: await this.helpers.prepareBinaryData(file.bytes, fileName, mimeType);
				}
				outputs.push({ json: json ?? {}, binary });
			}
			return [outputs];
		},
	};
}

function workflowOf(run: Run): Workflow {
	const types = new Map<string, INodeType>([
		['test.source', sourceOf(run.items ?? [{}])],
		['test.node', run.node],
		['test.nodeTool', run.node],
	]);
	const typeOf = (name: string): INodeType => {
		const type = types.get(name);
		if (type === undefined) throw new Error(`There is no node type ${name}`);
		return type;
	};
	const base = { typeVersion: 1, position: [0, 0] as [number, number] };
	const credentials = { sealkeeperApi: { id: '1', name: 'Sealkeeper' } };
	const own = { type: run.isTool ? 'test.nodeTool' : 'test.node', credentials };
	return new Workflow({
		id: workflowId,
		name: 'Engine test',
		active: false,
		nodes: [
			{ ...base, id: '1', name: 'Source', type: 'test.source', parameters: {} },
			{
				...base,
				id: '2',
				name: 'Node',
				...own,
				parameters: run.parameters,
				...(run.onError === undefined ? {} : { onError: run.onError }),
				...(run.isRetried && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
			},
			...(run.behind === undefined
				? []
				: [{ ...base, ...own, id: '3', name: 'Behind', parameters: run.behind }]),
		],
		connections: {
			Source: { main: [[{ node: 'Node', type: NodeConnectionTypes.Main, index: 0 }]] },
			...(run.behind !== undefined && {
				Node: { main: [[{ node: 'Behind', type: NodeConnectionTypes.Main, index: 0 }]] },
			}),
		},
		nodeTypes: {
			getByName: typeOf,
			getByNameAndVersion: typeOf,
			getKnownTypes: () => ({}),
		},
	});
}

const notHere = async (): Promise<never> => {
	throw new Error('The engine under test has no other workflows and no task runner');
};

/** What n8n's server hands an execution; addresses only have to be well formed. */
export function additionalData(credential: IDataObject): IWorkflowExecuteAdditionalData {
	const address = 'http://127.0.0.1/';
	return {
		credentialsHelper: new CredentialStore({ ...credential } as Record<string, string>),
		executeWorkflow: notHere,
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		restApiUrl: address,
		instanceBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		logAiEvent: () => undefined,
		startRunnerTask: notHere,
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: workflowId,
			name: 'Engine test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [],
			connections: {},
		}),
	};
}

/** Starts the node; `cancel` on what it returns is what a person's Stop does. */
export async function startNode(
	run: Run,
): Promise<{ readonly execution: ReturnType<WorkflowExecute['run']> }> {
	await Container.get(BinaryDataService).init();
	const workflow = workflowOf(run);
	const startNode = workflow.getNode('Source') ?? undefined;
	return {
		execution: new WorkflowExecute(additionalData(run.credential), 'manual').run({
			workflow,
			startNode,
		}),
	};
}

/** Runs the node to its end and collects what it gave. */
export async function runNode(run: Run): Promise<Outcome> {
	const { execution } = await startNode(run);
	return outcomeOf(await execution);
}

export function outcomeOf(run: IRun): Outcome {
	const task = run.data.resultData.runData.Node?.[0];
	const [items, failed] = task?.data?.main ?? [];
	return { items: items ?? [], failed: failed ?? [], error: run.data.resultData.error, run };
}

/** What n8n stores of an execution before it runs the first node. */
export function storedAtBegin(run: Run): IRunExecutionData {
	const start = workflowOf(run).getNode('Source');
	if (start === null) throw new Error('The workflow has no source');
	const nodeExecutionStack = [{ node: start, data: { main: [[{ json: {} }]] }, source: null }];
	return createRunExecutionData({ executionData: { nodeExecutionStack } });
}

/** The same data as a retry in the list of executions begins from, after an execution that failed. */
export function storedForRetry(run: IRun): IRunExecutionData {
	const data = structuredClone(run.data);
	delete data.resultData.error;
	const tasks = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	if (tasks?.at(-1)?.error !== undefined) tasks.pop();
	return data;
}

/** Runs what is stored, under an id of its own: as it begins, as it is retried, or after n8n has died. */
export async function runStored(
	run: Run,
	data: IRunExecutionData,
	executionId: string,
): Promise<Outcome> {
	await Container.get(BinaryDataService).init();
	const additional = { ...additionalData(run.credential), executionId };
	const execution = new WorkflowExecute(additional, 'retry', data);
	return outcomeOf(await execution.processRunExecutionData(workflowOf(run)));
}

/** The bytes of a file in an output item. */
export async function bytesOf(item: INodeExecutionData | undefined, name: string): Promise<Buffer> {
	const binary = item?.binary?.[name];
	if (binary === undefined) throw new Error(`The item has no file ${name}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** Removes what the executions kept on disk. */
export function removeN8nFolder(): void {
	fs.rmSync(n8nFolder, { recursive: true, force: true });
}
