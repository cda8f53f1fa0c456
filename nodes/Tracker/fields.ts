/** Fields that several operations of the Tracker node show alike. */
import { creationKey } from '../wire/once';
import type { FieldScreen, ShownField } from '../wire/screen';

export const product = { as: 'product' } as const satisfies FieldScreen;

/** Return All and Limit. */
export const paging = { limit: { as: 'paging' }, offset: { as: 'paging' } } as const;

export const asset: ShownField = { as: 'parameter', label: 'Asset', search: 'searchAssets' };

export const recipient: ShownField = {
	as: 'parameter',
	label: 'Recipient Email',
	placeholder: 'name@email.com',
};

export const amount: ShownField = { as: 'parameter', label: 'Amount', initial: 1 };

export const idempotencyKey: ShownField = {
	...creationKey,
	description:
		'Any text that is the same whenever this very request is repeated. A repeated request then answers as the first one did, refused or not, and nothing is moved twice. Take another text once the cause of a refusal has passed. Without this option the key is derived from the execution and the item: Retry On Fail and Retry in the list of executions move nothing twice, and what was refused is tried again. Two equal items with the same key are carried out once.',
};

export const before: ShownField = {
	as: 'option',
	label: 'Before',
	description:
		'Only what was recorded before this moment; in the time zone of the workflow where it names no zone',
};

const reference = {
	as: 'option',
	label: 'Reference',
	placeholder: 'e.g. Invoice 2026-0042',
} as const satisfies ShownField;

/** What a movement is for. */
export const purpose = {
	reference,
	metadata: {
		as: 'option',
		label: 'Metadata',
		description: 'Further facts: up to 20 texts by name; the proof of the transaction holds them',
	},
} as const satisfies Readonly<Record<string, ShownField>>;

/** Filters of the lists of transactions. */
export const transactionFilters = { reference, beforeDateTime: before } as const;

/** Filters of the lists of assets and multi-assets. */
export const assetFilters = {
	assetDisplayNames: {
		as: 'option',
		label: 'Names',
		placeholder: 'e.g. Wind, Solar',
	},
	isDeleted: {
		as: 'option',
		label: 'Deleted',
		description: 'Whether to get those that were deleted, in place of those in use',
	},
} as const satisfies Readonly<Record<string, ShownField>>;

export const multiAsset: ShownField = {
	as: 'parameter',
	label: 'Multi-Asset',
	search: 'searchMultiAssets',
};

export const entity: ShownField = { as: 'parameter', label: 'Entity', search: 'searchEntities' };

export const batch: ShownField = { as: 'parameter', label: 'Batch', search: 'searchBatches' };

export const multiAssetBatch: ShownField = { ...batch, search: 'searchMultiAssetBatches' };

/** Entities are options, because most holders are users. */
export const recipientEntity: ShownField = {
	as: 'option',
	label: 'Recipient Entity',
	name: 'recipientEntityId',
	search: 'searchEntities',
};

const senderownedid: ShownField = {
	as: 'option',
	label: 'Sender Entity',
	name: 'senderEntityId',
	search: 'searchEntities',
};

export const transferringEntities = {
	ownedid: recipientEntity,
	senderownedid,
} as const satisfies Readonly<Record<string, ShownField>>;

/** What is shown of a burn besides its asset. */
export const burning = {
	amount,
	reason: { as: 'parameter', label: 'Reason', placeholder: 'e.g. Journeys of 2026' },
	...purpose,
	batchIds: {
		as: 'option',
		label: 'Batch IDs',
		placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
		description:
			'The batches to burn units of, in this order: separated by commas, or a list by an expression; without them those that were received first',
	},
	senderownedid: { ...senderownedid, label: 'Entity', name: 'entityId' },
	'idempotency-key': idempotencyKey,
	productId: product,
} as const satisfies Readonly<Record<string, FieldScreen>>;

export const holdingEntity = {
	ownedid: {
		as: 'option',
		label: 'Entity',
		name: 'entityId',
		search: 'searchEntities',
	},
} as const satisfies Readonly<Record<string, ShownField>>;

export const batches: ShownField = {
	as: 'parameter',
	label: 'Batch IDs',
	placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
	description:
		'The batches to draw from, in this order: separated by commas, or a list by an expression',
};
