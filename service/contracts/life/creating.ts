/**
 * Creates a contract. If signatures are given, it is signed at once; otherwise the signers whose turn
 * it is, and the copy recipients, get a mail. One transaction holds all of it, including its mails.
 */
import type { Input, Model } from '../../../api/types';
import { inDays, isoTime, newId, type Clock } from '../../../server/clock';
import { comparableEmail } from '../../../server/email-address';
import { instantOf } from '../../../server/instant';
import type { Database, Transaction } from '../../database/database';
import type { RequestContext, Upload } from '../../operations/handler';
import { storeOnce } from '../../operations/once';
import { newEntry } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ObjectStore } from '../../objects/object-store';
import { dayText, isTimeZone, type Language } from '../../mail/language';
import type { Outbox } from '../../mail/outbox';
import type { SealingThreads } from '../../sealing/running/sealing-threads';
import { refuse } from '../../../server/refusal';
import { insertCode, sentCodes, type SentCode } from '../codes/sent-codes';
import { askSigners, dueAt } from '../links/asking';
import { isCounted, pairSigners, pendingParties, type Signer } from '../record/contract';
import { readContractDetail } from '../record/detail';
import { contractRecord } from '../record/entries';
import { actorOf, recordSteps, type Actor, type Step } from '../record/steps';
import { filledTexts } from '../fields/texts';
import { holdTemplate, requireTemplate } from '../record/in-use';
import { fieldsIn, fieldsText, type PlacedField } from '../record/placed-field';
import type { PdfPlaces } from '../../sealing/pdf/text-tags';
import { placedFields } from '../fields/placing';
import { requireSealable } from '../fields/sealable';
import { sentFields, sentTexts, type SentField } from '../fields/sent';
import { withPictures, type SignatureFile } from '../signatures/signature-pictures';
import { keepSignature, recordSignature } from '../signatures/signatures';
import { withLinks } from '../links/named-links';
import { standingOf } from '../record/standing';

export interface CreatingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly outbox: Outbox;
	readonly mailLanguage: Language;
	readonly objects: ObjectStore;
	/** Default for the days a contract can be signed. */
	readonly contractLifetimeDays: number;
	/** Called when somebody signed; the contract may be ready for sealing. */
	readonly onSigned: () => void;
	readonly threads: SealingThreads;
}

type ContractInput = Input<'sealer', 'createContract', Upload>;

interface NewContract {
	readonly id: string;
	readonly context: RequestContext;
	readonly input: ContractInput;
	readonly signers: readonly Signer<SignatureFile>[];
	readonly fields: readonly PlacedField[];
	/** In the order of the signers. */
	readonly codes: readonly (SentCode | undefined)[];
	/** Null for a contract that is signed at once. */
	readonly expiresAt: string | null;
}

/**
 * Refuses lists that do not match, a template of another product, and a PDF that cannot be sealed.
 */
export async function createContract(
	parts: CreatingParts,
	context: RequestContext,
	input: ContractInput,
): Promise<Model<'Contract'>> {
	const signatures = input.signatures ?? [];
	// Refuses mismatched lists before any picture is decoded.
	pairSigners(input.signerEmails, signatures, input.signerRoles);
	const expiresAt = signatures.length > 0 ? null : expiryOf(input, parts);
	requireTimeZone(input.timeZone);
	const fields = await fieldsOf(parts, input);
	const codes = await sentCodes(input);
	for (const { object } of filesIn(input)) await object.makeDurable();
	const { organisationId: ownerId } = context.caller;
	const sent = { field: 'signatures', ownerId, files: signatures };
	const record = await withPictures(parts.objects, sent, (pictures) => {
		const signers = pairSigners(input.signerEmails, pictures, input.signerRoles);
		return storeContract(parts, {
			id: newId(parts.clock),
			context,
			input,
			signers,
			fields,
			codes,
			expiresAt,
		});
	});
	parts.recordLog.wake();
	parts.outbox.wake();
	if (signatures.length > 0) parts.onSigned();
	const place = { productId: input.productId, contractId: record.id };
	const standing = await standingOf(parts.database, place);
	return withLinks(parts.database, parts, context, { standing, record });
}

function filesIn({ file, moreFiles = [] }: ContractInput): readonly Upload[] {
	return [file, ...moreFiles];
}

