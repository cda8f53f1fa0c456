/**
 * Stores segments in the storage product, each as a file named by the id of its receipt. A failed
 * call is repeated by the archiver's next run; a file that was stored twice is referred to once.
 */
import { endpoints } from '../../../api/endpoints';
import type { SegmentStore } from './store';

const { uploadFile, downloadFile } = endpoints.storage;

export interface StorageAccess {
	/** Base address of the product. */
	readonly url: string;
	readonly key: string;
}

/** Enough for a segment, which has a few megabytes. */
const callMsMax = 60_000;

const answerMax = 300;

export function storageStore({ url, key }: StorageAccess): SegmentStore {
	const call = async (path: string, init: RequestInit) => {
		const signal = AbortSignal.timeout(callMsMax);
		const headers = { 'x-api-key': key };
		const address = url.replace(/\/+$/, '') + path;
		const answer = await fetch(address, { ...init, headers, signal, redirect: 'error' });
		if (answer.ok) return answer;
		const said = (await answer.text()).slice(0, answerMax);
		throw new Error(`the storage answers ${answer.status}: ${said}`);
	};
	return {
		async write(name, bytes) {
			const body = new FormData();
			body.set('file', new Blob([Buffer.from(bytes)]), name.replaceAll('/', '-'));
			const answer = await call(uploadFile.path, { method: uploadFile.method, body });
			return idOf(await answer.json());
		},
		async read(place) {
			const path = downloadFile.path.replace('{fileId}', encodeURIComponent(place));
			const answer = await call(path, { method: downloadFile.method });
			return new Uint8Array(await answer.arrayBuffer());
		},
	};
}

function idOf(receipt: unknown): string {
	const id: unknown = (receipt as { readonly id?: unknown } | null)?.id;
	if (typeof id === 'string' && id !== '') return id;
	throw new Error('the storage answers a receipt without an id');
}
