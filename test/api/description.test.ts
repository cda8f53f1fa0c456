/** The description keeps the promises its readers rely on: names that exist, texts of one form. */
import fs from 'node:fs';
import path from 'node:path';
import type {
	EndpointDescription,
	ModelField,
	ReplyDescription,
} from '../../api/language/description';
import { endpoints } from '../../api/endpoints';
import { errors, sessionErrors, sharedErrors, type ErrorDescription } from '../../api/errors';
import { models } from '../../api/models';
import { programs } from '../../api/programs';
import { roles } from '../../api/language/roles';
import { codesOf } from '../../server/http/routing/endpoints';

interface Named {
	readonly name: string;
	readonly endpoint: EndpointDescription;
}

const all: readonly Named[] = Object.entries(endpoints).flatMap(([area, operations]) =>
	Object.entries(operations as Readonly<Record<string, EndpointDescription>>).map(
		([operation, endpoint]) => ({ name: `${area}.${operation}`, endpoint }),
	),
);

/** The faults of every endpoint, each with the name of the endpoint in front. */
function faults(of: (endpoint: EndpointDescription) => readonly string[]): string[] {
	return all.flatMap(({ name, endpoint }) => of(endpoint).map((fault) => `${name}: ${fault}`));
}

function rolesOf({ caller }: EndpointDescription): readonly string[] {
	return typeof caller === 'string' ? [] : caller;
}

function modelsOf({
	reply,
	otherReplies = [],
	streamed = {},
}: EndpointDescription): readonly string[] {
	const replies: readonly ReplyDescription[] = [reply, ...otherReplies];
	const own = replies.flatMap((each) => {
		if (each.kind === 'stream') return Object.values(each.events);
		return 'model' in each ? [each.model] : [];
	});
	return [...own, ...Object.values(streamed)];
}

function pathsOf({ path: main, alsoAt }: EndpointDescription): readonly string[] {
	return [main, ...(alsoAt === undefined ? [] : [alsoAt.path])];
}

