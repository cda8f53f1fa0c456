/**
 * Declining, cancelling, reminding, sending a new link, and what follows a signature. contract.ts
 * has the rules. Each is one transaction under the contract's lock, with its event and its mails.
 */
import type { Model } from '../../../api/types';
import { isoTime } from '../../../server/clock';
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';
import { findActingUser } from '../../accounts/users';
import type { Database, Transaction } from '../../database/database';
import type { RequestContext } from '../../operations/handler';
import { storeOnce } from '../../operations/once';
import { askSigners, dueAt, tellHandler, tellOutcome, type AskingParts } from '../links/asking';
import {
	isCounted,
	requireConfirmed,
	requireOpen,
	requireTurnOf,
	pendingParties,
	type Party,
} from '../record/contract';
import { actorOf, recordSteps, type Actor } from '../record/steps';
import { readContractDetail } from '../record/detail';
import { namedLinks, withLinks } from '../links/named-links';
import { lockedStanding, standingOf, type ContractPlace, type Standing } from '../record/standing';
import { renewCode } from '../codes/signer-code';
import { revokeLinksOf } from '../links/sign-link';
import { readLink } from '../links/signing-links';

export interface LifeParts extends AskingParts {
	readonly database: Database;
}

type Work<Result> = (transaction: Transaction, standing: Standing) => Promise<Result>;

/** Runs a step in a transaction under the contract's lock, then wakes log and outbox. */
async function step<Result>(
	parts: LifeParts,
	context: Pick<RequestContext, 'caller' | 'once'>,
	place: ContractPlace,
	work: Work<Result>,
): Promise<Result> {
	const result = await storeOnce(parts.database, context, async (transaction) =>
		work(transaction, await lockedStanding(transaction, place)),
	);
	parts.recordLog.wake();
	parts.outbox.wake();
	return result;
}

/** Declines for a signer whose turn it is; ends the contract. */
export function declineContract(
	parts: LifeParts,
	context: RequestContext,
	{ reason, ...place }: ContractPlace & { readonly reason: string },
): Promise<Model<'Contract'>> {
	return step(parts, context, place, async (transaction, standing) => {
		const { contractId } = context.caller;
		const isInReach = contractId === undefined || contractId === place.contractId;
		if (!isInReach) throw refuse('Sealer_ContractNotFound', place.contractId);
		const actor = actorOf(context);
		const email = comparableEmail(actor.email);
		const party = requireTurnOf(standing, email, isoTime(parts.clock));
		requireConfirmed(party, context.caller.codeConfirmedAt);
		await recordSteps(transaction, parts, standing.id, [
			{ kind: 'Declined', signerEmail: email, actor, detail: reason },
		]);
		const declinedBy = party.address;
		await tellOutcome(transaction, parts, standing, {
			kind: 'Declined',
			reasonText: reason,
			declinedBy,
		});
		return close(transaction, place);
	});
}

/** Cancels for an administrator; ends the contract. */
export function cancelContract(
	parts: LifeParts,
	context: RequestContext,
	{ reason, ...place }: ContractPlace & { readonly reason?: string },
): Promise<Model<'Contract'>> {
	return step(parts, context, place, async (transaction, standing) => {
		requireOpen(standing, isoTime(parts.clock));
		await recordSteps(transaction, parts, standing.id, [
			{ kind: 'Cancelled', actor: actorOf(context), detail: reason },
		]);
		await tellOutcome(transaction, parts, standing, { kind: 'Cancelled', reasonText: reason });
		return close(transaction, place);
	});
}

/** Hands a contract over to a colleague, who is told; the same one again changes nothing. */
export function handOverContract(
	parts: LifeParts,
	context: RequestContext,
	{ email, ...place }: ContractPlace & { readonly email: string },
): Promise<Model<'Contract'>> {
	return step(parts, context, place, async (transaction, standing) => {
		requireOpen(standing, isoTime(parts.clock));
		const { organisationId } = context.caller;
		const colleague = await findActingUser(transaction, { organisationId, email });
		if (colleague?.roles.includes('SealerAdmin') !== true) {
			throw refuse('Sealer_NotAColleague', email);
		}
		if (comparableEmail(standing.handlerEmail) === comparableEmail(colleague.email)) {
			return readContractDetail(transaction, standing);
		}
		const actor = actorOf(context);
		await recordSteps(transaction, parts, standing.id, [
			{ kind: 'HandedOver', actor, detail: colleague.email },
		]);
		const handed = await standingOf(transaction, place);
		await tellHandler(transaction, parts, handed, actor.email);
		return readContractDetail(transaction, handed);
	});
}

