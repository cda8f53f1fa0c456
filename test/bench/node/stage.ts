/**
 * What the figures of the nodes are measured on: the service with its demo organisation, a process of its own
 * without a limit of requests, and a real n8n that has the credential of the demo's administrator.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDemo, type DemoKeys } from '../../../start/programs/demo-keys';
import { TestN8n } from '../../support/n8n/n8n';
import { endProcess, startService, type RunningProcess } from '../parts/program-process';

export interface NodeStage {
	readonly folder: string;
	readonly service: RunningProcess;
	readonly demo: DemoKeys;
	/** Key and address of the demo's administrator, whose credential n8n has. */
	readonly user: { readonly email: string; readonly key: string };
	readonly n8n: TestN8n;
	close(): Promise<void>;
}

export async function openNodeStage(): Promise<NodeStage> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-node-bench-'));
	const dataFolder = path.join(folder, 'data');
	fs.mkdirSync(dataFolder);
	const { keys: demo } = await openDemo({
		...{ dataFolder, logFile: path.join(folder, 'demo.log') },
		recordFolder: path.join(folder, 'processes'),
		signal: new AbortController().signal,
	});
	const [user] = demo.users;
	if (user === undefined) throw new Error('The demo has no user');
	const service = await startService(dataFolder);
	const n8n = await TestN8n.open();
	const { url: baseUrl } = service;
	const access = { apiKey: user.key, baseUrl, storageUrl: `${baseUrl}/storage` };
	await n8n.importCredential({ ...access, products: demo.products });
	return {
		...{ folder, service, demo, user, n8n },
		async close() {
			await n8n.close();
			await endProcess(service);
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

export const link = (...names: readonly string[]) => ({
	main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
});

const credentials = { sealkeeperApi: { id: 'demo', name: 'Sealkeeper demo' } };

/** A node of a workflow; whether it has the credential is told by its kind. */
export function workflowNode(name: string, type: string, typeVersion: number, parameters: object) {
	const isKeyed = type.startsWith('n8n-nodes-sealkeeper.') || 'nodeCredentialType' in parameters;
	const base = { id: name, name, type, typeVersion, position: [0, 0], parameters };
	return isKeyed ? { ...base, credentials } : base;
}

export const startNode = workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {});

/** A call of the service as a program makes it that is neither n8n nor this benchmark's subject. */
export async function callService<Answer>(
	{ service, user }: NodeStage,
	at: string,
	body?: object,
): Promise<Answer> {
	const answer = await fetch(`${service.url}/${at}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { 'x-api-key': user.key, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${at}: ${answer.status} ${text}`);
	return JSON.parse(text) as Answer;
}
