/**
 * The tables as types, one section an area. Ids are 24 lower-case hex characters, times are ISO
 * 8601 text in UTC, amounts are decimal text because they may pass 2^53. `sequence` columns give
 * lists their order of creation.
 */
import type { Generated } from 'kysely';
import type { EventTables } from '../../server/events/record/tables';

interface Organisations {
	id: string;
	name: string;
	created_at: string;
}

interface Users {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	/** Lower case; unique within the organisation. */
	email: string;
	/** JSON array of role names. */
	roles: string;
	first_name: Generated<string>;
	last_name: Generated<string>;
	disabled_at: string | null;
	/** The row stays, because other rows refer to it. */
	deleted_at: string | null;
	created_at: string;
	/** The last time they signed in as a person; null if never. */
	signed_in_at: Generated<string | null>;
}

interface ApiKeys {
	id: string;
	user_id: string;
	/** SHA-256 of the key, lower-case hex; the key itself is never stored. */
	key_hash: string;
	label: string;
	created_at: string;
	revoked_at: string | null;
	/** Null if the key never expires. */
	expires_at: string | null;
	/** `SESSION`: the secret is in a browser's cookie; see `accounts/sessions.ts`. */
	kind: Generated<'KEY' | 'SESSION'>;
	/** Of a session: its last use, to the minute. */
	used_at: Generated<string | null>;
	limited_roles: Generated<LimitColumns['limited_roles']>;
	networks: Generated<LimitColumns['networks']>;
}

/** What a key may do less than its user; see `accounts/key-limits.ts`. */
export interface LimitColumns {
	/** JSON array; null: every role its user has. */
	limited_roles: string | null;
	/** JSON array; null: from anywhere. */
	networks: string | null;
}

interface Passkeys {
	/** Id of the credential, base64url. */
	id: string;
	user_id: string;
	/** COSE, base64url. */
	public_key: string;
	counter: number;
	/** JSON array. */
	transports: string;
	/** User agent of the browser that made it. */
	agent: string;
	created_at: string;
	used_at: string | null;
}

interface PasskeyChallenges {
	challenge_hash: string;
	expires_at: string;
}

interface SignInLinks {
	token_hash: string;
	/** Null for the link that sets the first organisation up. */
	user_id: string | null;
	created_at: string;
	expires_at: string;
	used_at: Generated<string | null>;
	ended_at: Generated<string | null>;
}

interface Invitations {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	/** Lower case. */
	email: string;
	/** JSON array of role names. */
	roles: string;
	/** Null if the operator invited. */
	created_by: string | null;
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	expires_at: string;
	accepted_at: string | null;
	deleted_at: string | null;
	created_at: string;
}

interface Brands {
	organisation_id: string;
	/** As #rrggbb in lower case. */
	colour: string | null;
	/** From the hash of the picture. */
	logo_id: string | null;
	/** PNG, base64. */
	logo: string | null;
	logo_width: number | null;
	logo_height: number | null;
}

/** One row for each organisation and program. */
interface ProgramWaiting {
	organisation_id: string;
	/** As SIGN_IN_FOR names it. */
	program: string;
	/** Who reports. */
	user_id: string;
	/** Path at the program. */
	page: string;
	held_transfers: number;
	waiting_payouts: number;
	open_alarms: number;
	alarm: string | null;
	reported_at: string;
}

interface KeyLinks {
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	user_id: string;
	/** Lifetime of the key made at the link; null if it never expires. */
	lifetime_days: number | null;
	expires_at: string;
	used_at: string | null;
	/** Another link took its place, or the keys of the user were ended. */
	ended_at: string | null;
	created_at: string;
	/** What the key is for, if that was said. */
	label: Generated<string | null>;
	limited_roles: Generated<LimitColumns['limited_roles']>;
	networks: Generated<LimitColumns['networks']>;
}

interface Products {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	kind: string;
	name: string;
	created_at: string;
	/** 1 if replies about contracts name signing links. */
	names_links: Generated<number>;
}

