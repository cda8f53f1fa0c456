/**
 * Mounts the exchange's pages; a browser that opens the exchange itself is redirected to the first
 * of them.
 */
import type { FastifyInstance } from 'fastify';
import { mountBuiltPages } from '../../server/http/files/built-pages';

const venue = '/venue';

/**
 * Not `/admin` itself: every address below a page's is the page, and there are endpoints below
 * `/admin`.
 */
const administration = '/admin/console';

const pages = { [venue]: 'venue', [administration]: 'admin' };

export function mountPages(app: FastifyInstance, folder: string | undefined): void {
	mountBuiltPages(app, folder, pages);
	app.get('/', (_request, reply) => reply.redirect(venue));
	app.get('/admin', (_request, reply) => reply.redirect(administration));
}
