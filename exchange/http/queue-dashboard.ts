/**
 * The dashboard of the queues, for administrators only. The key is the password of HTTP Basic
 * authentication, which a browser asks for, or the x-api-key header.
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

export const dashboardPath = '/admin/queues';

const foreignFont = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/;

export interface DashboardParts {
	readonly queues: readonly Queue[];
	readonly accounts: Pick<Accounts, 'authenticate'>;
}

export async function mountQueueDashboard(
	app: FastifyInstance,
	{ queues, accounts }: DashboardParts,
): Promise<void> {
	const adapter = new FastifyAdapter();
	adapter.setBasePath(dashboardPath);
	createBullBoard({
		queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
		serverAdapter: adapter,
		options: { uiConfig: { boardTitle: 'Sealkeeper exchange' } },
	});
	await app.register(async (scope) => {
		scope.addHook('onRequest', async (request, reply) => {
			const key = administratorKey(request);
			const refusal = await whyRefused(accounts, { key, address: request.ip });
			if (refusal === undefined) return;
			reply.header('www-authenticate', 'Basic realm="queues", charset="UTF-8"');
			// Sent here, not thrown: the dashboard has its own error handler.
			return sendRefusal(reply, refusal);
		});
		// The dashboard's error handler shows the message of every error; replace it with ours.
		scope.addHook('onRoute', (route) => {
			route.errorHandler = (fault, request, reply) => {
				void sendRefusal(reply, asRefusal(fault, request));
			};
		});
		// The dashboard loads a font from another site, which the content policy refuses; it has a
		// fallback.
		scope.addHook<unknown>('onSend', async (_request, _reply, payload) =>
			typeof payload === 'string' ? payload.replace(foreignFont, '') : payload,
		);
		await scope.register(adapter.registerPlugin(), { prefix: dashboardPath });
	});
}

/** Undefined for a working key of an administrator. */
async function whyRefused(
	accounts: DashboardParts['accounts'],
	{ key, address }: { readonly key: string | undefined; readonly address: string },
): Promise<Refusal | undefined> {
	if (key === undefined) return refuse('Auth_KeyMissing');
	try {
		const caller = await accounts.authenticate(key, address);
		return caller?.kind === 'ADMINISTRATOR' ? undefined : refuse('Auth_KeyInvalid');
	} catch (fault) {
		if (fault instanceof Refusal) return fault;
		throw fault;
	}
}

export function isQueueDashboard({ routeOptions }: FastifyRequest): boolean {
	return routeOptions.url?.startsWith(dashboardPath) === true;
}

export function administratorKey(request: FastifyRequest): string | undefined {
	const header = headerKey(request);
	if (header !== undefined) return header;
	const [, encoded] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
	if (encoded === undefined) return undefined;
	const decoded = Buffer.from(encoded, 'base64').toString('utf8');
	return decoded.slice(decoded.indexOf(':') + 1);
}
