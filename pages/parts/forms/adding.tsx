import type { ComponentChildren } from 'preact';

interface AddingProps {
	readonly summary: string;
	readonly children: ComponentChildren;
}

/** A form that is opened by whoever wants it. */
export function Adding({ summary, children }: AddingProps) {
	return (
		<details class="adding">
			<summary>{summary}</summary>
			{children}
		</details>
	);
}