describe('an endpoint', () => {
	test('has the numbers E1 to E14, each once, and beyond for the rest', () => {
		const numbers = all.flatMap(({ endpoint: { number, alsoAt } }) => [
			number,
			...(alsoAt === undefined ? [] : [alsoAt.number]),
		]);
		const own = numbers.filter((number) => number !== 'beyond');
		const wanted = Array.from({ length: 14 }, (_, index) => `E${index + 1}`);
		expect(own.sort()).toEqual(wanted.sort());
	});

	test('answers with records that are described', () => {
		const missing = (endpoint: EndpointDescription) =>
			modelsOf(endpoint).filter((model) => !Object.hasOwn(models, model));
		expect(faults(missing)).toEqual([]);
	});

	test('has a status of its own for each reply', () => {
		const repeated = ({ reply, otherReplies = [] }: EndpointDescription) => {
			const statuses = [reply, ...otherReplies].map(({ status }) => status);
			return statuses.filter((status, index) => statuses.indexOf(status) !== index).map(String);
		};
		expect(faults(repeated)).toEqual([]);
	});

	test('refuses with codes that are described, and repeats no shared one', () => {
		const wrong = ({ errors: own }: EndpointDescription) => [
			...own.filter((code) => !Object.hasOwn(errors, code)),
			...own.filter((code) => (sharedErrors as readonly string[]).includes(code)),
			...own.filter((code, index) => own.indexOf(code) !== index),
		];
		expect(faults(wrong)).toEqual([]);
	});

	test('documents the refusal of a missing role exactly when it asks for one', () => {
		const wrong = (endpoint: EndpointDescription) =>
			rolesOf(endpoint).length > 0 === endpoint.errors.includes('Auth_RoleMissing')
				? []
				: ['Auth_RoleMissing'];
		expect(faults(wrong)).toEqual([]);
	});

	test('asks for roles there are', () => {
		const wrong = (endpoint: EndpointDescription) =>
			rolesOf(endpoint).filter((role) => !(roles as readonly string[]).includes(role));
		expect(faults(wrong)).toEqual([]);
	});

	test('has a field for every place in its paths, and no other path fields', () => {
		const wrong = (endpoint: EndpointDescription) => {
			const described = Object.entries(endpoint.fields)
				.filter(([, field]) => field.in === 'path')
				.map(([name]) => name)
				.sort();
			return pathsOf(endpoint).filter((location) => {
				const places = [...location.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
				return places.join() !== described.join();
			});
		};
		expect(faults(wrong)).toEqual([]);
	});

	test('requires every path field', () => {
		const wrong = ({ fields }: EndpointDescription) =>
			Object.entries(fields)
				.filter(([, field]) => field.in === 'path' && !field.required)
				.map(([name]) => name);
		expect(faults(wrong)).toEqual([]);
	});

	test('has one kind of body, and none when it is read with GET or taken back with DELETE', () => {
		const wrong = ({ method, fields }: EndpointDescription) => {
			const places = new Set(Object.values(fields).map((field) => field.in));
			const bodies = [...places].filter((place) => place === 'json' || place === 'form');
			return bodies.length > (method === 'GET' || method === 'DELETE' ? 0 : 1) ? bodies : [];
		};
		expect(faults(wrong)).toEqual([]);
	});

	test('documents what a body can be refused for exactly when it takes one', () => {
		const wrong = ({ fields, errors: own }: EndpointDescription) => {
			const places = Object.values(fields).map((field) => field.in);
			const takesBody = places.includes('json') || places.includes('form');
			return ['Request_UnsupportedMediaType', 'Request_TooLarge'].filter(
				(code) => takesBody !== own.includes(code),
			);
		};
		expect(faults(wrong)).toEqual([]);
	});

	test('has a path of its own for its method', () => {
		const taken = all.flatMap(({ name, endpoint }) => {
			const area = /^(storage|exchange)\./.exec(name)?.[1] ?? 'main';
			return pathsOf(endpoint).map(
				(location) => `${area} ${endpoint.method} ${location.replace(/\{\w+\}/g, '{}')}`,
			);
		});
		expect(new Set(taken).size).toBe(taken.length);
	});

	test('names header fields in lower case', () => {
		const wrong = ({ fields }: EndpointDescription) =>
			Object.entries(fields)
				.filter(([name, field]) => field.in === 'header' && name !== name.toLowerCase())
				.map(([name]) => name);
		expect(faults(wrong)).toEqual([]);
	});

	test('has limits and codes of limits that go together', () => {
		const wrong = ({ fields, errors: own }: EndpointDescription) =>
			Object.entries(fields).flatMap(([name, field]) => {
				if (field.type !== 'integer') return [];
				const { minimum = -Infinity, maximum = Infinity, codes = {} } = field;
				return [
					...(minimum <= maximum ? [] : [`${name}: minimum above maximum`]),
					...Object.values(codes).filter((code) => !own.includes(code)),
				];
			});
		expect(faults(wrong)).toEqual([]);
	});
});

describe('a text', () => {
	const texts: readonly (readonly [string, string])[] = [
		...all.flatMap(({ name, endpoint }): [string, string][] => [
			[name, endpoint.summary],
			...Object.entries(endpoint.fields).map(([field, { description }]): [string, string] => [
				`${name}.${field}`,
				description,
			]),
		]),
		...Object.entries(models).flatMap(([model, fields]) => modelTexts(model, fields)),
		...all.flatMap(({ name, endpoint }): [string, string][] =>
			(endpoint.otherReplies ?? []).map(({ status, when }) => [`${name} ${status}`, when]),
		),
	];

	test('is one sentence without a full stop at its end', () => {
		const wrong = texts.filter(([, text]) => !/^[A-Z][^\n]*[^.\s]$/.test(text));
		expect(wrong).toEqual([]);
	});

	test('begins with Whether exactly when the field is true or false', () => {
		const wrong = all.flatMap(({ name, endpoint }) =>
			Object.entries(endpoint.fields)
				.filter(([, f]) => (f.type === 'boolean') !== f.description.startsWith('Whether'))
				.map(([field]) => `${name}.${field}`),
		);
		expect(wrong).toEqual([]);
	});
});

/** Which arguments a sentence of an error asks for. */
function argumentsOf({ happened, change }: Pick<ErrorDescription, 'happened' | 'change'>) {
	const places = `${happened}${change}`.matchAll(/\{(\d)\}/g);
	return new Set([...places].map(([, index]) => Number(index)));
}

function modelTexts(
	name: string,
	fields: Readonly<Record<string, ModelField>>,
): [string, string][] {
	return Object.entries(fields).flatMap(([field, { description, fields: inner }]) => [
		[`${name}.${field}`, description] as [string, string],
		...modelTexts(`${name}.${field}`, inner ?? {}),
	]);
}

describe('an error code', () => {
	const described: readonly (readonly [string, ErrorDescription])[] = Object.entries(errors);

	test.each(described)('%s says what happened and what to change', (_code, error) => {
		// A sentence that ends with what another program said has that one's full stop.
		expect(error.happened).toMatch(/^[A-Z{].*(\.|: \{\d\})$/);
		expect(error.change).toMatch(/^[A-Z].*\.$/);
		expect(error.status).toBeGreaterThanOrEqual(400);
		expect(error.status).toBeLessThan(600);
		expect(error.example).toHaveLength(argumentsOf(error).size);
	});

	test('numbers its arguments without a gap', () => {
		const wrong = described.filter(([, { happened, change }]) => {
			const places = argumentsOf({ happened, change });
			return places.size !== Math.max(-1, ...places) + 1;
		});
		expect(wrong.map(([code]) => code)).toEqual([]);
	});

	test('belongs to an endpoint, to all of them, to a socket, a browser, a page of a link, or no route at all', () => {
		const sockets = Object.values(programs).flatMap((program) =>
			'socket' in program ? [program.socket] : [],
		);
		const used = new Set<string>([
			...sharedErrors,
			...sessionErrors,
			...sockets.flatMap(({ errors, handshakeErrors }) => [...errors, ...handshakeErrors]),
			...all.flatMap(({ endpoint }) => codesOf(endpoint)),
			...['Storage_LinkUnknown', 'Storage_LinkEnded'],
			'Request_RouteNotFound',
			'Request_MethodNotAllowed',
		]);
		expect(Object.keys(errors).filter((code) => !used.has(code))).toEqual([]);
	});
});

test('a comparison is given up with its caller, unless it may keep what was sent', () => {
	const comparing = all.filter(({ endpoint }) =>
		endpoint.errors.includes('Keeper_ComparisonsTooMany'),
	);
	const going = comparing.filter(({ endpoint }) => endpoint.endsWithCaller !== true);
	expect(comparing.length).toBeGreaterThan(8);
	expect(going.map(({ name }) => name)).toEqual(['keeper.keepOrCompare']);
});

test('the description is plain data', () => {
	const data = { endpoints, errors, models, programs, roles, sharedErrors };
	expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});

test('nothing in api imports from outside of it', () => {
	const folder = path.join(__dirname, '..', '..', 'api');
	const imports = fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const text = fs.readFileSync(path.join(folder, file), 'utf8');
			return [...text.matchAll(/(?:from|import\(|require\()\s*'([^']+)'/g)].map(
				([, target = '']) => ({ file, target }),
			);
		});
	expect(imports.length).toBeGreaterThan(0);
	const isOutside = ({ file, target }: (typeof imports)[number]) =>
		!target.startsWith('.') ||
		path.relative(folder, path.join(folder, path.dirname(file), target)).startsWith('..');
	expect(imports.filter(isOutside)).toEqual([]);
});
