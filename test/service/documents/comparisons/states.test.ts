/** The states of a comparison, every step from every state on both databases' rows, and the preference of RFC 7240. */
import { comparisonStatuses } from '../../../../api/keeper/comparison-models';
import { systemClock } from '../../../../server/clock';
import { insertQueued, takeStep } from '../../../../service/documents/comparisons/rows';
import {
	hasEnded,
	steps,
	type ComparisonState,
	type StepName,
} from '../../../../service/documents/comparisons/states';
import { isAsynchronous } from '../../../../service/documents/comparisons/preference';
import { startService, type RunningService } from '../../../support/programs/service';
import { KeeperClient } from '../keeper-client';

/** By state, the steps that are taken from it and where they lead. */
const wanted: Readonly<Record<ComparisonState, Partial<Record<StepName, ComparisonState>>>> = {
	Queued: { begin: 'Running', cancel: 'Cancelled' },
	Running: { release: 'Queued', succeed: 'Done', fail: 'Failed', cancel: 'Cancelled' },
	Done: {},
	Failed: {},
	Cancelled: {},
};

let running: RunningService;
let fileId: string;

beforeAll(async () => {
	running = await startService();
	const keeper = new KeeperClient(running, running.organisation.admin.key);
	fileId = await keeper.newFile({ folderId: await keeper.newFolder(), content: 'one\n' });
});

afterAll(() => running.close());

async function rowIn(state: ComparisonState): Promise<string> {
	const { database } = running.service;
	return database.transaction().execute(async (transaction) => {
		const id = await insertQueued(transaction, systemClock, {
			...{ fileId, versionId: fileId, operation: 'compare', sentObjectId: undefined },
			...{ organisationId: running.organisation.id, createdByEmail: 'ann@harbour.example' },
			request: { productId: '', publicUrl: '', rules: {}, isReported: false },
		});
		// Ended at once, so that the service does not begin it.
		const held = { state, ended_at: '2026-01-01T00:00:00.000Z', process_id: 'this one' };
		await transaction.updateTable('keeper_comparisons').set(held).where('id', '=', id).execute();
		return id;
	});
}

const stateOf = async (id: string) =>
	running.service.database
		.selectFrom('keeper_comparisons')
		.select(['state', 'attempts'])
		.where('id', '=', id)
		.executeTakeFirstOrThrow();

test.each(comparisonStatuses)('from %s exactly the steps of the table are taken', async (state) => {
	for (const step of Object.keys(steps) as StepName[]) {
		const id = await rowIn(state);
		const to = wanted[state][step];
		expect(await takeStep(running.service.database, { id }, step)).toBe(to !== undefined);
		expect(await stateOf(id)).toEqual({
			state: to ?? state,
			attempts: step === 'begin' && to ? 1 : 0,
		});
	}
	expect(hasEnded(state)).toBe(Object.keys(wanted[state]).length === 0);
});

test('a process takes no step of a comparison that another one makes', async () => {
	const id = await rowIn('Running');
	const other = { id, processId: 'another one' };
	expect(await takeStep(running.service.database, other, 'succeed')).toBe(false);
	const ours = { id, processId: 'this one' };
	expect(await takeStep(running.service.database, ours, 'succeed')).toBe(true);
});

test.each([
	['respond-async', true],
	['Respond-Async, wait=10', true],
	['return=minimal,respond-async;x=1', true],
	['wait=10', false],
	['respond-asynchronously', false],
	['', false],
])('the header Prefer: %s asks not to be waited for: %s', (prefer, expected) => {
	expect(isAsynchronous({ prefer })).toBe(expected);
});

test('the field of the body asks for the same', () => {
	expect(isAsynchronous({ respondAsync: true })).toBe(true);
	expect(isAsynchronous({ respondAsync: false })).toBe(false);
});
