/** The drawing of a batch's path; the table beside it has the same facts for screen readers. */
import type { SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { nodeWidth, type Flow, type FlowNode } from './flow';
import { texts } from './texts';

const labelLength = 24;

export function FlowFigure({ flow }: { readonly flow: Flow }) {
	const say = useTexts(texts);
	const { nodes, bands, width, height } = flow;
	return (
		<div class="scroll" role="region" aria-label={say('Drawing of the movements')} tabIndex={0}>
			<svg
				class="flow"
				viewBox={`0 0 ${width} ${height}`}
				width={width}
				height={height}
				role="img"
				aria-label={say('Where the batch went; the table below says the same')}
			>
				{bands.map(({ from, to, amount, movements, path, width: bandWidth, isBack }) => (
					<path key={path} class={isBack ? 'band back' : 'band'} d={path} stroke-width={bandWidth}>
						<title>
							{say('{from} to {to}: {amount} in {count} movements', {
								from: nameOf(from, say),
								to: nameOf(to, say),
								amount,
								count: movements,
							})}
						</title>
					</path>
				))}
				{nodes.map((node) => (
					<Node key={`${node.x} ${node.y}`} node={node} />
				))}
			</svg>
		</div>
	);
}

function Node({ node }: { readonly node: FlowNode }) {
	const { x, y, height, received, given, name } = node;
	const say = useTexts(texts);
	const holder = nameOf(node, say);
	const amount = name === undefined ? given : received - given;
	const says = name === undefined ? '{amount} issued' : 'holds {amount}';
	return (
		<g>
			<title>{say(`{holder}: ${says}`, { holder, amount })}</title>
			<rect class="holder" x={x} y={y} width={nodeWidth} height={height} />
			<text x={x} y={y - 18}>
				{holder.length > labelLength ? `${holder.slice(0, labelLength - 1)}…` : holder}
			</text>
			<text class="amount" x={x} y={y - 4}>
				{say(says, { amount })}
			</text>
		</g>
	);
}

function nameOf({ name, holders }: FlowNode, say: SayText<keyof typeof texts>): string {
	if (name === undefined) return say('Issue');
	return holders === 1 ? name : say('{count} other holders', { count: holders });
}
