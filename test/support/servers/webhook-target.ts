/** A receiver of events: what it answers is told by the test, what it got is kept as it came. */
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from '../clients/requests';

export interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	/** Of the body. */
	readonly type: string;
	readonly subject: string;
	readonly sequence: number;
}

/** What to do with a request; the status to answer, or nothing where it was dealt with. */
export type Behaviour = (
	received: Received,
	reply: ServerResponse,
) => number | undefined | Promise<number | undefined>;

export class WebhookTarget {
	readonly received: Received[] = [];
	behaviour: Behaviour = () => 204;
	private readonly server = http.createServer((request, reply) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void this.take(request.headers, Buffer.concat(chunks).toString(), reply);
		});
	});

	static async open(): Promise<WebhookTarget> {
		const target = new WebhookTarget();
		await new Promise<void>((resolve) => target.server.listen(0, '127.0.0.1', resolve));
		return target;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	/** Waits until it was asked so often. */
	async asked(times: number): Promise<readonly Received[]> {
		return until(() => Promise.resolve(this.received.length >= times ? this.received : undefined));
	}

	close(): Promise<void> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(() => resolve()));
	}

	private async take(headers: IncomingHttpHeaders, body: string, reply: ServerResponse) {
		const { type, subject, sequence } = JSON.parse(body) as Received;
		const received = { headers, body, type, subject, sequence };
		this.received.push(received);
		const status = await this.behaviour(received, reply);
		if (status === undefined) return;
		reply.statusCode = status;
		reply.end();
	}
}

/** Checks a signature with a library that is not ours; throws when it is wrong. */
export function verify(secret: string, { headers, body }: Received): void {
	new Webhook(secret).verify(body, headers as Record<string, string>);
}
