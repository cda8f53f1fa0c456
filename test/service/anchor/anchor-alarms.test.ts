import { clearAlarms, openAlarms, raiseAlarm } from '../../../service/anchor/anchor-alarms';
import { MovableClock } from '../../support/clocks/movable-clock';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';

let place: DatabaseFolder;

beforeAll(async () => {
	place = await openDatabaseFolder();
});
afterAll(() => place.close());

test('an alarm is raised once for each message, keeps its time, and ends when it is cleared', async () => {
	const parts = { database: place.database, clock: new MovableClock() };
	const kind = 'RPC';
	expect(await raiseAlarm(parts, { kind, message: 'no answer' })).toBe(true);
	const [{ raisedAt } = {}] = await openAlarms(parts);
	parts.clock.pass(60_000);
	expect(await raiseAlarm(parts, { kind, message: 'no answer' })).toBe(false);
	expect(await raiseAlarm(parts, { kind, message: 'refused' })).toBe(true);
	expect(await openAlarms(parts)).toEqual([{ kind, message: 'refused', raisedAt }]);
	expect(await clearAlarms(parts, [kind])).toEqual([kind]);
	expect(await clearAlarms(parts, [kind])).toEqual([]);
	expect(await openAlarms(parts)).toEqual([]);
});
