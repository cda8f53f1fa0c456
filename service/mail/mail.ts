import type { MailBrand } from './dressing';

export interface Attachment {
	readonly objectId: string;
	readonly fileName: string;
}

export interface WrittenMail {
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

export interface Mail extends WrittenMail {
	/** Organisation it is written for. */
	readonly organisationId: string;
	/** Set for a mail about a contract, so that its creator learns of a refusal. */
	readonly contractId?: string;
	/** Normalised address of the signer it goes to. */
	readonly signerEmail?: string | undefined;
	readonly attachment?: Attachment | undefined;
}

/** A mail as it waits in the outbox. */
export interface WaitingMail extends Omit<Mail, 'organisationId'> {
	/** Undefined for a mail of the operator. */
	readonly organisationId: string | undefined;
	readonly id: string;
	readonly sequence: number;
	/** Including the current one. */
	readonly attempts: number;
	/** ISO 8601 in UTC. */
	readonly createdAt: string;
	/** The attachment, read when the mail is sent. */
	readonly attached?: { readonly fileName: string; readonly content: Buffer };
	/** The brand of its organisation, read when it is sent. */
	readonly brand?: MailBrand | undefined;
}

/**
 * Result of an attempt: taken, refused for good, later, or unreachable, which says nothing about
 * this mail: the server cannot be reached, the login fails, or it takes nothing from this sender.
 */
export type DeliveryOutcome =
	| {
			readonly kind: 'taken';
			/** What the server said to it. */
			readonly answer?: string;
	  }
	| { readonly kind: 'refused' | 'later' | 'unreachable'; readonly fault: string };

/** Delivers mails to a server or a folder. */
export interface Carrier {
	/** Shown in the health check. */
	readonly name: 'smtp' | 'folder';
	/** Mails delivered at once. */
	readonly concurrency: number;
	/** Never rejects. */
	carry(mail: WaitingMail): Promise<DeliveryOutcome>;
	/** Why nothing can be delivered now; undefined if it can. */
	fault(): Promise<string | undefined>;
	/** Aborts deliveries. */
	close(): void;
}
