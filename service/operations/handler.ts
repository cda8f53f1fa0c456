/**
 * What a handler is: a function of the caller and the checked input, for every operation of the
 * description. A missing or misspelt handler does not compile. HTTP stays in `http/`.
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
import type { MeasuredFile, ReadableFile, StagedObject } from '../objects/staged-object';

/** Who calls: the user a key belongs to, or a signer who came by the link in the e-mail. */
export interface Caller {
	readonly organisationId: string;
	readonly email: string;
	readonly roles: readonly Role[];
	/** Absent for a signer without an account. */
	readonly userId?: string;
	/** Its key and what that is good for, as `Accounts.grantsInUse` knows it; absent for who came by link. */
	readonly grant?: string;
	/** The one contract a signer without an account may sign. */
	readonly contractId?: string;
	/**
	 * Refuses, in the transaction that stores what was sent, when the key or the link has ended while
	 * it was sent.
	 */
	requireStill(transaction: Transaction): Promise<void>;
}

/** Where a request comes from, as far as it says so. */
export interface Client {
	/** The network address, behind trusted proxies that of whom they ask for. */
	readonly address: string;
	/** What the program says of itself, in one line; empty where it says nothing. */
	readonly agent: string;
}

export interface RequestContext {
	readonly caller: Caller;
	readonly client: Client;
	/** Aborted when the caller leaves before the answer; for work that is not worth finishing then. */
	readonly leaving: () => AbortSignal;
	/** Address the service is reached at from outside, without a slash at the end. */
	readonly publicUrl: string;
}

/**
 * A file of a form. By default it is staged: a handler that keeps it calls `makeDurable()` and then
 * `attach(transaction)` of its object. What no handler attached is discarded when the call ends.
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

/** What a file of a form may be, where it is less than the service takes. */
export interface FileTerms {
	readonly sizeBytesMax?: number;
	/** False for a file that is only compared: nothing of it is stored, and it has no bytes to read. */
	readonly isKept?: boolean;
	/** Where a file is held that is only looked at: its bytes are in memory, and none is stored. */
	readonly heldIn?: HeldFiles;
}

/** By the names of file fields. */
export type UploadTerms = Readonly<Record<string, FileTerms>>;

/**
 * Whether a caller may send files, by what is known so far: the path before the first byte of the
 * body, and before each file the text fields that came ahead of it. Refuses, or says what the files
 * may be. Fields that follow a file are for the handler.
 */
export type Admission<A extends Area, O extends Operation<A>> = (
	context: Pick<RequestContext, 'caller'>,
	known: KnownInput<A, O>,
) => Promise<UploadTerms>;

/** For the operations where nobody can be refused beyond role and product. */
export const admitAll = (): Promise<UploadTerms> => Promise.resolve({});

/** Every operation that takes files has one. */
export type AreaAdmissions<A extends Area> = {
	readonly [O in FormOperation<A>]: Admission<A, O>;
};

/** An answer to who does not wait: the record of what goes on, and where it is fetched. */
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

/** Takes the reply over for a stream of the operation's events. */
export type Open<A extends Area, O extends Operation<A>> = () => EventStream<StreamEvent<A, O>>;

/** Answers, or streams where it is given what to open. */
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
