/**
 * How soon a workflow of a real n8n starts after the commit of the event that its Tracker Trigger waits for:
 * one event after the other, each by a call of the service. The moment of the event is noted within its
 * transaction and the one of the start by n8n, on one clock, so that the figure holds the commit as well.
 */
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { N8nRest, type Saved } from '../../support/n8n/n8n-rest';
import { until } from '../../support/clients/requests';
import { callService, type NodeStage } from './stage';
import { quantile, rounded, sized, type Figures } from '../parts/result';

const events = sized(100, 5);

/** A workflow that begins with the trigger, published and known to the service. */
async function publishTrigger(stage: NodeStage, rest: N8nRest): Promise<Saved> {
	const type = 'n8n-nodes-sealkeeper.trackerTrigger';
	const saved = await rest.save(
		'started',
		[
			{ name: 'Trigger', type, parameters: { events: ['asset.created'] }, credentials },
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		],
		{ Trigger: { main: ['End'] } },
	);
	await rest.publish(saved);
	await until(async () => {
		const known = await callService<readonly object[]>(stage, 'subscriptions');
		return known.length > 0 || undefined;
	});
	return saved;
}

const credentials = { sealkeeperApi: {} };

interface Event {
	readonly timestamp: string;
}

/** When the executions of a workflow started, in their order. */
function startedAt(stage: NodeStage, { id }: Saved): readonly number[] {
	const file = path.join(stage.n8n.home.folder, '.n8n', 'database.sqlite');
	using database = new DatabaseSync(file, { readOnly: true });
	return database
		.prepare('select startedAt from execution_entity where workflowId = ? order by id')
		.all(id)
		.flatMap(({ startedAt: at }) => (at === null ? [] : [Date.parse(`${String(at)}Z`)]));
}

export async function eventFigures(stage: NodeStage): Promise<Figures> {
	const rest = await N8nRest.logIn(await stage.n8n.startServer());
	const saved = await publishTrigger(stage, rest);
	const assets = `tracker/${stage.demo.products.Tracker}/assets`;
	const latest = await callService<{ readonly cursor: number }>(stage, 'events?latest=true');
	for (let at = 0; at < events; at += 1) {
		await callService(stage, assets, { name: `Started ${at}` });
		await until(() => Promise.resolve(startedAt(stage, saved).length > at || undefined));
	}
	const told = await callService<{ readonly events: readonly Event[] }>(
		stage,
		`events?after=${latest.cursor}&types=asset.created&limit=1000`,
	);
	const starts = startedAt(stage, saved);
	const waits = told.events.map(({ timestamp }, at) => Number(starts[at]) - Date.parse(timestamp));
	if (waits.length !== events) throw new Error(`${waits.length} of ${events} events are told`);
	return {
		conditions: { events, trigger: 'Tracker Trigger by webhook, one event after the other' },
		figures: rounded({
			eventToStart_p50Ms: quantile(waits, 0.5),
			eventToStart_p99Ms: quantile(waits, 0.99),
		}),
		targets: { eventToStart_p50Ms: { atMost: 300 } },
	};
}
