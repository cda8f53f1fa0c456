/**
 * A tracker of one product over HTTP that keeps balances as an honest one does, until a test has
 * it answer otherwise. It counts what took effect, whatever it answered.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedAnswer {
	readonly status: number;
	readonly body: string;
}

export interface TrackerCall {
	readonly kind: 'TRANSFER' | 'BALANCES';
	readonly key: string;
	/** Of a transfer. */
	readonly units: number;
	readonly recipient: string;
}

/** What is answered instead of the honest answer; undefined leaves that. */
export type Script = (call: TrackerCall, honest: ScriptedAnswer) => ScriptedAnswer | undefined;

interface User {
	readonly email: string;
	readonly key: string;
}

interface MadeTransfer {
	readonly sender: string;
	readonly recipient: string;
	readonly assetId: string;
	readonly units: number;
}

export class ScriptedTracker {
	/** Transfers that took effect. */
	readonly made: MadeTransfer[] = [];
	readonly calls: TrackerCall[] = [];
	/** Asked before a call takes effect: an answer here is given in place of the effect. */
	before: Script = () => undefined;
	/** Asked after the effect. */
	after: Script = () => undefined;
	private readonly users: User[] = [];
	private readonly held = new Map<string, number>();
	private readonly stored = new Map<string, ScriptedAnswer>();
	private readonly server = http.createServer((request, reply) => void this.serve(request, reply));

	async start(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	addUser(user: User): void {
		this.users.push(user);
	}

	/** Changes what a user holds, from outside. */
	grant(email: string, assetId: string, units: number): void {
		const key = `${email} ${assetId}`;
		this.held.set(key, (this.held.get(key) ?? 0) + units);
	}

	heldBy(email: string, assetId: string): number {
		return this.held.get(`${email} ${assetId}`) ?? 0;
	}

	private async serve(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { status, body } = this.answer(request, Buffer.concat(chunks).toString());
		reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
	}

	private answer({ url = '', headers }: http.IncomingMessage, body: string): ScriptedAnswer {
		const key = String(headers['x-api-key']);
		const [, assetId = ''] = /\/assets\/([^/]+)\/transfer$/.exec(url) ?? [];
		const { amount = 0, recipientEmail = '' } = (body === '' ? {} : JSON.parse(body)) as {
			readonly amount?: number;
			readonly recipientEmail?: string;
		};
		const kind = assetId === '' ? 'BALANCES' : 'TRANSFER';
		const call: TrackerCall = { kind, key, units: amount, recipient: recipientEmail };
		this.calls.push(call);
		const transfer = { sender: '', recipient: recipientEmail, assetId, units: amount };
		const never = kind === 'TRANSFER' ? transferBody(transfer, 'never-made') : '[]';
		const instead = this.before(call, { status: 201, body: never });
		if (instead !== undefined) return instead;
		const user = this.users.find((candidate) => candidate.key === key);
		if (user === undefined) return refusal(401, 'Auth_KeyInvalid');
		const honest =
			kind === 'BALANCES'
				? this.balances(user)
				: this.transferOnce(user, { call, assetId, once: String(headers['idempotency-key']) });
		return this.after(call, honest) ?? honest;
	}

	private transferOnce(
		sender: User,
		{ call, assetId, once: name }: { call: TrackerCall; assetId: string; once: string },
	): ScriptedAnswer {
		const stored = this.stored.get(`${sender.email} ${name}`);
		if (stored !== undefined) return stored;
		const { units, recipient } = call;
		if (this.users.every(({ email }) => email !== recipient)) return refusal(422, 'User_NotFound');
		if (this.heldBy(sender.email, assetId) < units) {
			return refusal(422, 'Factory_FactoryTransferInsufficientFund');
		}
		this.grant(sender.email, assetId, -units);
		this.grant(recipient, assetId, units);
		const transfer = { sender: sender.email, recipient, assetId, units };
		const answer = { status: 201, body: transferBody(transfer, `made-${this.made.length}`) };
		this.made.push(transfer);
		this.stored.set(`${sender.email} ${name}`, answer);
		return answer;
	}

	private balances({ email }: User): ScriptedAnswer {
		const rows = [...this.held].flatMap(([key, amount]) => {
			const [owner, id] = key.split(' ');
			return owner === email && amount !== 0
				? [{ id, displayName: id, amount, type: 'Asset' }]
				: [];
		});
		return { status: 200, body: JSON.stringify(rows) };
	}
}

function transferBody({ sender, recipient, assetId, units }: MadeTransfer, id: string): string {
	return JSON.stringify([
		{
			id,
			assetId,
			assetDisplayName: assetId,
			amount: units,
			senderDisplayName: sender,
			recipientDisplayName: recipient,
			timestamp: 1_795_132_800_000,
			blockchainStatus: 'Confirmed',
			isReverted: false,
		},
	]);
}

/** An error in the interface's form. */
export function refusal(status: number, errorCode: string): ScriptedAnswer {
	const message = `said ${errorCode}`;
	return { status, body: JSON.stringify({ errorCode, message, arguments: [] }) };
}
