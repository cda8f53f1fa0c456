/**
 * What is said on one socket: each message is counted, carried out and answered under its id, several
 * of them at once and begun in the order they came. When the exchange ends, what is under way is
 * answered first, and what comes then is refused.
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
import { Subscriptions } from './subscriptions';

/** As many wait at most for their answers; more of them keep a trader no less busy. */
export const commandsMax = 100;

export interface ConversationParts {
	readonly commands: Commands;
	readonly log: Pick<FastifyBaseLogger, 'error'>;
	readonly repeatedFaults: RepeatedFaults;
	/** Told of every message that was answered. */
	readonly onAnswered: (method: string, status: number) => void;
}

export class Conversation {
	readonly subscriptions: Subscriptions;
	private underWay = 0;
	private isFinishing = false;

	constructor(
		private readonly parts: ConversationParts,
		readonly connection: Connection,
		readonly identity: Identity,
	) {
		this.subscriptions = new Subscriptions(connection);
	}

	/** Carries a message out; whatever becomes of it is answered. */
	async take(text: string): Promise<void> {
		const requestId = freshId();
		const { commands, log, repeatedFaults, onAnswered } = this.parts;
		const refused = (fault: unknown) => refusalOf(fault, { id: requestId, log, repeatedFaults });
		const { id, asked } = readMessage(text);
		const isKnown = !(asked instanceof Refusal) && commands.has(asked.method);
		const method = isKnown ? asked.method : 'unknown';
		this.underWay += 1;
		try {
			this.identity.count();
			this.admit();
			if (asked instanceof Refusal) throw asked;
			const { identity, subscriptions } = this;
			await commands.run({ identity, subscriptions, onFault: refused }, asked, (reply) => {
				onAnswered(method, reply.status);
				this.connection.send(answerText(id, reply));
			});
		} catch (fault) {
			const refusal = refused(fault);
			onAnswered(method, refusal.status);
			this.connection.send(refusalText(id, refusal, requestId));
		} finally {
			this.underWay -= 1;
			if (this.isFinishing) this.finish();
		}
	}

	/** Ends the socket once what is under way was answered. */
	finish(): void {
		this.isFinishing = true;
		if (this.underWay === 0) this.connection.end('CLOSING');
	}

	private admit(): void {
		if (this.isFinishing) throw refuse('Core_Ending');
		if (this.underWay <= commandsMax) return;
		throw refuse('Exchange_SocketFull', commandsMax, 'commands under way');
	}
}