interface LogEntries {
	sequence: Generated<number>;
	kind: string;
	subject_id: string;
	/** Version of its kind's payload that the commitment is of. */
	form: number;
	status: string;
	/** Hex; null once erased, after which nobody can link the entry to a record. */
	salt: string | null;
	/** Hash of salt and payload, hex. */
	commitment: string | null;
	/** Leaf of the tree, hex. */
	leaf_hash: string | null;
	/** Index in the tree, from 0 without gaps; null until a block includes it. */
	tree_index: number | null;
	created_at: string;
}

/** Full tiles. */
interface LogTiles {
	level: number;
	number: number;
	/** 256 hashes, base64. */
	hashes: string;
	/** Root of the tile's subtree, hex. */
	root_hash: string;
}

interface LogCheckpoints {
	tree_size: number;
	/** Hex. */
	root_hash: string;
	/** Signed by the log's key only, without cosignatures. */
	note: string;
}

interface LogCosignatures {
	tree_size: number;
	/** Name of the witness's key. */
	witness: string;
	/** Signature line of the note. */
	signature: string;
}

interface LogIdentity {
	/** Always `log`: there is one row. */
	name: string;
	origin: string;
	/** Ed25519, base64. */
	public_key: string;
}

interface LogRestorations {
	id: string;
	/** Signed notes. */
	lost_checkpoint: string;
	held_checkpoint: string | null;
	log_sequence: number;
	created_at: string;
}

/** State of this log's witnesses. */
interface LogWitnesses {
	vkey: string;
	standing: string;
	/** Tree size the witness has seen, if it said so. */
	told_size: number | null;
	/** Size of the last checkpoint offered to it. */
	offered_size: number | null;
	message: string;
	since: string;
}

/** Other logs, with the last checkpoint this service cosigned of each. */
interface WitnessedLogs {
	origin: string;
	tree_size: number;
	/** Lower-case hex. */
	root: string;
	/** The signed note of the log; null before the first. */
	checkpoint: string | null;
	cosigned_at_seconds: number;
	/** A note of the same log and size with another root: proof of a fork. */
	fork_checkpoint: string | null;
}

/** The keys this service has cosigned with. */
interface WitnessKeys {
	vkey: string;
	created_at: string;
}

interface Assets {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	name: string;
	/** single or multi. */
	kind: Generated<string>;
	/** Log entry of its newest revision. */
	log_sequence: number;
	created_at: string;
	/** From 1; each rename and the deletion add one. */
	revision: Generated<number>;
	/** Null in the first revision. */
	changed_by: string | null;
	changed_at: string | null;
	deleted_at: string | null;
}

/** Earlier revisions of assets and entities. */
interface TrackerRevisions {
	id: string;
	revision: number;
	name: string;
	changed_by: string | null;
	changed_at: string | null;
	log_sequence: number;
}

/** Members of multi-assets. */
interface AssetMembers {
	multi_id: string;
	/** From 0, in the order given. */
	position: number;
	asset_id: string;
}

interface Entities {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	/** Owner, a user. */
	owner_id: string;
	name: string;
	log_sequence: number;
	created_at: string;
	/** Like the columns of assets. */
	revision: Generated<number>;
	changed_by: string | null;
	changed_at: string | null;
	deleted_at: string | null;
}

/** The id is that of the user, the entity, or the asset that is issued from it. */
interface AssetAccounts {
	id: string;
	user_id: string | null;
	entity_id: string | null;
	asset_id: string | null;
}

interface AssetBalances {
	sequence: Generated<number>;
	asset_id: string;
	account_id: string;
	/** Decimal text, never negative. */
	amount: string;
	/** Hash of the row, see `assets/register/entries.ts`; empty for a zero balance. */
	amount_hash: string;
}

/** Batches of balances; a zero holding has no row. */
interface AssetHoldings {
	/** Transfers draw on batches in this order. */
	sequence: Generated<number>;
	batch_id: string;
	account_id: string;
	asset_id: string;
	amount: string;
	amount_hash: string;
}

