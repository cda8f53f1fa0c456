/**
 * Sends notifications ("rings") by id, such as of a market: at most one per id is under way, and
 * one requested meanwhile follows it. A failed ring is reported and not repeated; the caller also
 * polls.
 */

import { context, type Context } from '@opentelemetry/api';

/** Sends a notification. */
export type Ring = (id: string) => Promise<unknown>;

export class Doorbell {
	/** Ids with a ring under way. */
	private readonly underWay = new Map<string, Promise<void>>();
	/** Ids that must be rung again afterwards, each in the trace of who asked for it last. */
	private readonly again = new Map<string, Context>();

	constructor(
		private readonly bring: Ring,
		private readonly onFault: (fault: unknown) => void,
	) {}

	ring(id: string): void {
		if (this.underWay.has(id)) this.again.set(id, context.active());
		else this.underWay.set(id, this.rings(id));
	}

	/** Resolves when no ring is under way. */
	async idle(): Promise<void> {
		await Promise.all(this.underWay.values());
	}

	private async rings(id: string): Promise<void> {
		let from: Context | undefined = context.active();
		while (from !== undefined) {
			this.again.delete(id);
			await context.with(from, this.bring, undefined, id).catch(this.onFault);
			from = this.again.get(id);
		}
		// Synchronously after the check above, so that no ring is lost.
		this.underWay.delete(id);
	}
}
