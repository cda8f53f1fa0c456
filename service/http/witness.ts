/**
 * The witness over HTTP by c2sp.org/tlog-witness: text in, text out, no key. Also serves the last
 * cosigned checkpoint of a log, by the hash of its origin, and an overview of all logs.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { offerSizeBytesMax } from '../witness/add-checkpoint';
import type { Outcome, Witness } from '../witness/witness';

export const witnessPrefix = '/witness';

const textType = 'text/plain; charset=utf-8';

const statuses = {
	COSIGNED: 200,
	MALFORMED: 400,
	UNKNOWN_KEY: 403,
	UNKNOWN_LOG: 404,
	CONFLICT: 409,
	UNPROVEN: 422,
} as const satisfies Record<Outcome['kind'], number>;

export async function mountWitness(app: FastifyInstance, witness: Witness): Promise<void> {
	app.get(witnessPrefix, async (_request, reply) =>
		reply.header('cache-control', 'no-store').send(await witness.shown()),
	);
	app.get<{ Params: { hash: string } }>(
		`${witnessPrefix}/:hash/checkpoint`,
		async (request, reply) => {
			const checkpoint = await witness.latestCheckpoint(request.params.hash);
			reply.header('cache-control', 'no-store').type(textType);
			return checkpoint === undefined
				? reply.code(404).send('nothing of this log was cosigned\n')
				: reply.send(checkpoint);
		},
	);
	await app.register((scope, _options, done) => {
		// Logs may send any content type.
		scope.removeAllContentTypeParsers();
		const parsing = { parseAs: 'string', bodyLimit: offerSizeBytesMax } as const;
		scope.addContentTypeParser('*', parsing, (_request, body, parsed) => parsed(null, body));
		scope.post(`${witnessPrefix}/add-checkpoint`, async (request, reply) => {
			const { body } = request;
			return send(reply, await witness.addCheckpoint(typeof body === 'string' ? body : ''));
		});
		done();
	});
}

function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
	reply.code(statuses[outcome.kind]).header('cache-control', 'no-store').type(textType);
	switch (outcome.kind) {
		case 'COSIGNED':
			return reply.send(outcome.line);
		case 'CONFLICT':
			return reply.type('text/x.tlog.size').send(`${outcome.treeSize}\n`);
		case 'MALFORMED':
		case 'UNKNOWN_KEY':
		case 'UNKNOWN_LOG':
		case 'UNPROVEN':
			return reply.send(`${outcome.reason}\n`);
	}
}
