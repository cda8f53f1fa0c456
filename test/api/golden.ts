/**
 * The golden requests and replies: written by hand from the interface's specification, one file
 * each, so that a mistake of the description is not shared by everything derived from it. Text in
 * braces stands for a value of the stage, text in angle brackets for a value of a kind.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Area } from '../../api/endpoints';
import type { EndpointDescription } from '../../api/language/description';
import { programs, type Program } from '../../api/programs';
import { endpointsOf, type NamedEndpoint } from '../../server/http/routing/endpoints';
import { projectRoot } from '../../start/machine/project-root';
import type { FormPart } from '../support/clients/requests';
import type { ReadEvent } from '../exchange/support/exchange';
import type { ExchangeKind, ExchangeStepName } from './exchange-stage';
import type { ServiceKind, StepName } from './stage';

export interface Golden {
	/** A plain true sentence. */
	readonly name: string;
	/** The code of `errors` it shows, when it shows a refusal. */
	readonly code?: string;
	/** A service of its own, for what others would suffer from. */
	readonly service?: ServiceKind;
	/** An exchange of another kind than the one all share. */
	readonly exchange?: ExchangeKind;
	readonly needs?: readonly (StepName | ExchangeStepName)[];
	/** It reads or is refused, and yet changes what others of the same needs would find. */
	readonly alone?: boolean;
	readonly request: {
		readonly method: string;
		readonly path: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly json?: Readonly<Record<string, unknown>>;
		readonly text?: string;
		readonly form?: readonly FormPart[];
	};
	readonly reply: {
		readonly status: number;
		readonly headers?: Readonly<Record<string, string>>;
		readonly body?: unknown;
		/** What a stream begins with, in place of a body. */
		readonly events?: readonly ReadEvent[];
	};
}

/** Also where this file is compiled to another place. */
const folder = path.join(projectRoot(), 'test/api/wire');

export const goldens: readonly (readonly [file: string, golden: Golden])[] = fs
	.readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.sort()
	.map((file) => [file, JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Golden]);

/** The golden of an operation that shows nothing beside its success. */
export function goldenOf(area: Area, operation: string): Golden {
	const found = goldens.find(
		([file, golden]) =>
			path.posix.basename(file) === `${operation}.json` && endpointOf(golden)?.area === area,
	);
	if (found === undefined) throw new Error(`no golden file shows ${operation}`);
	return found[1];
}

export type Values = Readonly<Record<string, string>>;

/** The same data with every `{name}` replaced; a name nobody gave is a mistake of the golden. */
export function filled<Data>(data: Data, values: Values): Data {
	if (typeof data === 'string') return fillText(data, values) as Data;
	if (Array.isArray(data)) return data.map((item: unknown) => filled(item, values)) as Data;
	if (typeof data !== 'object' || data === null) return data;
	return Object.fromEntries(
		Object.entries(data).map(([name, value]: [string, unknown]) => [name, filled(value, values)]),
	) as Data;
}

function fillText(text: string, values: Values): string {
	return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`nothing on the stage is called ${name}`);
		return value;
	});
}

