/**
 * The mails of an organisation, for its administrators. A link in a mail lets its holder act for
 * the recipient, so texts are only shown if mails lie in a folder, because no mail server is set,
 * and mails with a key only to callers who may issue keys.
 */
import type { mails } from '../../api/platform/mails';
import type { Model } from '../../api/types';
import type { RateWindows } from '../../server/http/app/rate-windows';
import { known } from '../../server/known';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { readList } from '../database/list-reading';
import type { AreaHandlers, Caller } from '../operations/handler';
import { listRange } from '../operations/list-range';
import { readMailFile } from '../mail/mail-file';
import type { Outbox } from '../mail/outbox';
import type { Mailing } from '../mail/smtp-settings';
import { testMail } from '../mail/test-mail';

interface MailParts {
	readonly database: Database;
	/** The folder of mails; undefined if a server takes them. */
	readonly folder: string | undefined;
	readonly mailing: Mailing;
	readonly outbox: Pick<Outbox, 'try'>;
	/** Counts the test mails of an organisation. */
	readonly tests: Pick<RateWindows, 'count'>;
	/** Monotonic milliseconds. */
	readonly nowMs: () => number;
}

export const testMailsPerMinuteMax = 5;

export function mailHandlers({
	database,
	folder,
	...parts
}: MailParts): Pick<AreaHandlers<'platform'>, keyof typeof mails> {
	return {
		async listMails({ caller }, { fromId, ...range }) {
			let query = mailsFor(database, caller);
			if (fromId !== undefined) {
				const { sequence } = await mailOf(database, caller, fromId);
				query = query.where('mails.sequence', '<=', sequence);
			}
			const order = { by: 'mails.sequence', isNewestFirst: true } as const;
			return readList(query, order, listRange(range), (rows) => rows.map(wireMail));
		},
		async getMail({ caller }, { mailId }) {
			const row = await mailsFor(database, caller)
				.where('mails.id', '=', mailId)
				.executeTakeFirst();
			if (row === undefined) throw refuse('Platform_MailNotFound', mailId);
			const { created_at: createdAt, sequence } = row;
			const content = folder && (await readMailFile(folder, { createdAt, sequence }));
			return { ...wireMail(row), ...content };
		},
		getMailSettings() {
			const { smtp, sender } = parts.mailing;
			const server = smtp && { host: smtp.host, port: smtp.port };
			return Promise.resolve({ ...server, fromName: sender.name, fromAddress: sender.address });
		},
		async sendTestMail({ caller: { organisationId, email }, publicUrl }) {
			const { isOver, restMs } = parts.tests.count(organisationId, parts.nowMs());
			if (isOver) throw refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000)));
			const to = { organisationId, recipient: email };
			const tried = await parts.outbox.try(testMail(to, publicUrl));
			if (tried === 'kept') return { outcome: 'Kept' as const };
			const answer = tried.kind === 'taken' ? tried.answer : tried.fault;
			return known({ outcome: outcomes[tried.kind], answer });
		},
	};
}

const outcomes = {
	taken: 'Accepted',
	refused: 'Refused',
	later: 'Delayed',
	unreachable: 'Unreachable',
} as const;

function mailsFor(database: Database, { organisationId, roles }: Caller) {
	const query = database
		.selectFrom('mails')
		.select(['mails.id', 'mails.sequence', 'mails.recipient', 'mails.subject', 'mails.created_at'])
		.select(['mails.sent_at', 'mails.refused_at', 'mails.last_error', 'mails.contract_id'])
		.select('mails.attachment_name')
		.where('mails.organisation_id', '=', organisationId);
	return roles.includes('UserAdmin') ? query : query.where('mails.contract_id', 'is not', null);
}

/** Refuses a mail of another organisation, and one that the caller's roles may not see. */
async function mailOf(database: Database, caller: Caller, mailId: string) {
	const row = await mailsFor(database, caller).where('mails.id', '=', mailId).executeTakeFirst();
	if (row === undefined) throw refuse('Platform_MailNotFound', mailId);
	return row;
}

type MailRow = Awaited<ReturnType<ReturnType<typeof mailsFor>['executeTakeFirstOrThrow']>>;

function wireMail(row: MailRow): Model<'Mail'> {
	const isSent = row.sent_at !== null;
	return {
		id: row.id,
		recipient: row.recipient,
		subject: row.subject,
		creationDate: row.created_at,
		status: isSent ? 'Sent' : row.refused_at === null ? 'Waiting' : 'Refused',
		...(!isSent && row.last_error !== null && { fault: row.last_error }),
		...(row.contract_id !== null && { contractId: row.contract_id }),
		...(row.attachment_name !== null && { fileName: row.attachment_name }),
	};
}
