/** Hands mails on as `.eml` files in a folder. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type Sender } from './composing';
import type { Carrier, DeliveryOutcome, WaitingMail } from './mail';
import { mailFileName } from './mail-file';

export class FolderCarrier implements Carrier {
	readonly name = 'folder';
	readonly concurrency = 1;
	private readonly composer = createTransport({ streamTransport: true, buffer: true });

	constructor(
		private readonly folder: string,
		private readonly sender: Sender,
	) {}

	async carry(mail: WaitingMail): Promise<DeliveryOutcome> {
		try {
			await this.write(mail);
			return { kind: 'taken' };
		} catch (fault) {
			return { kind: 'later', fault: fault instanceof Error ? fault.message : String(fault) };
		}
	}

	/** A folder has no outage; writing the mail reports faults. */
	fault(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	close(): void {
		this.composer.close();
	}

	private async write(mail: WaitingMail): Promise<void> {
		const { message } = await this.composer.sendMail(composed(mail, this.sender));
		await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
		const name = mailFileName(mail);
		const temporary = path.join(this.folder, `.${name}`);
		await fs.writeFile(temporary, message as Buffer, { mode: 0o600, flush: true });
		await fs.rename(temporary, path.join(this.folder, name));
	}
}