const kinds: Readonly<Record<string, string>> = {
	id: '[0-9a-f]{24}',
	time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`,
	milliseconds: String.raw`1\d{12}`,
	seconds: String.raw`[1-9]\d?`,
	fraction: String.raw`0\.\d+`,
	token: '[A-Za-z0-9_-]{43}',
	pointer: '[A-Z]{3}[0-9a-f]{16}',
	number: String.raw`\d+`,
	hash: '[0-9a-f]{64}',
	base64: '[A-Za-z0-9+/]+={0,2}',
	origin: 'sealkeeper/log/[0-9a-f]{24}',
	keyid: '[0-9a-f]{8}',
	kind: '[a-z-]+',
	/** A ZIP with something in it. */
	archive: String.raw`PK[^]{100,}`,
	/** Words for a person. */
	prose: '[^]{40,}',
	/** A PNG, read as a text. */
	picture: String.raw`.PNG[^]{40,}`,
	/** The hashes of a proof, one a line. */
	path: String.raw`([A-Za-z0-9+/]{43}=\n)*`,
	request: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
};

/** Kinds that are numbers when they are a whole value. */
const numericKinds = ['<milliseconds>', '<seconds>', '<fraction>', '<number>'];

/**
 * What came, with every value that is of the kind `wanted` names written as `wanted` has it, so
 * that the two are equal exactly when the reply is as it should be.
 */
export function normalised(actual: unknown, wanted: unknown): unknown {
	if (typeof wanted === 'string') return isOfKind(actual, wanted) ? wanted : actual;
	if (Array.isArray(wanted) && Array.isArray(actual)) {
		return actual.map((item, index) => normalised(item, wanted[index]));
	}
	if (!isRecord(wanted) || !isRecord(actual)) return actual;
	return Object.fromEntries(
		Object.entries(actual).map(([name, value]) => [name, normalised(value, wanted[name])]),
	);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfKind(actual: unknown, wanted: string): boolean {
	if (!/<\w+>/.test(wanted)) return false;
	if (typeof actual === 'number' && !numericKinds.includes(wanted)) return false;
	if (typeof actual !== 'number' && typeof actual !== 'string') return false;
	const pattern = wanted
		.split(/<(\w+)>/)
		.map((part, index) => (index % 2 === 0 ? escaped(part) : kindPattern(part)))
		.join('');
	return new RegExp(`^${pattern}$`).test(String(actual));
}

function kindPattern(name: string): string {
	const pattern = kinds[name];
	if (pattern === undefined) throw new Error(`there is no kind called ${name}`);
	return pattern;
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Which program a golden calls, by the address its path begins with. */
export function programOf({ request }: Pick<Golden, 'request'>): Program {
	return request.path.startsWith('{exchange_url}') ? 'exchange' : 'service';
}

/** The endpoint a golden calls, with the number of the path it takes; nothing for a wrong path. */
export function endpointOf(golden: Golden): (NamedEndpoint & { number: string }) | undefined {
	const { request } = golden;
	const isStorage = request.path.startsWith('{sds_url}');
	const location = request.path.replace(/^\{\w+\}/, '').split('?')[0] ?? '';
	for (const named of endpointsOf(programs[programOf(golden)])) {
		const { endpoint } = named;
		if (endpoint.method !== request.method || (named.area === 'storage') !== isStorage) continue;
		const found = pathsOf(endpoint).find(({ path: described }) => takes(described, location));
		if (found !== undefined) return { ...named, number: found.number };
	}
	return undefined;
}

function pathsOf({ number, path: main, alsoAt }: EndpointDescription) {
	return [{ number, path: main }, ...(alsoAt === undefined ? [] : [alsoAt])];
}

/** What stands for an id in a path: a name of the stage, an id of the service, one of an order. */
const anId = /^(\{\w+\}|[0-9a-f]{24}|[A-Z]+-[A-Z]+|\{symbol\}\.\d+|sale-\d|a{1001}|\d+)$/;

/** Whether a path in braces, such as `/files/{fileId}`, takes this one; words come before braces. */
function takes(described: string, location: string): boolean {
	const wanted = described.split('/');
	const given = location.split('/');
	return (
		wanted.length === given.length &&
		wanted.every((part, index) => {
			const own = given[index] ?? '';
			return part.startsWith('{') ? anId.test(own) : part === own;
		})
	);
}

/** The name the file of a golden must have: its operation, and what it shows of it. */
export function fileNameOf(golden: Golden, words: string): string {
	const found = endpointOf(golden);
	const operation = found === undefined ? 'none' : found.operation;
	const shown = golden.code ?? words;
	return `${operation}${shown === '' ? '' : `.${shown}`}.json`;
}

/** The folder of a product, in which the file of a golden lies; none for a wrong path. */
export function productOf(golden: Golden): string {
	const area = endpointOf(golden)?.area;
	return area === 'signing' ? 'sealer' : (area ?? '');
}
