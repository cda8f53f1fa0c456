/**
 * Runs the methods of a socket: operations through the handlers of HTTP, with the same checks of
 * fields and rights, and the socket's own methods.
 */
import type { EndpointDescription, SocketDescription } from '../../api/language/description';
import { programs } from '../../api/programs';
import { itemCheck, type Values } from '../../server/http/routing/checks';
import { listBytes } from '../../server/http/routing/lists';
import { messageFields, operationEndpoint } from '../../server/http/routing/socket-operations';
import { refuse } from '../../server/refusal';
import { handlerOf, type Handlers } from '../operations/handler';
import type { Identity } from './identity';
import type { MethodCall, Reply } from './messages';
import type { Subscription, Subscriptions } from './subscriptions';

const { exchange: program } = programs;
const socket: SocketDescription = program.socket;

/** The socket that a command came from. */
export interface SocketContext {
	readonly identity: Identity;
	readonly subscriptions: Subscriptions;
	/** Called with a fault that ended a subscription. */
	readonly onFault: (fault: unknown) => void;
}

type Answer = (reply: Reply) => void;
type Run = (context: SocketContext, params: Values, answer: Answer) => Promise<void>;

export class Commands {
	private readonly runs: ReadonlyMap<string, Run>;

	constructor(handlers: Handlers) {
		const operations = Object.entries(socket.methods).map(
			([method, operation]) => [method, call(handlers, operation)] as const,
		);
		this.runs = new Map([...operations, ...ownRuns(handlers)]);
	}

	/** Calls `answer` once, maybe before everything is done; throws refusals. */
	async run(context: SocketContext, { method, params }: MethodCall, answer: Answer): Promise<void> {
		const run = this.runs.get(method);
		if (run === undefined) throw refuse('Request_Invalid', 'method', this.mustBe());
		await run(context, params, answer);
	}

	has(method: string): boolean {
		return this.runs.has(method);
	}

	private mustBe(): string {
		return `must be one of ${[...this.runs.keys()].join(', ')}`;
	}
}

function call(handlers: Handlers, operation: string): Run {
	const endpoint = operationEndpoint(program, operation);
	const check = itemCheck(messageFields(endpoint, socket), program);
	const handler = handlerOf(handlers, operation);
	return async ({ identity }, params, answer) => {
		const caller = await identity.callerFor(endpoint);
		const answered = await handler(caller, check(params), () => {
			throw new Error(`${operation} is no stream`);
		});
		answer(await replyOf(endpoint, answered));
	};
}

async function replyOf(endpoint: EndpointDescription, answered: unknown): Promise<Reply> {
	const { reply, otherReplies } = endpoint;
	if (reply.kind === 'list') {
		const bytes = await listBytes(answered as readonly Values[]);
		return { status: reply.status, resultText: bytes.toString() };
	}
	if (otherReplies === undefined) {
		return { status: reply.status, resultText: JSON.stringify(answered ?? {}) };
	}
	const { status, body } = answered as { readonly status: number; readonly body: unknown };
	return { status, resultText: JSON.stringify(body) };
}

const done = (result: object): Reply => ({ status: 200, resultText: JSON.stringify(result) });

function ownRuns(handlers: Handlers): readonly (readonly [string, Run])[] {
	const { ping, authenticate, unsubscribe } = program.socket.own;
	const checks = {
		ping: itemCheck(ping.fields, program),
		authenticate: itemCheck(authenticate.fields, program),
		unsubscribe: itemCheck(unsubscribe.fields, program),
	};
	return [
		[
			'ping',
			(_context, params, answer) => {
				checks.ping(params);
				answer(done({}));
				return Promise.resolve();
			},
		],
		[
			'authenticate',
			async ({ identity }, params, answer) =>
				answer(done(await identity.authenticate(checks.authenticate(params)))),
		],
		['subscribe', subscribe(handlers)],
		[
			'unsubscribe',
			({ subscriptions }, params, answer) => {
				const { subscription } = checks.unsubscribe(params);
				subscriptions.remove(subscription);
				answer(done({ subscription }));
				return Promise.resolve();
			},
		],
	];
}

/** The answer is sent before the first event. */
function subscribe(handlers: Handlers): Run {
	const checkName = itemCheck(program.socket.own.subscribe.fields, program);
	const opens = new Map(
		Object.entries(socket.channels).map(([channel, operation]) => {
			const endpoint = operationEndpoint(program, operation);
			const check = itemCheck(messageFields(endpoint, socket), program);
			return [channel, { endpoint, check, handler: handlerOf(handlers, operation) }] as const;
		}),
	);
	return async ({ identity, subscriptions, onFault }, params, answer) => {
		const { channel: named, ...fields } = params;
		const { channel } = checkName(named === undefined ? {} : { channel: named });
		const stream = opens.get(channel);
		if (stream === undefined) throw new Error(`no stream for the channel ${channel}`);
		const caller = await identity.callerFor(stream.endpoint, 'stream');
		let opened: Subscription | undefined;
		try {
			await stream.handler(caller, stream.check(fields), () => {
				opened = subscriptions.add(channel);
				answer(done({ subscription: opened.number }));
				return opened;
			});
		} catch (fault) {
			if (opened === undefined) throw fault;
			// The reader was told that the subscription has ended.
			onFault(fault);
		}
	};
}
