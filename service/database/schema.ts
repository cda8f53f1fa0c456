/**
 * The tables as types, one section an area. Ids are 24 lower-case hex characters, times are ISO
 * 8601 text in UTC, amounts are decimal text because they may pass 2^53. `sequence` columns give
 * lists their order of creation.
 */
import type { Generated } from 'kysely';
import type { EventTables } from '../../server/events/tables';

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
	/** The row stays, for what the user did names it. */
	deleted_at: string | null;
	created_at: string;
}

interface ApiKeys {
	id: string;
	user_id: string;
	/** SHA-256 of the key, lower-case hex; the key itself is never stored. */
	key_hash: string;
	label: string;
	created_at: string;
	revoked_at: string | null;
	/** Absent where the key ends by hand alone. */
	expires_at: string | null;
}

interface Invitations {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	/** Lower case. */
	email: string;
	/** JSON array of role names. */
	roles: string;
	/** Absent where the operator invited. */
	created_by: string | null;
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	expires_at: string;
	accepted_at: string | null;
	deleted_at: string | null;
	created_at: string;
}

interface KeyLinks {
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	user_id: string;
	/** Of the key made at the link; absent for one that ends by hand alone. */
	lifetime_days: number | null;
	expires_at: string;
	used_at: string | null;
	/** Another link took its place, or the keys of the user were ended. */
	ended_at: string | null;
	created_at: string;
}

interface Products {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	kind: string;
	name: string;
	created_at: string;
	/** 1 where replies about contracts name the links that sign; 0 unless that is set. */
	names_links: Generated<number>;
}

interface LogEntries {
	sequence: Generated<number>;
	kind: string;
	subject_id: string;
	/** Which form of its kind's payload it commits to. */
	form: number;
	status: string;
	/** Hex; absent once it was erased, and nobody can tell what was entered. */
	salt: string | null;
	/** Of salt and payload, hex. */
	commitment: string | null;
	/** What stands in the tree, hex. */
	leaf_hash: string | null;
	/** The place in the tree, from 0 and without gaps; absent until a block has taken it. */
	tree_index: number | null;
	created_at: string;
}

/** Tiles that are full. */
interface LogTiles {
	level: number;
	number: number;
	/** 256 hashes, base64. */
	hashes: string;
	/** Of the subtree they make, hex. */
	root_hash: string;
}

interface LogCheckpoints {
	tree_size: number;
	/** Hex. */
	root_hash: string;
	/** Signed by the log's key alone. */
	note: string;
}

interface LogCosignatures {
	tree_size: number;
	/** The name of its key. */
	witness: string;
	/** The line of the note. */
	signature: string;
}

interface LogIdentity {
	/** `log`: there is one. */
	name: string;
	origin: string;
	/** Ed25519, base64. */
	public_key: string;
}

/** How the witnesses of this log stand to it. */
interface LogWitnesses {
	vkey: string;
	standing: string;
	/** How many entries it says it has seen, where it said so. */
	told_size: number | null;
	/** Of the checkpoint it was offered last. */
	offered_size: number | null;
	message: string;
	since: string;
}

/** Of other logs: what this service has cosigned last of each. */
interface WitnessedLogs {
	origin: string;
	tree_size: number;
	/** Lower-case hex. */
	root: string;
	/** The signed note of the log; null before the first. */
	checkpoint: string | null;
	cosigned_at_seconds: number;
	/** A note of the same log and size with another root. */
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
	/** That of its newest revision. */
	log_sequence: number;
	created_at: string;
	/** From 1; each rename makes the next, and so does the deletion. */
	revision: Generated<number>;
	/** Absent in the first revision. */
	changed_by: string | null;
	changed_at: string | null;
	deleted_at: string | null;
}

/** What an asset or an entity was before it was changed. */
interface TrackerRevisions {
	id: string;
	revision: number;
	name: string;
	changed_by: string | null;
	changed_at: string | null;
	log_sequence: number;
}

/** What a multi-asset is made of. */
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
	/** The user it belongs to. */
	owner_id: string;
	name: string;
	log_sequence: number;
	created_at: string;
	/** As with assets. */
	revision: Generated<number>;
	changed_by: string | null;
	changed_at: string | null;
	deleted_at: string | null;
}

/** Has the id of what it is of: a user, an entity, or the asset that is issued from it. */
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
	/** Of the row, as `assets/asset-entries.ts` says; empty for nothing. */
	amount_hash: string;
}

/** What of a balance is of which batch; none of nothing. */
interface AssetHoldings {
	/** In the order in which batches are drawn from. */
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
	/** issue, transfer or reversal. */
	kind: string;
	/** An account; that of the asset for an issue. */
	giver_id: string;
	taker_id: string;
	/** The user who asked for it. */
	caller_id: string;
	/** The transfer that a reversal takes back. */
	reverses_id: string | null;
	amount: string;
	log_sequence: number;
	created_at: string;
	/** Of its asset, for the list of the product. */
	product_id: string | null;
}

interface AssetBatches {
	/** That of the issue which made it. */
	id: string;
	asset_id: string;
	amount: string;
}

