/** Kills an upload at chosen steps and looks at what is left, as the next start would. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runCommandLine } from '../../../server/commands/shell';
import { storage } from '../../../service/commands/storage';
import { defaultSettings, type StorageSettings } from '../../../service/objects/buckets/settings';
import { TextTerminal } from '../../support/programs/text-terminal';
import { bytesOf, collect, StorageFolder, stripeBytes } from './storage-folder';

const sizeBytes = stripeBytes + 1;
const root = path.resolve(__dirname, '..', '..', '..');

export class CrashTrials {
	readonly folder = new StorageFolder();
	/** Receipts printed before the process ended: these files must be there for ever. */
	private readonly acknowledged: string[] = [];
	private readonly settings: StorageSettings = {
		...defaultSettings,
		scheme: { dataShards: 6, parityShards: 2, blockSizeBytes: 1024 },
	};

	constructor() {
		const { buckets, scheme } = this.settings;
		const file = path.join(this.folder.path, 'buckets.json');
		fs.writeFileSync(file, JSON.stringify({ ...scheme, buckets }));
	}

	/** Uploads a file, killed at step `killAt`; gives the steps it took when it was not killed. */
	async upload(killAt: number): Promise<number | undefined> {
		const hook = path.join(root, 'start', 'typescript.js');
		const child = path.join(__dirname, 'crash-child.ts');
		const args = ['-r', hook, child, this.folder.path, String(killAt), String(sizeBytes)];
		const env = { ...process.env, ...(await this.folder.environment()) };
		const done = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root, env });
		if (done.signal !== 'SIGKILL' && done.status !== 0) throw new Error(done.stderr);
		const receipt = /^[0-9a-f]{24}$/m.exec(done.stdout)?.[0];
		if (receipt !== undefined) this.acknowledged.push(receipt);
		const steps = /^(\d+) steps$/m.exec(done.stdout)?.[1];
		return steps === undefined ? undefined : Number(steps);
	}

	/**
	 * What is wrong after a crash: anything fsck finds once the folder was opened again, a file that
	 * is not wholly there, an acknowledged file that is gone, shards that no file has.
	 */
	async faults(): Promise<readonly string[]> {
		const terminal = new TextTerminal();
		const environment = await this.folder.environment();
		const code = await runCommandLine(storage, ['fsck'], { environment, terminal });
		const faults = code === 0 ? [] : [terminal.output + terminal.complaint];
		const store = await this.folder.open(this.settings);
		const files = await this.folder.database
			.selectFrom('stored_files')
			.select(['id', 'object_id'])
			.execute();
		for (const { id, object_id: objectId } of files) {
			const bytes = await collect((await store.read(objectId)).bytes);
			if (!bytes.equals(bytesOf(sizeBytes))) faults.push(`file ${id} has other bytes`);
		}
		const ids = files.map(({ id }) => id);
		const lost = this.acknowledged.filter((id) => !ids.includes(id));
		if (lost.length > 0) faults.push(`acknowledged and gone: ${lost.join()}`);
		const shards = this.folder.storedFiles().length;
		if (shards !== 8 * files.length) faults.push(`${shards} shards of ${files.length} files`);
		await this.folder.close();
		return faults;
	}
}
