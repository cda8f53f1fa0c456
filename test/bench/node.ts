/**
 * The nodes in a real n8n: a large file through *Storage*, many items through *Transfer* of *Tracker* and through
 * *Place* of *Exchange*, and how soon a trigger starts its workflow. `npm run bench -- node orders` measures one
 * of them alone; events delivered a second to one target, without n8n, are in `npm run bench -- events`.
 */
import { eventFigures } from './node/events';
import { fileFigures } from './node/files';
import { orderFigures } from './node/orders';
import { openNodeStage, type NodeStage } from './node/stage';
import { transferFigures } from './node/transfers';
import { machineConditions, printResult, type BenchResult, type Figures } from './parts/result';

/** In this order: where the server of n8n has started, nothing is imported any more. */
const parts: Readonly<Record<string, (stage: NodeStage) => Promise<Figures>>> = {
	files: fileFigures,
	transfers: transferFigures,
	orders: orderFigures,
	events: eventFigures,
};

/** Everything, or what is named. */
export async function run(names: readonly string[] = []): Promise<BenchResult> {
	const unknown = names.filter((name) => !(name in parts));
	if (unknown.length > 0)
		throw new Error(`There is ${Object.keys(parts).join(', ')}, no ${unknown.join(', ')}`);
	const conditions = { ...machineConditions(), n8n: '2.41.1' };
	const stage = await openNodeStage();
	const all: Figures[] = [];
	try {
		for (const [name, figuresOf] of Object.entries(parts)) {
			if (names.length === 0 || names.includes(name)) all.push(await figuresOf(stage));
		}
	} finally {
		await stage.close();
	}
	return {
		name: 'node',
		conditions: { ...conditions, ...joined(all.map((one) => one.conditions)) },
		figures: joined(all.map((one) => one.figures)),
		targets: joined(all.map((one) => one.targets)),
	};
}

function joined<Value>(all: ReadonlyArray<Readonly<Record<string, Value>>>): Record<string, Value> {
	return Object.fromEntries(all.flatMap((one) => Object.entries(one)));
}

if (require.main === module) void run(process.argv.slice(2)).then(printResult);
