import type { ComponentChildren } from 'preact';

interface FactsProps {
	readonly title: string;
	/** A fact without a value is left out. */
	readonly facts: readonly (readonly [string, ComponentChildren])[];
}

export function Facts({ title, facts }: FactsProps) {
	return (
		<section class="panel">
			<h2>{title}</h2>
			<dl class="facts">
				{facts.map(([name, value]) =>
					value === undefined ? null : (
						<div class="fact" key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					),
				)}
			</dl>
		</section>
	);
}
