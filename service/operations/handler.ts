/**
 * Types of handlers: functions of the caller and the checked input, one for every operation of the
 * description. A missing handler does not compile.
 */
import type { Area, endpoints } from '../../api/endpoints';
import type { programs } from '../../api/programs';
import type { Role } from '../../api/language/roles';
import type {
	AcceptedRecord,
	FormOperation,
	Input,
	KnownInput,
	Operation,
	Reply,
	StreamEvent,
} from '../../api/types';
import type { EventStream } from '../../server/http/streams/event-stream';
import type { ByteReply } from '../../server/http/files/file-reply';
import type { Transaction } from '../database/database';
import type { HeldFiles } from '../objects/held-files';
import type { Once } from './idempotency-retention';
import type { MeasuredFile, ReadableFile, StagedObject } from '../objects/staged-object';

/** What a key may do less than its user. */
export interface KeyLimits {
	/** Undefined: every role its user has at the time of a call. */
	readonly roles?: readonly Role[] | undefined;
	/** Undefined: from anywhere. */
	readonly networks?: readonly string[] | undefined;
}

/** The caller: the user of a key, or a signer with a signing link. */
export interface Caller {
	readonly organisationId: string;
	readonly email: string;
	/** Of the user; of a key that is limited to roles those that it may use. */
	readonly roles: readonly Role[];
	/** Of the key; absent where there is none. */
	readonly limits?: KeyLimits;
	/** Absent for a signer without an account. */
	readonly userId?: string;
	/** Key id and roles, as `Accounts.grantsInUse` takes it; absent for a signing link. */
	readonly grant?: string;
	/** The one contract a signer without an account may sign. */
	readonly contractId?: string;
	/** When the code of the signer was entered that their link asks for; absent for a key. */
	readonly codeConfirmedAt?: string;
	/** Refuses, inside the storing transaction, if the key or link ended during the upload. */
	requireStill(transaction: Transaction): Promise<void>;
}

/** Origin of a request. */
export interface Client {
	/** The network address; behind a trusted proxy that of its client. */
	readonly address: string;
	/** The user agent in one line; empty if there is none. */
	readonly agent: string;
}

export interface RequestContext {
	readonly caller: Caller;
	readonly client: Client;
	/** Aborted when the caller disconnects before the answer. */
	readonly leaving: () => AbortSignal;
	/** Public address of the service, without a trailing slash. */
	readonly publicUrl: string;
	/** Given where the operation takes an Idempotency-Key and the request has one. */
	readonly once?: Once;
}

/**
 * A file of a form. By default it is staged but not attached: a handler that keeps it calls
 * `object.makeDurable()` and then `object.attach(transaction)`; unattached files are discarded when
 * the call ends.
 */
export interface Upload<File extends MeasuredFile = StagedObject> {
	readonly fileName: string;
	readonly mediaType: string;
	readonly object: File;
}

/** The file fields, by operation, whose terms keep less of a file than its object in the store. */
interface FilesNotStaged {
	readonly findFile: { readonly file: Upload<MeasuredFile> };
	readonly signContract: { readonly contract: Upload<MeasuredFile> };
	readonly verifyFile: { readonly file: Upload<ReadableFile> };
	readonly verifySealedFile: { readonly file: Upload<ReadableFile> };
}

type SentInput<A extends Area, O extends Operation<A>> = O extends keyof FilesNotStaged
	? Omit<Input<A, O, Upload>, keyof FilesNotStaged[O]> & FilesNotStaged[O]
	: Input<A, O, Upload>;

/** Restrictions on a file of a form. */
export interface FileTerms {
	readonly sizeBytesMax?: number;
	/** False: only size and hash are computed; its bytes cannot be read. */
	readonly isKept?: boolean;
	/** True for a file that is compared: it comes into the store only when a handler makes it durable. */
	readonly isSpooled?: boolean;
	/** Holds the file in memory instead of storing it. */
	readonly heldIn?: HeldFiles;
}

/** By file field. */
export type UploadTerms = Readonly<Record<string, FileTerms>>;

/** For a file that is compared. */
export const termsToCompare: UploadTerms = { file: { isSpooled: true } };

/**
 * Decides whether a caller may upload, before the first byte of the body and before each file with
 * the text fields so far. Refuses, or returns the terms of files. The handler checks fields that
 * follow a file.
 */
export type Admission<A extends Area, O extends Operation<A>> = (
	context: Pick<RequestContext, 'caller'>,
	known: KnownInput<A, O>,
) => Promise<UploadTerms>;

/** For operations that need no check beyond role and product. */
export const admitAll = (): Promise<UploadTerms> => Promise.resolve({});

/** One admission for every operation that takes files. */
export type AreaAdmissions<A extends Area> = {
	readonly [O in FormOperation<A>]: Admission<A, O>;
};

/** The 202 reply: the record, and the address to fetch it from. */
export class Accepted<Body> {
	constructor(
		readonly body: Body,
		readonly location: string,
	) {}
}

type AcceptedOf<A extends Area, O extends Operation<A>> = [AcceptedRecord<A, O>] extends [never]
	? never
	: Accepted<AcceptedRecord<A, O>>;

export type Handler<A extends Area, O extends Operation<A>> = (typeof endpoints)[A][O] extends {
	streamed: unknown;
}
	? StreamedHandler<A, O>
	: (
			context: RequestContext,
			input: SentInput<A, O>,
		) => Promise<Reply<A, O, ByteReply> | AcceptedOf<A, O>>;

/** Turns the reply into a stream of events. */
export type Open<A extends Area, O extends Operation<A>> = () => EventStream<StreamEvent<A, O>>;

/** Returns the reply, or streams if `open` is given. */
type StreamedHandler<A extends Area, O extends Operation<A>> = (
	context: RequestContext,
	input: Input<A, O, Upload>,
	open?: Open<A, O>,
) => Promise<Reply<A, O, ByteReply> | undefined>;

export type AreaHandlers<A extends Area> = {
	readonly [O in keyof (typeof endpoints)[A]]: Handler<A, O>;
};

type ServedArea = (typeof programs)['service']['areas'][number]['area'];

export type Admissions = {
	readonly [A in ServedArea as FormOperation<A> extends never ? never : A]: AreaAdmissions<A>;
};

export type Handlers = { readonly [A in ServedArea]: AreaHandlers<A> };
