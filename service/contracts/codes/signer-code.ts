/**
 * The code that a signer enters at the signing link, as the page of the link sees it.
 *
 *   a code     entered by                                      left by
 *   NotAsked   Mail: creation; a right code; 10 minutes; five  a code is mailed -> Open
 *              wrong tries of one code; the link mailed anew
 *   Open       Mail: a code is mailed, which ends the one      a right code -> NotAsked (Mail), Open (Given);
 *              before. Given: creation; the link mailed anew   wrong tries, and 10 minutes of a mailed one
 *   Locked     Given: five wrong tries. Mail: 25, of several   the link mailed anew -> Open (Given), NotAsked (Mail)
 *              codes. Both since a right one
 *
 * A try is counted before it is compared, in one statement, so that tries at one moment are not more than may be.
 * A right code gives a browser a secret, of which the hash is stored; it lasts an hour, until the link is mailed anew.
 */
import { sql } from 'kysely';
import { isoTime, newDigits, newSecret, type Clock } from '../../../server/clock';
import { refuse, type Refusal } from '../../../server/refusal';
import { secretHash } from '../../../server/secret-hash';
import type { Model } from '../../../api/types';
import type { Database, Transaction } from '../../database/database';
import type { RequestContext } from '../../operations/handler';
import { storeFor } from '../../operations/storing';
import type { CodeProof } from '../../sealing/pdf/record';
import { aboutOf, type AskingParts } from '../links/asking';
import { signingCodeMail } from '../mails/mails';
import type { SignerCode } from '../record/contract';
import { lockedStanding, type ContractPlace } from '../record/standing';
import { actorOf, recordSteps } from '../record/steps';
import { codeHash, isCodeOf } from './code-hash';

export const givenTriesMax = 5;
const mailedTriesMax = 5;
/** Of all mailed codes. */
const mailedTriesMaxInAll = 25;
const mailedDigits = 6;
const mailedMs = 10 * 60_000;
const hourMs = 60 * 60_000;
const mailsPerHourMax = 5;
const secretMs = hourMs;

export interface CodeParts extends AskingParts {
	readonly database: Database;
}

/** The signer of a link, who has a code. */
export interface CodedSigner {
	readonly place: ContractPlace;
	readonly email: string;
	readonly address: string;
	readonly code: SignerCode;
}

interface CodeRow {
	readonly code_hash: string | null;
	readonly expires_at: string | null;
	readonly tries: number;
	readonly tries_max: number;
}

export type CodeState = Model<'SigningCode'>['state'];

export async function readCode(
	connection: Database | Transaction,
	clock: Clock,
	signer: CodedSigner,
): Promise<{ readonly state: CodeState; readonly codeExpires?: string }> {
	const row = await connection
		.selectFrom('signer_codes')
		.select(['code_hash', 'expires_at', 'tries', 'tries_max'])
		.where('contract_id', '=', signer.place.contractId)
		.where('email', '=', signer.email)
		.executeTakeFirstOrThrow();
	const state = stateOf(signer.code, row, isoTime(clock));
	const { expires_at: codeExpires } = row;
	return { state, ...(state === 'Open' && codeExpires !== null && { codeExpires }) };
}

function stateOf(code: SignerCode, row: CodeRow, now: string): CodeState {
	const { tries, tries_max: triesMax, code_hash: hash, expires_at: expiresAt } = row;
	if (tries >= (code === 'Given' ? triesMax : mailedTriesMaxInAll)) return 'Locked';
	const isOpen = hash !== null && tries < triesMax && (expiresAt === null || now < expiresAt);
	return isOpen ? 'Open' : 'NotAsked';
}

/** Mails a new code; the one before ends. */
export async function mailCode(
	parts: CodeParts,
	context: Pick<RequestContext, 'caller' | 'client'>,
	signer: CodedSigner,
): Promise<void> {
	if (signer.code !== 'Mail') throw refuse('Sealer_CodeNotMailed');
	const { clock, outbox } = parts;
	const code = newDigits(mailedDigits);
	const hash = await codeHash(code);
	await storeFor(parts.database, context.caller, async (transaction) => {
		const standing = await lockedStanding(transaction, signer.place);
		const { state } = await readCode(transaction, clock, signer);
		if (state === 'Locked') throw refuse('Sealer_CodeLocked');
		await requirePace(transaction, clock, signer);
		const { organisationId } = standing;
		const { email, address } = signer;
		await outbox.requireAllowed(transaction, { organisationId, recipients: [address] });
		const expiresAt = new Date(clock.now() + mailedMs).toISOString();
		await ofSigner(transaction, signer)
			.set(({ eb }) => ({ tries_max: eb('tries', '+', mailedTriesMax) }))
			.set({ code_hash: hash, expires_at: expiresAt })
			.execute();
		const mail = signingCodeMail({
			...aboutOf(standing, address, parts.mailLanguage),
			code,
			expiresAt,
		});
		const about = { organisationId, contractId: standing.id, signerEmail: email };
		await outbox.add(transaction, { ...mail, ...about });
		const step = { kind: 'CodeMailed', signerEmail: email, actor: actorOf(context) } as const;
		await recordSteps(transaction, parts, standing.id, [step]);
	});
	parts.recordLog.wake();
	outbox.wake();
}

async function requirePace(
	transaction: Transaction,
	clock: Clock,
	signer: CodedSigner,
): Promise<void> {
	const since = new Date(clock.now() - hourMs).toISOString();
	const mailed = await stepsOf(transaction, signer, 'CodeMailed')
		.where('created_at', '>', since)
		.executeTakeFirstOrThrow();
	if (Number(mailed.count) >= mailsPerHourMax)
		throw refuse('Sealer_CodeMailsTooMany', mailsPerHourMax);
}

