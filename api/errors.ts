/**
 * Every error the interface can answer with: status, what happened and what to change. `{0}`,
 * `{1}` stand for entries of the reply's `arguments`. The vendor's codes are used where one fits;
 * codes beginning with Request, Auth, Product, Platform, Keeper, Sealer, Tracker, Storage and
 * Event are ours. Replies, nodes and the README use this table.
 */
export interface ErrorDescription {
	readonly status: number;
	readonly happened: string;
	readonly change: string;
	/** Seconds for `Retry-After`, unless they depend on the caller. */
	readonly retryAfterSeconds?: number;
	/** Index of the argument that becomes `Retry-After`. */
	readonly retryAfterArgument?: number;
	/** Example arguments, for OpenAPI. */
	readonly example: readonly (string | number)[];
}

export const errors = {
	Request_Invalid: {
		status: 400,
		happened: "Field '{0}' {1}.",
		change: 'Correct the field and send the request again.',
		example: ['limit', 'must be at least 1'],
	},
	Request_Malformed: {
		status: 400,
		happened: 'The request could not be read: {0}.',
		change: 'Send a well-formed request, with a body in the content type of the endpoint.',
		example: ['the body is not a JSON object'],
	},
	Request_FileEmpty: {
		status: 400,
		happened: "The file in field '{0}' is empty.",
		change: 'Send a file with at least one byte.',
		example: ['file'],
	},
	Auth_KeyMissing: {
		status: 401,
		happened: 'The x-api-key header is missing.',
		change: 'Send the API key of your user in the x-api-key header.',
		example: [],
	},
	Auth_KeyInvalid: {
		status: 401,
		happened: 'The API key is not valid.',
		change: 'Check the key for missing characters, or ask a user administrator for a new one.',
		example: [],
	},
	Auth_KeyExpired: {
		status: 401,
		happened: 'The API key ended on {0}.',
		change: 'Ask a user administrator for a new one.',
		example: ['2026-01-31T09:30:00.000Z'],
	},
	Auth_SessionEnded: {
		status: 401,
		happened: 'You are signed out.',
		change: 'Sign in again.',
		example: [],
	},
	Auth_NotAdmitted: {
		status: 403,
		happened: 'Nobody with the e-mail address {0} is {1} here.',
		change: 'Ask an administrator of the exchange, or sign in to the console as somebody else.',
		example: ['zoe@harbour.example', 'a trader'],
	},
	Auth_OtherSite: {
		status: 403,
		happened: 'The request comes from another site, or does not say from which.',
		change: "Use the service's own pages, or send an API key in the x-api-key header.",
		example: [],
	},
	Auth_LinkEnded: {
		status: 410,
		happened: 'This link was used already, or its time is over.',
		change: 'Ask for a new link to sign in.',
		example: [],
	},
	Auth_PasskeyInvalid: {
		status: 401,
		happened: 'The passkey is not taken: {0}.',
		change: 'Try again, or sign in by a link.',
		example: ['it is not good'],
	},
	Auth_KeysTooMany: {
		status: 409,
		happened: 'You have {0} keys already, which is as many as may be.',
		change: 'Revoke one that is not needed.',
		example: [100],
	},
	Auth_HeaderMissing: {
		status: 401,
		happened: 'The request is signed, and its header {0} is missing.',
		change: 'Send all headers of a signed request: x-key-id, x-timestamp and x-signature.',
		example: ['x-timestamp'],
	},
	Auth_SignatureInvalid: {
		status: 401,
		happened: 'The signature is not good for this request: {0}.',
		change:
			'Sign what is sent, byte for byte: key id, timestamp, receive window, method, path with query and SHA-256 of the body, each on a line.',
		example: ['the key has not signed this text'],
	},
	Auth_TimeOutside: {
		status: 401,
		happened:
			'The request was signed at {0}, the exchange has {1}, which differs by {2} ms, and the receive window is {3} ms.',
		change:
			'Set your clock by GET /time and sign the request anew; a timestamp may be 1000 ms ahead at most.',
		example: [1769851800000, 1769851812000, 12000, 5000],
	},
	Auth_RoleMissing: {
		status: 403,
		happened: 'The key, or its user, is without the role this call needs: {0}.',
		change:
			'Use a key that may use that role, of a user who has it, or have the role given to this user.',
		example: ['TrackerAdmin'],
	},
	Auth_AddressNotAllowed: {
		status: 403,
		happened: 'The key may not be used from {0}.',
		change: 'Call from one of the networks of the key, or use a key for this address.',
		example: ['203.0.113.7'],
	},
	Auth_ScopeMissing: {
		status: 403,
		happened: 'The scope of the key is {0}, and this call needs {1}.',
		change: 'Use a key of that scope; the account makes one with a key whose scope is FULL.',
		example: ['READ', 'TRADE'],
	},
	Request_RouteNotFound: {
		status: 404,
		happened: 'There is no {0} {1}.',
		change: 'Check the method and the path against the interface description.',
		example: ['GET', '/nowhere'],
	},
	Log_NotFound: {
		status: 404,
		happened: 'The log has no {0}.',
		change: 'Ask GET /log how many entries it has, and for places and sizes up to that.',
		example: ['entry 17'],
	},
	Product_NotFound: {
		status: 404,
		happened: "There is no {1} product '{0}' for this key.",
		change: 'Use the id of a product of your own organisation.',
		example: ['65f0c0ffee0123456789abcd', 'Tracker'],
	},
	Request_MethodNotAllowed: {
		status: 405,
		happened: 'There is no {0} {1}, and there is {2}.',
		change: 'Use one of the methods the header Allow names.',
		example: ['PUT', '/products', 'GET, HEAD'],
	},
	Request_TooSlow: {
		status: 408,
		happened: 'The request came too slowly.',
		change: 'Send it in one go, over a connection that keeps up.',
		example: [],
	},
	Request_PreconditionFailed: {
		status: 412,
		happened: "The file is not the one the header '{0}' names.",
		change: 'Fetch the file anew, or leave the header out.',
		example: ['if-match'],
	},
	Request_TooLarge: {
		status: 413,
		happened: "Field '{0}' is larger than the {1} bytes this service accepts.",
		change: 'Send less, or have the limit of the service raised.',
		example: ['body', 1048576],
	},
	Request_AddressTooLong: {
		status: 414,
		happened: 'A part of the address is longer than 1000 characters.',
		change: 'Check the ids in the address.',
		example: [],
	},
	Request_UnsupportedMediaType: {
		status: 415,
		happened: 'The content type {0} is not accepted here.',
		change: 'Send {1}.',
		example: ['text/plain', 'application/json'],
	},
	Request_UnsupportedEncoding: {
		status: 415,
		happened: 'The encoding {0} is not accepted here.',
		change: 'Send the body as it is, without an encoding.',
		example: ['gzip'],
	},
	Request_ExpectationFailed: {
		status: 417,
		happened: 'The expectation {0} cannot be met.',
		change: 'Leave the header Expect out, or expect 100-continue.',
		example: ['200-ok'],
	},
	Request_IdempotencyKeyReused: {
		status: 422,
		happened: 'The Idempotency-Key was used before with another request.',
		change: 'Use a new key for a new request; repeat a request unchanged to get its first answer.',
		example: [],
	},
	Request_TooMany: {
		status: 429,
		happened: 'This key, or this address without a right key, has sent more requests than allowed.',
		change: 'Wait {0} seconds and send the request again.',
		example: [12],
		retryAfterArgument: 0,
	},
	Request_TooManyPipelined: {
		status: 429,
		happened:
			'This connection has sent {0} requests without waiting for their replies, and another one.',
		change: 'Send the next request when a reply has come, or on another connection.',
		example: [32],
	},
	Request_UploadsTooMany: {
		status: 429,
		happened: 'There are {0} uploads of {1} under way, which is as many as may be at once.',
		change: 'Wait until one of them has ended and send the request again.',
		example: [32, 'this user'],
	},
	Request_IdempotencyKeysTooMany: {
		status: 429,
		happened: 'There are {0} Idempotency-Keys kept of this user, which is as many as may be.',
		change:
			'Send the request again when older ones have ended, {1} days after they were used first, or have the operator raise IDEMPOTENCY_KEYS_PER_USER_MAX.',
		example: [10_000_000, 30],
	},
	Request_HeadTooLarge: {
		status: 431,
		happened: 'Address and headers of the request are together larger than 16384 bytes.',
		change: 'Send a shorter address, and fewer or shorter headers.',
		example: [],
	},
	Core_MailsTooMany: {
		status: 429,
		happened: 'There were {0} mails of {1} in 24 hours, which is as many as may be.',
		change:
			'Nothing was sent; send the request again when a day has passed since the older ones, or have the operator raise MAILS_PER_ORGANISATION_DAY_MAX or MAILS_PER_RECIPIENT_DAY_MAX.',
		example: [1000, 'this organisation to anna@harbour.example'],
	},
	Core_Unhandled: {
		status: 500,
		happened: 'The service could not complete the request.',
		change: 'Try again later; the log of the service holds the cause under request {0}.',
		example: ['req-2f'],
	},
	Core_RecordCorrupted: {
		status: 409,
		happened: 'What is stored of {0} is not what the log says of it.',
		change:
			'Nothing was done. The operator of the service finds out by admin -- verify what was changed.',
		example: ["asset '65f0c0ffee0123456789abce'"],
	},
	Core_NotDeleted: {
		status: 404,
		happened: 'Nobody has deleted {0} by itself, so there is no proof of that.',
		change: 'Delete it first; what was in a folder that was deleted has the proof of the folder.',
		example: ["file '65f0c0ffee0123456789abcf'"],
	},
	Core_RecordNotConfirmed: {
		status: 409,
		happened: 'What is stored of {0} is not confirmed yet, so there is no proof of it.',
		change: 'Wait until its blockchainStatus is Confirmed and send the request again.',
		example: ["file '65f0c0ffee0123456789abcf'"],
	},
	Core_Ending: {
		status: 503,
		happened: 'The service is ending.',
		change: 'Nothing was done; send the request again when the service runs again.',
		example: [],
	},
	Core_DatabaseAway: {
		status: 503,
		happened: 'The service does not reach its database.',
		change:
			'Whether it was done is not known: wait a moment and send the same request again, under the same id where it has one.',
		retryAfterSeconds: 2,
		example: [],
	},
	Core_DatabaseReadOnly: {
		status: 503,
		happened: 'The database of the service takes no changes at present.',
		change: 'Nothing was done; send the same request again when the database takes changes.',
		retryAfterSeconds: 5,
		example: [],
	},
	Core_DatabaseFull: {
		status: 503,
		happened: 'There is no room left where the service writes.',
		change: 'Nothing was done; send the same request again when its operator has made room.',
		retryAfterSeconds: 10,
		example: [],
	},
	Factory_IssueAmountCantBeZero: {
		status: 400,
		happened: "Field '{0}' must be at least 1.",
		change: 'Issue a whole number of 1 or more.',
		example: ['amount'],
	},
	Factory_IssueAmountTooHigh: {
		status: 400,
		happened: "Field '{0}' must be at most 2147483647.",
		change: 'Issue a smaller amount, several times if need be.',
		example: ['amount'],
	},
	Factory_TransferAmountCantBeZero: {
		status: 400,
		happened: "Field '{0}' must be at least 1.",
		change: 'Transfer a whole number of 1 or more.',
		example: ['amount'],
	},
	Factory_TransferAmountTooHigh: {
		status: 400,
		happened: "Field '{0}' must be at most 9007199254740991.",
		change: 'Transfer a smaller amount, several times if need be.',
		example: ['amount'],
	},
	Factory_FactoryNotFound: {
		status: 404,
		happened: "There is no asset '{0}' in this product.",
		change: 'Use an asset id from the list of assets.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_FactoryNotConfirmed: {
		status: 409,
		happened: "The asset '{0}' is not confirmed yet.",
		change:
			'Wait until its blockchainStatus is Confirmed and send the request again, under a new Idempotency-Key if it had one.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_StackedFactoryNotFound: {
		status: 404,
		happened: "There is no multi-asset '{0}' in this product.",
		change: 'Use an id from the list of multi-assets.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_StackedFactoryNotConfirmed: {
		status: 409,
		happened: "The multi-asset '{0}' is not confirmed yet.",
		change:
			'Wait until its blockchainStatus is Confirmed and send the request again, under a new Idempotency-Key if it had one.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_StackedFactoryDuplicateFactory: {
		status: 422,
		happened: "The multi-asset would be made of the asset '{0}' twice.",
		change: 'Name each asset once, by its id or by its name.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_StackedFactoryWithoutFactory: {
		status: 422,
		happened: 'The multi-asset would be made of no asset.',
		change: "Name at least one asset in 'assetIds' or 'assetDisplayNames'.",
		example: [],
	},
	Factory_CannotDeleteInheritedFactory: {
		status: 409,
		happened: "The multi-asset '{1}' is made of the asset '{0}'.",
		change: 'Delete the multi-asset first.',
		example: ['65f0c0ffee0123456789abce', '65f0c0ffee0123456789abcf'],
	},
	Identity_NotFound: {
		status: 404,
		happened: "There is no entity '{0}' in this product.",
		change: 'Use the id of an entity from the list of entities.',
		example: ['65f0c0ffee0123456789abd3'],
	},
	Identity_UpdateNotFound: {
		status: 404,
		happened: "There is no entity '{0}' in this product that could be renamed.",
		change: 'Use the id of an entity from the list of entities.',
		example: ['65f0c0ffee0123456789abd3'],
	},
	Identity_DeleteNotFound: {
		status: 404,
		happened: "There is no entity '{0}' in this product that could be deleted.",
		change: 'Use the id of an entity from the list of entities.',
		example: ['65f0c0ffee0123456789abd3'],
	},
	Identity_NotTheOwner: {
		status: 403,
		happened: "The entity '{0}' does not belong to {1}.",
		change: 'Name an entity of that user.',
		example: ['65f0c0ffee0123456789abd3', 'ben@harbour.example'],
	},
	Identity_NotConfirmed: {
		status: 409,
		happened: "The entity '{0}' is not confirmed yet.",
		change:
			'Wait until its status is Confirmed and send the request again, under a new Idempotency-Key if it had one.',
		example: ['65f0c0ffee0123456789abd3'],
	},
	Tracker_BatchNotFound: {
		status: 404,
		happened: "There is no batch '{0}' of this asset.",
		change: 'Use the id of a batch from the list of batches.',
		example: ['65f0c0ffee0123456789abd2'],
	},
	Tracker_EntityHolds: {
		status: 409,
		happened: "The entity '{0}' still holds something of the asset '{1}'.",
		change: 'Transfer everything it holds to somebody else first.',
		example: ['65f0c0ffee0123456789abd3', '65f0c0ffee0123456789abce'],
	},
	Tracker_AssetDeleted: {
		status: 409,
		happened: "The asset '{0}' was deleted.",
		change: 'Nothing was done; use another asset. What was held and moved of it can still be read.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Tracker_RecipientDeleted: {
		status: 409,
		happened: '{0}, who would get back what was transferred, was deleted.',
		change: 'Nothing was moved. Have the present holder transfer it to somebody else.',
		example: ['ada@example.com'],
	},
	Factory_FactoryTransferInsufficientFund: {
		status: 422,
		happened: 'The balance of {0} is smaller than the {1} to be moved.',
		change: 'Move at most the balance.',
		example: [75, 100],
	},
	Factory_TransactionNotFound: {
		status: 404,
		happened: "There is no transaction '{0}' in this product.",
		change: 'Use a transaction id from the list of transactions.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_TransactionNotConfirmed: {
		status: 409,
		happened: "The transaction '{0}' is not confirmed yet.",
		change:
			'Wait until its blockchainStatus is Confirmed and send the request again, under a new Idempotency-Key if it had one.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_ReversalNotConfirmed: {
		status: 409,
		happened: "The reversal '{0}' is not confirmed yet.",
		change:
			'Wait until its blockchainStatus is Confirmed and send the request again, under a new Idempotency-Key if it had one.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_TransactionWasAlreadyReversed: {
		status: 409,
		happened: "The transaction '{0}' was reversed already.",
		change: 'Nothing is left to reverse.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_CannotRevertAssetIssue: {
		status: 422,
		happened: "The transaction '{0}' is an issue, which cannot be reversed.",
		change: 'Have the recipient transfer the amount to whom it belongs.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Tracker_BurnIsFinal: {
		status: 422,
		happened: "The transaction '{0}' is a burn, which cannot be reversed.",
		change: 'What was burned is used up; issue the amount again if it was burned by mistake.',
		example: ['65f0c0ffee0123456789abce'],
	},
	Factory_CannotRevertTransactionAlreadySpent: {
		status: 422,
		happened: 'Of what is to be reversed the recipient has {0} left of a batch, of {1}.',
		change: 'Have the recipient transfer back what they can.',
		example: ['3', '10'],
	},
	User_NotFound: {
		status: 422,
		happened: "Field '{0}' names {1}, who is not a user of this organisation.",
		change: 'Use the e-mail address the recipient has on the platform.',
		example: ['recipientEmail', 'nobody@harbour.example'],
	},
	User_AlreadyExists: {
		status: 409,
		happened: '{0} is a user of this organisation already.',
		change: 'Change the roles of that user, or have a new key mailed.',
		example: ['ann@harbour.example'],
	},
	Platform_UserNotFound: {
		status: 404,
		happened: "There is no user '{0}' in this organisation.",
		change: 'Use a user id from the list of users.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Platform_MailNotFound: {
		status: 404,
		happened: "There is no mail '{0}' of this organisation that this user is shown.",
		change: 'Use a mail id from the list of mails.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Platform_UserDisabled: {
		status: 409,
		happened: "The user '{0}' is disabled.",
		change: 'Enable the user first.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Platform_ProgramOfAnother: {
		status: 409,
		happened: 'What waits at {0} is reported by another user.',
		change:
			'Report by a key of that user, or disable them; after a day without a report another may.',
		example: ['https://exchange.harbour.example'],
	},
	Platform_LogoNotFound: {
		status: 404,
		happened: "There is no logo '{0}'.",
		change: 'Use the id in the brand of the organisation.',
		example: ['9f86d081884c7d659a2feaa0'],
	},
	Platform_KeyNotFound: {
		status: 404,
		happened: "There is no key '{0}' of this user to revoke.",
		change: 'Use the ids of a key and its user from the list of keys.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Platform_LastUserAdmin: {
		status: 409,
		happened: 'This would leave the organisation without a user administrator who has a key.',
		change: 'See to it that another user has the role UserAdmin and a key first.',
		example: [],
	},
	Event_SubscriptionNotFound: {
		status: 404,
		happened: "The caller has no subscription '{0}' that goes on.",
		change: 'List the subscriptions of the caller, or make one.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Event_SubscriptionsTooMany: {
		status: 409,
		happened: 'There are {0} subscriptions already, which is as many as may be.',
		change: 'Delete one that is not needed.',
		example: [100],
	},
	Event_StreamsTooMany: {
		status: 429,
		happened: 'This server serves as many streams of events as it can, which is {0}.',
		change: 'Ask for the list with the last cursor, or try again later.',
		example: [1000],
	},
	Event_OwnStreamsTooMany: {
		status: 429,
		happened:
			'The user has {0} streams of events open already, which is as many as may be at once.',
		change: 'Close a stream that is not needed, and open this one again.',
		example: [20],
	},
	Event_NotHeard: {
		status: 403,
		happened: 'The caller hears of no {0}.',
		change: 'Ask for events the caller may read of, or use the key of a user with that role.',
		example: ['contract.signed'],
	},
	Platform_InvitationNotFound: {
		status: 404,
		happened: "There is no invitation '{0}' in this organisation.",
		change: 'Use an id from the list of invitations.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Platform_InvitationAccepted: {
		status: 409,
		happened: "The invitation '{0}' was accepted already.",
		change: 'Disable or delete the user instead.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Keeper_FolderNotFound: {
		status: 404,
		happened: "There is no folder '{0}' in this product.",
		change: 'Use a folder id from the list of folders, or create one.',
		example: ['65f0c0ffee0123456789abcf'],
	},
	Keeper_VersionNotFound: {
		status: 404,
		happened: "There is no version '{0}' of this file.",
		change: 'Use a version id from the list of versions; the first has the id of the file.',
		example: ['65f0c0ffee0123456789abd2'],
	},
	Keeper_VersionNotApproved: {
		status: 404,
		happened: "Nobody has approved version '{0}'.",
		change: 'Approve it first, or use the id of a version whose isApproved is true.',
		example: ['65f0c0ffee0123456789abd2'],
	},
	Keeper_RulesNeverSet: {
		status: 404,
		happened: "Nobody has set rules for file '{0}'.",
		change: 'Set some first, or use the id of a file that has rules.',
		example: ['65f0c0ffee0123456789abd2'],
	},
	Keeper_ReportNotFound: {
		status: 404,
		happened: "There is no report '{0}' of this file.",
		change: 'Use a report id from the list of reports.',
		example: ['65f0c0ffee0123456789abd0'],
	},
	Keeper_ReportEnded: {
		status: 409,
		happened: "The report '{0}' has ended, and is erased.",
		change: 'Compare the document again to have a new report.',
		example: ['65f0c0ffee0123456789abd0'],
	},
	Keeper_ComparisonNotFound: {
		status: 404,
		happened: "There is no comparison '{0}' of this file.",
		change: 'Use a comparison id from the list of comparisons; the newest 1000 of a file are kept.',
		example: ['65f0c0ffee0123456789abd7'],
	},
	Keeper_Unreadable: {
		status: 422,
		happened: 'The document cannot be read, so it was not kept as the first of its name: {0}',
		change: 'Look at what was sent, and send a document that can be read.',
		example: ['It holds no text.'],
	},
	Keeper_Deleted: {
		status: 409,
		happened: 'The {0} was deleted.',
		change:
			'Nothing was done. Its record, its versions and their proofs can still be read; their contents were erased.',
		example: ["file '65f0c0ffee0123456789abcd'"],
	},
	Keeper_ContentNotKept: {
		status: 409,
		happened: 'The folder of {0} keeps no content, so there are no bytes to give back.',
		change:
			'Take the file from where it came from: the hash of the version tells whether it is the same. Keep files to be downloaded in a folder that keeps content.',
		example: ["version 1 of file '65f0c0ffee0123456789abcd'"],
	},
	Keeper_RulesFixed: {
		status: 409,
		happened:
			"Of file '{0}' only fingerprints are kept, and they were made under the rules it was kept with.",
		change:
			'Compare it without rules or with just those, or add it anew, with other rules, as a file of its own.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Keeper_NameAmbiguous: {
		status: 409,
		happened: "The folder has several files of the name '{0}', and nobody can tell which is meant.",
		change: 'Compare with one of them by its id, or delete the others.',
		example: ['Price list'],
	},
	Breadcrumbing_FileNotFound: {
		status: 404,
		happened: "There is no file '{0}' in this product.",
		change: 'Use a file id from the list of files.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Breadcrumbing_FileTypesDoNotMatch: {
		status: 422,
		happened: 'The file kept is of type {0}, the file sent is of type {1}.',
		change: 'Send a file of the same type.',
		example: ['Text', 'Image'],
	},
	Keeper_ComparisonsTooMany: {
		status: 429,
		happened:
			'The organisation has {0} comparisons under way already, which is as many as may be at once.',
		change: 'Wait until one of them has ended and send the request again.',
		retryAfterSeconds: 5,
		example: [16],
	},
	Keeper_ComparisonsBusy: {
		status: 503,
		happened: 'Every place for comparisons was taken for {0} seconds.',
		change:
			'Send the request again; nothing of it was kept. With respond-async, the Keeper waits for a place.',
		retryAfterSeconds: 15,
		example: [120],
	},
	Sealer_ContractNotFound: {
		status: 404,
		happened: "There is no contract '{0}' in this product.",
		change: 'Use a contract id from the list of contracts.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_FileNotFound: {
		status: 404,
		happened: "The contract '{0}' has no file {1}; it has {2}.",
		change: 'Use a fileNumber from 1 to the number of its files.',
		example: ['65f0c0ffee0123456789abcd', '3', '2'],
	},
	Sealer_ContractEnded: {
		status: 409,
		happened: 'The contract can be signed no more: it was {0}.',
		change: 'Create it again if it is still to be signed.',
		example: ['cancelled'],
	},
	Sealer_ContractSigned: {
		status: 409,
		happened: 'Everybody has signed the contract.',
		change: 'Nothing can be changed about it any more; create another one in its place.',
		example: [],
	},
	Sealer_NotYourTurn: {
		status: 409,
		happened: 'It is not yet the turn of {0}: the signers before have to sign first.',
		change: 'Wait until they have signed; a mail says so then.',
		example: ['ben@signers.example'],
	},
	Sealer_NobodySigns: {
		status: 422,
		happened: "Field 'signerRoles' names nobody who signs or approves.",
		change: 'Give at least one signer the role Signer or Approver.',
		example: [],
	},
	Sealer_SignerNotFound: {
		status: 404,
		happened: '{0} is not a signer of this contract.',
		change: 'Use an address from signerEmails of the contract.',
		example: ['ben@signers.example'],
	},
	Sealer_LinkNotFound: {
		status: 404,
		happened: "There is no signing link '{0}' of this contract.",
		change: 'Use a link id from the list of signing links.',
		example: ['65f0c0ffee0123456789abd1'],
	},
	Sealer_LinkUnknown: {
		status: 404,
		happened: 'There is nothing to sign at this address.',
		change:
			'Open the link from the mail once more, or copy it in full: a line break may have cut off its end. If it still does not work, ask the sender of the contract.',
		example: [],
	},
	Sealer_LinkEnded: {
		status: 410,
		happened: 'The link works no more: it {0}.',
		change: 'Use the newest mail about the contract, or ask its sender for another one.',
		example: ['was revoked'],
	},
	Sealer_CodeNeeded: {
		status: 403,
		happened: 'The contract at this address is shown to who has entered the code of its signer.',
		change:
			'Enter the code on the page of the link, or confirm it with confirmCode and send the secret of the answer in the header signing-code-secret.',
		example: [],
	},
	Sealer_CodeNotNeeded: {
		status: 409,
		happened: 'The signer of this link has no code.',
		change: 'Read the contract at once, with getRequest.',
		example: [],
	},
	Sealer_CodeWrong: {
		status: 422,
		happened: "The code in field 'code' is wrong; it can be entered {0} more times.",
		change: 'Enter the code as it was told, or as the newest mail has it.',
		example: [4],
	},
	Sealer_CodeEnded: {
		status: 409,
		happened: 'There is no code to be entered: none was mailed, or it was used, or it ended.',
		change: 'Have a new code mailed with askCode, and enter that within 10 minutes.',
		example: [],
	},
	Sealer_CodeLocked: {
		status: 409,
		happened: 'A wrong code was entered too often.',
		change: 'Ask the sender of the contract to mail the link anew; the code can be entered then.',
		example: [],
	},
	Sealer_CodeNotMailed: {
		status: 409,
		happened: 'The code of this signer is told by the sender of the contract.',
		change: 'Ask the sender for it; it comes by no mail.',
		example: [],
	},
	Sealer_CodeMailsTooMany: {
		status: 429,
		happened: '{0} codes were mailed to this signer within an hour, which is as many as may be.',
		change: 'Enter the newest of them, or wait until an hour has passed since the older ones.',
		example: [5],
	},
	Sealer_SignByLink: {
		status: 403,
		happened: '{0} enters a code at the signing link, of which a key proves nothing.',
		change: 'Sign or decline on the page of the link in the mail.',
		example: ['ben@signers.example'],
	},
	Sealer_TextUnreadable: {
		status: 422,
		happened: 'The contract cannot be shown as a text: {0}',
		change: 'Fetch the file itself and open it in its own program.',
		example: ['It is no DOCX.'],
	},
	Sealer_NoConverter: {
		status: 409,
		happened: 'This service has no LibreOffice, which makes PDFs of office documents.',
		change: 'Send a PDF, or have the operator install LibreOffice or set OFFICE_CONVERTER.',
		example: [],
	},
	Sealer_NotConverted: {
		status: 422,
		happened: 'The file cannot be made into a PDF: {0}',
		change: 'Save it as a PDF in its own program, and send that.',
		example: ['It is neither a DOCX nor an ODT.'],
	},
	Sealer_ConversionsTooMany: {
		status: 429,
		happened: 'There are {0} documents made into PDFs already, which is as many as may be at once.',
		change: 'Wait until one of them is made and send the request again.',
		retryAfterSeconds: 5,
		example: [2],
	},
	Sealer_StepNotFound: {
		status: 404,
		happened: "There is no step '{0}' of this contract.",
		change: 'Use the id of an event of the contract.',
		example: ['65f0c0ffee0123456789abd7'],
	},
	Sealer_SignatureGivenBySigning: {
		status: 404,
		happened: "Signature '{0}' was given by signing a contract, so it has no entry of its own.",
		change: 'Fetch the proof of that signature of the contract.',
		example: ['65f0c0ffee0123456789abd8'],
	},
	Sealer_SignatureNotFound: {
		status: 404,
		happened: "There is no signature '{0}' on this contract.",
		change:
			'Use the place in signerEmails, from 1 on, of a signer who has signed: they stand in signatures.',
		example: ['2'],
	},
	Sealer_OwnSignatureNotFound: {
		status: 404,
		happened: "The owner of this key has no signature '{0}'.",
		change: 'Use a signature id from the list of signatures.',
		example: ['65f0c0ffee0123456789abd4'],
	},
	Sealer_SignatureUsed: {
		status: 409,
		happened: "A contract was signed with the signature '{0}'.",
		change:
			'Nothing was deleted: it stays with what it signs. Add another one, and that is the last one from then on.',
		example: ['65f0c0ffee0123456789abd4'],
	},
	Sealer_ContractHasSignatures: {
		status: 409,
		happened: "The contract '{0}' was signed by somebody.",
		change:
			'Nothing was deleted: what was signed is evidence. Cancel the contract where it is to be signed no more.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_TemplateInUse: {
		status: 409,
		happened: "A contract is linked to the template '{0}'.",
		change:
			'Delete its contracts first; those that somebody has signed stay, and it stays with them.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_Deleted: {
		status: 409,
		happened: 'The {0} was deleted.',
		change: 'Nothing was done. Its record and its proof can still be read; its file was erased.',
		example: ["contract '65f0c0ffee0123456789abcd'"],
	},
	Sealer_TemplateNotFound: {
		status: 404,
		happened: "There is no template '{0}' in this product.",
		change: 'Use a template id from the list of templates, or leave the field out.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_SignatureInvalid: {
		status: 422,
		happened: "The file in field '{0}' {1}.",
		change: 'Send a picture of the signature as PNG, JPEG or WebP, or strokes drawn as SVG.',
		example: ['signature', 'is no PNG, JPEG, WebP or drawn SVG'],
	},
	Sealer_NotAColleague: {
		status: 422,
		happened:
			"Field 'email': no user of the organisation with the role SealerAdmin has the address {0}.",
		change: 'Name a colleague who may send contracts, or give them the role first.',
		example: ['zoe@harbour.example'],
	},
	Sealer_NotASigner: {
		status: 403,
		happened: 'The owner of this key is not a signer of the contract.',
		change: 'Sign with the key of one of the signers, or by the link in the e-mail.',
		example: [],
	},
	Sealer_AlreadySigned: {
		status: 409,
		happened: 'The contract was already signed by {0}.',
		change: 'Nothing needs to be done; each signer signs once.',
		example: ['ben@signers.example'],
	},
	Sealer_SignatureCountMismatch: {
		status: 422,
		happened: "Field 'signatures' has {0} entries and field 'signerEmails' has {1}.",
		change: 'Send one signature for each signer, in the same order, or none at all.',
		example: [1, 2],
	},
	Sealer_SignerRepeated: {
		status: 422,
		happened: "Field 'signerEmails' names {0} more than once.",
		change: 'Name each signer once.',
		example: ['ben@signers.example'],
	},
	Sealer_ContractDoesNotMatch: {
		status: 422,
		happened: "The file in field '{0}' is not the file this contract was created with.",
		change: 'Send the very same file, byte for byte.',
		example: ['contract'],
	},
	Sealer_ContractUnreadable: {
		status: 422,
		happened: 'The PDF could not be sealed once everybody has signed: {0}.',
		change:
			'Save it again from the program that made it, without a password or a certification, and send that; or send it in a ZIP, which is sealed as it is.',
		example: ['the PDF is protected by a password: remove the password'],
	},
	Sealer_FieldInvalid: {
		status: 422,
		happened: "The field '{0}' {1}.",
		change: 'Correct this field and send the request again.',
		example: ['Start date', 'names page 9, and the document has 2 pages'],
	},
	Sealer_FieldsMissing: {
		status: 422,
		happened: 'Fields that are required are empty: {0}.',
		change: 'Give each of them a value in fieldValues, by its name.',
		example: ['Start date, Company'],
	},
	Sealer_ContractNotSigned: {
		status: 409,
		happened: "The contract '{0}' was not signed by everybody yet.",
		change: 'Ask again when its status is Signed; then it is sealed.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_SealNotReady: {
		status: 409,
		happened: "The contract '{0}' is signed by everybody, and its sealed file is not made yet.",
		change: 'Ask again in a moment; getSeal says what keeps it, where something does.',
		retryAfterSeconds: 2,
		example: ['65f0c0ffee0123456789abcd'],
	},
	Sealer_NotSignedYet: {
		status: 409,
		happened: "There is no signature of {0} on the contract '{1}' yet.",
		change: 'Ask again once it was given: signatures of the contract says who has signed.',
		example: ['ben@signers.example', '65f0c0ffee0123456789abcd'],
	},
	Sealer_NoEarlierSignature: {
		status: 422,
		happened: '{0} has no earlier signature to use again.',
		change: "Sign with a new signature in field 'signature' first.",
		example: ['ben@signers.example'],
	},
	Storage_FileContentEmpty: {
		status: 400,
		happened: 'The file content cannot be empty.',
		change: 'Send a file with at least one byte.',
		example: [],
	},
	Storage_FileNotFound: {
		status: 404,
		happened: "There is no file '{0}'.",
		change: 'Use a file id from the list of receipts.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Storage_LinkNotFound: {
		status: 404,
		happened: "There is no link '{0}' to this file.",
		change: 'Use a link id from the list of links.',
		example: ['65f0c0ffee0123456789abd4'],
	},
	Storage_LinkUnknown: {
		status: 404,
		happened: 'There is no such link.',
		change: 'Copy the address in full: a line break may have cut off its end.',
		example: [],
	},
	Storage_LinkEnded: {
		status: 410,
		happened: 'The link has ended: {0}.',
		change: 'Ask who gave you the link for another one.',
		example: ['its time is over'],
	},
	Storage_RangeNotSatisfiable: {
		status: 416,
		happened: "The range '{0}' lies outside the file of {1} bytes.",
		change: 'Ask for bytes inside the file.',
		example: ['bytes=100-', 12],
	},
	Storage_TooFewBucketsToRead: {
		status: 503,
		happened: 'The file needs {0} buckets and only {1} answer with valid shards; not usable: {2}.',
		change: 'Bring the buckets back and try again.',
		example: [6, 5, 'bucket-1, bucket-2, bucket-3'],
	},
	Storage_TooFewBucketsToWrite: {
		status: 507,
		happened: 'A write needs {0} buckets and only {1} can be written; not usable: {2}.',
		change: 'Bring the buckets back or make room on them, and send the file again.',
		example: [8, 7, 'bucket-1'],
	},
	Storage_QuotaExceeded: {
		status: 507,
		happened: 'The organisation stores {0} of the {1} bytes it may, and this would be more.',
		change: 'Send less, or have the quota of the organisation raised.',
		example: [999999000, 1000000000],
	},
	Exchange_MarketNotFound: {
		status: 404,
		happened: "There is no market '{0}'.",
		change: 'Use a symbol from the list of markets.',
		example: ['GOLD-EUR'],
	},
	Exchange_OrderNotFound: {
		status: 404,
		happened: "There is no order '{0}' of this account.",
		change:
			'Use an order id from the list of orders. If the order was sent and its answer did not come, it may still be on its way: send it again under the same clientOrderId, which is accepted once.',
		example: ['CREDIT-EUR.17'],
	},
	Exchange_OrderArchived: {
		status: 410,
		happened: "No list has an order '{0}' any more: what ended that long ago is in the archive.",
		change: 'Look it up in your own records, or ask the operator for a statement.',
		example: ['CREDIT-EUR.17'],
	},
	Exchange_OrderNotOpen: {
		status: 409,
		happened: "The order '{0}' is not open any more: it is {1}.",
		change: 'Nothing needs to be done; place a new order to trade again.',
		example: ['CREDIT-EUR.17', 'FILLED'],
	},
	Exchange_OrderRefused: {
		status: 422,
		happened: "The order '{0}' was refused by the book: {1}.",
		change:
			'It is kept and can be read; correct what was refused and place another under a new clientOrderId.',
		example: ['CREDIT-EUR.18', 'POST_ONLY_WOULD_TAKE'],
	},
	Exchange_OrderTooLate: {
		status: 422,
		happened:
			'The order came at {0}, which is after {1}, its validUntil or the end of its receive window.',
		change:
			'Nothing was placed. If you still want it, send it again with a later validUntil, or without one; compare your clock with the time of the exchange.',
		example: [1769851803000, 1769851800000],
	},
	Exchange_OrderListNotFound: {
		status: 404,
		happened: "There is no list of orders '{0}' of this account.",
		change: 'Use an id from the list of lists.',
		example: ['CREDIT-EUR.17'],
	},
	Exchange_OrderInList: {
		status: 409,
		happened: "The order '{0}' belongs to the list '{1}' and stays as it is.",
		change: 'Cancel the list, and place what shall take its place.',
		example: ['CREDIT-EUR.17', 'CREDIT-EUR.17'],
	},
	Exchange_OrderWouldBeRefused: {
		status: 422,
		happened: 'The book as it is shown would refuse the order: {0}.',
		change: 'Change what would be refused; nothing was placed.',
		example: ['POST_ONLY_WOULD_TAKE'],
	},
	Exchange_OrderChanged: {
		status: 409,
		happened:
			"The order '{0}' traded or became smaller before '{1}' could replace it; it stays as it is now.",
		change: 'Read the order and, if you still want to, replace it under a new clientOrderId.',
		example: ['CREDIT-EUR.17', 'CREDIT-EUR.18'],
	},
	Exchange_MarketNotTrading: {
		status: 409,
		happened: 'The market {0} is in status {1} and does not take this command.',
		change: 'Wait until its status allows it and send the request again.',
		example: ['CREDIT-EUR', 'HALT'],
	},
	Exchange_AccountNotFound: {
		status: 404,
		happened: "There is no account '{0}'.",
		change: 'Use the id of an account; list-accounts shows them.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_ActRefused: {
		status: 409,
		happened: 'This cannot be done: {0}.',
		change: 'Look at how it is now, and ask for what can be done.',
		example: ['there is an account named Northwind Energy already'],
	},
	Exchange_NotInMaintenance: {
		status: 409,
		happened: 'The exchange is not in maintenance.',
		change: 'Nothing needs to be done.',
		example: [],
	},
	Exchange_HeldLimit: {
		status: 422,
		happened:
			'With this order the open orders of the account hold {0} {2}, and they may hold {1} {2}.',
		change: 'Cancel other orders, ask for less, or ask the operator of the exchange.',
		example: ['500', '400', 'EUR'],
	},
	Exchange_NotionalLimit: {
		status: 422,
		happened: 'The order is worth {0} {2}, and one order of the account may be worth {1} {2}.',
		change: 'Ask for less in one order, or ask the operator of the exchange.',
		example: ['500', '400', 'EUR'],
	},
	Exchange_AssetNotFound: {
		status: 404,
		happened: "There is no asset '{0}'.",
		change: 'Use the code of an asset of the markets.',
		example: ['GOLD'],
	},
	Exchange_KeyNotFound: {
		status: 404,
		happened: "There is no key '{0}' in use.",
		change: 'Use the id of a key in the list.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_KeysTooMany: {
		status: 429,
		happened: 'The account has {0} keys in use already, which is as many as it may make.',
		change: 'End a key that is not needed, and make this one again.',
		example: [30],
	},
	Exchange_AccountFrozen: {
		status: 403,
		happened: 'The account is frozen since {0}: no order, deposit, payout or key of it can begin.',
		change: 'Orders can be cancelled and everything read; ask the operator of the exchange.',
		example: ['2026-01-31T09:30:00.000Z'],
	},
	Exchange_InMaintenance: {
		status: 503,
		happened: 'The exchange is in maintenance: {0}.',
		change:
			'Nothing was done; orders can be cancelled and everything read. Send the request again in {1} seconds.',
		retryAfterArgument: 1,
		example: ['new disks', 600],
	},
	Exchange_ClientOrderIdReused: {
		status: 422,
		happened: "The clientOrderId '{0}' was used before with another order.",
		change: 'Use a new id for a new order; repeat a request unchanged to get its first answer.',
		example: ['sale-1'],
	},
	Exchange_InsufficientBalance: {
		status: 422,
		happened: 'This needs {0} {2} and the account has {1} {2} available.',
		change: 'Fund the account, cancel other orders, or ask for less.',
		example: ['500', '125.5', 'EUR'],
	},
	Exchange_SettlementOff: {
		status: 404,
		happened: 'This exchange is not connected to a tracker.',
		change: 'Have the administrator fund the account, or connect the exchange to a tracker.',
		example: [],
	},
	Exchange_AssetNotLinked: {
		status: 422,
		happened: 'The asset {0} does not stand for an asset of the tracker.',
		change: 'Use an asset that does, or have the administrator link it.',
		example: ['GOLD'],
	},
	Exchange_EmailMissing: {
		status: 422,
		happened: 'The account {0} has no e-mail address to pay out to.',
		change: 'Have the administrator set the address the trader has at the tracker.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_ReferenceReused: {
		status: 422,
		happened: "The id '{0}' was used before with another asset or amount.",
		change: 'Use a new id for a new request; repeat a request unchanged to get its first answer.',
		example: ['first'],
	},
	Exchange_TransferRefused: {
		status: 422,
		happened: 'The tracker refused the {0} {1}: {2}',
		change:
			'Correct what was refused and ask again under a new id; where your key at the tracker is another than here, send it in x-tracker-key.',
		example: [
			'deposit',
			'65f0c0ffee0123456789abcd',
			'The balance of 75 is smaller than the 100 to be moved.',
		],
	},
	Exchange_DepositKeyEnded: {
		status: 422,
		happened:
			'You have revoked the key at the tracker that you had allowed this exchange, or it has ended.',
		change:
			'Allow deposits again on the page of transfers, or send a key of yours at the tracker in x-tracker-key.',
		example: [],
	},
	Exchange_TrackerRefused: {
		status: 422,
		happened: 'The tracker refused to tell the balances: {0}',
		change:
			'Where your key at the tracker is another than here, send it in x-tracker-key; else have it checked there.',
		example: ['Auth_KeyInvalid: The API key is not valid.'],
	},
	Exchange_TrackerAway: {
		status: 503,
		happened: 'The tracker gives no answer: {0}.',
		change: 'Ask again in a moment; what is at the exchange does not depend on it.',
		retryAfterSeconds: 5,
		example: ['no answer within 5000 ms'],
	},
	Exchange_ReservesNotFound: {
		status: 404,
		happened: 'Nothing was published that {0}.',
		change: 'Ask again after the next publication.',
		example: ['shows the reserves'],
	},
	Exchange_IntentNotFound: {
		status: 404,
		happened: "There is no {0} '{1}' of this account.",
		change: 'Use an id from the list.',
		example: ['deposit', '65f0c0ffee0123456789abcd'],
	},
	Exchange_PayoutLimit: {
		status: 422,
		happened: 'Of what this account may have paid out in 24 hours, {0} {1} are left.',
		change: 'Ask for less, wait, or have the operator raise the limit.',
		example: ['125.5', 'EUR'],
	},
	Exchange_TransferNotFound: {
		status: 404,
		happened: "There is no transfer '{0}'.",
		change: 'Use the id of a transfer in the list.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_AlarmNotFound: {
		status: 404,
		happened: "There is no alarm '{0}' that is open.",
		change: 'Use the id of an open alarm in the list; somebody may have cleared it.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_PayoutNotFound: {
		status: 404,
		happened: "There is no payout '{0}'.",
		change: 'Use the id of a payout that waits for approval; they are listed.',
		example: ['65f0c0ffee0123456789abcd'],
	},
	Exchange_PayoutNotWaiting: {
		status: 409,
		happened: "The payout '{0}' is {1} and does not wait for approval.",
		change: 'Look at it again; somebody may have decided on it.',
		example: ['65f0c0ffee0123456789abcd', 'SETTLED'],
	},
	Exchange_DepositsTooMany: {
		status: 429,
		happened:
			'There are {0} deposits of {1} under way already, which is as many as may be at once.',
		change: 'Wait until one of them has ended.',
		example: [20, 'EUR'],
	},
	Exchange_StatementUnderWay: {
		status: 429,
		happened: 'A statement of the account is being made already.',
		change: 'Wait for it, or send the request again when it has been answered.',
		retryAfterSeconds: 2,
		example: [],
	},
	Exchange_StreamsTooMany: {
		status: 429,
		happened: 'This server serves as many streams as it can, which is {0}.',
		change: 'Close a stream that is not needed, or try again later.',
		example: [1000],
	},
	Exchange_SocketFull: {
		status: 429,
		happened: 'The socket has {0} {1} already, which is as many as may be at once.',
		change: 'Wait until one of them has ended, or open another socket.',
		example: [100, 'commands under way'],
	},
	Exchange_SocketWanted: {
		status: 426,
		happened: 'This address takes WebSockets, and the request asks for none.',
		change: 'Open it with a WebSocket client; every call can be made over HTTP, too.',
		example: [],
	},
	Exchange_OwnStreamsTooMany: {
		status: 429,
		happened:
			'There are {0} streams open for this {1} already, which is as many as may be at once.',
		change: 'Close a stream that is not needed, and open this one again.',
		example: [50, 'address'],
	},
} as const satisfies Readonly<Record<string, ErrorDescription>>;

export type ErrorCode = keyof typeof errors;

/** Codes for browsers: of sessions, and of the routes that sign in. A program with a key meets none. */
export const sessionErrors = [
	'Auth_SessionEnded',
	'Auth_NotAdmitted',
	'Auth_OtherSite',
	'Auth_LinkEnded',
	'Auth_PasskeyInvalid',
	'Auth_KeysTooMany',
] as const satisfies readonly ErrorCode[];

/** Codes every endpoint may answer with. */
export const sharedErrors = [
	'Request_Invalid',
	'Request_Malformed',
	'Request_TooSlow',
	'Request_AddressTooLong',
	'Request_UnsupportedEncoding',
	'Request_ExpectationFailed',
	'Request_HeadTooLarge',
	'Auth_KeyMissing',
	'Auth_KeyInvalid',
	'Auth_KeyExpired',
	'Auth_AddressNotAllowed',
	'Request_TooMany',
	'Request_TooManyPipelined',
	'Core_Unhandled',
	'Core_Ending',
	'Core_DatabaseAway',
	'Core_DatabaseReadOnly',
	'Core_DatabaseFull',
] as const satisfies readonly ErrorCode[];
