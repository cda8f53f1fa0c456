/**
 * Sends signing and reading links: a link, its mail and the recorded step in the caller's
 * transaction. Also mails how a contract ended.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import { dayMs, type Clock } from '../../../server/clock';
import { comparableEmail } from '../../../server/email-address';
import type { Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import type { Language } from '../../mail/language';
import type { Outbox } from '../../mail/outbox';
import { isCounted, pendingParties, type Party } from '../record/contract';
import { recordSteps, type Actor, type ContractStepKind, type Step } from '../record/steps';
import type { Attachment } from '../../mail/mail';
import { handOverMail, outcomeMail, signatureRequestMail } from '../mails/mails';
import type { About, ContractOutcome, ReadingLink } from '../mails/mails';
import { keptToken, type LinkVault } from './named-links';
import { issueLink, type IssuedLink } from './sign-link';
import type { Standing } from '../record/standing';

export interface AskingParts {
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly outbox: Outbox;
	/** Default language of mails. */
	readonly mailLanguage: Language;
	readonly objects: LinkVault;
}

export interface Asking {
	readonly standing: Standing;
	readonly publicUrl: string;
	/** Absent for automatic reminders. */
	readonly actor?: Actor;
	readonly kind: Extract<ContractStepKind, 'Sent' | 'Reminded' | 'Reissued'>;
	/** True if a user asks for the mails, which are refused beyond the limits. */
	readonly isLimited?: true;
}

export interface AskedLink extends IssuedLink {
	readonly email: string;
	readonly url: string;
}

/** Writing mail texts takes time: other requests are served after this many. */
const linksAtOnce = 20;

/** Mails a link to each party; returns the links. */
export async function askSigners(
	transaction: Transaction,
	parts: AskingParts,
	asking: Asking,
	asked: readonly Party[],
): Promise<readonly AskedLink[]> {
	const { standing, kind, actor } = asking;
	if (asking.isLimited) {
		const { organisationId } = standing;
		const recipients = asked.map(({ address }) => address);
		await parts.outbox.requireAllowed(transaction, { organisationId, recipients });
	}
	const links: AskedLink[] = [];
	for (const party of asked) {
		links.push(await mailLink(transaction, parts, asking, party));
		if (links.length % linksAtOnce === 0) await othersServed();
	}
	const steps = asked.map(({ email }): Step => ({ kind, signerEmail: email, actor }));
	await recordSteps(transaction, parts, standing.id, steps);
	return links;
}

async function mailLink(
	transaction: Transaction,
	{ clock, outbox, mailLanguage, objects }: AskingParts,
	{ standing, publicUrl, kind }: Asking,
	party: Party,
): Promise<AskedLink> {
	const { email, address, role, code } = party;
	const link = { contractId: standing.id, email, expiresAt: standing.expiresAt };
	const keep = (made: { readonly id: string; readonly token: string }) => keptToken(objects, made);
	// Only signing links are named to the contract's creator, not links of copy recipients.
	const isKept = standing.namesLinks && isCounted(party);
	const issued = await issueLink(transaction, clock, link, isKept ? keep : undefined);
	const url = `${publicUrl}/sign/${issued.token}`;
	const mail = signatureRequestMail({
		...aboutOf(standing, address, mailLanguage),
		message: standing.message,
		role,
		code,
		isReminder: kind === 'Reminded',
		link: url,
		expiresAt: issued.expiresAt,
	});
	await outbox.add(transaction, {
		...mail,
		organisationId: standing.organisationId,
		contractId: standing.id,
		signerEmail: email,
	});
	return { ...issued, email, url };
}

type EndedContract = ContractOutcome extends infer Each
	? Each extends ContractOutcome
		? Omit<Each, keyof About | 'isCopy' | 'reading'>
		: never
	: never;

export interface OutcomeMailExtras {
	readonly attachment?: Attachment;
	/** Makes a reading link for a copy recipient, and for a signer with a code. */
	readonly readingLink?: (party: Party) => Promise<ReadingLink>;
}

/** Mails the outcome to the creator, the signers who were asked, and copy recipients. */
export async function tellOutcome(
	transaction: Transaction,
	{ outbox, mailLanguage }: Pick<AskingParts, 'outbox' | 'mailLanguage'>,
	standing: Standing,
	ended: EndedContract,
	{ attachment, readingLink }: OutcomeMailExtras = {},
): Promise<void> {
	for (const address of toldOf(standing, ended.kind)) {
		const party = partyOf(standing, address);
		const about = aboutOf(standing, address, mailLanguage);
		const isCopy = party?.role === 'CopyRecipient';
		const hasCode = party !== undefined && party.code !== null;
		const reading = isCopy || hasCode ? await readingLink?.(party) : undefined;
		// What a code keeps from who reads the mails of its signer comes in no mail to them.
		const told = hasCode && ended.kind === 'Completed' ? { ...ended, sealed: undefined } : ended;
		const mail = outcomeMail({ ...told, ...about, isCopy, reading });
		await outbox.add(transaction, {
			...mail,
			organisationId: standing.organisationId,
			contractId: standing.id,
			signerEmail: party?.email,
			attachment: hasCode ? undefined : attachment,
		});
	}
}

/** Tells a colleague that a contract is theirs to look after from now on. */
export async function tellHandler(
	transaction: Transaction,
	{ outbox, mailLanguage }: AskingParts,
	standing: Standing,
	by: string,
): Promise<void> {
	const about = aboutOf(standing, standing.handlerEmail, mailLanguage);
	const { organisationId, id: contractId } = standing;
	await outbox.add(transaction, { ...handOverMail(about, by), organisationId, contractId });
}

export function aboutOf(standing: Standing, address: string, mailLanguage: Language): About {
	return {
		address,
		contractName: standing.displayName,
		ownerEmail: standing.handlerEmail,
		language: standing.language ?? mailLanguage,
		timeZone: standing.timeZone ?? undefined,
	};
}

/** Undefined if the address is only the owner's. */
function partyOf({ parties }: Standing, address: string): Party | undefined {
	const email = comparableEmail(address);
	return parties.find((party) => party.email === email);
}

/**
 * Addresses to mail how a contract ended, each once: all parties of a completed contract; otherwise
 * the copy recipients and the signers who were asked (all in parallel; in sequence, those who have
 * signed and the one whose turn it is). Who looks after it is mailed too, unless it was cancelled.
 */
function toldOf(standing: Standing, kind: ContractOutcome['kind']): readonly string[] {
	const { parties, handlerEmail, order } = standing;
	const asked =
		kind === 'Completed'
			? parties
			: parties.filter(
					(party) =>
						!isCounted(party) ||
						order === 'Parallel' ||
						party.signedAt !== null ||
						pendingParties(standing).includes(party),
				);
	// The administrator who cancelled it needs no mail; the owner may also be a signer.
	const owner = kind === 'Cancelled' ? [] : [handlerEmail];
	const seen = new Map(
		[...owner, ...asked.map(({ address }) => address)].map((each) => [each.toLowerCase(), each]),
	);
	return [...seen.values()];
}

/** Time of the next reminder or of the expiry, whichever is earlier. */
export function dueAt(
	{ expiresAt, reminderDays }: Pick<Standing, 'expiresAt' | 'reminderDays'>,
	clock: Clock,
): string | null {
	if (reminderDays === null) return expiresAt;
	const reminder = new Date(clock.now() + reminderDays * dayMs).toISOString();
	return expiresAt === null || reminder < expiresAt ? reminder : expiresAt;
}
