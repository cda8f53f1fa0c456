/**
 * Nothing that runs again and again reads a table that only grows from end to end: what settlement
 * asks SQLite for is written down here, and SQLite says how it would find it.
 */
import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { systemClock } from '../../../server/clock';
import type { Database } from '../../../exchange/database/database';
import { Markets } from '../../../exchange/trading/markets/markets';
import { slotsDue } from '../../../exchange/settlement/carrying/claims';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { reconcile } from '../../../exchange/history/reconciliation/reconcile';
import { resolvers } from '../../../exchange/settlement/setup/settings';
import { requestDeposit, requestPayout } from '../../../exchange/settlement/store/requests';
import { publishReserves } from '../../../exchange/history/reserves/reserves';
import { othersTransfers } from '../../../exchange/settlement/store/transfer-claims';
import { registerTransitAccounts } from '../../../exchange/settlement/store/transit-accounts';
import { closeWindow } from '../../../exchange/settlement/windows/windows';
import { expireOrders } from '../../../exchange/workers/schedules';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { openStage, type Stage } from './stage';

const growing = ['intents', 'intent_steps', 'postings', 'commands', 'orders', 'order_states'];
const scan = new RegExp(`^SCAN (?:${[...growing, 'trades', 'transfer_claims'].join('|')})\\b`);
/** Indexes that hold what is not over and nothing else. */
const small =
	/USING (?:COVERING )?INDEX (?:intents_(?:open|exclusive|unended)|order_states_expiring)\b/;

const databases = new TestDatabases();
let running: RunningService;
let stage: Stage;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	stage = await openStage(running, await databases.place('SQLite'));
});

afterAll(async () => {
	await stage.close();
	await running.close();
	await databases.close();
});

/** Statements built on the database it is a plugin of, each once. */
class Listener implements KyselyPlugin {
	readonly statements = new Set<string>();
	private readonly compiler = stage.database.getExecutor();

	transformQuery({ node, queryId }: { node: RootOperationNode; queryId: { queryId: string } }) {
		this.statements.add(this.compiler.compileQuery(node, queryId).sql);
		return node;
	}

	transformResult<Result>({ result }: { result: Result }): Promise<Result> {
		return Promise.resolve(result);
	}
}

/** What SQLite reads from end to end for the statements of `work`. */
async function scans(work: (database: Database) => Promise<unknown>): Promise<readonly string[]> {
	const listener = new Listener();
	await work(stage.database.withPlugin(listener));
	expect(listener.statements.size).toBeGreaterThan(0);
	const found: string[] = [];
	for (const statement of listener.statements) {
		const { rows } = await sql<{
			detail: string;
		}>`${sql.raw(`explain query plan ${statement}`)}`.execute(stage.database);
		for (const { detail } of rows) {
			if (scan.test(detail) && !small.test(detail)) found.push(`${detail}: ${statement}`);
		}
	}
	return found;
}

test('a scan is found where there is one', async () => {
	const found = await scans((database) =>
		database.selectFrom('intents').select('id').where('state', '=', 'SETTLED').execute(),
	);
	expect(found).toEqual([expect.stringMatching(/^SCAN intents: select "id"/)]);
});

describe('nothing that grows is read whole', () => {
	test.each(resolvers)(
		'to ask for a deposit or a payout, and to carry them by %s',
		async (resolver) => {
			const { settings: usual } = stage.treasury;
			const { email, key } = stage.transit;
			const settings = { ...usual, resolvers: [resolver], transit: [{ email, key }] };
			await registerTransitAccounts({ settings }, stage.database);
			const found = await scans(async (database) => {
				const treasury = { ...stage.treasury, settings, database };
				const own = { accountId: stage.anna.id, asset: 'EUR', reference: resolver };
				const traderKey = stage.anna.user.key;
				await requestDeposit(treasury, { ...own, amount: 20_000n, traderKey });
				for (const slot of await slotsDue(database, systemClock.now())) {
					await new Carrier(treasury, () => undefined).carry(slot);
				}
				await requestPayout(treasury, { ...own, amount: 10_000n });
				for (const slot of await slotsDue(database, systemClock.now())) {
					await new Carrier(treasury, () => undefined).carry(slot);
				}
			});
			expect(found).toEqual([]);
		},
	);

	test('to tell which transfers of a list settled others', async () => {
		const intent = { id: 'one', asset: 'EUR' };
		const found = await scans((database) => othersTransfers(database, intent, ['t1', 't2']));
		expect(found).toEqual([]);
	});

	test('to close a window', async () => {
		const found = await scans((database) => closeWindow({ ...stage.treasury, database }));
		expect(found).toEqual([]);
	});

	test('to compare the books with the tracker, and to publish what is owed', async () => {
		const found = await scans(async (database) => {
			await reconcile({ ...stage.treasury, database });
			await publishReserves({ ...stage.treasury, database });
		});
		expect(found).toEqual([]);
	});

	test('to end orders whose time is over', async () => {
		const markets = new Markets(stage.database, systemClock);
		const intake = { submit: () => Promise.reject(new Error('no order ends')) };
		const found = await scans((database) =>
			expireOrders({ database, markets, clock: systemClock, intake }),
		);
		expect(found).toEqual([]);
	});
});
