/** What the OpenAPI documents of both programs say is complete, and sound in itself. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { errors, type ErrorCode } from '../../api/errors';
import { programs, type Program } from '../../api/programs';
import { codesOf, endpointsOf } from '../../server/http/routing/endpoints';
import { openApiDocument, openApiText } from '../../server/http/documents/openapi';
import { schemaFaults } from '../support/clients/json-schema';
import { isRecord } from './golden';

const root = path.join(__dirname, '..', '..');

type Data = Readonly<Record<string, unknown>>;

interface Found {
	readonly at: string;
	readonly value: Data;
}

/** Every object of the document with the path it lies at. */
function* objects(value: unknown, at = '#'): Generator<Found> {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) yield* objects(item, `${at}/${index}`);
	} else if (isRecord(value)) {
		yield { at, value };
		for (const [name, item] of Object.entries(value)) {
			yield* objects(item, `${at}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);
		}
	}
}

interface Operation {
	readonly location: string;
	readonly method: string;
	readonly operation: Data;
}

function operationsOf(document: Data): readonly Operation[] {
	return Object.entries(document['paths'] as Readonly<Record<string, Data>>).flatMap(
		([location, methods]) =>
			Object.entries(methods).map(([method, operation]) => {
				if (!isRecord(operation)) throw new Error(`${method} ${location} is no operation`);
				return { location, method, operation };
			}),
	);
}

function parametersOf({ operation }: Operation): readonly Data[] {
	const { parameters } = operation;
	return Array.isArray(parameters) ? parameters.filter(isRecord) : [];
}

/** The content of every reply of an operation, by status and media type. */
function contentsOf({ location, method, operation: { responses } }: Operation) {
	return Object.entries(responses as Readonly<Record<string, { readonly content?: Data }>>).flatMap(
		([status, { content = {} }]) =>
			Object.entries(content).map(([mediaType, shown]) => ({
				at: `${method} ${location} ${status} ${mediaType}`,
				status,
				mediaType,
				shown: shown as Data,
			})),
	);
}

describe.each(Object.keys(programs) as Program[])('the document of the %s', (program) => {
	const document = openApiDocument(programs[program]);
	const everything = [...objects(document)];
	const operations = operationsOf(document);
	const contents = operations.flatMap(contentsOf);

	function resolve(reference: string): unknown {
		return reference
			.split('/')
			.slice(1)
			.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
			.reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), document);
	}

	test('is valid for a validator that is not ours', async () => {
		const validator = path.join(
			root,
			'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
		);
		const file = path.join(os.tmpdir(), `openapi-${program}-${process.pid}.json`);
		fs.writeFileSync(file, openApiText(programs[program]));
		const { stdout } = await promisify(execFile)(process.execPath, [validator, file]);
		expect(JSON.parse(stdout)).toMatchObject({ valid: true });
	});

	test('is OpenAPI 3.1 with what that demands', () => {
		expect(document['openapi']).toMatch(/^3\.1\.\d+$/);
		expect(document['info']).toMatchObject({
			title: expect.any(String) as unknown,
			version: expect.any(String) as unknown,
		});
		expect(operations.length).toBeGreaterThanOrEqual(14);
	});

	test('holds JSON values only', () => {
		expect(JSON.parse(openApiText(programs[program]))).toEqual(document);
	});

	test('resolves every reference', () => {
		const references = everything.flatMap(({ at, value }) =>
			typeof value['$ref'] === 'string' ? [{ at, target: value['$ref'] }] : [],
		);
		expect(references.length).toBeGreaterThan(0);
		expect(references.filter(({ target }) => resolve(target) === undefined)).toEqual([]);
	});

	test('requires only properties that it describes', () => {
		const wrong = everything.filter(({ value: { required, properties } }) => {
			if (!Array.isArray(required)) return false;
			return required.some((name) => !isRecord(properties) || !Object.hasOwn(properties, name));
		});
		expect(wrong.map(({ at }) => at)).toEqual([]);
	});

	test('holds every operation of the description at every path it has', () => {
		const ids = operations.map(({ operation }) => operation['operationId']);
		const wanted = endpointsOf(programs[program]).flatMap(({ area, operation, endpoint }) => {
			const id = `${area}_${operation}`;
			return endpoint.alsoAt === undefined ? [id] : [id, `${id}Older`];
		});
		expect([...ids].sort()).toEqual([...wanted].sort());
	});

	test('declares every place in a path as a required parameter, and no other', () => {
		const wrong = operations.filter((each) => {
			const places = [...each.location.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			const declared = parametersOf(each).filter((parameter) => parameter['in'] === 'path');
			const isRequired = declared.every((parameter) => parameter['required'] === true);
			const names = declared.map((parameter) => String(parameter['name']));
			return !isRequired || places.sort().join() !== names.sort().join();
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('declares a parameter once, with a schema', () => {
		const wrong = operations.filter((each) => {
			const names = parametersOf(each).map(
				({ in: place, name }) => `${String(place)} ${String(name)}`,
			);
			const hasSchemas = parametersOf(each).every(({ schema }) => isRecord(schema));
			return !hasSchemas || new Set(names).size !== names.length;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('describes a success of each operation, and the refusals everybody may meet', () => {
		const wrong = operations.filter(({ operation: { responses, security } }) => {
			const statuses = isRecord(responses) ? Object.keys(responses) : [];
			const open = Array.isArray(security) && security.length === 0;
			const shared = [400, ...(open ? [] : [401]), 429, 500, 503].map(String);
			const isShared = shared.every((status) => statuses.includes(status));
			return !statuses.some((status) => status.startsWith('2')) || !isShared;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('tells of a download what HTTP knows of it: conditions, 304, tag and range', () => {
		const downloads = operations.filter(
			({ method, operation: { responses } }) =>
				method === 'get' && JSON.stringify(responses).includes('"format":"binary"'),
		);
		expect(downloads).toHaveLength(program === 'service' ? 9 : 1);
		for (const download of downloads) {
			const names = parametersOf(download).map(({ name }) => name);
			expect(names).toEqual(
				expect.arrayContaining([
					...['range', 'if-range', 'if-match', 'if-none-match'],
					...['if-modified-since', 'if-unmodified-since'],
				]),
			);
			const headers = (status: number) => {
				const { responses } = download.operation as { responses: Readonly<Record<number, Data>> };
				return Object.keys(responses[status]?.['headers'] ?? {});
			};
			const ofFile = ['accept-ranges', 'etag', 'last-modified'];
			expect([200, 206, 304, 416].map(headers)).toEqual([
				...[ofFile, [...ofFile, 'content-range'], ofFile, ['content-range']],
			]);
		}
	});

	test('names every error code of an endpoint at its status, with an example', () => {
		const wrong = endpointsOf(programs[program]).flatMap(({ area, operation, endpoint }) => {
			const id = `${area}_${operation}`;
			const found = operations.find(({ operation: { operationId } }) => operationId === id);
			const codes = found === undefined ? [] : codesOf(endpoint);
			return codes.filter((code) => !showsCode(found, code)).map((code) => `${id} ${code}`);
		});
		expect(wrong).toEqual([]);
	});

	function showsCode(found: Operation | undefined, code: ErrorCode): boolean {
		const status = String(errors[code].status);
		const content = found && contentsOf(found).find((each) => each.status === status);
		const examples = content?.shown['examples'];
		const reference = isRecord(examples) ? examples[code] : undefined;
		return isRecord(reference) && isRecord(resolve(String(reference['$ref'])));
	}

	test('says in which content type a body is sent', () => {
		const wrong = operations.filter(({ method, operation: { requestBody } }) => {
			if (requestBody === undefined) return false;
			const content = isRecord(requestBody) ? requestBody['content'] : undefined;
			const types = isRecord(content) ? Object.keys(content) : [];
			const isKnown = ['application/json', 'multipart/form-data'].includes(types[0] ?? '');
			return method === 'get' || types.length !== 1 || !isKnown;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('says that a body may have no field but those it names', () => {
		const bodies = operations.flatMap(({ location, operation: { requestBody } }) => {
			const content = isRecord(requestBody) ? requestBody['content'] : undefined;
			const shown = isRecord(content) ? Object.values(content) : [];
			return shown.map((each) => [location, isRecord(each) ? each['schema'] : undefined] as const);
		});
		const open = bodies.filter(
			([, schema]) => !isRecord(schema) || schema['additionalProperties'] !== false,
		);
		expect(bodies.length).toBeGreaterThan(10);
		expect(open.map(([location]) => location)).toEqual([]);
	});

	const faultsOf = schemaFaults(document);

	/** The examples of one content, each with the value it stands for. */
	function examplesOf({ shown }: { readonly shown: Data }): readonly unknown[] {
		if ('example' in shown) return [shown['example']];
		const { examples } = shown;
		if (!isRecord(examples)) return [];
		return Object.values(examples).map((example) => {
			const reference = isRecord(example) ? example['$ref'] : undefined;
			const target = typeof reference === 'string' ? resolve(reference) : example;
			return isRecord(target) ? target['value'] : undefined;
		});
	}

	test('has a schema and an example for every reply, and each example fits its schema', () => {
		const wrong = contents.flatMap((content) => {
			const { at, shown } = content;
			const { schema } = shown;
			const examples = examplesOf(content);
			if (examples.length === 0 || !isRecord(schema)) return [`${at} shows nothing`];
			return examples
				.flatMap((example) => faultsOf(schema, example))
				.map((fault) => `${at}: ${fault}`);
		});
		expect(wrong).toEqual([]);
	});

	test('shows each event of a stream', () => {
		const streams = contents.filter(({ mediaType }) => mediaType === 'text/event-stream');
		const shown = streams.flatMap(({ shown: { examples } }) =>
			isRecord(examples) ? Object.keys(examples) : [],
		);
		const described = endpointsOf(programs[program]).flatMap(({ endpoint }) =>
			Object.keys(
				endpoint.reply.kind === 'stream' ? endpoint.reply.events : (endpoint.streamed ?? {}),
			),
		);
		expect(shown).toEqual(described);
	});
});
