/**
 * The jobs a process works on, so that its end can wait for what they do, whatever becomes of the
 * queue they came from.
 */
export class RunningJobs {
	private readonly running = new Set<Promise<void>>();

	run(work: Promise<void>): Promise<void> {
		const forget = () => this.running.delete(work);
		this.running.add(work);
		work.then(forget, forget);
		return work;
	}

	async idle(): Promise<void> {
		await Promise.allSettled(this.running);
	}
}