/** Without signing links, which are secrets. */
function storeContract(parts: CreatingParts, contract: NewContract): Promise<Model<'Contract'>> {
	const { id: contractId, context, input } = contract;
	return storeOnce(parts.database, context, async (transaction) => {
		await insertContract(transaction, parts, contract);
		await insertSigners(transaction, contract);
		await signOrAsk(transaction, parts, contract);
		const place = { productId: input.productId, contractId };
		return readContractDetail(transaction, await standingOf(transaction, place));
	});
}

/** The placed fields of the files; refuses a PDF that cannot be sealed, and an invalid field. */
async function fieldsOf(
	{ database, threads }: CreatingParts,
	input: ContractInput,
): Promise<readonly PlacedField[]> {
	const { signerEmails, signerRoles = [], signatures = [] } = input;
	const isSignedAtOnce = signatures.length > 0;
	const fields = await fieldsToPlace(database, input);
	// A contract that is signed at once has its text filled in already.
	const wanted = { findsTags: !isSignedAtOnce };
	const needsPlaces = wanted.findsTags || fields.length > 0;
	const files: (PdfPlaces | undefined)[] = [];
	for (const file of filesIn(input)) {
		files.push(await requireSealable(threads, file, needsPlaces ? wanted : undefined));
	}
	const roles = signerEmails.map((_email, index) => signerRoles[index] ?? 'Signer');
	const values = sentTexts(input.fieldValues);
	return placedFields({ files, fields, values, roles, isSignedAtOnce });
}