interface AssetTransactions {
	sequence: Generated<number>;
	id: string;
	asset_id: string;
	/** issue, transfer, burn or reversal. */
	kind: string;
	/** Id of the sending account; for an issue that of the asset. */
	giver_id: string;
	/** Id of the receiving account; for a burn that of the asset, which gives nothing back. */
	taker_id: string;
	/** The user who requested it. */
	caller_id: string;
	/** The movement that a reversal reverses. */
	reverses_id: string | null;
	amount: string;
	log_sequence: number;
	created_at: string;
	/** Product of its asset, for the product's list. */
	product_id: string | null;
	/** What a burn used the units up for. */
	reason: string | null;
	reference: string | null;
	/** An object of texts, as canonical JSON. */
	metadata: string | null;
}

interface AssetBatches {
	/** Id of the issue that made it. */
	id: string;
	asset_id: string;
	amount: string;
}

interface AssetTransactionBatches {
	transaction_id: string;
	/** From 0, in the order of drawing. */
	position: number;
	batch_id: string;
	amount: string;
}

/** Per asset or batch: amount that was issued and that nobody holds; 0 at every commit. */
interface Supplies {
	id: string;
	unheld: number;
}

/** Result of the last audit of the ledger. */
interface LedgerAudits {
	/** Always `ledger`. */
	name: string;
	ended_at: string;
	findings: number;
	/** JSON of the first finding. */
	first_finding: string | null;
}

interface IdempotencyKeys {
	user_id: string;
	key: string;
	request_hash: string;
	/** The stored answer, JSON; empty for a refusal. */
	answer: string;
	/** The code and the arguments of a refusal, JSON. */
	refusal: string | null;
	created_at: string;
}

interface Mails {
	sequence: Generated<number>;
	id: string;
	recipient: string;
	/** The address in the form that addresses are compared in. */
	recipient_form: string;
	subject: string;
	text_body: string;
	html_body: string;
	/** Null while it waits and if it was refused. */
	sent_at: string | null;
	attempts: number;
	last_error: string | null;
	created_at: string;
	/** Time of the next attempt, while it waits. */
	next_at: string | null;
	/** Process that is delivering it. */
	claimed_by: string | null;
	refused_at: string | null;
	/** Organisation it was written for. */
	organisation_id: string | null;
	/** Set for a mail about a contract. */
	contract_id: string | null;
	/** Normalised address of the signer it goes to. */
	signer_email: string | null;
	/** Attached object, and its file name. */
	attachment_id: string | null;
	attachment_name: string | null;
}

interface Templates {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	display_name: string;
	owner_email: string;
	object_id: string;
	file_name: string;
	file_hash: string;
	log_sequence: number;
	created_at: string;
	/** Placed fields, JSON; null if there are none. */
	fields: string | null;
	/** Set together, when it was deleted and its file with it. */
	deleted_at: string | null;
	deleted_by_email: string | null;
	deletion_sequence: number | null;
}

interface Contracts {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	template_id: string | null;
	display_name: string;
	owner_email: string;
	object_id: string;
	file_name: string;
	/** BLAKE2b-256 of the contract file, lower-case hex; a signer must send the same file. */
	file_hash: string;
	size_bytes: number;
	log_sequence: number;
	created_at: string;
	/** Message of the creator to the signers. */
	message: string | null;
	/** Null if it was signed when it was created. */
	expires_at: string | null;
	/** Parallel or Sequential. */
	signing_order: Generated<string>;
	reminder_days: number | null;
	/** Time of the next reminder or the expiry; null if no signer is pending. */
	due_at: string | null;
	/** Language of its mails; null means the setting's. */
	language: string | null;
	/** Time zone of times in its mails, IANA name; null means UTC. */
	time_zone: string | null;
	/** Fields of its signers, JSON of `contracts/record/placed-field.ts`; null if there are none. */
	fields: string | null;
	/** Time of the step Deleted. */
	deleted_at: string | null;
}

