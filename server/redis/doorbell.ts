/**
 * Rings for something by its id, such as a market: at most one ring is on its way for each, and one that
 * came meanwhile follows it. A ring that fails is reported and not repeated here; whoever rings looks
 * now and again for what stands still.
 */

/** Brings a ring to whoever hears it. */
export type Ring = (id: string) => Promise<unknown>;

export class Doorbell {
	/** Those with a ring on its way. */
	private readonly underWay = new Map<string, Promise<void>>();
	/** Those of them whose ring must be followed by another. */
	private readonly again = new Set<string>();

	constructor(
		private readonly bring: Ring,
		private readonly onFault: (fault: unknown) => void,
	) {}

	ring(id: string): void {
		if (this.underWay.has(id)) this.again.add(id);
		else this.underWay.set(id, this.rings(id));
	}

	/** Settles when no ring is on its way. */
	async idle(): Promise<void> {
		await Promise.all(this.underWay.values());
	}

	private async rings(id: string): Promise<void> {
		do {
			this.again.delete(id);
			await this.bring(id).catch(this.onFault);
		} while (this.again.has(id));
		// In the same turn as the check above, so that no ring is lost in between.
		this.underWay.delete(id);
	}
}
