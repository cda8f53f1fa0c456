/**
 * What the service shows beside the interface: the start page, whether it lives and is
 * ready, and a document to try things with. None of it needs a key.
 */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database';
import type { ObjectStore } from '../objects/object-store';
import { sampleAgreement, sampleAgreementAmended } from './samples';
import { startPage } from './start-page';

export interface ServicePageParts {
	readonly database: Database;
	readonly publicUrl: () => string;
	readonly objects: Pick<ObjectStore, 'health'>;
}

export function mountServicePages(app: FastifyInstance, parts: ServicePageParts): void {
	app.get('/', (_request, reply) =>
		reply.type('text/html; charset=utf-8').send(startPage(parts.publicUrl())),
	);
	const samples = { agreement: sampleAgreement, 'agreement-amended': sampleAgreementAmended };
	for (const [name, text] of Object.entries(samples)) {
		app.get(`/samples/${name}.txt`, (_request, reply) =>
			reply.type('text/plain; charset=utf-8').send(text),
		);
	}
	app.get('/health/live', () => ({ status: 'live' }));
	app.get('/health/ready', async () => {
		await sql`select 1`.execute(parts.database);
		const health = await parts.objects.health();
		const storage = health.every(({ status }) => status === 'up') ? 'complete' : 'degraded';
		return { status: 'ready', storage };
	});
}
