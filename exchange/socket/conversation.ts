/**
 * Handles the messages of one socket: each is counted, carried out and answered under its id,
 * several at once, started in order of arrival. When the exchange ends, commands in progress are
 * answered first, and new ones are refused.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { RepeatedFaults } from '../../server/http/repeated-faults';
import { freshId } from '../../server/http/request-id';
import { refusalOf } from '../../server/http/refusals';
import { refuse, Refusal } from '../../server/refusal';
import type { Commands } from './commands';
import type { Connection } from './connection';
import type { Identity } from './identity';
import { answerText, readMessage, refusalText } from './messages';
import { Subscriptions, subscriptionsMax } from './subscriptions';

/** Most unanswered messages of one socket. */
export const commandsMax = 100;

/** So many frames over the limit are refused one by one; then the socket ends. */
export const overLimitMax = 10;

export interface ConversationParts {
	readonly commands: Commands;
	readonly log: Pick<FastifyBaseLogger, 'error'>;
	readonly repeatedFaults: RepeatedFaults;
	/** Called for every answered message. */
	readonly onAnswered: (method: string, status: number) => void;
}

export class Conversation {
	readonly subscriptions: Subscriptions;
	private unanswered = 0;
	/** Commands that are not over; a subscription has begun some time after its answer. */
	private inProgress = 0;
	/** Frames over the limit since the last one within it. */
	private overLimit = 0;
	private isFinishing = false;

	constructor(
		private readonly parts: ConversationParts,
		readonly connection: Connection,
		readonly identity: Identity,
	) {
		this.subscriptions = new Subscriptions(connection);
	}

	/** Carries a message out and always answers it. */
	async handle(text: string): Promise<void> {
		const requestId = freshId();
		const { commands, log, repeatedFaults, onAnswered } = this.parts;
		const refused = (fault: unknown) => refusalOf(fault, { id: requestId, log, repeatedFaults });
		const { id, call } = readMessage(text);
		const isKnown = !(call instanceof Refusal) && commands.has(call.method);
		const method = isKnown ? call.method : 'unknown';
		this.unanswered += 1;
		this.inProgress += 1;
		let isAnswered = false;
		const answer = (status: number, message: string) => {
			onAnswered(method, status);
			this.connection.send(message);
			if (!isAnswered) this.unanswered -= 1;
			isAnswered = true;
			if (this.isFinishing) this.finish();
		};
		try {
			const overLimit = this.countFrame();
			if (overLimit !== undefined) throw overLimit;
			this.admit();
			if (call instanceof Refusal) throw call;
			const { identity, subscriptions } = this;
			// A subscription goes on after its answer, with what is there to begin with.
			await commands.run({ identity, subscriptions, onFault: refused }, call, (reply) =>
				answer(reply.status, answerText(id, reply)),
			);
		} catch (fault) {
			const refusal = refused(fault);
			answer(refusal.status, refusalText(id, refusal, requestId));
			this.endOverLimit();
		} finally {
			this.inProgress -= 1;
		}
	}

	/** Counts a ping or a pong as a message. */
	countControl(): void {
		this.countFrame();
		this.endOverLimit();
	}

	/** Ends the socket once everything is answered. */
	finish(): void {
		this.isFinishing = true;
		if (this.unanswered === 0) this.connection.end('CLOSING');
	}

	private countFrame(): Refusal | undefined {
		const refusal = this.identity.count();
		this.overLimit = refusal === undefined ? 0 : this.overLimit + 1;
		return refusal;
	}

	private endOverLimit(): void {
		if (this.overLimit >= overLimitMax) this.connection.end('OVER_LIMIT');
	}

	private admit(): void {
		if (this.isFinishing) throw refuse('Core_Ending');
		const isBusy = this.inProgress > commandsMax + subscriptionsMax;
		if (this.unanswered <= commandsMax && !isBusy) return;
		throw refuse('Exchange_SocketFull', commandsMax, 'commands under way');
	}
}