interface AssetTransactionBatches {
	transaction_id: string;
	/** From 0, in the order in which they were drawn from. */
	position: number;
	batch_id: string;
	amount: string;
}

/** Of an asset or a batch: what was issued and is held by nobody, 0 at every commit. */
interface Supplies {
	id: string;
	unheld: number;
}

/** What the last audit of the ledger found. */
interface LedgerAudits {
	/** `ledger`. */
	name: string;
	ended_at: string;
	findings: number;
	/** JSON of the first of them. */
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
	subject: string;
	text_body: string;
	html_body: string;
	/** Absent while it waits to be delivered, and of one that was refused. */
	sent_at: string | null;
	attempts: number;
	last_error: string | null;
	created_at: string;
	/** When it is tried next, while it waits. */
	next_at: string | null;
	/** The process that has it in hand. */
	claimed_by: string | null;
	refused_at: string | null;
	/** In whose name it was written. */
	organisation_id: string | null;
	/** Of a mail about a contract. */
	contract_id: string | null;
	/** The signer it goes to, in the form signers are compared in. */
	signer_email: string | null;
	/** A stored object that goes with it, under this name. */
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
	/** What is placed on its pages, JSON; null where there is nothing. */
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
	/** Of who created it to its signers. */
	message: string | null;
	/** Null for one that was signed when it was created. */
	expires_at: string | null;
	/** Parallel or Sequential. */
	signing_order: Generated<string>;
	reminder_days: number | null;
	/** When it is to be looked at, to remind or to end it; null where nobody is waited for. */
	due_at: string | null;
	/** Of its mails; as the setting has it where it is null. */
	language: string | null;
	/** Of the times in its mails, a name of the IANA; UTC where it is null. */
	time_zone: string | null;
	/** What its signers fill in, JSON of `contracts/placed-field.ts`; null where there is nothing. */
	fields: string | null;
	/** Set with the step that says so, when its file was erased. */
	deleted_at: string | null;
}

/** A step in the life of a contract. */
interface ContractSteps {
	sequence: Generated<number>;
	id: string;
	contract_id: string;
	/** Of `contracts/contract-steps.ts`. */
	kind: string;
	/** The signer it is about, in the form signers are compared in. */
	signer_email: string | null;
	/** Who did it; null where time did. */
	actor_email: string | null;
	/** Where it was asked for from. */
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
	/** Who gave the file. */
	supplied_by_email: string;
	created_at: string;
	/** Of one that was added by itself; the others have the entries of what they sign. */
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
	/** The address as it was given, which mails go to. */
	address: string;
	/** Set together with `log_sequence` and `signed_at`, when the signer signs. */
	signature_id: string | null;
	log_sequence: number | null;
	signed_at: string | null;
	/** Signer, Approver or CopyRecipient; who approves needs no signature. */
	role: Generated<string>;
	/** What they filled in, JSON by the names of the fields; set when the signer signs. */
	field_values: string | null;
}

interface ContractSeals {
	contract_id: string;
	/** When the last signer had signed; absent of what was signed before there were seals. */
	asked_at: string | null;
	attempts: Generated<number>;
	next_attempt_at: string;
	/** Of the last attempt that failed; of one that is sealed, why it has no time stamp. */
	last_error: string | null;
	/** As the time stamping authority says, where one gave a time. */
	time_stamped_at: string | null;
	/** Why less is known of its certificates than should be; of one that is sealed. */
	revocation_fault: string | null;
	/** Set together with everything below, when the sealed file is there. */
	object_id: string | null;
	file_name: string | null;
	file_hash: string | null;
	size_bytes: number | null;
	/** B-B, B-T, B-LT or Manifest. */
	level: string | null;
	/** SHA-256 of the certificate that sealed, lower-case hex. */
	certificate_hash: string | null;
	log_sequence: number | null;
	sealed_at: string | null;
}

/** Links to sealed files that are too large for a mail. */
interface SealedLinks {
	/** SHA-256 of the token in the link, lower-case hex. */
	token_hash: string;
	contract_id: string;
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
	/** The token under the master key of that id, where the product names links. */
	wrapped_token: string | null;
	master_key_id: string | null;
}

interface KeeperFolders {
	sequence: Generated<number>;
	id: string;
	product_id: string;
	name: string;
	/** 1 where the bytes of its files are kept, 0 where only fingerprints are; never changed. */
	keeps_content: Generated<number>;
	created_by_email: string;
	log_sequence: number;
	created_at: string;
	deleted_at: string | null;
	deleted_by_email: string | null;
	/** The entry of its deletion. */
	deletion_sequence: number | null;
	/** Set when the contents of all its files were given up. */
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
	/** JSON; none are kept where it is null. */
	rules: string | null;
	/** The secret its fingerprints were made with, in a folder that keeps no content; gone with the last of them. */
	print_key: string | null;
	created_at: string;
	/** A file of a deleted folder is deleted as well, and has none of its own. */
	deleted_at: string | null;
	deleted_by_email: string | null;
	deletion_sequence: number | null;
	erased_at: string | null;
}

