/**
 * Which of the pages of `pages/` are the exchange's, by their addresses; who opens the exchange
 * itself in a browser is led to the first of them.
 */
import type { FastifyInstance } from 'fastify';
import { mountBuiltPages } from '../../server/http/files/built-pages';

const venue = '/venue';

/** Not `/admin` itself: what lies below an address of a page is the page, and there are endpoints there. */
const administration = '/admin/console';

const pages = { [venue]: 'venue', [administration]: 'admin' };

export function mountPages(app: FastifyInstance, folder: string | undefined): void {
	mountBuiltPages(app, folder, pages);
	app.get('/', (_request, reply) => reply.redirect(venue));
	app.get('/admin', (_request, reply) => reply.redirect(administration));
}
