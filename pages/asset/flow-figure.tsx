/** The drawing of a batch's path; the table beside it has the same facts for screen readers. */
import { numberText } from '../parts/values';
import { nodeWidth, type Flow, type FlowNode } from './flow';

const labelLength = 24;

export function FlowFigure({ flow }: { readonly flow: Flow }) {
	const { nodes, bands, width, height } = flow;
	return (
		<div class="scroll" role="region" aria-label="Drawing of the movements" tabIndex={0}>
			<svg
				class="flow"
				viewBox={`0 0 ${width} ${height}`}
				width={width}
				height={height}
				role="img"
				aria-label="Where the batch went; the table below says the same"
			>
				{bands.map(({ from, to, amount, movements, path, width: bandWidth, isBack }) => (
					<path key={path} class={isBack ? 'band back' : 'band'} d={path} stroke-width={bandWidth}>
						<title>
							{`${nameOf(from)} to ${nameOf(to)}: ${numberText(amount)} in ${numberText(movements)} movements`}
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
	const full = nameOf(node);
	const amount = name === undefined ? given : received - given;
	const says = name === undefined ? `${numberText(amount)} issued` : `holds ${numberText(amount)}`;
	return (
		<g>
			<title>{`${full}: ${says}`}</title>
			<rect class="holder" x={x} y={y} width={nodeWidth} height={height} />
			<text x={x} y={y - 18}>
				{full.length > labelLength ? `${full.slice(0, labelLength - 1)}…` : full}
			</text>
			<text class="amount" x={x} y={y - 4}>
				{says}
			</text>
		</g>
	);
}

function nameOf({ name, holders }: FlowNode): string {
	if (name === undefined) return 'Issue';
	return holders === 1 ? name : `${numberText(holders)} other holders`;
}