/** A step in the life of a contract. */
interface ContractSteps {
	sequence: Generated<number>;
	id: string;
	contract_id: string;
	/** One of `contractStepKinds` in `api/sealer/models.ts`. */
	kind: string;
	/** Normalised address of the signer it is about. */
	signer_email: string | null;
	/** Who did it; null for an automatic step. */
	actor_email: string | null;
	/** IP address. */
	address: string | null;
	agent: string | null;
	detail: string | null;
	log_sequence: number;
	created_at: string;
}

interface Signatures {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	/** Lower case. */
	email: string;
	object_id: string;
	file_name: string;
	file_hash: string;
	/** Address of the person who gave the file. */
	supplied_by_email: string;
	created_at: string;
	/**
	 * Set for a signature that was added by itself; others are in the entries of their contracts.
	 */
	log_sequence: number | null;
	/** Set together, when it was deleted and its file with it. */
	deleted_at: string | null;
	deletion_sequence: number | null;
}

interface ContractSigners {
	contract_id: string;
	/** From 0, in the order the signers were given. */
	position: number;
	/** Lower case; unique within the contract. */
	email: string;
	/** As entered; mails go to this address. */
	address: string;
	/** Set together with `log_sequence` and `signed_at`, when the signer signs. */
	signature_id: string | null;
	log_sequence: number | null;
	signed_at: string | null;
	/** Signer, Approver or CopyRecipient; an approver needs no signature. */
	role: Generated<string>;
	/** Values by field name, JSON; set when the signer signs. */
	field_values: string | null;
	/** Mail or Given: the code they enter at the signing link. */
	code: string | null;
	/** What was entered before the signature, JSON; set when a signer with a code signs. */
	code_proof: string | null;
}

interface SignerCodes {
	contract_id: string;
	email: string;
	/** Salted; null where none is open. */
	code_hash: string | null;
	/** Of a mailed code. */
	expires_at: string | null;
	/** Since a right one, or since the link was mailed anew. */
	tries: Generated<number>;
	/** At which no further try of this code counts. */
	tries_max: number;
}

interface SignerCodeSecrets {
	/** SHA-256, lower-case hex. */
	secret_hash: string;
	contract_id: string;
	email: string;
	confirmed_at: string;
	expires_at: string;
}

/** A file of a contract after its first, which stands in `contracts`. */
interface ContractFiles {
	contract_id: string;
	/** From 2. */
	file_number: number;
	object_id: string;
	file_name: string;
	/** BLAKE2b-256, lower-case hex. */
	file_hash: string;
	size_bytes: number;
}

interface ContractSeals {
	contract_id: string;
	/** From 1. */
	file_number: Generated<number>;
	/** Time of the last signature; null for contracts signed before there were seals. */
	asked_at: string | null;
	attempts: Generated<number>;
	next_attempt_at: string;
	/** Fault of the last failed attempt; in a sealed row, why there is no time stamp. */
	last_error: string | null;
	/** Time from the time stamping authority, if it gave one. */
	time_stamped_at: string | null;
	/** In a sealed row: why revocation data of its certificates is incomplete. */
	revocation_fault: string | null;
	/** Set together with the columns below, when the sealed file was made. */
	object_id: string | null;
	file_name: string | null;
	file_hash: string | null;
	size_bytes: number | null;
	/** B-B, B-T, B-LT or Manifest. */
	level: string | null;
	/** SHA-256 of the sealing certificate, lower-case hex. */
	certificate_hash: string | null;
	log_sequence: number | null;
	sealed_at: string | null;
}

/** Certificates that contracts were sealed with, each entered into the log before its first seal. */
interface SealCertificates {
	/** SHA-256 of the certificate, lower-case hex. */
	hash: string;
	subject: string;
	created_at: string;
	log_sequence: number;
}

