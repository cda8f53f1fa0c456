/**
 * Common fields of each record, for the parameter Simplify: name in the output, and path in the
 * record. `|` separates alternatives, the first with a value counts; a point leads into an object,
 * or into each record of a list. Records begin with id, name and status, and have createdAt.
 */

/** From the name in the output to the place in the record. */
export type SimpleRecord = Readonly<Record<string, string>>;

const created = { createdAt: 'creationDate' } as const;

/** Present if the log knows the record, or contradicts it. */
const logged = { blockchainStatus: 'blockchainStatus' } as const;

const sealer = {
	Contract: {
		id: 'id',
		name: 'displayName',
		status: 'reason|contractStatus',
		ownerEmail: 'ownerEmail',
		signerEmails: 'signerEmails',
		signedEmails: 'signatures.signerEmail',
		...created,
		expiresAt: 'expires',
		...logged,
	},
	ContractSeal: {
		contractId: 'contractId',
		status: 'status',
		level: 'level',
		fileName: 'fileName',
		sizeBytes: 'sizeBytes',
		fault: 'fault',
		sealedAt: 'sealedDate',
		timeStampedAt: 'timeStampDate',
	},
	ContractStep: {
		id: 'id',
		kind: 'kind',
		signerEmail: 'signerEmail',
		actorEmail: 'actorEmail',
		detail: 'detail',
		createdAt: 'date',
	},
	Signature: {
		id: 'id',
		name: 'displayName',
		ownerEmail: 'ownerEmail',
		isUsed: 'isUsed',
		...created,
		...logged,
	},
	SigningLink: {
		id: 'id',
		status: 'status',
		signerEmail: 'signerEmail',
		link: 'link',
		...created,
		expiresAt: 'expires',
	},
	Template: { id: 'id', name: 'displayName', ownerEmail: 'ownerEmail', ...created, ...logged },
} as const;

const tracker = {
	AssetBalance: { id: 'id', name: 'displayName', amount: 'amount', type: 'type', ...logged },
	AssetHolder: {
		id: 'id',
		name: 'displayName',
		ownerName: 'ownerDisplayName',
		amount: 'amount',
		...logged,
	},
	AssetTransaction: {
		id: 'id',
		assetId: 'assetId',
		assetName: 'assetDisplayName',
		batchId: 'batchId',
		amount: 'amount',
		senderName: 'senderDisplayName',
		recipientName: 'recipientDisplayName',
		reference: 'reference',
		isReverted: 'isReverted',
		createdAt: 'timestamp',
		...logged,
	},
	Batch: { id: 'batchId', amount: 'amount', createdAt: 'timestamp', ...logged },
	NonUserResponse: {
		id: 'id',
		name: 'ownedIdentityDisplayName',
		ownerName: 'ownerIdentityDisplayName',
		createdAt: 'timestamp',
		blockchainStatus: 'status',
	},
	TrackerAsset: { id: 'id', name: 'name', ...created, ...logged },
	TrackerMultiAsset: {
		id: 'id',
		name: 'name',
		assetIds: 'assets.id',
		assetNames: 'assets.displayName',
		...created,
		...logged,
	},
} as const;

const keeper = {
	Comparison: {
		id: 'id',
		status: 'status',
		fileId: 'fileId',
		outcome: 'outcome',
		accuracy: 'accuracy',
		summary: 'summary|errorMessage',
		version: 'version',
		keptVersion: 'keptVersion',
		reportId: 'reportId',
		...created,
		endedAt: 'endDate',
	},
	DiffReport: {
		id: 'id',
		name: 'fileName',
		status: 'status',
		...created,
		expiresAt: 'expires',
	},
	KeeperFile: {
		id: 'id',
		name: 'displayName',
		folderId: 'folderId',
		fileName: 'fileName',
		fileType: 'fileType',
		accuracyLevel: 'accuracyLevel',
		versionQuantity: 'versionQuantity',
		...created,
		...logged,
	},
	KeeperFileVersion: {
		id: 'id',
		version: 'version',
		fileName: 'fileName',
		fileHash: 'fileHash',
		isApproved: 'isApproved',
		ownerEmail: 'ownerEmail',
		...created,
		...logged,
	},
	KeeperFolder: { id: 'id', name: 'name', fileQuantity: 'fileQuantity', ...created, ...logged },
	TimelineEntry: {
		id: 'id',
		kind: 'kind',
		version: 'version',
		fileName: 'fileName',
		outcome: 'comparison.outcome',
		summary: 'comparison.summary',
		userEmail: 'createdByEmail',
		...created,
	},
} as const;

const storage = {
	BucketHealth: { name: 'host', status: 'status', region: 'region' },
	FileMap: { name: 'FileName', status: 'Status', hash: 'Hash', sizeBytes: 'UnencryptedSize' },
	Receipt: { id: 'id', name: 'fileName', ...created, ...logged },
} as const;

const exchange = {
	AccountTrade: {
		id: 'tradeId',
		symbol: 'symbol',
		orderId: 'orderId',
		side: 'side',
		price: 'price',
		quantity: 'quantity',
		quoteQty: 'quoteQty',
		commission: 'commission',
		commissionAsset: 'commissionAsset',
		createdAt: 'time',
	},
	Market: {
		symbol: 'symbol',
		status: 'status',
		tickSize: 'tickSize',
		stepSize: 'stepSize',
		minQty: 'minQty',
		minNotional: 'minNotional',
		makerFeeBps: 'makerFeeBps',
		takerFeeBps: 'takerFeeBps',
		referencePrice: 'referencePrice',
	},
	Order: {
		id: 'orderId',
		clientOrderId: 'clientOrderId',
		symbol: 'symbol',
		status: 'status',
		reason: 'reason',
		side: 'side',
		type: 'type',
		price: 'price',
		quantity: 'quantity',
		executedQty: 'executedQty',
		avgPrice: 'avgPrice',
		createdAt: 'createdAt',
	},
	Trade: {
		id: 'tradeId',
		price: 'price',
		quantity: 'quantity',
		takerSide: 'takerSide',
		createdAt: 'time',
	},
} as const;

/** By the name of the record in `api/models.ts`. */
export const simpleRecords: Readonly<Record<string, SimpleRecord>> = {
	...sealer,
	...tracker,
	...keeper,
	...storage,
	...exchange,
};
