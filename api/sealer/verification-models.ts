import type { ModelField } from '../language/description';

const date = { type: 'string', format: 'date-time' } as const;
const hash = 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319';

const sealFields = {
	form: {
		type: 'string',
		choices: ['PDF', 'Archive'],
		description: 'A signature in a PDF, or a manifest in a ZIP',
	},
	subject: {
		type: 'string',
		example: 'O=Example Ltd, CN=Seals',
		description: 'Whom the certificate of the seal names',
	},
	issuers: {
		type: 'string',
		many: true,
		example: 'O=Example CA, CN=Documents',
		description:
			'Who vouches for the certificate, one after the other; none where it is self-signed',
	},
	isSelfSigned: {
		type: 'boolean',
		description: 'Whether the certificate vouches for itself alone',
	},
	validFrom: { ...date, example: '2026-01-01T00:00:00.000Z', description: 'ISO 8601 in UTC' },
	validUntil: { ...date, example: '2029-01-01T00:00:00.000Z', description: 'ISO 8601 in UTC' },
	isExpired: { type: 'boolean', description: 'Whether the certificate is valid no more today' },
	isOwn: {
		type: 'boolean',
		description: 'Whether it is a certificate that this service seals with, or did once',
	},
	certificateHash: {
		type: 'string',
		example: hash,
		description: 'SHA-256 of the certificate, lower-case hex',
	},
	sealedDate: {
		...date,
		optional: true,
		example: '2026-01-31T09:30:01.000Z',
		description: 'When it was sealed, as who sealed says; a ZIP does not say it',
	},
	timeStamp: {
		type: 'object',
		optional: true,
		fields: {
			date: {
				...date,
				example: '2026-01-31T09:30:01.000Z',
				description:
					'When the authority had the signature of the seal, as it says, ISO 8601 in UTC',
			},
			authority: {
				type: 'string',
				example: 'O=Example TSA, CN=Time',
				description: 'Whom its certificate names',
			},
			issuers: {
				type: 'string',
				many: true,
				example: 'O=Example CA, CN=Root',
				description:
					'Who vouches for that certificate, one after the other; none where it is self-signed',
			},
			certificateHash: {
				type: 'string',
				example: hash,
				description: 'SHA-256 of that certificate, lower-case hex',
			},
		},
		description: 'What a time stamping authority says of when it was sealed; only of B-T and B-LT',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const logFields = {
	vkey: {
		type: 'string',
		example: 'log.example+1a2b3c4d+AQIDBA==',
		description: 'Public key of the log that the file names',
	},
	isKnown: { type: 'boolean', description: 'Whether it is the log of this service' },
	isProven: {
		type: 'boolean',
		description: 'Whether that log holds the contract and every signature as the file tells them',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

const contractFields = {
	id: {
		type: 'string',
		example: '65f0c0ffee0123456789abcd',
		description: 'Identifier of the contract',
	},
	displayName: { type: 'string', example: 'Lease', description: 'Name shown to people' },
	ownerEmail: {
		type: 'string',
		example: 'ann@example.com',
		description: 'Who asked for the signatures',
	},
	fileName: { type: 'string', example: 'lease.pdf', description: 'Name of the contract file' },
	fileHash: {
		type: 'string',
		example: hash,
		description: 'BLAKE2b-256 of the contract file as it was signed, lower-case hex',
	},
	creationDate: { ...date, example: '2026-01-30T09:30:00.000Z', description: 'ISO 8601 in UTC' },
} as const satisfies Readonly<Record<string, ModelField>>;

const signerFields = {
	signerEmail: { type: 'string', example: 'ben@signers.example', description: 'Who is to sign' },
	signedDate: {
		...date,
		optional: true,
		example: '2026-01-31T09:30:00.000Z',
		description: 'When they did, ISO 8601 in UTC; absent where they have not',
	},
	suppliedByEmail: {
		type: 'string',
		optional: true,
		description: 'Who entered the signature in their place',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export const verificationModels = {
	FileVerification: {
		verdict: {
			type: 'string',
			choices: [
				'Sealed',
				'SignedByOther',
				'Changed',
				'NotInLog',
				'Undecided',
				'Contract',
				'Unknown',
			],
			description:
				'Sealed by this service and whole; SignedByOther when a certificate signed it that the log does not name; Changed after it was sealed; NotInLog when it is whole and the log of this service does not hold what it says; Undecided when it could not be checked; the file of a Contract; Unknown when it is none of these',
		},
		faults: {
			type: 'string',
			many: true,
			example: 'the bytes of the file are not those that were sealed',
			description: 'Why the verdict is not Sealed, in clauses for people, the most serious first',
		},
		fileHash: {
			type: 'string',
			example: hash,
			description: 'BLAKE2b-256 of the file that was sent, lower-case hex',
		},
		sizeBytes: { type: 'integer', example: 183422, description: 'Size of the file that was sent' },
		isKept: {
			type: 'boolean',
			description: 'Whether this service keeps the very same file, to the byte',
		},
		seal: {
			type: 'object',
			optional: true,
			fields: sealFields,
			description: 'Who sealed it; absent where it has no seal, or one that does not hold',
		},
		log: {
			type: 'object',
			optional: true,
			fields: logFields,
			description: 'What the log says; absent where the file names none',
		},
		contract: {
			type: 'object',
			optional: true,
			fields: contractFields,
			description: 'The contract, as a sealed file tells it, else as this service keeps it',
		},
		signers: {
			type: 'object',
			many: true,
			fields: signerFields,
			description: 'Who signed when, in the order of the contract',
		},
		contractIds: {
			type: 'string',
			many: true,
			example: '65f0c0ffee0123456789abcd',
			description:
				'Contracts the caller may see whose file this is, the newest first, at most 100; with a key only',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
