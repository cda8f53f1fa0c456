/**
 * A rule for oxlint: no `expect` judges how long something took, or what the process used, for both
 * depend on what else the machine does. Looked at are its argument, those of its matcher, and the
 * constants that stand there.
 */

/** Of spans and use, also where a constant holds it. */
const measures =
	/^(performance\.now|process\.(hrtime|hrtime\.bigint|cpuUsage|threadCpuUsage|memoryUsage|memoryUsage\.rss))$/;

const message =
	'A verdict must not depend on time or use: count the work, hand in a clock, or measure it in test/bench.';

const nameOf = (node) => {
	if (node.type === 'Identifier') return node.name;
	if (node.type !== 'MemberExpression' || node.computed) return '';
	return `${nameOf(node.object)}.${node.property.name}`;
};

/** `expect(...)`, or a matcher called on it, whatever stands between them. */
function isVerdict({ callee }) {
	let node = callee;
	while (node.type === 'MemberExpression') node = node.object;
	if (node.type === 'CallExpression') return isVerdict(node);
	return node.type === 'Identifier' && node.name === 'expect';
}

const timedVerdicts = {
	meta: { type: 'problem', schema: [] },
	create(context) {
		const { visitorKeys } = context.sourceCode;

		/** What a constant was given; of a function, and of what may change, nothing is known. */
		function valueOf(identifier) {
			let scope = context.sourceCode.getScope(identifier);
			for (; scope !== null; scope = scope.upper) {
				const [definition] = scope.set.get(identifier.name)?.defs ?? [];
				if (definition === undefined) continue;
				return definition.parent?.kind === 'const' ? definition.node.init : undefined;
			}
			return undefined;
		}

		function measuresIn(node, isDirect) {
			if (node === null || node === undefined || /Function/.test(node.type)) return false;
			if (node.type === 'CallExpression') {
				const name = nameOf(node.callee);
				if (measures.test(name) || (isDirect && name === 'Date.now')) return true;
			}
			if (node.type === 'Identifier' && isDirect) return measuresIn(valueOf(node), false);
			return (visitorKeys[node.type] ?? [])
				.flatMap((key) => node[key] ?? [])
				.some((child) => measuresIn(child, isDirect));
		}

		return {
			CallExpression(node) {
				if (!isVerdict(node)) return;
				for (const argument of node.arguments) {
					if (measuresIn(argument, true)) context.report({ node: argument, message });
				}
			},
		};
	},
};

export default { meta: { name: 'tests' }, rules: { 'timed-verdicts': timedVerdicts } };
