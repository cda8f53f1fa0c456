/** A collector: takes traces by OTLP over HTTP, as protobuf, and keeps their spans. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ProtobufReader } from '@opentelemetry/otlp-transformer/build/src/common/protobuf/protobuf-reader';

export interface ReceivedSpan {
	/** `service.name` of the program. */
	readonly program: string;
	readonly traceId: string;
	readonly spanId: string;
	/** Empty for the first of a trace. */
	readonly parentId: string;
	readonly name: string;
	readonly kind: string;
	readonly isError: boolean;
	readonly attributes: Readonly<Record<string, unknown>>;
}

type Message = ReadonlyMap<number, readonly (number | Uint8Array)[]>;

function messageOf(bytes: Uint8Array): Message {
	const reader = new ProtobufReader(bytes);
	const fields = new Map<number, (number | Uint8Array)[]>();
	while (!reader.isAtEnd()) {
		const { fieldNumber, wireType } = reader.readTag();
		const known = fields.get(fieldNumber) ?? [];
		fields.set(fieldNumber, known);
		if (wireType === 0) known.push(reader.readVarint());
		else if (wireType === 2) known.push(reader.readBytes());
		else reader.skip(wireType);
	}
	return fields;
}

const bytesAt = (message: Message, field: number) =>
	(message.get(field) ?? []).filter((value) => typeof value !== 'number');
const numberAt = (message: Message, field: number) => Number(message.get(field)?.[0] ?? 0);
const messagesAt = (message: Message, field: number) => bytesAt(message, field).map(messageOf);
const textAt = (message: Message, field: number, encoding: BufferEncoding = 'utf8') =>
	Buffer.concat(bytesAt(message, field).slice(0, 1)).toString(encoding);

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const failed = 2;

function attributesOf(message: Message, field: number): Record<string, unknown> {
	const pairs = messagesAt(message, field).map((pair) => {
		const [value = new Map() as Message] = messagesAt(pair, 2);
		return [textAt(pair, 1), value.has(3) ? numberAt(value, 3) : textAt(value, 1)] as const;
	});
	return Object.fromEntries(pairs);
}

function spansOf(request: Message): readonly ReceivedSpan[] {
	return messagesAt(request, 1).flatMap((ofResource) => {
		const [resource = new Map() as Message] = messagesAt(ofResource, 1);
		const program = String(attributesOf(resource, 1)['service.name']);
		const spans = messagesAt(ofResource, 2).flatMap((scope) => messagesAt(scope, 2));
		return spans.map((span) => ({
			program,
			traceId: textAt(span, 1, 'hex'),
			spanId: textAt(span, 2, 'hex'),
			parentId: textAt(span, 4, 'hex'),
			name: textAt(span, 5),
			kind: kinds[numberAt(span, 6)] ?? 'UNKNOWN',
			isError: messagesAt(span, 15).some((status) => numberAt(status, 3) === failed),
			attributes: attributesOf(span, 9),
		}));
	});
}

export interface OtlpReceiver {
	readonly url: string;
	readonly spans: readonly ReceivedSpan[];
	/** What was sent, to be searched for what must not be in it. */
	readonly bytes: readonly Buffer[];
	readonly headers: readonly http.IncomingHttpHeaders[];
	close(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
	const spans: ReceivedSpan[] = [];
	const bytes: Buffer[] = [];
	const headers: http.IncomingHttpHeaders[] = [];
	const server = http.createServer((request, reply) => {
		void buffer(request).then((body) => {
			if (request.url === '/v1/traces') spans.push(...spansOf(messageOf(body)));
			bytes.push(body);
			headers.push(request.headers);
			reply.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}`, spans, bytes, headers, close };
}
