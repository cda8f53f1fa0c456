/**
 * Generates pages of `docs/`, which are committed and checked by a test, and the OpenAPI and
 * AsyncAPI documents, which the programs serve and a build writes to `dist/documents`. As a
 * program it writes both.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	isFieldOf,
	orderTypeNames,
	orderTypes,
	termFields,
	type OrderTypeRow,
	type TermField,
} from '../api/exchange/language/order-types';
import { errors, sessionErrors, sharedErrors, type ErrorDescription } from '../api/errors';
import { programs, type ProgramDescription } from '../api/programs';
import { asyncApiText } from '../server/http/documents/asyncapi';
import { codesOf, endpointsOf, type NamedEndpoint } from '../server/http/routing/endpoints';
import { eventsPage } from './events-page';
import { openApiText } from '../server/http/documents/openapi';

/** Documents for programs, by file. */
export function builtDocuments(): Readonly<Record<string, string>> {
	return {
		'dist/documents/openapi.json': openApiText(programs.service),
		'dist/documents/openapi-exchange.json': openApiText(programs.exchange),
		'dist/documents/asyncapi-exchange.json': asyncApiText(programs.exchange),
	};
}

/** The committed pages, by file. */
export function documents(): Readonly<Record<string, string>> {
	return {
		'docs/errors.md': errorsPage(),
		'docs/endpoints.md': endpointsPage(),
		'docs/events.md': eventsPage(),
	};
}

const generated = '<!-- Written by `npm run generate` from api/; do not edit. -->';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return text.replace(/\|/g, '\\|').replace(/\{\d\}/g, '…');
}

function errorsPage(): string {
	const codes: ReadonlyMap<string, Set<string>> = new Map(
		Object.entries(programs).map(([name, program]) => [name, codesIn(program)]),
	);
	const rows = Object.entries<ErrorDescription>(errors).map(([code, error]) => [
		String(error.status),
		`\`${code}\``,
		cell(error.happened),
		cell(error.change),
		[...codes].flatMap(([name, own]) => (own.has(code) ? [name] : [])).join(', '),
	]);
	return `# Errors

${generated}

Sealer, Tracker, Keeper and the exchange answer \`{errorCode, message, arguments, requestId}\`, storage
answers \`{message, body, status, requestId}\`; the id names the request in the log. The nodes say what
happened and what to change. An ellipsis stands for a value of the request. Which endpoint answers with which code stands in the OpenAPI document of each
program, at \`/openapi.json\`.

${table(['Status', 'Code', 'What happened', 'What to change', 'Answered by'], rows)}
`;
}

const addressErrors = ['Request_RouteNotFound', 'Request_MethodNotAllowed'];

/** Every error code of a program. Both programs answer an unknown path with the same codes. */
function codesIn(program: ProgramDescription): Set<string> {
	const own = endpointsOf(program).flatMap(({ endpoint }) => codesOf(endpoint));
	const ofSocket =
		program.socket === undefined
			? []
			: [...program.socket.errors, ...program.socket.handshakeErrors];
	const ofBrowsers = program.name === 'service' ? sessionErrors : [];
	return new Set<string>([...addressErrors, ...sharedErrors, ...ofBrowsers, ...own, ...ofSocket]);
}

function endpointsPage(): string {
	const sections = Object.values<ProgramDescription>(programs).map((program) => {
		const rows = endpointsOf(program).flatMap(endpointRows);
		const head = ['Operation', 'Call', 'What it does', 'Who may call', 'Specified as'];
		return `## ${program.title}\n\n${program.description}\n\n${table(head, rows)}\n`;
	});
	return `# Endpoints

${generated}

Fields, replies and refusals of each stand in the OpenAPI document of the program, at
\`/openapi.json\`, and can be tried at \`/docs\`. *Specified as* is the number of the call in the specification of the
interface; a call without one was added to it.

${sections.join('\n')}
${orderTypesSection()}`;
}

function orderTypesSection(): string {
	const rows = termFields.map((field) => [
		`\`${field}\``,
		...orderTypeNames.map((type) =>
			isFieldOf(type, field) ? roleOf(field, orderTypes[type]) : '',
		),
	]);
	const heads = orderTypeNames.map((type) => `\`${type}\``);
	return `## Types of orders

${orderTypeNames.map((type) => `- \`${type}\`: ${orderTypes[type].meaning}`).join('\n')}

A field that a type has not is refused.

${table(['Field', ...heads], rows)}
`;
}

function roleOf(field: TermField, { needs, oneOf, anyOf }: OrderTypeRow): string {
	if (needs.includes(field)) return 'needed';
	if (oneOf.includes(field)) return `or ${oneOf.filter((other) => other !== field).join(', ')}`;
	return anyOf.includes(field) ? 'one or more of these' : 'optional';
}

function endpointRows({ area, operation, prefix, endpoint }: NamedEndpoint): string[][] {
	const { number, path: main, alsoAt, method, summary } = endpoint;
	const row = (location: string, at: string) => [
		`\`${area}.${operation}\``,
		`\`${method} ${prefix}${location}\``,
		cell(summary),
		callers(endpoint),
		at === 'beyond' ? '' : at,
	];
	return [row(main, number), ...(alsoAt ? [row(alsoAt.path, alsoAt.number)] : [])];
}

function callers({ caller, scope, isOpenable }: NamedEndpoint['endpoint']): string {
	if (caller === 'ANYONE') return 'anyone';
	if (caller === 'LINK') return 'who holds the link';
	if (caller === 'TRADER') return `a trader (${scope})`;
	if (caller === 'ADMINISTRATOR') return 'the administrator';
	if (caller === 'TRADER_OR_ADMINISTRATOR') return `a trader (${scope}), the administrator`;
	if (isOpenable) return `${caller.join(', ')}, or anyone where the operator has opened it`;
	return caller.length === 0 ? 'any user' : caller.join(', ');
}

if (require.main === module) {
	for (const [file, text] of Object.entries({ ...documents(), ...builtDocuments() })) {
		const target = path.resolve(file);
		fs.mkdirSync(path.dirname(target), { recursive: true });
		fs.writeFileSync(target, text);
		process.stdout.write(`${target} written\n`);
	}
}
