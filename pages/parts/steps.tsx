/** The steps of a check: passed, failed or not checked. */

export interface CheckStep {
	readonly outcome: 'held' | 'broken' | 'open';
	readonly says: string;
}

/** Drawn, because fonts may lack these characters. */
const marks = { held: 'm3 8 4 4 6-8', broken: 'm4 4 8 8m0-8-8 8', open: 'M4 8h8' } as const;
const spoken = { held: 'holds', broken: 'does not hold', open: 'not checked' } as const;

export function Steps({ steps }: { readonly steps: readonly CheckStep[] }) {
	return (
		<ol class="steps">
			{steps.map(({ outcome, says }) => (
				<li key={says} class={outcome}>
					<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
						<path d={marks[outcome]} />
					</svg>
					<span class="hidden">{spoken[outcome]}: </span>
					{says}
				</li>
			))}
		</ol>
	);
}
