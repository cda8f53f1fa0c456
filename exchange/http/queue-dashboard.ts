/**
 * The dashboard of the queues, for the administrator alone: their key as the password of HTTP Basic
 * authentication, which a browser asks for, or in the x-api-key header.
 */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts';
import { headerKey } from '../../server/http/app/limiter';
import { asRefusal, sendRefusal } from '../../server/http/refusals';
import { Refusal, refuse } from '../../server/refusal';

export const boardPath = '/admin/queues';

const foreignFont = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/;

export interface BoardParts {
	readonly queues: readonly Queue[];
	readonly accounts: Pick<Accounts, 'authenticate'>;
}

export async function mountBoard(
	app: FastifyInstance,
	{ queues, accounts }: BoardParts,
): Promise<void> {
	const adapter = new FastifyAdapter();
	adapter.setBasePath(boardPath);
	createBullBoard({
		queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
		serverAdapter: adapter,
		options: { uiConfig: { boardTitle: 'Sealkeeper exchange' } },
	});
	await app.register(async (scope) => {
		scope.addHook('onRequest', async (request, reply) => {
			const key = administratorKey(request);
			const refusal = await whyRefused(accounts, key);
			if (refusal === undefined) return;
			reply.header('www-authenticate', 'Basic realm="queues", charset="UTF-8"');
			// Answered here and not thrown: the dashboard has an answer of its own to what is thrown.
			return sendRefusal(reply, refusal);
		});
		// The dashboard tells whatever was thrown; every route of its own gets an answer of ours.
		scope.addHook('onRoute', (route) => {
			route.errorHandler = (fault, request, reply) => {
				void sendRefusal(reply, asRefusal(fault, request));
			};
		});
		// The board would ask a stranger for a font, which the content policy refuses; it has its own.
		scope.addHook<unknown>('onSend', async (_request, _reply, payload) =>
			typeof payload === 'string' ? payload.replace(foreignFont, '') : payload,
		);
		await scope.register(adapter.registerPlugin(), { prefix: boardPath });
	});
}

/** Nothing for an administrator's key that works. */
async function whyRefused(
	accounts: BoardParts['accounts'],
	key: string | undefined,
): Promise<Refusal | undefined> {
	if (key === undefined) return refuse('Auth_KeyMissing');
	try {
		const caller = await accounts.authenticate(key);
		return caller?.kind === 'ADMINISTRATOR' ? undefined : refuse('Auth_KeyInvalid');
	} catch (fault) {
		if (fault instanceof Refusal) return fault;
		throw fault;
	}
}

/** Whether a request is for the dashboard. */
export function isQueueDashboard({ routeOptions }: FastifyRequest): boolean {
	return routeOptions.url?.startsWith(boardPath) === true;
}

export function administratorKey(request: FastifyRequest): string | undefined {
	const header = headerKey(request);
	if (header !== undefined) return header;
	const [, encoded] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
	if (encoded === undefined) return undefined;
	const decoded = Buffer.from(encoded, 'base64').toString('utf8');
	return decoded.slice(decoded.indexOf(':') + 1);
}
