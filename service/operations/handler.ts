/**
 * What a handler is: a function of the caller and the checked input, for every operation of the
 * description. A missing or misspelt handler does not compile. HTTP stays in `http/`.
 */
import type { Area, endpoints } from '../../api/endpoints';
import type { programs } from '../../api/programs';
import type { Role } from '../../api/roles';
import type { FormOperation, Input, KnownInput, Operation, Reply } from '../../api/types';
import type { Transaction } from '../database/database';
import type { StagedObject } from '../objects/object-store';

/** Who calls: the user a key belongs to, or a signer who came by the link in the e-mail. */
export interface Caller {
	readonly organisationId: string;
	readonly email: string;
	readonly roles: readonly Role[];
	/** Absent for a signer without an account. */
	readonly userId?: string;
	/** The one contract a signer without an account may sign. */
	readonly contractId?: string;
	/**
	 * Refuses, in the transaction that stores what was sent, when the key or the link has ended while
	 * it was sent.
	 */
	requireStill(transaction: Transaction): Promise<void>;
}

export interface RequestContext {
	readonly caller: Caller;
	/** Aborted when the caller leaves before the answer; for work that is not worth finishing then. */
	readonly leaving: () => AbortSignal;
	/** Address the service is reached at from outside, without a slash at the end. */
	readonly publicUrl: string;
}

/**
 * A file of a form: already stored, not yet attached. A handler that keeps it calls
 * `object.makeDurable()` and then `object.attach(transaction)`; what no handler attached is
 * discarded when the call ends.
 */
export interface Upload {
	readonly fileName: string;
	readonly mediaType: string;
	readonly object: StagedObject;
}

/** What a file of a form may be, where it is less than the service takes. */
export interface FileTerms {
	readonly sizeBytesMax?: number;
	/** False for a file that is only compared: nothing of it is stored, and it has no bytes to read. */
	readonly isKept?: boolean;
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

/** A reply that is a stream of bytes, with what its headers need. */
export interface ByteReply {
	readonly fileName: string;
	readonly etag: string;
	/** Absent where nobody keeps when it was changed. */
	readonly modifiedAt?: Date;
	/** Where the proof lies that the log holds it, seen from the address that was asked for. */
	readonly proofPath?: string;
	/** Bytes of the whole file. */
	readonly sizeBytes: number;
	/** The bytes, or those from the first to the last of a range, both included. */
	read(range?: {
		readonly first: number;
		readonly last: number;
	}): Promise<AsyncIterable<Uint8Array>>;
}

export type Handler<A extends Area, O extends Operation<A>> = (
	context: RequestContext,
	input: Input<A, O, Upload>,
) => Promise<Reply<A, O, ByteReply>>;

export type AreaHandlers<A extends Area> = {
	readonly [O in keyof (typeof endpoints)[A]]: Handler<A, O>;
};

type ServedArea = (typeof programs)['service']['areas'][number]['area'];

export type Admissions = {
	readonly [A in ServedArea as FormOperation<A> extends never ? never : A]: AreaAdmissions<A>;
};

export type Handlers = { readonly [A in ServedArea]: AreaHandlers<A> };
