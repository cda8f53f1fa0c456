/**
 * Segments in the storage product, over the endpoints of its description: each is a file of its own,
 * found again by the id of its receipt. A call that fails is a fault; the archiver's next run makes it
 * again, and a file that was stored twice is named once.
 */
import { endpoints } from '../../../api/endpoints';
import type { SegmentStore } from './store';

const { uploadFile, downloadFile } = endpoints.storage;

export interface StoragePlace {
	/** Where the product is reached. */
	readonly url: string;
	readonly key: string;
}

/** A segment has a few megabytes. */
const callMsMax = 60_000;

const answerMax = 300;

export function storageStore({ url, key }: StoragePlace): SegmentStore {
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