/** The sent fields; else those of the template, unless the contract is signed at once. */
async function fieldsToPlace(
	database: Database,
	{ fields, productId, templateId, signatures = [] }: ContractInput,
): Promise<readonly SentField[]> {
	if (fields !== undefined) return sentFields(fields);
	if (templateId === undefined || signatures.length > 0) return [];
	const template = await database
		.selectFrom('templates')
		.select('fields')
		.where('product_id', '=', productId)
		.where('id', '=', templateId)
		.executeTakeFirst();
	if (template === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
	return fieldsIn(template.fields);
}

function requireTimeZone(timeZone: string | undefined): void {
	if (timeZone === undefined || isTimeZone(timeZone)) return;
	const rule = 'must be the name of a time zone, such as Europe/Berlin';
	throw refuse('Request_Invalid', 'timeZone', rule);
}

/**
 * The end of the time to sign: the earlier of `expires` and `expiresInDays`; refuses a past
 * moment.
 */
function expiryOf(
	{ expires, expiresInDays }: ContractInput,
	{ clock, contractLifetimeDays }: CreatingParts,
): string {
	const momentInDays = (days: number) => new Date(inDays(clock, days)).toISOString();
	if (expires === undefined) return momentInDays(expiresInDays ?? contractLifetimeDays);
	const moment = instantOf(expires) ?? '';
	if (moment <= isoTime(clock)) throw refuse('Request_Invalid', 'expires', 'must be in the future');
	if (expiresInDays === undefined) return moment;
	const other = momentInDays(expiresInDays);
	return moment < other ? moment : other;
}

/** Records the given signatures, or asks the signers whose turn it is. */
async function signOrAsk(
	transaction: Transaction,
	parts: CreatingParts,
	contract: NewContract,
): Promise<void> {
	const { id, context, input, signers } = contract;
	const actor = actorOf(context);
	await recordSteps(transaction, parts, id, [{ kind: 'Created', actor }]);
	let signedCount = 0;
	for (const { email, signature: file } of signers) {
		if (file === undefined) continue;
		await signAtOnce(transaction, parts, { contract, email, file });
		await recordSteps(transaction, parts, id, [suppliedStep(actor, email)]);
		signedCount += 1;
	}
	if (signedCount > 0) {
		await recordSteps(transaction, parts, id, [{ kind: 'Completed' }]);
		return;
	}
	const place = { productId: input.productId, contractId: id };
	const standing = await standingOf(transaction, place);
	const { publicUrl } = context;
	const asking = { standing, publicUrl, actor, kind: 'Sent', isLimited: true } as const;
	// Copy recipients get their link from the start.
	const copied = standing.parties.filter((party) => !isCounted(party));
	await askSigners(transaction, parts, asking, [...pendingParties(standing), ...copied]);
}

/**
 * Step of a signature that came with the contract; the caller may have entered it for somebody else.
 */
function suppliedStep(actor: Actor, signerEmail: string): Step {
	const isOwn = comparableEmail(actor.email) === signerEmail;
	const detail = isOwn ? undefined : `entered by ${actor.email} on behalf of ${signerEmail}`;
	return { kind: 'Signed', signerEmail, actor, detail };
}

async function insertContract(
	transaction: Transaction,
	{ clock, recordLog }: CreatingParts,
	{ id, context, input, signers, codes, fields, expiresAt }: NewContract,
): Promise<void> {
	const { productId, templateId, displayName, file, moreFiles = [] } = input;
	if (templateId !== undefined) {
		await requireTemplate(transaction, productId, templateId);
		await holdTemplate(transaction, templateId);
	}
	// A contract that is signed at once has no reminders.
	const reminderDays = expiresAt === null ? null : (input.reminderDays ?? null);
	const row = {
		id,
		product_id: productId,
		template_id: templateId ?? null,
		display_name: displayName,
		owner_email: context.caller.email,
		object_id: file.object.id,
		file_name: file.fileName,
		file_hash: file.object.hash,
		size_bytes: file.object.sizeBytes,
		created_at: isoTime(clock),
		message: input.signatureRequestMessage ?? null,
		expires_at: expiresAt,
		signing_order: input.signingOrder ?? 'Parallel',
		reminder_days: reminderDays,
		language: input.language ?? null,
		time_zone: input.timeZone ?? null,
		fields: fieldsText(fields),
	};
	const numberedSigners = signers.map(({ email, address, role }, position) => {
		return { position, email, address, role, code: codes[position]?.code ?? null };
	});
	const furtherFiles = moreFiles.map(({ fileName, object }, place) => ({
		file_number: place + 2,
		object_id: object.id,
		file_name: fileName,
		file_hash: object.hash,
		size_bytes: object.sizeBytes,
	}));
	const whole = { ...row, signers: numberedSigners, moreFiles: furtherFiles };
	const entry = newEntry(contractRecord, whole);
	const { sequence } = await recordLog.append(transaction, entry);
	for (const { object } of filesIn(input)) await object.attach(transaction);
	await transaction
		.insertInto('contracts')
		.values({ ...row, log_sequence: sequence, due_at: dueAt({ expiresAt, reminderDays }, clock) })
		.execute();
	if (furtherFiles.length === 0) return;
	await transaction
		.insertInto('contract_files')
		.values(furtherFiles.map((each) => ({ contract_id: id, ...each })))
		.execute();
}

/** One row at a time, because the number of values in a statement is limited. */
async function insertSigners(
	transaction: Transaction,
	{ id, signers, codes }: NewContract,
): Promise<void> {
	for (const [position, { email, address, role }] of signers.entries()) {
		const code = codes[position];
		await transaction
			.insertInto('contract_signers')
			.values({
				contract_id: id,
				position,
				email,
				address,
				role,
				code: code?.code ?? null,
				signature_id: null,
				log_sequence: null,
				signed_at: null,
			})
			.execute();
		if (code !== undefined) await insertCode(transaction, { contractId: id, email }, code);
	}
}

async function signAtOnce(
	transaction: Transaction,
	parts: CreatingParts,
	signed: { readonly contract: NewContract; readonly email: string; readonly file: SignatureFile },
): Promise<void> {
	const { contract, email, file } = signed;
	const { organisationId, email: callerEmail } = contract.context.caller;
	const suppliedBy = comparableEmail(callerEmail);
	const person = { organisationId, email };
	const signature = await keepSignature(transaction, parts.clock, { person, suppliedBy, file });
	const { fields, input, signers } = contract;
	const signerNumber = signers.findIndex((one) => one.email === email) + 1;
	const day = dayText(isoTime(parts.clock), input.language ?? parts.mailLanguage, input.timeZone);
	const fieldTexts = filledTexts({ fields, signer: signerNumber, sent: [], day });
	const isRecorded = await recordSignature(transaction, parts, {
		contractId: contract.id,
		email,
		signature,
		fieldTexts,
	});
	if (!isRecorded) throw new Error('a signer of a new contract cannot have signed before');
}
