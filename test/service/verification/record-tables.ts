/** What the verification of the service's tables holds, and what it cannot, column by column. */

const listsOnly = 'gives lists their order and nothing else';

const attempting = 'says how often and when it was tried, until it was done';

const saysWhen = 'no reply shows it; whether contents went, and rightly, is checked below';

/** The tables of records, with the columns that no verification can judge. */
export const recordTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	assets: { sequence: listsOnly },
	tracker_revisions: {},
	asset_members: {},
	entities: { sequence: listsOnly },
	asset_balances: { sequence: listsOnly },
	asset_holdings: { sequence: 'an order, which is checked: movements.test.ts' },
	asset_transactions: { sequence: listsOnly, reverses_id: 'stands in reversals alone' },
	asset_batches: {},
	asset_transaction_batches: { position: listsOnly },
	asset_supplies: {},
	batch_supplies: {},
	contracts: {
		...{ sequence: listsOnly, due_at: 'when somebody is reminded, or its end is told' },
		...{ language: 'of mails alone', time_zone: 'of mails alone' },
	},
	contract_signers: {},
	contract_steps: { sequence: listsOnly },
	contract_files: {},
	contract_seals: {
		asked_at: attempting,
		attempts: attempting,
		next_attempt_at: attempting,
		last_error: attempting,
		time_stamped_at: 'stands in the sealed file, which is checked by its hash',
		revocation_fault: 'what is missing in the sealed file, which is checked by its hash',
	},
	seal_certificates: {},
	signatures: { sequence: 'decides between signatures of one person, which say themselves when' },
	templates: { sequence: listsOnly },
	keeper_folders: { sequence: listsOnly, erased_at: saysWhen },
	keeper_files: {
		sequence: listsOnly,
		erased_at: saysWhen,
		print_key: 'a secret; by another one every other file is found to differ',
	},
	keeper_versions: { sequence: listsOnly, erased_at: saysWhen },
	keeper_approvals: { sequence: listsOnly },
	keeper_rules: { sequence: listsOnly },
	stored_files: { sequence: listsOnly },
	log_entries: {},
	log_checkpoints: {},
	log_identity: {},
	log_restorations: {},
	storage_objects: {
		bucket_names: 'where shards lie is found out by reading them: storage fsck',
		master_key_id: 'a rotation of keys changes it; a wrong one opens nothing',
		wrapped_key: 'a rotation of keys changes it; a wrong one opens nothing',
		process_id: 'who brings an object in, until it is stored',
		created_at: 'no reply shows it; records have their own',
		owner_id: 'whose quota it counts in',
		stored_size_bytes: 'what it counts in the quota',
	},
};

/** Other values that the table's own checks allow. */
const otherValues: Readonly<Record<string, string>> = {
	'storage_objects.state': 'STAGED',
	'contracts.signing_order': 'Sequential',
	'contract_signers.role': 'Approver',
	'contract_signers.code': 'Mail',
	'keeper_files.file_type': 'Binary',
	'keeper_files.accuracy_level': 'Low',
	'log_entries.status': 'Corrupted',
	'asset_transactions.kind': 'reversal',
	'asset_transactions.metadata': '{"order":"4712"}',
};

export type Value = string | number | Uint8Array | null;

/** Another value that the table takes in place of one. */
export function otherValue(table: string, column: string, value: string | number): string | number {
	const named = otherValues[`${table}.${column}`];
	if (named !== undefined) return named;
	if (typeof value === 'number') return value + 1_000_000;
	return /^\d+$/.test(value) ? `${value}1` : `${value}x`;
}