/** Ends reminders and expiry, and returns the contract. */
async function close(transaction: Transaction, place: ContractPlace): Promise<Model<'Contract'>> {
	await setDueAt(transaction, place.contractId, null);
	return readContractDetail(transaction, await standingOf(transaction, place));
}

export async function setDueAt(
	transaction: Transaction,
	contractId: string,
	at: string | null,
): Promise<void> {
	await transaction
		.updateTable('contracts')
		.set({ due_at: at })
		.where('id', '=', contractId)
		.execute();
}

/** Reminds signers. Links that were mailed before stay valid. */
export async function remindSigners(
	parts: LifeParts,
	context: RequestContext,
	{ signerEmail, ...place }: ContractPlace & { readonly signerEmail?: string },
): Promise<Model<'Contract'>> {
	const record = await step(parts, context, place, async (transaction, standing) => {
		requireOpen(standing, isoTime(parts.clock));
		const asked =
			signerEmail === undefined
				? pendingParties(standing)
				: [requireAsked(standing, signerEmail, parts)];
		const { publicUrl } = context;
		const asking = { standing, publicUrl, actor: actorOf(context), isLimited: true } as const;
		await askSigners(transaction, parts, { ...asking, kind: 'Reminded' }, asked);
		return readContractDetail(transaction, standing);
	});
	const standing = await standingOf(parts.database, place);
	return withLinks(parts.database, parts, context, { standing, record });
}

/** Sends a new link. Links that were mailed before are revoked. */
export async function resendSigningLink(
	parts: LifeParts,
	context: RequestContext,
	{ signerEmail, ...place }: ContractPlace & { readonly signerEmail: string },
): Promise<Model<'SigningLink'>> {
	const { database, clock } = parts;
	const linkId = await step(parts, context, place, async (transaction, standing) => {
		const party =
			copyRecipient(standing, signerEmail, parts) ?? requireAsked(standing, signerEmail, parts);
		const signer = { contractId: standing.id, email: party.email };
		await revokeLinksOf(transaction, parts.clock, signer);
		await renewCode(transaction, signer);
		const { publicUrl } = context;
		const asking = { standing, publicUrl, actor: actorOf(context), isLimited: true } as const;
		const [link] = await askSigners(transaction, parts, { ...asking, kind: 'Reissued' }, [party]);
		if (link === undefined) throw new Error('a signer was asked and has no link');
		return link.id;
	});
	const record = await readLink(database, clock, { contractId: place.contractId, linkId });
	const links = await namedLinks(database, parts, context, await standingOf(database, place));
	const link = links.get(comparableEmail(record.signerEmail));
	return { ...record, ...(record.status === 'Open' && link !== undefined && { link }) };
}

/** The copy recipient of this address in an open contract; undefined for any other address. */
function copyRecipient(
	standing: Standing,
	address: string,
	{ clock }: AskingParts,
): Party | undefined {
	const email = comparableEmail(address);
	const party = standing.parties.find((one) => one.email === email && !isCounted(one));
	if (party !== undefined) requireOpen(standing, isoTime(clock));
	return party;
}

/** The signer of this address, whose turn it is; refuses any other address. */
function requireAsked(standing: Standing, address: string, { clock }: AskingParts): Party {
	const email = comparableEmail(address);
	const party = standing.parties.find((one) => one.email === email);
	if (party === undefined || !isCounted(party)) throw refuse('Sealer_SignerNotFound', address);
	return requireTurnOf(standing, email, isoTime(clock));
}

/** Asks the next signers, or completes the contract. */
export async function afterSignature(
	transaction: Transaction,
	parts: AskingParts,
	signed: {
		readonly before: Standing;
		readonly place: ContractPlace;
		readonly actor: Actor;
		readonly publicUrl: string;
	},
): Promise<void> {
	const { before, place, actor, publicUrl } = signed;
	const standing = await standingOf(transaction, place);
	const left = pendingParties(standing);
	if (left.length === 0) {
		// completed.ts sends the mails, with the sealed file.
		await recordSteps(transaction, parts, standing.id, [{ kind: 'Completed' }]);
		await setDueAt(transaction, standing.id, null);
		return;
	}
	const asked = new Set(pendingParties(before).map(({ email }) => email));
	const next = left.filter(({ email }) => !asked.has(email));
	await askSigners(transaction, parts, { standing, publicUrl, actor, kind: 'Sent' }, next);
	if (next.length > 0) await setDueAt(transaction, standing.id, dueAt(standing, parts.clock));
}
