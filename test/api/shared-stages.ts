/** Stages that goldens share, since most of a golden's time is making what it needs. */
import type { Values } from './golden';

/** What a golden needs, made. */
export interface MadeStage {
	readonly values: Values;
	close(): Promise<void>;
}

/** A call that changes nothing takes a stage that others of the same needs have read from. */
export class SharedStages {
	private readonly made = new Map<string, MadeStage>();

	constructor(readonly make: (needs: readonly string[]) => Promise<MadeStage>) {}

	async take(needs: readonly string[]): Promise<MadeStage> {
		const name = needs.join();
		const stage = this.made.get(name) ?? (await this.make(needs));
		this.made.set(name, stage);
		return stage;
	}

	async close(): Promise<void> {
		for (const stage of this.made.values()) await stage.close();
	}
}
