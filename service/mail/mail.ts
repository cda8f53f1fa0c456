/** What a mail is before it leaves, and what may become of an attempt to hand it on. */

/** A stored object that goes with a mail. */
export interface Attachment {
	readonly objectId: string;
	readonly fileName: string;
}

/** What is written to somebody. */
export interface WrittenMail {
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

export interface Mail extends WrittenMail {
	/** In whose name it is written. */
	readonly organisationId: string;
	/** Where it is about a contract; who caused it hears of it when it is refused. */
	readonly contractId?: string;
	/** The signer it goes to, in the form signers are compared in. */
	readonly signerEmail?: string | undefined;
	readonly attachment?: Attachment | undefined;
}

/** A mail as it waits in the outbox. */
export interface WaitingMail extends Omit<Mail, 'organisationId'> {
	readonly id: string;
	readonly sequence: number;
	/** This one counted. */
	readonly attempts: number;
	/** ISO 8601 in UTC. */
	readonly createdAt: string;
	/** What goes with it, read when it leaves. */
	readonly attached?: { readonly fileName: string; readonly content: Buffer };
}

/**
 * What an attempt came to: taken; refused for good; to be tried later; or nothing, because the server
 * cannot be reached, lets nobody in, or takes nothing from this sender, which has to do with no mail.
 */
export type Outcome =
	| { readonly kind: 'taken' }
	| { readonly kind: 'refused' | 'later' | 'unreachable'; readonly fault: string };

/** What hands mails on: to a server, or to a folder. */
export interface Carrier {
	/** One word for who asks how the service is. */
	readonly name: 'smtp' | 'folder';
	/** How many mails it carries at once. */
	readonly lanes: number;
	/** Answers whatever happens. */
	carry(mail: WaitingMail): Promise<Outcome>;
	/** Why nothing can be handed on now. */
	fault(): Promise<string | undefined>;
	/** Ends what is under way. */
	close(): void;
}
