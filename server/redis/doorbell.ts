/**
 * Sends notifications ("rings") by id, such as of a market: at most one per id is under way, and
 * one requested meanwhile follows it. A failed ring is reported and not repeated; the caller also
 * polls.
 */

/** Sends a notification. */
export type Ring = (id: string) => Promise<unknown>;

export class Doorbell {
	/** Ids with a ring under way. */
	private readonly underWay = new Map<string, Promise<void>>();
	/** Ids that must be rung again afterwards. */
	private readonly again = new Set<string>();

	constructor(
		private readonly bring: Ring,
		private readonly onFault: (fault: unknown) => void,
	) {}

	ring(id: string): void {
		if (this.underWay.has(id)) this.again.add(id);
		else this.underWay.set(id, this.rings(id));
	}

	/** Resolves when no ring is under way. */
	async idle(): Promise<void> {
		await Promise.all(this.underWay.values());
	}

	private async rings(id: string): Promise<void> {
		do {
			this.again.delete(id);
			await this.bring(id).catch(this.onFault);
		} while (this.again.has(id));
		// Synchronously after the check above, so that no ring is lost.
		this.underWay.delete(id);
	}
}
