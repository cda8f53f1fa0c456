/** Tabs by the ARIA pattern, with arrow keys. Hidden tabs keep their state. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab<Name extends string> {
	readonly name: Name;
	readonly label: string;
	readonly content: ComponentChildren;
}

interface TabsProps<Name extends string> {
	/** Label of the group. */
	readonly label: string;
	readonly tabs: readonly Tab<Name>[];
	readonly current: Name;
	readonly onChoose: (name: Name) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Name extends string>({ label, tabs, current, onChoose }: TabsProps<Name>) {
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	const move = (event: KeyboardEvent) => {
		const step = steps[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const at = tabs.findIndex(({ name }) => name === current);
		const next = (at + step + tabs.length) % tabs.length;
		const [tab, button] = [tabs[next], list.current?.children[next]];
		if (tab !== undefined) onChoose(tab.name);
		if (button instanceof HTMLElement) button.focus();
	};
	return (
		<>
			<div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
				{tabs.map(({ name, label: text }) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`${id}-${name}`}
						aria-controls={`${id}-${name}-panel`}
						aria-selected={name === current}
						tabIndex={name === current ? 0 : -1}
						onClick={() => onChoose(name)}
					>
						{text}
					</button>
				))}
			</div>
			{tabs.map(({ name, content }) => (
				<div
					key={name}
					role="tabpanel"
					id={`${id}-${name}-panel`}
					aria-labelledby={`${id}-${name}`}
					hidden={name !== current}
				>
					{content}
				</div>
			))}
		</>
	);
}
