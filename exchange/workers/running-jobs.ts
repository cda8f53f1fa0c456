/**
 * Tracks the running jobs of a process, so that it can wait for them before it ends, whatever
 * happens to their queue.
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