/** Gives a secret for the right code; refuses a wrong one, which it records. */
export async function confirmCode(
	parts: CodeParts,
	context: Pick<RequestContext, 'caller' | 'client'>,
	{ signer, code }: { readonly signer: CodedSigner; readonly code: string },
): Promise<Model<'ConfirmedCode'>> {
	const { database, clock } = parts;
	const counted = await countTry(parts, signer);
	if (counted?.code_hash == null) throw ended(await readCode(database, clock, signer));
	const { code_hash: hash, tries, tries_max: triesMax } = counted;
	const isRight = await isCodeOf(hash, code);
	const confirmed = await storeFor(database, context.caller, async (transaction) => {
		const step = { signerEmail: signer.email, actor: actorOf(context) };
		const kind = isRight ? 'CodeConfirmed' : 'CodeWrong';
		await lockedStanding(transaction, signer.place);
		const given = isRight ? await giveSecret(transaction, clock, { signer, hash }) : undefined;
		await recordSteps(transaction, parts, signer.place.contractId, [{ ...step, kind }]);
		return given;
	});
	parts.recordLog.wake();
	if (confirmed !== undefined) return confirmed;
	if (tries < triesMax) throw refuse('Sealer_CodeWrong', triesMax - tries);
	throw ended(await readCode(database, clock, signer));
}

/** Undefined where no code is open. */
function countTry({ database, clock }: CodeParts, signer: CodedSigner) {
	return ofSigner(database, signer)
		.set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
		.whereRef('tries', '<', 'tries_max')
		.where('code_hash', 'is not', null)
		.where(({ eb, or }) =>
			or([eb('expires_at', 'is', null), eb('expires_at', '>', isoTime(clock))]),
		)
		.returning(['code_hash', 'tries', 'tries_max'])
		.executeTakeFirst();
}

function ended({ state }: { readonly state: CodeState }): Refusal {
	return refuse(state === 'Locked' ? 'Sealer_CodeLocked' : 'Sealer_CodeEnded');
}

/** Uses a mailed code up; refuses one that was used or replaced meanwhile. */
async function giveSecret(
	transaction: Transaction,
	clock: Clock,
	{ signer, hash }: { readonly signer: CodedSigner; readonly hash: string },
): Promise<Model<'ConfirmedCode'>> {
	const { numUpdatedRows } = await ofSigner(transaction, signer)
		.set(signer.code === 'Mail' ? { tries: 0, tries_max: 0, code_hash: null } : { tries: 0 })
		.where('code_hash', '=', hash)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows !== 1n) throw refuse('Sealer_CodeEnded');
	const secret = newSecret();
	const now = isoTime(clock);
	const expires = new Date(clock.now() + secretMs).toISOString();
	const { place, email } = signer;
	await secretsOf(transaction, { contractId: place.contractId, email })
		.where('expires_at', '<=', now)
		.execute();
	await transaction
		.insertInto('signer_code_secrets')
		.values({
			secret_hash: secretHash(secret),
			contract_id: place.contractId,
			email,
			confirmed_at: now,
			expires_at: expires,
		})
		.execute();
	return { secret, expires };
}

/** When the code was confirmed that the secret was given for; undefined for none, or an ended one. */
export async function confirmedBy(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	signer: { readonly contractId: string; readonly email: string },
	secret: string,
): Promise<string | undefined> {
	const row = await database
		.selectFrom('signer_code_secrets')
		.select('confirmed_at')
		.where('secret_hash', '=', secretHash(secret))
		.where('contract_id', '=', signer.contractId)
		.where('email', '=', signer.email)
		.where('expires_at', '>', isoTime(clock))
		.executeTakeFirst();
	return row?.confirmed_at;
}

/** Where the link is mailed anew: tries begin again, and every browser enters the code again. */
export async function renewCode(
	transaction: Transaction,
	signer: { readonly contractId: string; readonly email: string },
): Promise<void> {
	const { contractId, email } = signer;
	await transaction
		.updateTable('signer_codes')
		.set({
			tries: 0,
			// Only a mailed one ends.
			code_hash: sql<string | null>`case when expires_at is null then code_hash end`,
		})
		.where('contract_id', '=', contractId)
		.where('email', '=', email)
		.execute();
	await secretsOf(transaction, signer).execute();
}

/** What a signature says of the code that was entered for it, as JSON. */
export async function codeProof(
	transaction: Transaction,
	signer: CodedSigner,
	confirmedAt: string,
): Promise<string> {
	const wrong = await stepsOf(transaction, signer, 'CodeWrong').executeTakeFirstOrThrow();
	const proof: CodeProof = { code: signer.code, confirmedAt, wrongTries: Number(wrong.count) };
	return JSON.stringify(proof);
}

function stepsOf(transaction: Transaction, { place, email }: CodedSigner, kind: string) {
	return transaction
		.selectFrom('contract_steps')
		.select(({ fn }) => fn.countAll<number | string>().as('count'))
		.where('contract_id', '=', place.contractId)
		.where('signer_email', '=', email)
		.where('kind', '=', kind);
}

function ofSigner(connection: Database | Transaction, { place, email }: CodedSigner) {
	return connection
		.updateTable('signer_codes')
		.where('contract_id', '=', place.contractId)
		.where('email', '=', email);
}

function secretsOf(
	transaction: Transaction,
	{ contractId, email }: { readonly contractId: string; readonly email: string },
) {
	return transaction
		.deleteFrom('signer_code_secrets')
		.where('contract_id', '=', contractId)
		.where('email', '=', email);
}
