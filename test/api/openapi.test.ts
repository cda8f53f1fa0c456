/** The committed OpenAPI document is what the description makes, and it is sound in itself. */
import fs from 'node:fs';
import path from 'node:path';
import { openApiDocument, openApiText } from '../../service/http/openapi';
import { isRecord } from './golden';

const file = path.join(__dirname, '..', '..', 'api', 'openapi.json');

test('the committed document is fresh', () => {
	const fresh = openApiText();
	const committed = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
	if (committed !== fresh && !process.env['CI']) fs.writeFileSync(file, fresh);
	if (committed !== fresh) throw new Error('api/openapi.json was stale: run npm run generate');
	expect(committed).toBe(fresh);
});

interface Found {
	readonly at: string;
	readonly value: Readonly<Record<string, unknown>>;
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

const document = openApiDocument();
const everything = [...objects(document)];

function resolve(reference: string): unknown {
	return reference
		.split('/')
		.slice(1)
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), document);
}

interface Operation {
	readonly location: string;
	readonly method: string;
	readonly operation: Readonly<Record<string, unknown>>;
}

const operations: readonly Operation[] = Object.entries(
	document['paths'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
).flatMap(([location, methods]) =>
	Object.entries(methods).map(([method, operation]) => {
		if (!isRecord(operation)) throw new Error(`${method} ${location} is no operation`);
		return { location, method, operation };
	}),
);

function parametersOf({ operation }: Operation): readonly Readonly<Record<string, unknown>>[] {
	const { parameters } = operation;
	return Array.isArray(parameters) ? parameters.filter(isRecord) : [];
}

describe('the document', () => {
	test('is OpenAPI 3.1 with what that demands', () => {
		expect(document['openapi']).toMatch(/^3\.1\.\d+$/);
		expect(document['info']).toMatchObject({
			title: expect.any(String) as unknown,
			version: expect.any(String) as unknown,
		});
		expect(operations.length).toBeGreaterThanOrEqual(14);
	});

	test('holds JSON values only', () => {
		expect(JSON.parse(openApiText())).toEqual(document);
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
});

describe('an operation', () => {
	test('has an id of its own', () => {
		const ids = operations.map(({ operation }) => operation['operationId']);
		expect(ids.filter((id) => typeof id !== 'string' || !/^\w+$/.test(id))).toEqual([]);
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('declares every place in its path as a required parameter, and no other', () => {
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
			const names = parametersOf(each).map(({ in: place, name }) => `${place} ${name}`);
			const hasSchemas = parametersOf(each).every(({ schema }) => isRecord(schema));
			return !hasSchemas || new Set(names).size !== names.length;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('describes one success and the refusals everybody may meet', () => {
		const wrong = operations.filter(({ operation: { responses } }) => {
			const statuses = isRecord(responses) ? Object.keys(responses) : [];
			const successes = statuses.filter((status) => status.startsWith('2'));
			const isShared = ['400', '401', '429', '500', '503'].every((status) =>
				statuses.includes(status),
			);
			return successes.length !== 1 || !isShared;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});

	test('that has a body says in which content type', () => {
		const wrong = operations.filter(({ method, operation: { requestBody } }) => {
			if (requestBody === undefined) return false;
			const content = isRecord(requestBody) ? requestBody['content'] : undefined;
			const types = isRecord(content) ? Object.keys(content) : [];
			const isKnown = ['application/json', 'multipart/form-data'].includes(types[0] ?? '');
			return method === 'get' || types.length !== 1 || !isKnown;
		});
		expect(wrong.map(({ location }) => location)).toEqual([]);
	});
});
