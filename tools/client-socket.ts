/**
 * Generates the WebSocket part of `operations.ts`: calls that go as messages and streams that go
 * as subscriptions, with the names and types they have over HTTP.
 */
import type { ProgramDescription } from '../api/programs';
import type { SocketDescription } from '../api/language/description';
import { callReply, methods, streamReply } from './client-operations';
import { endpointsOf, type NamedEndpoint } from '../server/http/routing/endpoints';

/** Empty if the program has no WebSocket. */
export function clientSocket(program: ProgramDescription): string {
	const { socket } = program;
	if (socket === undefined) return '';
	const calls = namedOf(program, Object.values(socket.methods));
	const streams = namedOf(program, Object.values(socket.channels));
	const inputOf = (named: NamedEndpoint, name: string) => messageInput(named, name, socket);
	return [
		methods('SocketCalls', 'Calls as messages.', { all: calls, reply: callReply, inputOf }),
		methods('SocketStreams', 'Subscriptions, renewed after a disconnect.', {
			all: streams,
			reply: streamReply,
			inputOf,
		}),
		names('socketMethods', 'The message of each call.', socket.methods),
		names('socketChannels', 'The channel of each stream.', socket.channels),
	].join('\n\n');
}

function namedOf(program: ProgramDescription, operations: readonly string[]) {
	return endpointsOf(program).filter(({ operation }) => operations.includes(operation));
}

/** Omits fields that messages cannot have. */
function messageInput(
	{ endpoint }: NamedEndpoint,
	name: string,
	{ leftOut }: SocketDescription,
): string {
	const without = leftOut.filter((field) => field in endpoint.fields);
	if (without.length === 0) return name;
	return `Omit<${name}, ${without.map((field) => `'${field}'`).join(' | ')}>`;
}

function names(name: string, what: string, table: Readonly<Record<string, string>>): string {
	const rows = Object.entries(table).map(([message, operation]) => `\t${operation}: '${message}',`);
	return `/** ${what} */\nexport const ${name} = {\n${rows.join('\n')}\n} as const;\n`;
}
