/** How many of the places that were expected are reported, and how many of those reported were. */
export class Score {
	private found = 0;
	private expected = 0;
	private reported = 0;

	add(expected: readonly string[], reported: readonly string[]): void {
		const left = [...reported];
		for (const place of expected) {
			const at = left.indexOf(place);
			if (at < 0) continue;
			left.splice(at, 1);
			this.found += 1;
		}
		this.expected += expected.length;
		this.reported += reported.length;
	}

	get precision(): number {
		return this.found / Math.max(1, this.reported);
	}

	get recall(): number {
		return this.found / Math.max(1, this.expected);
	}

	get sentence(): string {
		return `${this.found} of ${this.expected} places found, ${this.reported} reported`;
	}
}
