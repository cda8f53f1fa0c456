/**
 * The log as C2SP `tlog-tiles` tools read it: newest checkpoint, tiles of hashes and bundles of
 * entries. A tile never changes and may be cached for ever; partial tiles are served in any width
 * so far.
 */
import type { FastifyInstance } from 'fastify';
import { isTileOf, parseTilePath, tileWidth, type Tile } from '../../proof/tile-paths';
import { refuse } from '../../server/refusal';
import type { Checkpoints } from '../log/checkpoints';

export interface TileParts {
	readonly checkpoints: Checkpoints;
}

const forEver = 'public, max-age=31536000, immutable';

export function mountLogTiles(app: FastifyInstance, { checkpoints }: TileParts): void {
	app.get('/log/checkpoint', async (_request, reply) => {
		const latest = await checkpoints.latest();
		if (latest === undefined) throw refuse('Log_NotFound', 'checkpoint yet');
		return reply
			.header('cache-control', 'no-cache')
			.type('text/plain; charset=utf-8')
			.send(latest.note);
	});
	app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
		const path = `tile/${request.params['*']}`;
		const tile = parseTilePath(path);
		if (tile === undefined || !isTileOf(await checkpoints.size(), tile)) {
			throw refuse('Log_NotFound', `tile ${path.slice(0, 100)}`);
		}
		const bytes = await bytesOf(checkpoints, tile);
		return reply.header('cache-control', forEver).type('application/octet-stream').send(bytes);
	});
}

async function bytesOf(checkpoints: Checkpoints, tile: Tile): Promise<Buffer> {
	const { level, index, width } = tile;
	if (level !== 'entries') return Buffer.concat(await checkpoints.tile(level, index, width));
	const begin = index * tileWidth;
	const texts = await checkpoints.entryTexts(begin, begin + width);
	return Buffer.concat(texts.flatMap((text) => [lengthOf(text), Buffer.from(text)]));
}

/** The two length bytes before each entry of a bundle. */
function lengthOf(text: string): Buffer {
	const length = Buffer.alloc(2);
	length.writeUInt16BE(Buffer.byteLength(text));
	return length;
}
