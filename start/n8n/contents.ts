/**
 * Contents of an n8n home: credentials of the demo's administrator and of each trader, and the
 * workflows of workflows/ with their address. Ids are fixed, so that a later import updates the
 * same records.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { DemoProducts } from '../programs/demo-keys';
import type { N8nRecord } from './home';

/** The address in the workflow files. */
const usualBaseUrl = 'http://localhost:8080';
const credentialType = 'sealkeeperApi';
const usualName = 'Sealkeeper demo';
const traderName = (trader: string) => `${usualName}: ${trader}`;

/** Ids by the names in the workflow files. */
const credentialIds: Readonly<Record<string, string>> = {
	[usualName]: 'sealkeeperDemo01',
	[traderName('Northwind Energy')]: 'sealkeeperDemo02',
	[traderName('Harbour Cooperative')]: 'sealkeeperDemo03',
};

export interface ServiceAccess {
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly storageUrl: string;
	readonly products: DemoProducts;
}

export interface TraderAccess extends ServiceAccess {
	readonly exchangeUrl: string;
	/** The trader's name at the exchange. */
	readonly trader: string;
}

export function credentialRecord(access: ServiceAccess): N8nRecord {
	return recordOf(usualName, access);
}

/** The same key works at the service and at the exchange. */
export function traderCredentialRecord({ trader, ...access }: TraderAccess): N8nRecord {
	return recordOf(traderName(trader), access);
}

function recordOf(name: string, { apiKey, products, ...urls }: ServiceAccess): N8nRecord {
	return {
		id: credentialIds[name] ?? madeId(name),
		name,
		type: credentialType,
		data: {
			apiKey,
			...urls,
			sealerProductId: products.Sealer,
			trackerProductId: products.Tracker,
			keeperProductId: products.Keeper,
		},
	};
}

/** The workflows in order of their file names, with the service's address. */
export function shippedWorkflows(folder: string, baseUrl: string): readonly N8nRecord[] {
	return fs
		.readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => {
			const text = fs.readFileSync(path.join(folder, name), 'utf8');
			const parsed: unknown = JSON.parse(text.replaceAll(usualBaseUrl, baseUrl));
			if (!isObject(parsed)) throw new Error(`${name} is not a workflow.`);
			return workflowRecord(parsed, name);
		});
}

/** A workflow with an id (made from its file name if it has none) and our credentials. */
export function workflowRecord(
	workflow: Readonly<Record<string, unknown>>,
	fileName: string,
): N8nRecord {
	const nodes = Array.isArray(workflow.nodes) ? workflow.nodes : [];
	const id = typeof workflow.id === 'string' ? workflow.id : madeId(fileName);
	return { active: false, ...workflow, id, nodes: nodes.map(withCredential) };
}

/** 16 hex digits; n8n's own ids have 16 characters too. */
function madeId(name: string): string {
	return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

function withCredential(node: unknown): unknown {
	if (!isObject(node) || !isObject(node.credentials)) return node;
	if (!(credentialType in node.credentials)) return node;
	const named = node.credentials[credentialType];
	const wanted = isObject(named) ? String(named.name) : usualName;
	const name = wanted in credentialIds ? wanted : usualName;
	const ours = { id: credentialIds[name], name };
	return { ...node, credentials: { ...node.credentials, [credentialType]: ours } };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