/** Links to sealed files that are too large for a mail. */
interface SealedLinks {
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	contract_id: string;
	file_number: Generated<number>;
	expires_at: string;
	created_at: string;
}

interface SignLinks {
	/** SHA-256 of the token in the link, lower-case hex; the token itself is never stored. */
	token_hash: string;
	contract_id: string;
	/** Lower case. */
	email: string;
	expires_at: string;
	created_at: string;
	id: string;
	revoked_at: string | null;
	/** Token encrypted under that master key, if the product names links. */
	wrapped_token: string | null;
	master_key_id: string | null;
}

interface KeeperFolders {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	name: string;
	/** 1 if the bytes of its files are kept, 0 if only fingerprints are; never changes. */
	keeps_content: Generated<number>;
	created_by_email: string;
	log_sequence: number;
	created_at: string;
	deleted_at: string | null;
	deleted_by_email: string | null;
	/** The entry of its deletion. */
	deletion_sequence: number | null;
	/** Time when the contents of all its files were erased. */
	erased_at: string | null;
}

interface KeeperFiles {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	folder_id: string;
	display_name: string;
	owner_email: string;
	file_type: string;
	accuracy_level: string;
	/**
	 * Secret of its fingerprints, in a folder that keeps no content; removed with the last
	 * fingerprint.
	 */
	print_key: string | null;
	created_at: string;
	/** Null in a file that is deleted by the deletion of its folder. */
	deleted_at: string | null;
	deleted_by_email: string | null;
	deletion_sequence: number | null;
	erased_at: string | null;
}

interface KeeperVersions {
	sequence: Generated<number>;
	/** The first version has the id of the file. */
	id: string;
	file_id: string;
	/** From 1, without gaps. */
	version: number;
	object_id: string;
	file_name: string;
	file_hash: string;
	/** BLAKE2b-256 of the object, if it holds fingerprints instead of the file. */
	prints_hash: string | null;
	owner_email: string;
	log_sequence: number;
	created_at: string;
	/** Set when the object was given up. */
	erased_at: string | null;
}

interface KeeperApprovals {
	sequence: Generated<number>;
	id: string;
	file_id: string;
	version_id: string;
	approved_by_email: string;
	/** The approval with the highest number gives a file's approved version. */
	log_sequence: number;
	created_at: string;
}

/** What comparisons of a file leave out: a row each time that its rules were set. */
interface KeeperRules {
	sequence: Generated<number>;
	id: string;
	file_id: string;
	/** JSON; `{}` takes the rules of the file away. */
	rules: string;
	set_by_email: string;
	/** The row with the highest number gives the rules of a file. */
	log_sequence: number;
	created_at: string;
}

interface DiffReports {
	/** SHA-256 of the token in the address, lower-case hex. */
	token_hash: string;
	/** Subject: a file of the keeper, or one of the three sealer columns below. */
	file_id: string | null;
	object_id: string;
	/** File name of the download. */
	file_name: string;
	created_at: string;
	id: string;
	expires_at: string;
	revoked_at: string | null;
	/** Set when the object was given up. */
	erased_at: string | null;
	contract_id: string | null;
	template_id: string | null;
	signature_id: string | null;
}

/** Further files of a report, erased with it. */
interface DiffReportFiles {
	id: string;
	report_id: string;
	/** File name of the download and end of its address; unique within the report. */
	name: string;
	media_type: string;
	object_id: string;
	erased_at: string | null;
	/** One of the kinds in `api/comparison/report-files.ts`. */
	kind: string;
}

/** Further addresses of a report; they end with it. */
interface DiffReportLinks {
	/** SHA-256 of the token in the address, lower-case hex. */
	token_hash: string;
	report_id: string;
	created_by_email: string;
	created_at: string;
}

