/**
 * A client made from the documents alone, by tools that are not ours, calls every endpoint of both
 * programs: its types are generated and every golden request compiles against them, and at run
 * time each is sent by the client and its reply fits the schema the document gives it.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import type { Field } from '../../api/language/description';
import { programs, type Program } from '../../api/programs';
import { openApiDocument } from '../../server/http/documents/openapi';
import { EventReader } from '../exchange/support/exchange';
import { databaseKindOfRun, TestDatabases } from '../support/servers/databases';
import { schemaFaults } from '../support/clients/json-schema';
import type { FormPart } from '../support/clients/requests';
import { startService, type RunningService } from '../support/programs/service';
import { ExchangeStage, exchangeSteps, stageExchange, type StagedExchange } from './exchange-stage';
import { endpointOf, filled, goldens, programOf, type Golden, type Values } from './golden';
import { Stage, steps } from './stage';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);

/** A golden request as a client of the document makes it. */
interface ClientCall {
	readonly method: string;
	/** As the document has it. */
	readonly location: string;
	/** By place; a place without one is left out, as the types demand. */
	readonly params: Readonly<Record<string, object>>;
	readonly json: unknown;
	readonly form: readonly FormPart[] | undefined;
}

function locationOf(golden: Golden): string {
	const found = endpointOf(golden);
	if (found === undefined) throw new Error(`${golden.name}: no endpoint is described`);
	const { endpoint, number, prefix } = found;
	const { alsoAt } = endpoint;
	return prefix + (alsoAt?.number === number ? alsoAt.path : endpoint.path);
}

