/** The start page, built pages and sample documents; none needs a key. */
import type { FastifyInstance } from 'fastify';
import type { PagesWithMore } from '../../server/http/files/built-pages';
import { sampleAgreement, sampleAgreementAmended, sampleAgreementPdf } from './samples';
import { startPage } from './start-page';

/** The service's pages of `pages/`, by path. */
export function builtPages(isCompareOpen: boolean) {
	return {
		'/assets': 'asset',
		'/compare': isCompareOpen ? 'open-compare' : 'compare',
		'/console': 'console',
		'/documents': 'documents',
		'/explorer': 'explorer',
		'/outbox': 'outbox',
		'/sign': 'signing',
		'/verify': 'verify',
	};
}

export const pagesWithMore: PagesWithMore = {
	reading: ['console', 'signing'],
	framing: ['outbox'],
};

export interface ServicePageParts {
	readonly publicUrl: () => string;
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
	app.get('/samples/agreement.pdf', async (_request, reply) =>
		reply.type('application/pdf').send(await sampleAgreementPdf()),
	);
}