interface KeeperComparisons {
	sequence: Generated<number>;
	id: string;
	file_id: string;
	organisation_id: string;
	/** compare, compareVersions or keepOrCompare. */
	operation: string;
	/** The version that the other side was compared with. */
	version_id: string;
	/** The other side, if it is a version, too. */
	other_version_id: string | null;
	/** The other side, if it was sent. */
	sent_file_name: string | null;
	/** BLAKE2b-256, lower-case hex. */
	sent_hash: string | null;
	created_by_email: string;
	created_at: string;
	/** See `documents/comparisons/states.ts`. */
	state: string;
	/** JSON of the request, until the comparison has ended. */
	request: string | null;
	/** The sent file, until it was erased or became a version. */
	sent_object_id: string | null;
	/** Process that makes it, while Running. */
	process_id: string | null;
	/** Number of starts. */
	attempts: Generated<number>;
	progress_percent: Generated<number>;
	started_at: string | null;
	ended_at: string | null;
	/** JSON of the result, without contents of the files. */
	figures: string | null;
	kept_version_id: string | null;
	report_id: string | null;
	/** The whole answer, for a time, if nobody waited for the comparison. */
	result_object_id: string | null;
	/** JSON: code and message of a refusal. */
	error: string | null;
}

interface StorageObjects {
	id: string;
	/** STAGED or STORED, see `objects/object-rows.ts`. */
	state: string;
	data_shards: number;
	parity_shards: number;
	block_size_bytes: number;
	/** JSON array: the bucket of every shard. */
	bucket_names: string;
	size_bytes: number;
	/** BLAKE2b-256 of the plain bytes, lower-case hex. */
	hash: string;
	master_key_id: string;
	/** The object's key sealed under the master key, hex. */
	wrapped_key: string;
	/** Process that is uploading or removing it, while STAGED. */
	process_id: string | null;
	/** Organisation whose quota it counts to. */
	owner_id: string;
	/** Size of all its shards, as the quota counts them; 0 once it is being removed. */
	stored_size_bytes: Generated<number>;
	created_at: string;
}

interface StorageUsage {
	/** An organisation. */
	owner_id: string;
	/** Sum over its objects in both states. */
	stored_bytes: number;
}

interface StorageShards {
	object_id: string;
	shard: number;
	bucket: string;
	/** STORED, OUTBOX or MISSING. */
	state: string;
}

interface StorageBuckets {
	name: string;
	/** Id from the marker file in the bucket. */
	identity: string;
	created_at: string;
}

interface StorageMasterKeys {
	/** `current`: the key for new objects. */
	name: string;
	key_id: string;
	/** Check value that only this key gives. */
	check_value: string;
}

interface StorageScrubs {
	name: string;
	/** Last object the scrub has read. */
	last_object_id: string;
	/** Null while a scrub is under way. */
	finished_at: string | null;
}

interface StoredFiles {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	owner_email: string;
	file_name: string;
	/** Gone once the file is deleted. */
	object_id: string;
	log_sequence: number;
	created_at: string;
	expires_at: Generated<string | null>;
	deleted_at: Generated<string | null>;
	/** Null also if the file's own time was over. */
	deleted_by_email: Generated<string | null>;
	deletion_sequence: Generated<number | null>;
	/** Of a deleted file, what its object said; before, the object says it. */
	hash: Generated<string | null>;
	size_bytes: Generated<number | null>;
	data_shards: Generated<number | null>;
	parity_shards: Generated<number | null>;
	block_size_bytes: Generated<number | null>;
}

/** Links to stored files, which need no key; the states are in `storage/file-links.ts`. */
interface FileLinks {
	sequence: Generated<number>;
	id: string;
	file_id: string;
	token_hash: string;
	created_by_email: string;
	created_at: string;
	expires_at: string;
	revoked_at: Generated<string | null>;
	/** Null for any number. */
	downloads_max: number | null;
	downloads: Generated<number>;
	last_download_at: Generated<string | null>;
	/** Says whether the last download is continued by its client. */
	last_client_hash: Generated<string | null>;
}

