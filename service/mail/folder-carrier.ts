/** Hands mails on as `.eml` files in a folder. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type Sender } from './composing';
import { systemCode, tryFolder } from '../../server/durable-files';
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
			const isOfMail = (await this.fault()) === undefined;
			return { kind: isOfMail ? 'later' : 'unreachable', fault: reasonOf(fault) };
		}
	}

	async fault(): Promise<string | undefined> {
		try {
			await this.prepare();
			await tryFolder(this.folder);
			return undefined;
		} catch (fault) {
			return reasonOf(fault);
		}
	}

	close(): void {
		this.composer.close();
	}

	private async prepare(): Promise<void> {
		// Not the folders above: they are away while a disk is not mounted.
		await fs.mkdir(this.folder, { mode: 0o700 }).catch((fault: unknown) => {
			if (systemCode(fault) !== 'EEXIST') throw fault;
		});
	}

	private async write(mail: WaitingMail): Promise<void> {
		const { message } = await this.composer.sendMail(composed(mail, this.sender));
		await this.prepare();
		const name = mailFileName(mail);
		const temporary = path.join(this.folder, `.${name}`);
		await fs.writeFile(temporary, message as Buffer, { mode: 0o600, flush: true });
		await fs.rename(temporary, path.join(this.folder, name));
	}
}

function reasonOf(fault: unknown): string {
	return fault instanceof Error ? fault.message : String(fault);
}
