/** What the tests of documents send and read: the keeper's calls on the wire. */
import type { RunningService } from '../../support/programs/service';

export interface Answer {
	readonly status: number;
	readonly body: Record<string, unknown>;
}

export interface FileToSend {
	readonly content: string | Uint8Array<ArrayBuffer>;
	readonly name?: string;
}

export interface FileToKeep extends FileToSend {
	readonly folderId: string;
	readonly accuracy?: string;
	readonly displayName?: string;
	/** JSON. */
	readonly rules?: string;
}

function form(fields: Readonly<Record<string, string | undefined>>, file: FileToSend): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (value !== undefined) data.append(name, value);
	}
	data.append('file', new File([file.content], file.name ?? 'document.txt'));
	return data;
}

export class KeeperClient {
	constructor(
		private readonly running: RunningService,
		private readonly key: string,
		private readonly productId = running.organisation.products.Keeper,
	) {}

	get url(): string {
		return `${this.running.url}/keeper/${this.productId}`;
	}

	folder(name: string, keepsContent?: boolean): Promise<Answer> {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ name, keepsContent });
		return this.call('/folders', { method: 'POST', headers, body });
	}

	/** The id of a new folder. */
	async newFolder(name = 'Folder', keepsContent?: boolean): Promise<string> {
		return String((await this.folder(name, keepsContent)).body['id']);
	}

	add({ folderId, accuracy, displayName, rules, ...file }: FileToKeep): Promise<Answer> {
		const fields = {
			folderId,
			accuracy: accuracy ?? 'Medium',
			displayName: displayName ?? 'Document',
			rules,
		};
		return this.call('/files', { method: 'POST', body: form(fields, file) });
	}

	/** The id of a file just kept. */
	async newFile(file: FileToKeep): Promise<string> {
		const { status, body } = await this.add(file);
		if (status !== 201) throw new Error(`the file was not kept: ${JSON.stringify(body)}`);
		return String(body['id']);
	}

	addVersion(fileId: string, file: FileToSend): Promise<Answer> {
		return this.call(`/files/${fileId}/versions`, { method: 'POST', body: form({}, file) });
	}

	compare(fileId: string, file: FileToSend, generateDiffFile?: string): Promise<Answer> {
		const body = form({ generateDiffFile }, file);
		return this.call(`/files/${fileId}/compare/latest`, { method: 'POST', body });
	}

	/** Compares with the original, or a version: what stands behind the id of the file. */
	compareAt(location: string, file: FileToSend, fields: Readonly<Record<string, string>> = {}) {
		return this.call(`/files/${location}`, { method: 'POST', body: form(fields, file) });
	}

	/** Compares two versions of a file. */
	compareVersions(fileId: string, ids: readonly [string, string], isReported = false) {
		return this.call(`/files/${fileId}/versions/${ids.join('/compare/')}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ generateDiffFile: isReported }),
		});
	}

	/** The status of what is answered without a body. */
	async remove(location: string): Promise<number> {
		const headers = { 'x-api-key': this.key };
		return (await fetch(this.url + location, { method: 'DELETE', headers })).status;
	}

	download(location: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
		return fetch(`${this.url}/files/${location}/content`, {
			headers: { ...headers, 'x-api-key': this.key },
		});
	}

	async list(location: string): Promise<readonly Record<string, unknown>[]> {
		const response = await fetch(this.url + location, { headers: { 'x-api-key': this.key } });
		if (response.status !== 200) throw new Error(`the list answered ${response.status}`);
		return (await response.json()) as readonly Record<string, unknown>[];
	}

	async call(location: string, request: RequestInit = {}): Promise<Answer> {
		const headers = { ...request.headers, 'x-api-key': this.key };
		const response = await fetch(this.url + location, { ...request, headers });
		return {
			status: response.status,
			body: (await response.json()) as Record<string, unknown>,
		};
	}
}