function callOf(golden: Golden, request: Golden['request'], baseUrl: string): ClientCall {
	const location = locationOf(golden);
	const url = new URL(request.path);
	const own = url.href.slice(baseUrl.length).split('?')[0] ?? '';
	const given = own.split('/').map(decodeURIComponent);
	const places = location
		.split('/')
		.flatMap((part, index) =>
			part.startsWith('{') ? [[part.slice(1, -1), given[index] ?? ''] as const] : [],
		);
	// The client itself says who calls and what it takes.
	const { 'x-api-key': _key, accept: _accept, ...header } = request.headers;
	const typed = (text: string) =>
		/^(\d+|true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text;
	const described: Readonly<Record<string, Field>> = endpointOf(golden)?.endpoint.fields ?? {};
	const query = Object.fromEntries(
		[...new Set(url.searchParams.keys())].map((name) => {
			const values = url.searchParams.getAll(name).map(typed);
			return [name, described[name]?.many ? values : values[0]];
		}),
	);
	return {
		method: request.method,
		location,
		params: Object.fromEntries(
			Object.entries({ path: Object.fromEntries(places), query, header }).filter(
				([, values]) => Object.keys(values).length > 0,
			),
		),
		json: request.json,
		form: request.form,
	};
}

const successes = goldens.filter(
	([, { code, service, exchange }]) =>
		code === undefined && service === undefined && exchange !== 'without workers',
);

function successesOf(program: Program) {
	return successes.filter(([, golden]) => programOf(golden) === program);
}

/** The fields of a form as the document describes them: repeated ones are lists. */
function formFields(parts: readonly FormPart[]): Record<string, unknown> {
	const records = ['fields', 'fieldValues'];
	const lists = new Set(['moreFiles', 'signerEmails', 'signatures', ...records]);
	const fields: Record<string, unknown> = {};
	for (const part of parts) {
		const text = 'value' in part ? String(part.value) : String(part.content);
		const isJson = text === 'true' || text === 'false' || records.includes(part.name);
		const value: unknown = isJson ? JSON.parse(text) : text;
		const earlier = (fields[part.name] ?? []) as readonly unknown[];
		fields[part.name] = lists.has(part.name) ? [...earlier, value] : value;
	}
	return fields;
}

function callText({ method, location, params, json, form }: ClientCall): string {
	const body = json ?? (form && formFields(form));
	const options = { params, ...(body !== undefined && { body }) };
	return `client.${method}(${JSON.stringify(location)}, ${JSON.stringify(options)});`;
}

/** Every value a stage would give, as a text of its own. */
function anyValues(text: string): Values {
	const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const base = { base_url: 'http://a.test', sds_url: 'http://a.test/storage' };
	return {
		...Object.fromEntries(names.map((name) => [name, name])),
		...{ ...base, exchange_url: 'http://a.test' },
	};
}

test.each(Object.keys(programs) as Program[])(
	'every request to the %s compiles against types generated from its document',
	async (program) => {
		fs.mkdirSync(path.join(root, 'node_modules', '.cache'), { recursive: true });
		const folder = fs.mkdtempSync(path.join(root, 'node_modules', '.cache', 'client-'));
		const bin = (name: string) => path.join(root, 'node_modules', name);
		const document = path.join(folder, 'document.json');
		fs.writeFileSync(document, JSON.stringify(openApiDocument(programs[program])));
		const types = path.join(folder, 'types.ts');
		await run(process.execPath, [bin('openapi-typescript/bin/cli.js'), document, '-o', types]);
		const calls = successesOf(program).map(([, golden]) => {
			const request = filled(golden.request, anyValues(JSON.stringify(golden.request)));
			return callText(callOf(golden, request, 'http://a.test'));
		});
		const head = [
			"import createClient from 'openapi-fetch';",
			"import type { paths } from './types';",
			"const client = createClient<paths>({ baseUrl: 'http://a.test' });",
		];
		const file = path.join(folder, 'calls.ts');
		fs.writeFileSync(file, `${[...head, ...calls].join('\n')}\n`);
		const options = '--noEmit --strict --skipLibCheck --target es2022 --types node';
		const modules = '--module esnext --moduleResolution bundler';
		const flags = `${options} ${modules}`.split(' ');
		const compiled = await run(process.execPath, [bin('typescript/bin/tsc'), ...flags, file], {
			cwd: folder,
		}).catch((fault: { readonly stdout: string }) => fault);
		fs.rmSync(folder, { recursive: true });
		expect(compiled.stdout).toBe('');
	},
);

function formData(parts: readonly FormPart[]): FormData {
	const data = new FormData();
	for (const part of parts) {
		if ('value' in part) data.append(part.name, String(part.value));
		else data.append(part.name, new Blob([String(part.content)]), part.fileName);
	}
	return data;
}

type Send = (
	location: string,
	options: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

const faultsOf = {
	service: schemaFaults(openApiDocument(programs.service)),
	exchange: schemaFaults(openApiDocument(programs.exchange)),
};

/** The schema the document gives a reply of this status, by its media type: the one asked for, or the first. */
function replySchema(
	program: Program,
	{ method, location }: ClientCall,
	status: number,
	accept?: string,
) {
	const document = openApiDocument(programs[program]) as {
		readonly paths: Record<
			string,
			Record<string, { readonly responses: Record<string, { readonly content?: object }> }>
		>;
	};
	const reply = document.paths[location]?.[method.toLowerCase()]?.responses[status];
	const all = Object.entries(reply?.content ?? {});
	const [mediaType, shown] = all.find(([type]) => type === accept) ?? all[0] ?? [];
	return { mediaType, schema: (shown as { readonly schema: object } | undefined)?.schema };
}

async function callByClient(golden: Golden, values: Values, baseUrl: string): Promise<void> {
	const program = programOf(golden);
	const request = filled(golden.request, values);
	const call = callOf(golden, request, baseUrl);
	const headers = { 'x-api-key': request.headers['x-api-key'] };
	const { accept } = request.headers;
	const { mediaType, schema } = replySchema(program, call, golden.reply.status, accept);
	const isEmpty = golden.reply.status === 204;
	if (schema === undefined && !isEmpty) {
		throw new Error(`${golden.name}: the document has no such reply`);
	}
	if (schema !== undefined && mediaType === 'text/event-stream') {
		const reader = await EventReader.open(request.path, request.headers);
		const event = await reader.next();
		reader.close();
		expect(faultsOf[program](schema, event)).toEqual([]);
		return;
	}
	const client = createClient({ baseUrl, headers }) as unknown as Record<string, Send>;
	const { form, json } = call;
	const { data, response } = (await client[call.method]?.(call.location, {
		params: call.params,
		parseAs: mediaType === 'application/json' ? 'json' : 'text',
		...(json !== undefined && { body: json }),
		...(form !== undefined && { body: form, bodySerializer: () => formData(form) }),
	})) ?? { response: new Response(null, { status: 599 }) };
	expect(response.status).toBe(golden.reply.status);
	expect(schema === undefined ? data : faultsOf[program](schema, data)).toEqual(
		isEmpty ? undefined : [],
	);
}

describe('the client of the document calls the service', () => {
	let running: RunningService;
	beforeAll(async () => {
		running = await startService();
	});
	afterAll(() => running.close());

	test.each(successesOf('service'))('%s', async (_file, golden) => {
		using stage = await Stage.open(running);
		const all: Readonly<Record<string, (stage: Stage) => void | Promise<void>>> = steps;
		for (const need of golden.needs ?? []) await all[need]?.(stage);
		await callByClient(golden, stage.values, running.url);
	});
});

/** The second run is of the service's databases; the exchange's own tests are of both. */
function describeOnce(name: string, tests: () => void): void {
	if (databaseKindOfRun === 'SQLite') describe(name, tests);
}

describeOnce('the client of the document calls the exchange', () => {
	const databases = new TestDatabases();
	let staged: StagedExchange;
	beforeAll(async () => {
		staged = await stageExchange(await databases.place('SQLite'));
	});
	afterAll(async () => {
		await staged.close();
		await databases.close();
	});

	const callOn = async (golden: Golden, on: StagedExchange) => {
		const stage = await ExchangeStage.open(on);
		const all: Readonly<Record<string, (stage: ExchangeStage) => Promise<void>>> = exchangeSteps;
		for (const need of golden.needs ?? []) await all[need]?.(stage);
		await callByClient(golden, stage.values, on.exchange.url);
		await stage.close();
	};

	test.each(successesOf('exchange'))('%s', async (_file, golden) => {
		if (golden.exchange === undefined) return callOn(golden, staged);
		// What it does is done to everybody there.
		const own = await stageExchange(await databases.place('SQLite'), golden.exchange);
		try {
			await callOn(golden, own);
		} finally {
			await own.close();
		}
	});
});
