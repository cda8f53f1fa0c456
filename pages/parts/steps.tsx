/** The steps of a check: passed, failed or not checked. */
import { useLanguage } from './language/language';
import { sharedTexts } from './language/shared-texts';
import type { SayText, Values } from './language/text-table';
import { useTexts } from './language/texts';

export interface CheckStep<Name extends string> {
	readonly outcome: 'held' | 'broken' | 'open';
	readonly says: Name;
	readonly values?: Values;
	/** What exactly is wrong, in English; readers of another language are told `says`. */
	readonly details?: string;
}

/** How a step is said to the reader. */
export function useStepText<Name extends string>(say: SayText<Name>) {
	const { language } = useLanguage();
	return ({ says, values, details }: CheckStep<Name>): string =>
		language === 'English' && details !== undefined ? details : say(says, values);
}

interface StepsProps<Name extends string> {
	readonly steps: readonly CheckStep<Name>[];
	readonly say: SayText<Name>;
}

/** Drawn, because fonts may lack these characters. */
const marks = { held: 'm3 8 4 4 6-8', broken: 'm4 4 8 8m0-8-8 8', open: 'M4 8h8' } as const;
const spoken = { held: 'holds:', broken: 'does not hold:', open: 'not checked:' } as const;

export function Steps<Name extends string>({ steps, say }: StepsProps<Name>) {
	const sayShared = useTexts(sharedTexts);
	const textOf = useStepText(say);
	return (
		<ol class="steps">
			{steps.map((step) => (
				<li key={textOf(step)} class={step.outcome}>
					<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
						<path d={marks[step.outcome]} />
					</svg>
					<span class="hidden">{sayShared(spoken[step.outcome])} </span>
					{textOf(step)}
				</li>
			))}
		</ol>
	);
}