interface AnchorContracts {
	/** Lower-case hex with 0x, as every address and hash of the chain. */
	address: string;
	/** Id of the chain it was first found on. */
	chain_id: number;
	/** The newest block when the chain was last asked, at `looked_at`. */
	head_number: number;
	looked_at: string;
}

interface Anchors {
	contract: string;
	tree_size: number;
	/** Lower-case hex without 0x, as the log has it. */
	root_hash: string;
	/** See `anchor/anchor-states.ts`. */
	state: string;
	/** Nonce of its newest transaction; null before the first. */
	nonce: number | null;
	/** The newest block when that was signed, or when the block that held it had gone. */
	waits_from_block: number | null;
	/** The transaction that wrote it and its block, while a block holds it. */
	transaction_hash: string | null;
	block_number: number | null;
	block_hash: string | null;
	planned_at: string;
	confirmed_at: string | null;
}

interface AnchorTransactions {
	sequence: Generated<number>;
	hash: string;
	contract: string;
	tree_size: number;
	nonce: number;
	/** Wei, decimal text. */
	max_fee_per_gas: string;
	max_priority_fee_per_gas: string;
	/** The signed transaction, hex. */
	raw: string;
	signed_at: string;
}

interface AnchorAlarms {
	/** See `anchor/anchor-alarms.ts`. */
	kind: string;
	message: string;
	raised_at: string;
}

export interface Schema extends EventTables {
	organisations: Organisations;
	brands: Brands;
	users: Users;
	program_waiting: ProgramWaiting;
	api_keys: ApiKeys;
	invitations: Invitations;
	key_links: KeyLinks;
	sign_in_links: SignInLinks;
	passkeys: Passkeys;
	passkey_challenges: PasskeyChallenges;
	products: Products;
	log_entries: LogEntries;
	log_tiles: LogTiles;
	log_checkpoints: LogCheckpoints;
	log_cosignatures: LogCosignatures;
	log_identity: LogIdentity;
	log_restorations: LogRestorations;
	log_witnesses: LogWitnesses;
	witnessed_logs: WitnessedLogs;
	witness_keys: WitnessKeys;
	assets: Assets;
	tracker_revisions: TrackerRevisions;
	asset_members: AssetMembers;
	entities: Entities;
	asset_accounts: AssetAccounts;
	asset_transactions: AssetTransactions;
	asset_batches: AssetBatches;
	asset_transaction_batches: AssetTransactionBatches;
	asset_balances: AssetBalances;
	asset_holdings: AssetHoldings;
	asset_supplies: Supplies;
	batch_supplies: Supplies;
	idempotency_keys: IdempotencyKeys;
	ledger_audits: LedgerAudits;
	mails: Mails;
	templates: Templates;
	contracts: Contracts;
	signatures: Signatures;
	contract_signers: ContractSigners;
	contract_steps: ContractSteps;
	signer_codes: SignerCodes;
	signer_code_secrets: SignerCodeSecrets;
	contract_files: ContractFiles;
	contract_seals: ContractSeals;
	seal_certificates: SealCertificates;
	sign_links: SignLinks;
	sealed_links: SealedLinks;
	keeper_folders: KeeperFolders;
	keeper_files: KeeperFiles;
	keeper_versions: KeeperVersions;
	keeper_approvals: KeeperApprovals;
	keeper_rules: KeeperRules;
	diff_reports: DiffReports;
	diff_report_files: DiffReportFiles;
	diff_report_links: DiffReportLinks;
	keeper_comparisons: KeeperComparisons;
	storage_objects: StorageObjects;
	storage_usage: StorageUsage;
	storage_shards: StorageShards;
	storage_buckets: StorageBuckets;
	storage_master_keys: StorageMasterKeys;
	storage_scrubs: StorageScrubs;
	stored_files: StoredFiles;
	file_links: FileLinks;
	anchor_contracts: AnchorContracts;
	anchors: Anchors;
	anchor_transactions: AnchorTransactions;
	anchor_alarms: AnchorAlarms;
}