interface KeeperVersions {
	sequence: Generated<number>;
	/** That of the file for its first version. */
	id: string;
	file_id: string;
	/** From 1, without gaps. */
	version: number;
	object_id: string;
	file_name: string;
	file_hash: string;
	/** BLAKE2b-256 of the object, where it holds fingerprints in place of the file. */
	prints_hash: string | null;
	owner_email: string;
	log_sequence: number;
	created_at: string;
	/** Set when the object was given up. */
	erased_at: string | null;
}

interface KeeperApprovals {
	/** That of a file with the highest number tells its approved version. */
	sequence: Generated<number>;
	id: string;
	file_id: string;
	version_id: string;
	approved_by_email: string;
	log_sequence: number;
	created_at: string;
}

interface DiffReports {
	/** SHA-256 of the token in the address, lower-case hex. */
	token_hash: string;
	/** What it is of: a file of the keeper, or one of the three of the sealer below. */
	file_id: string | null;
	object_id: string;
	/** What a browser saves the report as. */
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

/** Beside a report, and given up with it. */
interface DiffReportFiles {
	id: string;
	report_id: string;
	/** What it is saved as, and the end of its address; of its report alone. */
	name: string;
	media_type: string;
	object_id: string;
	erased_at: string | null;
	/** One of those that `api/comparison/report-files.ts` names. */
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
	/** What the other side was compared with. */
	version_id: string;
	/** The other side, where it is a version as well. */
	other_version_id: string | null;
	/** The other side, where it was sent. */
	sent_file_name: string | null;
	/** BLAKE2b-256, lower-case hex. */
	sent_hash: string | null;
	created_by_email: string;
	created_at: string;
	/** The states stand in `documents/comparison-states.ts`. */
	state: string;
	/** JSON: what there is to do, until it has ended. */
	request: string | null;
	/** The file that was sent, until it was given up or became a version. */
	sent_object_id: string | null;
	/** Who makes it, while it is Running. */
	process_id: string | null;
	/** How often it was begun. */
	attempts: Generated<number>;
	progress_percent: Generated<number>;
	started_at: string | null;
	ended_at: string | null;
	/** JSON: what it came to, without contents of the files. */
	figures: string | null;
	kept_version_id: string | null;
	report_id: string | null;
	/** The whole answer, for a time, of a comparison that was not waited for. */
	result_object_id: string | null;
	/** JSON: the code and the sentence of a refusal. */
	error: string | null;
}

interface StorageObjects {
	id: string;
	/** STAGED or STORED; the states stand in `objects/object-rows.ts`. */
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
	/** Who brings it in, while it is STAGED. */
	process_id: string | null;
	/** Whom its bytes count to. */
	owner_id: string;
	/** Of all its shards together. */
	stored_size_bytes: Generated<number>;
	created_at: string;
}

interface StorageUsage {
	/** An organisation. */
	owner_id: string;
	/** The sum over its objects, in either state. */
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
	/** What the marker in the bucket's folder says. */
	identity: string;
	created_at: string;
}

interface StorageMasterKeys {
	/** `current`: the one new objects are sealed under. */
	name: string;
	key_id: string;
	/** Given by this key alone. */
	check_value: string;
}

interface StorageScrubs {
	name: string;
	/** The scrub goes on after this object. */
	last_object_id: string;
	/** Absent while a scrub is under way. */
	finished_at: string | null;
}

interface StoredFiles {
	sequence: Generated<number>;
	id: string;
	organisation_id: string;
	owner_email: string;
	file_name: string;
	object_id: string;
	log_sequence: number;
	created_at: string;
}

interface AnchorContracts {
	/** Lower-case hex with 0x, as every address and hash of the chain. */
	address: string;
	/** Of the chain it was first found on. */
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
	/** The states stand in `anchor/anchor-states.ts`. */
	state: string;
	/** Of its newest transaction; none before the first. */
	nonce: number | null;
	/** The newest block when that was signed, or when the block that held it had gone. */
	waits_from_block: number | null;
	/** The transaction that wrote it and the block that holds that, while one does. */
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
	/** Signed, as it is handed to the chain. */
	raw: string;
	signed_at: string;
}

interface AnchorAlarms {
	/** The kinds stand in `anchor/anchor-alarms.ts`. */
	kind: string;
	message: string;
	raised_at: string;
}

export interface Schema extends EventTables {
	organisations: Organisations;
	users: Users;
	api_keys: ApiKeys;
	invitations: Invitations;
	key_links: KeyLinks;
	products: Products;
	log_entries: LogEntries;
	log_tiles: LogTiles;
	log_checkpoints: LogCheckpoints;
	log_cosignatures: LogCosignatures;
	log_identity: LogIdentity;
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
	contract_seals: ContractSeals;
	sign_links: SignLinks;
	sealed_links: SealedLinks;
	keeper_folders: KeeperFolders;
	keeper_files: KeeperFiles;
	keeper_versions: KeeperVersions;
	keeper_approvals: KeeperApprovals;
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
	anchor_contracts: AnchorContracts;
	anchors: Anchors;
	anchor_transactions: AnchorTransactions;
	anchor_alarms: AnchorAlarms;
}
