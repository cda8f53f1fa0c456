/**
 * What waits for people in the programs that SIGN_IN_FOR names. A program reports by a key of the organisation, and is
 * spoken for by one user: any other could hide what waits, or make people look for what does not.
 */
import type { waitingEndpoints } from '../../api/platform/waiting';
import type { Model } from '../../api/types';
import { dayMs, isoTime, type Clock } from '../../server/clock';
import { lockUntilCommit } from '../../server/database/locks';
import { known } from '../../server/known';
import { refuse } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import { isPageOf, programsOf, type SignInProgram } from '../accounts/sign-in-programs';
import type { Database, Transaction } from '../database/database';
import type { AreaHandlers, Caller } from '../operations/handler';
import { storeFor } from '../operations/storing';

/** A program reports every few minutes; the numbers of one that has not are not shown as they are. */
const lateMs = 10 * 60_000;

/** Then another user may speak for the program. */
const givenUpMs = dayMs;

interface WaitingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Pick<Accounts, 'organisations'>;
	readonly signInFor: readonly SignInProgram[];
}

export function waitingHandlers(
	parts: WaitingParts,
): Pick<AreaHandlers<'platform'>, keyof typeof waitingEndpoints> {
	const { database, clock } = parts;
	return {
		async reportWaiting({ caller }, { program: named, ...told }) {
			const { organisationId, userId } = caller;
			if (userId === undefined) throw refuse('Auth_KeyInvalid');
			const program = await programNamed(parts, organisationId, named);
			const report = {
				user_id: userId,
				page: told.page,
				held_transfers: told.heldTransfers,
				waiting_payouts: told.waitingPayouts,
				open_alarms: told.openAlarms,
				alarm: told.alarm ?? null,
				reported_at: isoTime(clock),
			};
			await storeFor(database, caller, async (transaction) => {
				await requireSpeaker(transaction, clock, { organisationId, userId, program });
				await transaction
					.insertInto('program_waiting')
					.values({ organisation_id: organisationId, program, ...report })
					.onConflict((at) => at.columns(['organisation_id', 'program']).doUpdateSet(report))
					.execute();
			});
		},
		listWaiting: ({ caller }) => listWaiting(parts, caller),
	};
}

/** The program by the address that is given, or the only one. */
async function programNamed(
	parts: WaitingParts,
	organisationId: string,
	named: string | undefined,
): Promise<string> {
	const programs = await programsOf(parts, organisationId);
	const [only, ...others] = programs.filter(
		(program) => named === undefined || isPageOf(program, named),
	);
	if (only !== undefined && others.length === 0) return only;
	const fault =
		programs.length > 1 && named === undefined
			? 'is needed: SIGN_IN_FOR names several programs for your organisation'
			: 'must be one of those that SIGN_IN_FOR names for your organisation';
	throw refuse('Request_Invalid', 'program', fault);
}

interface Speaker {
	readonly organisationId: string;
	readonly userId: string;
	readonly program: string;
}

/** Who has reported speaks for the program, as long as they may act and have not given up. */
async function requireSpeaker(
	transaction: Transaction,
	clock: Clock,
	{ organisationId, userId, program }: Speaker,
): Promise<void> {
	await lockUntilCommit(transaction, `waiting of ${organisationId}`);
	const other = await transaction
		.selectFrom('program_waiting')
		.innerJoin('users', 'users.id', 'program_waiting.user_id')
		.select('users.id')
		.where('program_waiting.organisation_id', '=', organisationId)
		.where('program', '=', program)
		.where('users.id', '<>', userId)
		.where('users.disabled_at', 'is', null)
		.where('users.deleted_at', 'is', null)
		.where('reported_at', '>', new Date(clock.now() - givenUpMs).toISOString())
		.executeTakeFirst();
	if (other !== undefined) throw refuse('Platform_ProgramOfAnother', program);
}

/** Of programs that the operator names now, so no other address is led to. */
async function listWaiting(
	parts: WaitingParts,
	{ organisationId }: Caller,
): Promise<Model<'ProgramWaiting'>[]> {
	const { database, clock } = parts;
	const programs = await programsOf(parts, organisationId);
	const rows = await database
		.selectFrom('program_waiting')
		.innerJoin('users', 'users.id', 'program_waiting.user_id')
		.selectAll('program_waiting')
		.select('users.email')
		.where('program_waiting.organisation_id', '=', organisationId)
		.orderBy('program')
		.execute();
	const lateFrom = new Date(clock.now() - lateMs).toISOString();
	return rows
		.filter(({ program }) => programs.includes(program))
		.map((row) =>
			known({
				program: row.program,
				page: new URL(row.program).origin + row.page,
				heldTransfers: row.held_transfers,
				waitingPayouts: row.waiting_payouts,
				openAlarms: row.open_alarms,
				alarm: row.alarm,
				reportedAt: row.reported_at,
				reportedBy: row.email,
				isLate: row.reported_at <= lateFrom,
			}),
		);
}
